"""Makes ``evaluator.npz``, the look-up tables of the hand evaluator.

    python -m villain.kernels.make_tables

A hand without a flush is a multiset of ranks. Each rank has an additive key, and the 13 ranks
are split in a low and a high group, so that the sum of the cards' keys holds two numbers, one a
group, each naming the group's multiset. Within a number of cards, the multisets of the high
group are rows of different length and those of the low group are columns: row start plus column
is a perfect hash without a gap, 6,175 + 18,395 + 49,205 entries for five, six and seven cards.
The tables are a little larger, so that a hand with the same card twice finds a wrong rank, but
never reads outside them.
"""

from pathlib import Path

import numpy as np
import numpy.typing as npt

from villain.kernels.hand_order import (
    FLUSH,
    STRAIGHT_FLUSH,
    class_of,
    hand_classes,
    straight_high,
)

LOW_RANKS = 7
HIGH_RANKS = 6
MOST_CARDS = 7

Counts = tuple[int, ...]
Tables = dict[str, npt.NDArray[np.generic]]


def additive_keys(ranks: int) -> list[int]:
    """Return the smallest growing keys under which every multiset has a sum of its own.

    A multiset has up to seven cards in all and up to four of a rank.

    >>> additive_keys(4)
    [1, 5, 24, 112]
    """
    keys: list[int] = []
    sizes = {0: 0}  # the sum of each multiset so far, and its number of cards
    key = 0
    while len(keys) < ranks:
        key += 1
        wider = _with_rank(key, sizes)
        if wider is not None:
            keys.append(key)
            sizes = wider
    return keys


def _with_rank(key: int, sizes: dict[int, int]) -> dict[int, int] | None:
    """Add up to four cards of a new rank to every multiset; None where two sums meet."""
    wider = dict(sizes)
    for total, size in sizes.items():
        for count in range(1, min(4, MOST_CARDS - size) + 1):
            if total + count * key in wider:
                return None
            wider[total + count * key] = size + count
    return wider


def multisets(ranks: int) -> list[Counts]:
    """Return all counts of so many ranks, up to four of each and seven in all."""
    counts: list[Counts] = [()]
    for _ in range(ranks):
        counts = [(*c, n) for c in counts for n in range(5) if sum(c) + n <= MOST_CARDS]
    return counts


def key_of(counts: Counts, keys: list[int]) -> int:
    """Return the sum of the keys of a multiset."""
    return sum(count * key for count, key in zip(counts, keys, strict=False))


def make_tables() -> Tables:
    """Compute all tables; about a second."""
    keys = additive_keys(LOW_RANKS)
    rank_of_class = {hand: rank for rank, hand in enumerate(hand_classes(), start=1)}

    lows, highs = multisets(LOW_RANKS), multisets(HIGH_RANKS)
    columns = np.zeros(1 + MOST_CARDS * keys[LOW_RANKS - 1], np.uint16)
    lows_of_size = [[low for low in lows if sum(low) == size] for size in range(8)]
    for same_size in lows_of_size:
        for column, low in enumerate(same_size):
            columns[key_of(low, keys)] = column

    rows = np.zeros((8, 1 + MOST_CARDS * keys[HIGH_RANKS - 1]), np.uint16)
    starts = np.zeros(8, np.uint32)
    ranks: list[int] = []
    for cards in (5, 6, 7):
        starts[cards] = len(ranks)
        for high in highs:
            if sum(high) <= cards:
                rows[cards, key_of(high, keys)] = len(ranks) - starts[cards]
                same_size = lows_of_size[cards - sum(high)]
                ranks += [rank_of_class[class_of(low + high)] for low in same_size]

    flushes = np.zeros(1 << 13, np.int16)
    for mask in range(1 << 13):
        held = [rank for rank in range(12, -1, -1) if mask >> rank & 1]
        if len(held) >= 5:
            straight = straight_high(held)
            best = (
                (STRAIGHT_FLUSH, (straight,)) if straight is not None else (FLUSH, tuple(held[:5]))
            )
            flushes[mask] = rank_of_class[best]

    # A card's key: low group in bits 0–15, high group in 16–31, then four bits a suit.
    card_keys = np.zeros(52, np.uint64)
    for card in range(52):
        rank, suit = divmod(card, 4)
        key = keys[rank] if rank < LOW_RANKS else keys[rank - LOW_RANKS] << 16
        card_keys[card] = key | 1 << (32 + 4 * suit)

    return {
        "card_keys": card_keys,
        "columns": columns,
        "rows": rows,
        "starts": starts,
        "ranks": np.array(ranks + [0] * len(lows), np.int16),
        "flushes": flushes,
    }


if __name__ == "__main__":
    path = Path(__file__).with_name("evaluator.npz")
    np.savez_compressed(path, **make_tables())  # type: ignore[arg-type]
    print(f"{path.name}: {path.stat().st_size:,} bytes")
