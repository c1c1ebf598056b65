"""Weights of the 1,326 combos: what an action makes of them, and how a hand stands to them."""

import numpy as np
import numpy.typing as npt

from villain.kernels.arrays import CardArray, FloatArray, RankArray
from villain.kernels.compiled import kernel, summing_kernel

LOW, HIGH = 0.01, 1.0
"""The factors of what is unlikely and of what is likely."""

STEPS = 14
"""Halvings in the search for a threshold: to a ten-thousandth of the values' span."""


@summing_kernel
def find_threshold(values: FloatArray, weights: FloatArray, share: float, spread: float) -> float:
    """The threshold that lets this share of the weight through, soft as `reweight` is.

    Where the share is out of reach, since nothing is impossible, it lies beyond all values.
    """
    low, high, total = np.inf, -np.inf, 0.0
    for i in range(len(values)):
        if weights[i] > 0.0:
            low, high = min(low, values[i]), max(high, values[i])
            total += weights[i]
    low, high = low - spread, high + spread
    for _ in range(STEPS):
        middle = 0.5 * (low + high)
        through = 0.0
        for i in range(len(values)):
            factor = (values[i] - middle + spread) / (2.0 * spread)
            through += weights[i] * min(max(factor, LOW), HIGH)
        if through > share * total:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


@kernel
def reweight(values: FloatArray, mean: float, spread: float, weights: FloatArray) -> None:
    """Multiply the weights by factors from 0.01 to 1 around ``mean`` ± ``spread`` [loki]."""
    for i in range(len(weights)):
        factor = (values[i] - mean + spread) / (2.0 * spread)
        weights[i] *= min(max(factor, LOW), HIGH)


@kernel
def reweight_down(
    values: FloatArray, mean: float, spread: float, least: float, weights: FloatArray
) -> None:
    """Multiply the weights by factors from 1 down to ``least`` around ``mean`` ± ``spread``."""
    for i in range(len(weights)):
        factor = (mean + spread - values[i]) / (2.0 * spread)
        weights[i] *= min(max(factor, least), HIGH)


@kernel
def hand_strength_in(
    ranks: RankArray,
    weights: FloatArray,
    first: CardArray,
    second: CardArray,
    own: int,
) -> float:
    """The share of the weight that one combo beats now, ties as half.

    Combos of rank 0 and those that share a card with it do not count; without any weight it is
    a half.
    """
    rank, a, b = ranks[own], first[own], second[own]
    beaten = total = 0.0
    for i in range(len(weights)):
        if ranks[i] == 0 or first[i] == a or first[i] == b or second[i] == a or second[i] == b:
            continue
        total += weights[i]
        if ranks[i] < rank:
            beaten += weights[i]
        elif ranks[i] == rank:
            beaten += 0.5 * weights[i]
    return beaten / total if total > 0.0 else 0.5


@kernel
def without_cards(
    weights: FloatArray, first: CardArray, second: CardArray, gone: npt.NDArray[np.bool_]
) -> FloatArray:
    """The weights of what is possible without these cards, summing to one.

    Where no weight is left, everything possible is equally likely.
    """
    left = np.zeros(len(weights))
    total, possible = 0.0, 0
    for i in range(len(weights)):
        if not gone[first[i]] and not gone[second[i]]:
            left[i] = weights[i]
            total += weights[i]
            possible += 1
    for i in range(len(weights)):
        if total > 0.0:
            left[i] /= total
        elif not gone[first[i]] and not gone[second[i]]:
            left[i] = 1.0 / possible
    return left
