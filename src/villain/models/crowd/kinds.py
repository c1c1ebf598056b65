"""The actions of a player, as the crowd's network has them, and chances from its scores.

Its first head knows three actions: fold, call and raise. Its third knows seven *kinds*: fold, call,
and raises of five sizes. In limit a raise is of one kind only.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from villain.game.situation import Decision, Situation
from villain.kernels.arrays import FloatArray
from villain.models.crowd.situations import SIZE_IN_POTS, Floats, deed

KINDS, LIMIT_KIND = 7, 4
KIND_BOUNDS = (0.45, 0.8, 1.2, 2.0)
"""Bounds between the sizes of a raise, in pots."""

KIND_OF_SIZE = 2 + np.searchsorted(KIND_BOUNDS, SIZE_IN_POTS)
"""The kind of a raise by the code of its size."""

Flags = npt.NDArray[np.bool_]


def legal_actions(situations: Sequence[Situation]) -> Flags:
    """Flags for fold, call and raise: (n, 3); to fold for nothing is no decision."""
    legal = [(situation.owed > 0, True, situation.could_raise) for situation in situations]
    return np.array(legal, np.bool_).reshape(-1, 3)


def legal_kinds(situations: Sequence[Situation]) -> Flags:
    """Flags for the seven kinds: (n, 7)."""
    legal = np.repeat(legal_actions(situations), (1, 1, KINDS - 2), axis=1)
    for row, situation in zip(legal, situations, strict=True):
        if situation.limit:
            row[2:] &= np.arange(2, KINDS) == LIMIT_KIND
    return legal


def kind_of(decision: Decision) -> int:
    """The one of the seven kinds that he chose."""
    action, size = deed(decision)
    if decision.kind != "raise":
        return action
    return LIMIT_KIND if decision.situation.limit else int(KIND_OF_SIZE[size])


def sizes_by_kind(sizes: FloatArray) -> FloatArray:
    """The chances of the five kinds of raises, from those of the 24 sizes.

    >>> sizes_by_kind(np.ones(24) / 24).round(2).tolist()
    [0.33, 0.12, 0.12, 0.12, 0.29]
    """
    chances: FloatArray = np.bincount(KIND_OF_SIZE - 2, sizes, KINDS - 2).astype(np.float64)
    return chances


def chances_of(scores: Floats | FloatArray, legal: Flags | None = None) -> FloatArray:
    """The chances that scores stand for, along the last axis; nothing for what is not legal.

    >>> chances_of(np.array([0.0, 0.0, 5.0]), np.array([True, True, False])).tolist()
    [0.5, 0.5, 0.0]
    """
    allowed = scores.astype(np.float64)
    if legal is not None:
        allowed = np.where(legal, allowed, -np.inf)
    chances: FloatArray = np.exp(allowed - allowed.max(axis=-1, keepdims=True))
    chances /= chances.sum(axis=-1, keepdims=True)
    return chances
