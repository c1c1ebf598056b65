"""Chances by hand brought near to those of all hands together.

The network's third head says what a player does with each hand, its first and second what he does
whatever he holds, and better. So the former is brought near the latter over what he may hold.
"""

import numpy as np

from villain.kernels.arrays import FloatArray
from villain.models.crowd.kinds import KINDS

ROUNDS = 8
"""So often the chances by holding are brought nearer to those of all holdings together."""

FARTHEST = 5.0
"""By no more than this factor at a time."""


def brought_near(kinds: FloatArray, weights: FloatArray, wanted: FloatArray) -> FloatArray:
    """Chances by hand (..., n, 7) whose mean is nearly what is wanted.

    That is of fold, call and raise (..., 3), or of all seven kinds (..., 7). ``weights`` (..., n)
    are those of the hands. What is never done stays so.

    >>> kinds = np.array([[0.9, 0.1, 0, 0, 0, 0, 0], [0.1, 0.7, 0.2, 0, 0, 0, 0]])
    >>> near = brought_near(kinds, np.array([0.5, 0.5]), np.array([0.4, 0.4, 0.2]))
    >>> near.mean(axis=0).round(1)[:3].tolist()
    [0.4, 0.4, 0.2]
    """
    by_kind = wanted.shape[-1] == KINDS
    for _ in range(ROUNDS):
        actions = (weights[..., None] * kinds).sum(axis=-2)
        if not by_kind:
            raises = actions[..., 2:].sum(axis=-1, keepdims=True)
            actions = np.concatenate([actions[..., :2], raises], axis=-1)
        factor = np.where(actions > 0, wanted / np.where(actions > 0, actions, 1.0), 1.0)
        factor = np.clip(factor, 1 / FARTHEST, FARTHEST)
        if not by_kind:
            factor = factor[..., [0, 1, *[2] * (KINDS - 2)]]
        kinds = kinds * factor[..., None, :]
        kinds = kinds / kinds.sum(axis=-1, keepdims=True)
    return kinds
