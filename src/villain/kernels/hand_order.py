"""The 7,462 classes of five-card hands, from seven-high to the royal flush, in plain Python."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)

HandClass = tuple[int, tuple[int, ...]]
"""A category (0–8) and the ranks (0–12) that decide within it."""

WHEEL = (3, 2, 1, 0, 12)


def _unpaired() -> list[tuple[int, ...]]:
    """Five different ranks that make no straight, weakest first."""
    hands = [ranks[::-1] for ranks in combinations(range(13), 5)]
    return sorted(r for r in hands if r[0] - r[4] != 4 and r != (12, 3, 2, 1, 0))


def _grouped(groups: int, kickers: int) -> list[tuple[int, ...]]:
    """``groups`` ranks that come in pairs or more, then ``kickers`` others, weakest first."""
    hands = []
    for paired in combinations(range(13), groups):
        others = [rank for rank in range(13) if rank not in paired]
        hands += [paired[::-1] + rest[::-1] for rest in combinations(others, kickers)]
    return sorted(hands)


def _classes() -> Iterator[HandClass]:
    two_different = [(a, b) for a in range(13) for b in range(13) if a != b]
    straights = [(high,) for high in range(3, 13)]
    by_category: list[Sequence[tuple[int, ...]]] = [
        _unpaired(),
        _grouped(1, 3),
        _grouped(2, 1),
        _grouped(1, 2),
        straights,
        _unpaired(),
        two_different,
        two_different,
        straights,
    ]
    for category, hands in enumerate(by_category):
        for ranks in hands:
            yield category, ranks


@cache
def hand_classes() -> tuple[HandClass, ...]:
    """Every class in order; the class of rank ``r`` is at index ``r - 1``.

    >>> len(hand_classes()), hand_classes()[0], hand_classes()[-1]
    (7462, (0, (5, 3, 2, 1, 0)), (8, (12,)))
    """
    return tuple(_classes())


def class_of(counts: tuple[int, ...]) -> HandClass:
    """Return the best class that ignores suits, for five to seven cards as 13 counts by rank.

    >>> class_of((0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 2))  # A A K 8 8
    (2, (12, 6, 11))
    """
    by_count = sorted((rank for rank in range(13) if counts[rank]), reverse=True)
    quads = [rank for rank in by_count if counts[rank] == 4]
    trips = [rank for rank in by_count if counts[rank] == 3]
    pairs = [rank for rank in by_count if counts[rank] == 2]
    if quads:
        return QUADS, (quads[0], max(rank for rank in by_count if rank != quads[0]))
    if trips and (trips[1:] or pairs):
        return FULL_HOUSE, (trips[0], max(trips[1:] + pairs))
    straight = straight_high(by_count)
    if straight is not None:
        return STRAIGHT, (straight,)
    if trips:
        return TRIPS, (trips[0], *[rank for rank in by_count if rank != trips[0]][:2])
    if len(pairs) >= 2:
        return TWO_PAIR, (
            pairs[0],
            pairs[1],
            max(rank for rank in by_count if rank not in pairs[:2]),
        )
    if pairs:
        return PAIR, (pairs[0], *[rank for rank in by_count if rank != pairs[0]][:3])
    return HIGH_CARD, tuple(by_count[:5])


def straight_high(ranks: list[int]) -> int | None:
    """Return the highest card of the best straight in these ranks; the wheel's is the five."""
    for high in range(12, 3, -1):
        if all(high - step in ranks for step in range(5)):
            return high
    return 3 if all(rank in ranks for rank in WHEEL) else None
