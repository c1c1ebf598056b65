"""The cell of a small grid that a seat of a trial is in, as `villain.models.crowd.grid` has it."""

import numpy as np

from villain.kernels.arrays import CountArray, FloatArray
from villain.kernels.compiled import kernel
from villain.kernels.trial_records import ACTED_AT, NOT_YET, OUT, RAISES, STREET
from villain.kernels.trial_table import owed_by, pot_of

NOTHING, CHECKED, CALLED, RAISED = range(4)
"""A seat's last action in the hand, as `villain.game.situation` numbers them."""

LAST_RAISER, RAISES_BEFORE, UNBET = range(3)
"""Numbers of the hand so far: who raised last (-1: nobody), the raises of the street before, and
chips that count for no bet before the flop."""

LAST, TURNS = range(2)
"""Columns of a past: a seat's last action in the hand, and its turns on this street of a trial."""

_INITIATIVES, _FACED = 4, 14
_BLINDS, _BET, _RAISE, _WAR = 1, 2, 7, 11
_BET_BOUNDS, _RAISE_BOUNDS = np.array([0.45, 0.8, 1.2, 2.0]), np.array([0.8, 1.2, 2.0])
_WAR_BOUNDS = np.array([0.8, 2.0])
_LIMIT_BET_BOUNDS, _LIMIT_RAISE_BOUNDS = np.array([3.5, 5.5, 8.5]), np.array([4.5, 8.5])
_LIMIT_WAR, _LONG_WAR = 4, 5


@kernel
def cell_at(
    seats: CountArray,
    street: CountArray,
    past: CountArray,
    numbers: CountArray,
    limit: bool,
    dead: int,
    seat: int,
) -> int:
    """The number of the cell that a seat is in: `villain.models.crowd.grid.cell_of` of a trial."""
    now, raises, owed = street[STREET], street[RAISES], owed_by(seats, street, seat)
    faced = 0
    if owed > 0 and now == 0 and raises == 0:
        faced = _BLINDS
    elif owed > 0:
        pot = pot_of(seats, dead) - (numbers[UNBET] if now == 0 else 0)
        faced = _faced_in_limit(raises, pot, owed) if limit else _faced(raises, pot, owed)
    last, left = True, 0
    for other in range(len(seats)):
        if seats[other, OUT] == 0:
            left += 1
            last = last and other <= seat
    initiative = 0
    if faced > _BLINDS:
        raised = past[seat, LAST] == RAISED
        if seats[seat, ACTED_AT] != NOT_YET:
            initiative = 3 if raised else 2
        else:
            initiative = 1 if raised else 0
    elif now > 0 and numbers[RAISES_BEFORE] > 0 and numbers[LAST_RAISER] >= 0:
        initiative = 2 if numbers[LAST_RAISER] == seat else 1
    cell = ((now * _FACED + faced) * 2 + int(left <= 2)) * 2 + int(last)
    return int(cell * _INITIATIVES + initiative)


@kernel
def _faced(raises: int, pot: int, owed: int) -> int:
    size = owed / max(pot - owed, 1)
    if raises <= 1:
        return _BET + _above(_BET_BOUNDS, size)
    return _RAISE + _above(_RAISE_BOUNDS, size) if raises == 2 else _WAR + _above(_WAR_BOUNDS, size)


@kernel
def _faced_in_limit(raises: int, pot: int, owed: int) -> int:
    if raises >= _LIMIT_WAR:
        return _WAR + int(raises >= _LONG_WAR)
    if raises > 1:
        return _RAISE + _above(_LIMIT_RAISE_BOUNDS, pot / owed)
    return _BET + _above(_LIMIT_BET_BOUNDS, pot / owed)


@kernel
def _above(bounds: FloatArray, size: float) -> int:
    """Count the bounds below a size."""
    count = 0
    for bound in bounds:
        count += int(bound < size)
    return count
