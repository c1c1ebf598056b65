"""Mixes what people do with each hand with what a player does who plays a fixed policy."""

import numpy as np

from villain.kernels.arrays import FloatArray
from villain.models.fixed_policy import FOLD, MORE

MARGIN = 0.05
"""The width around a threshold in which a player mixes two actions, as a share of all hands."""


def mixed_kinds(
    kinds: FloatArray, share: float, fixed: FloatArray, standing: FloatArray | None = None
) -> FloatArray:
    """Mix the kinds with each hand, if he plays a fixed policy in that ``share`` of cases.

    ``kinds`` (..., hands, 7) has fold, call and raises of five sizes with each hand, ``fixed``
    (..., 3) fold, call and raise whatever he faces; his raises are then as large as they are on
    average over these hands. With ``standing``, the share of all hands that each is better than,
    his best hands raise and his worst fold; without it his cards do not matter either.
    """
    sizes = kinds[..., MORE:].mean(axis=-2)
    sizes = sizes / np.maximum(sizes.sum(axis=-1, keepdims=True), 1e-300)
    always = fixed[..., None, :] if standing is None else by_cards(fixed, standing)
    raises = always[..., MORE:] * sizes[..., None, :]
    shape = (*raises.shape[:-1], MORE)
    always = np.concatenate([np.broadcast_to(always[..., :MORE], shape), raises], axis=-1)
    mixed: FloatArray = (1 - share) * kinds + share * always
    return mixed


def by_cards(chances: FloatArray, standing: FloatArray) -> FloatArray:
    """Fold, call and raise so often (..., 3), with the worst hands and the best: (..., hands, 3).

    >>> by_cards(np.array([0.8, 0.0, 0.2]), np.array([0.1, 0.8, 0.95])).tolist()
    [[1.0, 0.0, 0.0], [0.5, 0.0, 0.5], [0.0, 0.0, 1.0]]
    """
    stays = _beyond(standing, chances[..., FOLD, None])
    raises = np.minimum(_beyond(standing, 1 - chances[..., MORE, None]), stays)
    return np.stack([1 - stays, stays - raises, raises], axis=-1)


def _beyond(standing: FloatArray, threshold: FloatArray) -> FloatArray:
    """The chance to be above a threshold, around which two actions are mixed."""
    margin = np.minimum(np.minimum(threshold, 1 - threshold), MARGIN)
    ramp = (standing - threshold + margin) / np.maximum(2 * margin, 1e-9)
    beyond: FloatArray = np.clip(np.where(threshold <= 0, 1.0, ramp), 0.0, 1.0)
    return beyond
