"""Divides players into those to train on and those to judge on: by a digest of the name alone."""

from functools import cache
from hashlib import blake2b

import numpy as np

from villain.models.predictors.population import FILE

TRAINED_TENTHS = 7
FOLDS = 4


def digest(name: str, salt: str = "") -> int:
    """A number that stands for a name, the same everywhere."""
    return int.from_bytes(blake2b(f"{salt}{name}".encode(), digest_size=8).digest(), "big")


def for_training(name: str) -> bool:
    """True if a player is one of the seven tenths to train on.

    >>> [name for name in ("Ann", "Bob", "Cleo", "Dan", "Eve") if not for_training(name)]
    ['Ann']
    """
    return digest(name) % 10 < TRAINED_TENTHS


def fold(name: str) -> int:
    """Which part of a cross-validation a player is in."""
    return digest(name, "fold") % FOLDS


@cache
def _trained() -> frozenset[int]:
    with np.load(FILE) as file:
        return frozenset(file["trained"].tolist())


def trained_on(name: str) -> bool:
    """True if the shipped predictors were trained on hands of this player."""
    return digest(name) in _trained()
