"""Chances by hand brought near to those of all hands together.

The network's third head says what a player does with each hand, its first what he does whatever he
holds, and better. So the former is brought near the latter over what he may hold.
"""

import numpy as np

from villain.kernels.arrays import FloatArray
from villain.models.crowd.kinds import KINDS

ROUNDS = 8
"""So often the chances by holding are brought nearer to those of all holdings together."""

FARTHEST = 5.0
"""By no more than this factor at a time."""


def brought_near(kinds: FloatArray, weights: FloatArray, wanted: FloatArray) -> FloatArray:
    """Chances by hand (..., n, 7) whose mean is nearly that of fold, call and raise (..., 3).

    ``weights`` (..., n) are those of the hands. What is never done stays so.

    >>> kinds = np.array([[0.9, 0.1, 0, 0, 0, 0, 0], [0.1, 0.7, 0.2, 0, 0, 0, 0]])
    >>> near = brought_near(kinds, np.array([0.5, 0.5]), np.array([0.4, 0.4, 0.2]))
    >>> near.mean(axis=0).round(1)[:3].tolist()
    [0.4, 0.4, 0.2]
    """
    for _ in range(ROUNDS):
        mean = (weights[..., None] * kinds).sum(axis=-2)
        actions = np.concatenate([mean[..., :2], mean[..., 2:].sum(axis=-1, keepdims=True)], -1)
        factor = np.where(actions > 0, wanted / np.where(actions > 0, actions, 1.0), 1.0)
        factor = np.clip(factor, 1 / FARTHEST, FARTHEST)
        kinds = kinds * factor[..., None, [0, 1, *[2] * (KINDS - 2)]]
        kinds = kinds / kinds.sum(axis=-1, keepdims=True)
    return kinds
