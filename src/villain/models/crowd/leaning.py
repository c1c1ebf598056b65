"""Leanings beyond what the network says: an output layer that goes on learning.

Each player has one of his own, and all who are met share one: people of one site, or at one kind
of table, have much in common that those whom the network was trained on have not.
"""

import numpy as np

from villain.kernels.arrays import FloatArray
from villain.models.crowd.situations import Floats
from villain.models.predictors.legal import ACTIONS


class Leaning:
    """Scores to be added to those of fold, call and raise, by what the network knows.

    It takes a step of gradient descent at each decision; ``pace`` is how large.

    >>> leaning, known = Leaning(2, pace=0.5), np.array([[1.0, 1.0]], np.float32)
    >>> leaning.step(known[0], np.array([-0.2, -0.4, 0.6]))
    >>> leaning.scores(known).round(2)
    array([[-0.1, -0.2,  0.3]])
    """

    def __init__(self, width: int, *, pace: float) -> None:
        self._weights = np.zeros((len(ACTIONS), width), np.float32)
        self._pace = pace

    def scores(self, known: Floats) -> FloatArray:
        """The leanings where so much is known: (n, 3)."""
        scores: FloatArray = (known @ self._weights.T).astype(np.float64)
        return scores

    def step(self, known: Floats, missed: FloatArray) -> None:
        """Go a little from what was said of a decision to what was done, by ``missed`` (3,)."""
        self._weights += (self._pace / len(known)) * np.outer(missed, known)

    def add(self, weights: Floats) -> None:
        """Lean so much further, by weights (3, width)."""
        self._weights += weights

    def copy(self) -> "Leaning":
        """One that learns on its own."""
        twin = Leaning(self._weights.shape[1], pace=self._pace)
        twin._weights = self._weights.copy()
        return twin
