"""Strategies at a decision for all holdings: regret matching, averages, locks, and learning."""

from math import floor
from typing import Any

from villain.kernels.compiled import shared_kernel
from villain.kernels.copying import copy_row
from villain.kernels.solver_records import (
    KEPT,
    NEGATIVE,
    ONE,
    POSITIVE,
    ROUNDING,
    LearnedRecord,
    ValueArray,
)

_SHORT = 2
"""Bytes of a stored number that has a scale."""

_LEAST = 1e-37
"""Less is as good as nothing: one over it may be beyond all numbers, and times nothing is none."""

_MOST = 32766
"""The largest whole number that is stored; one more might be rounded to."""

_BY_HOLDING, _BY_ACTION = 0.5698402909980532, 0.35
"""Steps of where numbers are rounded up, so that neighbours are not all rounded alike."""


@shared_kernel
def match_regrets(
    learned: LearnedRecord,
    base: int,
    chances: ValueArray,
    numbers: ValueArray,
    total: ValueArray,
    predictive: bool,
) -> None:
    """Chances in proportion to positive regrets; all alike where there are none."""
    actions, size = chances.shape
    one = numbers[ONE]
    zero = one - one
    even, positive = one / actions, numbers[POSITIVE]
    total[:] = zero
    for action in range(actions):
        start = base + action * size
        row = chances[action]
        regrets = learned.regrets[start : start + size]
        if predictive:
            predicted = learned.predicted[start : start + size]
            for h in range(size):
                value = positive * regrets[h] + predicted[h]
                row[h] = value if value > zero else zero
                total[h] += row[h]
        else:
            for h in range(size):
                value = one * regrets[h]
                row[h] = value if value > zero else zero
                total[h] += row[h]
    _normalise(chances, total, even, zero, one)


@shared_kernel
def take_average(
    learned: LearnedRecord,
    base: int,
    chances: ValueArray,
    numbers: ValueArray,
    total: ValueArray,
) -> None:
    """Chances of the average strategy."""
    actions, size = chances.shape
    one = numbers[ONE]
    zero = one - one
    even = one / actions
    total[:] = zero
    for action in range(actions):
        start = base + action * size
        row = chances[action]
        sums = learned.sums[start : start + size]
        for h in range(size):
            row[h] = one * sums[h]
            total[h] += row[h]
    _normalise(chances, total, even, zero, one)


@shared_kernel
def _normalise(
    chances: ValueArray, total: ValueArray, even: float, zero: float, one: float
) -> None:
    actions, size = chances.shape
    for h in range(size):
        total[h] = one / total[h] if total[h] > _LEAST else zero
    for action in range(actions):
        row = chances[action]
        for h in range(size):
            row[h] = row[h] * total[h] if total[h] > zero else even


@shared_kernel
def read_lock(learned: LearnedRecord, lock: int, fixed: ValueArray) -> None:
    """The strategy of a lock."""
    actions, size = fixed.shape
    for action in range(actions):
        start = learned.policy_at[lock] + action * size
        copy_row(learned.policy[start : start + size], fixed[action])


@shared_kernel
def blend_lock(learned: LearnedRecord, lock: int, chances: ValueArray, numbers: ValueArray) -> None:
    """Mix a lock into chances, for each holding by its share."""
    actions, size = chances.shape
    one = numbers[ONE]
    share = learned.share[learned.share_at[lock] : learned.share_at[lock] + size]
    for action in range(actions):
        start = learned.policy_at[lock] + action * size
        fixed = learned.policy[start : start + size]
        row = chances[action]
        for h in range(size):
            row[h] = share[h] * fixed[h] + (one - share[h]) * row[h]


@shared_kernel
def add_to_average(
    learned: LearnedRecord,
    base: int,
    slot: int,
    chances: ValueArray,
    reach: ValueArray,
    numbers: ValueArray,
) -> None:
    """Let the average so far fade, and add what is played now by who gets here."""
    actions, size = chances.shape
    kept = numbers[KEPT]
    if learned.sums.itemsize != _SHORT:
        for action in range(actions):
            start = base + action * size
            sums = learned.sums[start : start + size]
            row = chances[action]
            for h in range(size):
                sums[h] = kept * sums[h] + reach[h] * row[h]
        return
    one = numbers[ONE]
    zero = one - one
    kept *= learned.sum_scale[slot]
    most = zero
    for action in range(actions):
        start = base + action * size
        sums = learned.sums[start : start + size]
        row = chances[action]
        for h in range(size):
            value = kept * sums[h] + reach[h] * row[h]
            most = value if value > most else most
    scale = most / _MOST
    learned.sum_scale[slot] = scale
    inverse = one / scale if most > zero else zero
    for action in range(actions):
        start = base + action * size
        sums = learned.sums[start : start + size]
        row = chances[action]
        for h in range(size):
            value = (kept * sums[h] + reach[h] * row[h]) * inverse
            sums[h] = floor(value + _round_up(numbers, action, h))


@shared_kernel
def learn(
    learned: LearnedRecord,
    base: int,
    slot: int,
    values: ValueArray,
    played: ValueArray,
    numbers: ValueArray,
    clipped: bool,
    predictive: bool,
) -> None:
    """Let regrets fade, and add what each action would have had beyond what was played.

    ``values`` has a row an action; ``played`` is what the strategy had.
    """
    actions, size = values.shape
    one, positive, negative = numbers[ONE], numbers[POSITIVE], numbers[NEGATIVE]
    zero = one - one
    short = learned.regrets.itemsize == _SHORT
    scale = learned.regret_scale[slot] if short else one
    most = zero
    for action in range(actions):
        start = base + action * size
        regrets = learned.regrets[start : start + size]
        row = values[action]
        for h in range(size):
            before = scale * regrets[h]
            row[h] = row[h] - played[h]
            value = (positive if before > zero else negative) * before + row[h]
            if short:
                row[h] = value
                value = value if value > zero else -value
                most = value if value > most else most
            else:
                regrets[h] = zero if clipped and value < zero else value
        if predictive:
            predicted = learned.predicted[start : start + size]
            copy_row(row, predicted)
    if not short:
        return
    scale = most / _MOST
    learned.regret_scale[slot] = scale
    inverse = one / scale if most > zero else zero
    for action in range(actions):
        start = base + action * size
        regrets = learned.regrets[start : start + size]
        row = values[action]
        for h in range(size):
            value = row[h] * inverse
            if clipped and value < zero:
                value = zero
            regrets[h] = floor(value + _round_up(numbers, action, h))


@shared_kernel
def _round_up(numbers: ValueArray, action: int, holding: int) -> Any:  # noqa: ANN401
    """What is added before a number is cut to a whole one: 0 to 1, another in each iteration.

    Rounded to the nearest, small changes would be lost every time, and what was learned early would
    never fade.
    """
    one = numbers[ROUNDING] + numbers[ONE] * (_BY_HOLDING * holding + _BY_ACTION * action)
    return one - floor(one)
