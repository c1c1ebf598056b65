"""Pots, and who wins them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from villain.cards.card import Card
from villain.game.rules import Comparison


class Pot(NamedTuple):
    """Chips, and the seats that may win them."""

    chips: int
    seats: tuple[int, ...]


def split_into_pots(
    committed: Sequence[int], folded: Sequence[bool], dead: Sequence[int] = ()
) -> list[Pot]:
    """Split what everybody has put in into the main pot and the side pots.

    Dead chips, which are part of ``committed``, are no bet: nobody has to match them, and they
    are everybody's to win.

    >>> split_into_pots([5, 20, 20, 10], [False, False, False, True])
    [Pot(chips=20, seats=(0, 1, 2)), Pot(chips=35, seats=(1, 2))]
    >>> split_into_pots([15, 10, 10], [False, False, False], dead=[5, 0, 0])
    [Pot(chips=35, seats=(0, 1, 2))]
    """
    if any(dead):
        return _with_dead(
            [put - lost for put, lost in zip(committed, dead, strict=True)], folded, dead
        )
    pots: list[Pot] = []
    below = 0
    for level in sorted({chips for chips, out in zip(committed, folded, strict=True) if not out}):
        chips = sum(min(put, level) - min(put, below) for put in committed)
        seats = tuple(s for s, put in enumerate(committed) if put >= level and not folded[s])
        if chips:
            pots.append(Pot(chips, seats))
        below = level
    # Chips of players who put in more than anybody who is left, and folded.
    above = sum(put - below for put in committed if put > below)
    if above:
        pots[-1] = Pot(pots[-1].chips + above, pots[-1].seats)
    return pots


def _with_dead(bets: Sequence[int], folded: Sequence[bool], dead: Sequence[int]) -> list[Pot]:
    left = tuple(seat for seat, out in enumerate(folded) if not out)
    pots = split_into_pots(bets, folded) if any(bets) else []
    if pots and pots[0].seats == left:
        return [Pot(pots[0].chips + sum(dead), left), *pots[1:]]
    return [Pot(sum(dead), left), *pots]  # somebody has nothing but dead chips in


def winners(pot: Pot, ranks: Mapping[int, int]) -> tuple[int, ...]:
    """The seats that share a pot, in seat order."""
    best = max([ranks[seat] for seat in pot.seats])
    return tuple([seat for seat in pot.seats if ranks[seat] == best])


def split_chips(pot: Pot, winning: Sequence[int]) -> list[int]:
    """Split a pot in whole chips: odd ones go to the first seats left of the button."""
    share, odd = divmod(pot.chips, len(winning))
    return [share + (place < odd) for place in range(len(winning))]


def fair_payoffs(
    pots: list[Pot], ranks: dict[int, int], committed: Sequence[int]
) -> list[Fraction]:
    """Everybody's winnings if odd chips were split too, as the competition counts."""
    payoffs = [Fraction(-put) for put in committed]
    for pot in pots:
        winning = winners(pot, ranks)
        for seat in winning:
            payoffs[seat] += Fraction(pot.chips, len(winning))
    return payoffs


def rank_seats(
    comparison: Comparison, holes: dict[int, tuple[Card, ...]], board: tuple[Card, ...]
) -> dict[int, int]:
    """A number for each seat's hand; the higher wins."""
    if comparison is Comparison.HIGH_CARD:
        return {seat: max(card.rank for card in hole) for seat, hole in holes.items()}
    if comparison is Comparison.PAIR_OR_HIGH:
        public = {card.rank for card in board}
        return {seat: hole[0].rank + 13 * (hole[0].rank in public) for seat, hole in holes.items()}
    return dict(zip(holes, _best_five()(holes.values(), board), strict=True))


@cache
def _best_five() -> Callable[[Collection[tuple[Card, ...]], tuple[Card, ...]], list[int]]:
    from villain.game.best_five import rank_best_five

    return rank_best_five
