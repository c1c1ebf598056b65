"""A strategy with other frequencies that stays as like the old one as it can."""

import numpy as np

from villain.errors import VillainError
from villain.kernels.arrays import FloatArray

_ROUNDS, _CLOSE, _SPECK = 500, 1e-6, 1e-4


def tilt(chances: FloatArray, weights: FloatArray, wanted: FloatArray) -> FloatArray:
    """Chances by move and holding whose mean over ``weights`` is as ``wanted``, move by move.

    Every move is made likelier or less likely by one factor for all holdings, and each holding's
    chances again sum to 1: of all strategies with these frequencies it is the one that is least
    surprising to who expects the old one (iterative proportional fitting). A speck of each move is
    given to every holding first, so that what is never done can be asked for.

    >>> old, alike = np.array([[1.0, 0.5], [0.0, 0.5]]), np.array([1.0, 1.0])
    >>> tilt(old, alike, np.array([0.5, 0.5])).round(1)
    array([[1., 0.],
           [0., 1.]])
    """
    wanted = np.asarray(wanted, np.float64)
    if wanted.shape != (len(chances),) or not (wanted >= 0).all() or not wanted.sum() > 0:
        raise VillainError(f"{len(chances)} shares of moves are wanted, of 0 or more")
    wanted = wanted / wanted.sum()
    total = weights.sum()
    if not total > 0:
        raise VillainError("nobody gets here; there is nothing to hold him to")
    tilted = (1 - _SPECK) * chances + _SPECK / len(chances)
    for _ in range(_ROUNDS):
        has = tilted @ weights / total
        tilted = tilted * (wanted / np.maximum(has, 1e-300))[:, None]
        sums = tilted.sum(axis=0)
        tilted = np.where(sums > 0, tilted / np.where(sums > 0, sums, 1.0), wanted[:, None])
        if np.abs(tilted @ weights / total - wanted).max() < _CLOSE:
            break
    return tilted
