"""A fixed policy over action sequences: for players who nearly always do the same thing.

It counts as `villain.models.fixed_policy` does, but knows sequences and sizes of raises in place of
situations: one distribution for when he is bet to and one for when he is not, with a Dirichlet
prior that expects them to be nearly pure. After many raises he may be unable to raise once more,
which a sequence does not say. So each number of raises on the street gets a distribution of its
own, and that of all numbers together is the prior of it.
"""

from functools import lru_cache
from math import log

import numpy as np
import numpy.typing as npt
from scipy.special import gammaln

from villain.kernels.arrays import FloatArray
from villain.models.fixed_policy import PURE
from villain.models.huang.styles import kinds
from villain.strategy.huang.abstraction import FOLD

AFTER_RAISES = 2.0
"""Counts after all numbers of raises are worth so many observations after each."""

MOST_RAISES = 4


class SequencePolicy:
    """Counts by whether he was bet to and the raises on the street.

    >>> him = SequencePolicy(4)
    >>> for _ in range(10):
    ...     him.learn("000", 1)
    >>> him.distribution("0002").round(3).tolist()
    [0.019, 0.944, 0.019, 0.019]
    >>> him.distribution("100").round(3).tolist()  # of this nothing is known
    [0.0, 0.333, 0.333, 0.333]
    """

    def __init__(self, actions: int) -> None:
        self._before = np.full((2, 1, actions), PURE)
        self._before[0, 0, FOLD] = 0.0
        self._counts = np.zeros((2, MOST_RAISES + 1, actions))
        self.evidence = 0.0
        """The logarithm of the chance that such a player does what was seen."""

    def learn(self, sequence: str, action: int) -> None:
        """He faced this sequence, and did that."""
        self.evidence += log(self.distribution(sequence)[action])
        faced, raises = divmod(group(sequence), MOST_RAISES + 1)
        self._counts[faced, raises, action] += 1

    def distribution(self, sequence: str) -> FloatArray:
        """The chances of his actions."""
        chances: FloatArray = self.chances[group(sequence)]
        return chances

    @property
    def chances(self) -> FloatArray:
        """The chances of his actions, by group."""
        every = self._counts.sum(axis=1, keepdims=True) + self._before
        every /= every.sum(axis=2, keepdims=True)
        chances: FloatArray = self._counts + AFTER_RAISES * every
        chances /= chances.sum(axis=2, keepdims=True)
        return chances.reshape(-1, chances.shape[2])


@lru_cache(maxsize=8192)
def group(sequence: str) -> int:
    """All that such a player looks at, as a number.

    >>> [group(sequence) for sequence in ("100", "0001", "000", "0002", "00022")]
    [0, 0, 5, 6, 7]
    """
    faced, raises = kinds(sequence)[1]
    return faced * (MOST_RAISES + 1) + min(raises, MOST_RAISES)


@lru_cache(maxsize=8)
def groups(sequences: tuple[str, ...]) -> npt.NDArray[np.int64]:
    """The group of every sequence."""
    return np.array([group(sequence) for sequence in sequences], np.int64)


def likelihood(counts: FloatArray, before: FloatArray) -> float:
    """The logarithm of the chance of counts under Dirichlet priors, one for each row.

    >>> round(float(np.exp(likelihood(np.array([[2, 0]]), np.ones((1, 2))))), 6)  # 1/2 × 2/3
    0.333333
    """
    possible = np.maximum(before, 1e-9)
    each = gammaln(possible + counts) - gammaln(possible)
    whole = possible.sum(axis=1)
    return float(each.sum() + (gammaln(whole) - gammaln(whole + counts.sum(axis=1))).sum())
