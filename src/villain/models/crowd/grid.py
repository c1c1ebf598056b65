"""A small grid of situations: what a compiled read tells apart.

A *cell* is a street, what is faced, whether one opponent is left or more, whether the player acts
last after the flop, and the initiative. Nothing faced, or the blinds alone; a bet of five sizes; a
raise of four; raises upon raises of three. In limit, where a bet has one size, bets and raises are
divided by the pot, and wars, of four raises and more, by their length. The initiative is who raised
last on the street before where nothing is faced. Else it is what the player did: on this street
nothing yet, with no raise of his just before it or with one, something passive, or a raise.
"""

from bisect import bisect_left
from typing import NamedTuple

from villain.game.situation import NOBODY, RAISE, Situation

STREETS, FACED, INITIATIVES = 4, 14, 4
CELLS = STREETS * FACED * 2 * 2 * INITIATIVES

NONE, BLINDS, BET, RAISED, WAR = 0, 1, 2, 7, 11
"""Codes of what is faced: nothing, the blinds, then bets, raises, and raises upon raises."""

IDLE, LED, PASSIVE, ACTIVE = range(4)
"""The initiative of who faces a bet."""

BOUNDS = {BET: (0.45, 0.8, 1.2, 2.0), RAISED: (0.8, 1.2, 2.0), WAR: (0.8, 2.0)}
"""Bounds between sizes of bets and raises, in pots before them."""

LIMIT_BOUNDS = {BET: (3.5, 5.5, 8.5), RAISED: (4.5, 8.5)}
"""Bounds between pots in limit, in what is to pay."""

LIMIT_WAR, LONG_WAR = 4, 5
"""So many raises are a war in limit, which has no sizes; and so many a long one."""


class Cell(NamedTuple):
    """A cell of the grid."""

    street: int
    faced: int
    alone: bool
    last: bool
    initiative: int


def cell_of(situation: Situation) -> Cell:
    """The cell of a situation."""
    faced = faced_in(situation)
    if faced <= BLINDS:
        initiative = situation.aggressor if situation.street and situation.raises_before else NOBODY
    else:
        initiative = initiative_of(situation)
    alone, last = situation.left <= 2, situation.position >= 1.0
    return Cell(min(situation.street, 3), faced, alone, last, initiative)


def initiative_of(situation: Situation) -> int:
    """The initiative of a player who faces a bet: what he did before."""
    raised = situation.last == RAISE
    if situation.acted:
        return ACTIVE if raised else PASSIVE
    return LED if raised else IDLE


def number(cell: Cell) -> int:
    """The number of a cell.

    >>> number(Cell(3, FACED - 1, True, True, INITIATIVES - 1)) == CELLS - 1
    True
    """
    street, faced, alone, last, initiative = cell
    return (((street * FACED + faced) * 2 + alone) * 2 + last) * INITIATIVES + initiative


def cell_at(number: int) -> Cell:
    """The cell of a number.

    >>> cell_at(number(Cell(2, RAISED, True, False, LED)))
    Cell(street=2, faced=7, alone=True, last=False, initiative=1)
    """
    rest, initiative = divmod(number, INITIATIVES)
    rest, last = divmod(rest, 2)
    rest, alone = divmod(rest, 2)
    street, faced = divmod(rest, FACED)
    return Cell(street, faced, bool(alone), bool(last), initiative)


def faced_kind(faced: int) -> int:
    """The kind of what is faced: a bet, a raise or a raise upon raises."""
    return WAR if faced >= WAR else RAISED if faced >= RAISED else BET


def faced_in(situation: Situation) -> int:
    """The code of what is faced in a situation."""
    owed = situation.owed
    if owed <= 0:
        return NONE
    if situation.street == 0 and situation.raises == 0:
        return BLINDS
    if situation.limit:
        if situation.raises >= LIMIT_WAR:
            return WAR + (situation.raises >= LONG_WAR)
        kind = RAISED if situation.raises > 1 else BET
        return kind + bisect_left(LIMIT_BOUNDS[kind], situation.bet_pot / owed)
    kind = (BET, RAISED, WAR)[min(max(situation.raises, 1), 3) - 1]
    return kind + bisect_left(BOUNDS[kind], owed / max(situation.bet_pot - owed, 1))
