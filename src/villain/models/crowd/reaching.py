"""Which cells of the grid a player may still come to in a hand, and whether he acts before.

It is his turn in ``now``, or that of another whom he will answer: then he *waits*.
"""

from villain.game.situation import ANOTHER, HIMSELF, NOBODY, RAISE, Situation
from villain.models.crowd import grid
from villain.models.crowd.grid import Cell, faced_kind, initiative_of

LONG = 8
"""So many raises an example of a long war has."""

WHO = (NOBODY, ANOTHER, HIMSELF)


def cells_from(now: Situation) -> list[Cell]:
    """The cells that he may come to, on this street and later."""
    alone = (True,) if now.left <= 2 else (False, True)
    lasts = (now.position >= 1.0,) if now.left <= 2 else (False, True)
    return [
        Cell(street, faced, one, last, initiative)
        for street in range(now.street, grid.STREETS)
        for faced in _faces(street, limit=now.limit)
        for initiative in _initiatives(now, street, faced)
        for one in alone
        for last in lasts
    ]


def _faces(street: int, *, limit: bool) -> list[int]:
    found = [grid.NONE] if street else [grid.NONE, grid.BLINDS]
    for kind in (grid.BET, grid.RAISED, grid.WAR):
        bounds = grid.LIMIT_BOUNDS.get(kind, (grid.LIMIT_WAR,)) if limit else grid.BOUNDS[kind]
        found += range(kind, kind + len(bounds) + 1)
    return found


def _initiatives(now: Situation, street: int, faced: int) -> tuple[int, ...]:
    """Who may have it: on the present street much of that is known."""
    if faced <= grid.BLINDS:
        known = now.aggressor if street and now.raises_before else NOBODY
        return (known,) if street == now.street else WHO
    if faced >= grid.RAISED and now.players == 2:
        return (grid.ACTIVE,)  # who of two faces a raise has raised
    later = (grid.PASSIVE,) if faced < grid.RAISED else (grid.PASSIVE, grid.ACTIVE)
    if street > now.street:
        return grid.IDLE, grid.LED, *later
    if now.acted:
        return later
    if now.raises and now.players == 2:
        return (initiative_of(now),)  # who of two faces a bet answers it, and the street ends
    return initiative_of(now), *later


def raises_of(faced: int, *, limit: bool) -> int:
    """How many raises of the street are faced."""
    if faced < grid.BET:
        return 0
    kind = faced_kind(faced)
    if limit and kind == grid.WAR:
        return grid.LIMIT_WAR if faced == grid.WAR else LONG
    return (grid.BET, grid.RAISED, grid.WAR).index(kind) + 1


def waits(now: Situation) -> bool:
    """Whether it is another's turn: he has acted on this street, and owes nothing."""
    return now.acted and not now.owed


def acts_before(now: Situation, cell: Cell) -> bool:
    """Whether he does something between ``now`` and a cell."""
    street, faced, _, _, initiative = cell
    raised = now.last == RAISE
    if street == now.street:
        if faced <= grid.BLINDS or initiative in (grid.IDLE, grid.LED):
            return False
        if initiative == grid.PASSIVE:
            return not now.acted or raised
        answered = now.raises + waits(now)
        return not (now.acted and raised) or raises_of(faced, limit=now.limit) > answered
    if street > now.street + 1 or not waits(now):
        return True
    if faced <= grid.BLINDS:
        return initiative != (HIMSELF if raised else NOBODY)
    return initiative != (grid.LED if raised else grid.IDLE)
