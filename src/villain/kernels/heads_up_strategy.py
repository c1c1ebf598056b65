"""Heads-up strategies in huang's abstraction, for trials: rows of action chances by bucket."""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.kernels.arrays import CountArray, FloatArray
from villain.kernels.compiled import kernel

CLOSE, MOST_STEPS, FLAT = 1e-12, 60, 1e-12


class AbstractionRecord(NamedTuple):
    """An abstraction in numbers; `villain.strategy.huang.abstraction` explains them.

    ``limits`` number the action sequences, ``ratios`` divide the sizes of raises; buckets of hands
    have ``middles``, and by street ``shares`` of all hands.
    """

    limits: CountArray
    ratios: FloatArray
    middles: FloatArray
    shares: FloatArray


class StrategyRecord(NamedTuple):
    """A player's strategy: ``rows`` lead from the number of a sequence to its row in the others.

    ``frequencies`` (row, action) are those of the actions whatever the cards are, ``steepness`` by
    street how much they depend on the cards. A row of ``chances`` (row, bucket, action) is filled
    when it is first reached, and then ``ready``. ``sizes`` are the raises of each kind, in pots.
    """

    rows: CountArray
    frequencies: FloatArray
    steepness: FloatArray
    chances: FloatArray
    ready: npt.NDArray[np.bool_]
    sizes: FloatArray


@kernel
def fill_strategy(
    frequencies: FloatArray,
    middles: FloatArray,
    shares: FloatArray,
    steepness: float,
    chances: FloatArray,
) -> None:
    """The chances of the actions in each bucket, by logistic curves: `curves.reconstruct` in short.

    ``frequencies`` are conserved over the ``shares`` of the buckets.
    """
    buckets, actions = chances.shape
    above = np.ones(buckets)
    tail, total = 1.0, frequencies.sum()
    for action in range(actions):
        tail -= frequencies[action] / total
        if action == actions - 1 or tail <= CLOSE:
            tail = 0.0
        shift = _shift(tail, middles, shares, steepness) if 0.0 < tail < 1.0 - CLOSE else 0.0
        for bucket in range(buckets):
            if tail == 0.0:
                at_least = 0.0
            elif tail >= 1.0 - CLOSE:
                at_least = 1.0
            else:
                at_least = _logistic(steepness * middles[bucket] - shift)
            at_least = min(at_least, above[bucket])
            chances[bucket, action] = above[bucket] - at_least
            above[bucket] = at_least


@kernel
def _shift(tail: float, middles: FloatArray, shares: FloatArray, steepness: float) -> float:
    """By how much a curve is shifted whose mean is to be this: Newton's steps within a bracket."""
    place = math.log(tail / (1.0 - tail))
    low, high = steepness * middles[0] - place, steepness * middles[-1] - place
    shift = float((low + high) / 2)
    for _ in range(MOST_STEPS):
        mean = slope = 0.0
        for bucket in range(len(middles)):
            chance = _logistic(steepness * middles[bucket] - shift)
            mean += shares[bucket] * chance
            slope += shares[bucket] * chance * (1.0 - chance)
        excess = mean - tail
        if abs(excess) <= CLOSE:
            break
        if excess > 0.0:
            low = shift
        else:
            high = shift
        step = shift + excess / slope if slope > FLAT else high
        shift = step if low < step < high else (low + high) / 2
    return shift


@kernel
def _logistic(place: float) -> float:
    return 1.0 / (1.0 + math.exp(-place))


@kernel
def number_of(
    street: int,
    raises: int,
    other_was_last: int,
    length: int,
    code: int,
    limits: npt.NDArray[np.int64],
) -> int:
    """The number of an action sequence: ``code`` has its last actions as digits.

    ``limits`` are the kinds of actions after which a street goes on, the actions that are kept,
    and where raises are no longer counted.
    """
    base, longest, most_raises = int(limits[0]), int(limits[1]), int(limits[2])
    width, start, power = 0, 0, 1
    for kept in range(longest + 1):
        if kept < length:
            start += power
        width += power
        power *= base
    return (
        ((street * (most_raises + 1) + min(raises, most_raises)) * 2 + other_was_last) * width
        + start
        + code
    )
