"""From a predicted chance of winning to a range: what hands have such a chance on this board."""

from collections.abc import Mapping

import numpy as np

from villain.kernels.arrays import FloatArray

SPREADS = (0.10, 0.14, 0.17, 0.24)
"""By street, how far a single remembered chance is off: the root of the paper's squared errors."""


def weights_for(strengths: FloatArray, chances: Mapping[float, float], spread: float) -> FloatArray:
    """Weights of the combos, such that their strengths are distributed as they were remembered.

    ``strengths`` are the chances of winning of all combos (NaN: impossible), ``chances`` how likely
    each remembered chance of winning is. Each of them is spread over the hands around it; how many
    such hands there are on this board makes no difference to its share.

    >>> strengths = np.array([0.2, 0.5, 0.5, 0.9, np.nan])
    >>> weights_for(strengths, {0.5: 0.75, 0.9: 0.25}, 0.05).round(3).tolist()
    [0.0, 0.375, 0.375, 0.25, 0.0]
    """
    possible = ~np.isnan(strengths)
    weights = np.zeros(len(strengths))
    if not chances:
        weights[possible] = 1 / np.count_nonzero(possible)
        return weights
    values, shares = np.array(list(chances)), np.array(list(chances.values()))
    distances = (strengths[possible] - values[:, None]) / spread
    # From each value's nearest hand on, so that somebody always has it.
    squares = distances**2
    near = np.exp(-0.5 * (squares - squares.min(axis=1, keepdims=True)))
    weights[possible] = (shares / near.sum(axis=1)) @ near
    weights /= weights.sum()
    return weights
