"""Estimates the strategy of a new opponent from his counts and the players he resembles [huang].

With n his observations after a sequence and r his raw frequencies there (uniform if n is 0), his
distance from a mined player with frequencies m is

    d = Σ n |r - m| / Σ n

over all sequences, cards left aside. The players count with weights 1/d², all alike before he has
been seen at all; their weighted mean is p, and he is taken to play

    λ r + (1 - λ) p,        λ = min(n / 100, 1)

*Where this differs from the paper.* How the shift goes from none to all between 0 and 100
observations is not told there; here it is a straight line. A mined player who never faced a
sequence stands there for what all of them do, so that he tells nothing of his own. Players at no
distance at all share the whole weight.
"""

from functools import cached_property

import numpy as np

from villain.errors import VillainError
from villain.kernels.arrays import FloatArray
from villain.models.huang.styles import Counts, Styles

ENOUGH = 100
"""After so many observations of a sequence the opponent's own frequencies are all that counts."""


class Estimate:
    """How an opponent with these counts plays, after any action sequence.

    >>> from villain.models.huang.styles import gather
    >>> from villain.strategy.huang.abstraction import Abstraction
    >>> calls, raises = {"000": [0, 9, 1, 0], "100": [0, 8, 2, 0]}, {"000": [0, 1, 9, 0]}
    >>> styles = gather(Abstraction(), {1: (10, calls), 2: (10, raises)})
    >>> him = Estimate(styles, {"000": [0, 2, 0, 0]})
    >>> him.weights.round(3).tolist()  # distances of 0.141 and 1.273
    [0.988, 0.012]
    >>> him.distribution("000").round(3).tolist()  # 2 % his own
    [0.0, 0.892, 0.108, 0.0]
    """

    def __init__(self, styles: Styles, counts: Counts, enough: float = ENOUGH) -> None:
        if not enough > 0:
            raise VillainError(f"{enough} observations are enough; there should be more than none")
        actions = styles.abstraction.actions
        self._styles, self._enough = styles, enough
        self._counts = {sequence: np.asarray(row, float) for sequence, row in counts.items()}
        for sequence, row in self._counts.items():
            if row.shape != (actions,) or not (row >= 0).all():
                raise VillainError(f"the counts after {sequence} should be {actions}, none below 0")

    def raw(self, sequence: str) -> FloatArray:
        """His own frequencies; all actions alike where he has not been seen."""
        actions = self._styles.abstraction.actions
        row = self._counts.get(sequence)
        if row is None or not row.sum():
            return np.full(actions, 1 / actions)
        found: FloatArray = row / row.sum()
        return found

    @cached_property
    def distances(self) -> FloatArray:
        """From each mined player; NaN before there is anything to compare.

        A sequence that none of them has faced says nothing of whom he resembles.
        """
        index = self._styles.index
        common = [one for one, row in self._counts.items() if one in index and row.sum()]
        if not common:
            return np.full(len(self._styles), np.nan)
        total, times = np.zeros(len(self._styles)), 0.0
        for sequence in common:
            apart = self._styles.frequencies(sequence) - self.raw(sequence)
            seen = self._counts[sequence].sum()
            total += seen * np.sqrt((apart * apart).sum(axis=1))
            times += seen
        return total / times

    @cached_property
    def weights(self) -> FloatArray:
        """How much each mined player counts; they sum to one."""
        distances = self.distances
        if np.isnan(distances).any():
            found = np.ones(len(distances))
        elif (distances == 0).any():
            found = (distances == 0).astype(np.float64)
        else:
            found = (distances.min() / distances) ** 2
        normal: FloatArray = found / found.sum()
        return normal

    def prior(self, sequence: str) -> FloatArray:
        """What those whom he resembles do; where none of them has been, all actions alike."""
        actions = self._styles.abstraction.actions
        if sequence not in self._styles.index:
            return np.full(actions, 1 / actions)
        found: FloatArray = self.weights @ self._styles.frequencies(sequence)
        return found

    def distribution(self, sequence: str) -> FloatArray:
        """The chances of his actions, in order of risk."""
        row = self._counts.get(sequence)
        own = 0.0 if row is None else min(float(row.sum()) / self._enough, 1.0)
        found: FloatArray = own * self.raw(sequence) + (1 - own) * self.prior(sequence)
        return found
