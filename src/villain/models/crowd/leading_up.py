"""What a player does just before he comes to a cell of the grid: the network goes by that too."""

from villain.models.contexts import ANOTHER, HIMSELF, Choice, Context
from villain.models.crowd.examples import RAISED_BY, example
from villain.models.crowd.grid import (
    ACTIVE,
    BET,
    BLINDS,
    IDLE,
    LED,
    NONE,
    PASSIVE,
    RAISED,
    WAR,
    Cell,
)
from villain.models.crowd.reaching import acts_before, waits


def decision_before(now: Context, cell: Cell, name: str) -> Choice | None:
    """The decision that leads from ``now`` to a cell; None where he has taken it already."""
    if not acts_before(now, cell):
        return None
    faced, initiative = cell.faced, cell.initiative
    raises = initiative == HIMSELF if faced <= BLINDS else initiative in (LED, ACTIVE)
    before = _cell_before(now, cell)
    spot = now
    if before is not None:
        street, faced, initiative = before
        alone, last = now.left <= 2, now.position >= 1.0
        spot = example(now, Cell(street, faced, alone, last, initiative))
    chips = spot.owed + raises * round(RAISED_BY * (spot.pot + spot.owed))
    return Choice(0, name, spot, "raise" if raises else "call", chips, chips)


def _cell_before(now: Context, cell: Cell) -> tuple[int, int, int] | None:
    """Where he decides that: street, what he faces and initiative; None where it is ``now``."""
    street, faced, _, _, initiative = cell
    present, next_one = street == now.street, street == now.street + 1
    if faced <= BLINDS:
        if not next_one and initiative == ANOTHER:
            return street - 1, BET + 1, IDLE
        if not next_one:
            return street - 1, NONE, initiative
        if initiative == ANOTHER and waits(now) and now.street:
            return now.street, BET + 1, PASSIVE
        return None
    if initiative == LED and not next_one:
        return street - 1, NONE, HIMSELF
    if initiative == PASSIVE and not present:
        return street, NONE, ANOTHER
    if initiative == ACTIVE and faced >= WAR:
        longer = faced if faced > WAR else RAISED
        return (street, longer, ACTIVE) if now.limit else (street, BET + 1, IDLE)
    if initiative == ACTIVE and not present:
        return street, NONE, HIMSELF
    return None
