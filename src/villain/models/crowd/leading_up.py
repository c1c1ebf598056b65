"""What a player does just before he comes to a cell of the grid: the network goes by that too."""

from villain.game.situation import ANOTHER, HIMSELF, Decision, Situation
from villain.models.crowd import grid
from villain.models.crowd.examples import RAISED_BY, example
from villain.models.crowd.grid import Cell
from villain.models.crowd.reaching import acts_before, waits


def decision_before(now: Situation, cell: Cell, name: str) -> Decision | None:
    """The decision that leads from ``now`` to a cell; None where he has taken it already."""
    if not acts_before(now, cell):
        return None
    faced, initiative = cell.faced, cell.initiative
    raises = (
        initiative == HIMSELF if faced <= grid.BLINDS else initiative in (grid.LED, grid.ACTIVE)
    )
    before = _cell_before(now, cell)
    spot = now
    if before is not None:
        street, faced, initiative = before
        alone, last = now.left <= 2, now.position >= 1.0
        spot = example(now, Cell(street, faced, alone, last, initiative))
    chips = spot.owed + raises * round(RAISED_BY * (spot.pot + spot.owed))
    return Decision(0, name, spot, "raise" if raises else "call", chips, chips)


def _cell_before(now: Situation, cell: Cell) -> tuple[int, int, int] | None:
    """Where he decides that: street, what he faces and initiative; None where it is ``now``."""
    street, faced, _, _, initiative = cell
    present, next_one = street == now.street, street == now.street + 1
    if faced <= grid.BLINDS:
        if not next_one and initiative == ANOTHER:
            return street - 1, grid.BET + 1, grid.IDLE
        if not next_one:
            return street - 1, grid.NONE, initiative
        if initiative == ANOTHER and waits(now) and now.street:
            return now.street, grid.BET + 1, grid.PASSIVE
        return None
    if initiative == grid.LED and not next_one:
        return street - 1, grid.NONE, HIMSELF
    if initiative == grid.PASSIVE and not present:
        return street, grid.NONE, ANOTHER
    if initiative == grid.ACTIVE and faced >= grid.WAR:
        longer = faced if faced > grid.WAR else grid.RAISED
        return (street, longer, grid.ACTIVE) if now.limit else (street, grid.BET + 1, grid.IDLE)
    if initiative == grid.ACTIVE and not present:
        return street, grid.NONE, HIMSELF
    return None
