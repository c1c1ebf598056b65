"""Reads a new opponent by his counts and the players he resembles, as the thesis does [huang].

With n his observations after a sequence and r his raw frequencies there (uniform if n is 0), his
distance from a mined player with frequencies m is

    d = Σ n abs(r - m) / Σ n

over all sequences, cards left aside. The players count with weights 1/d², all alike before he has
been seen at all; their weighted mean is p, and he is taken to play

    λ r + (1 - λ) p,        λ = min(n / 100, 1)

An observation changes only one term of the sum, so that it costs little.

*Where this differs from the paper.* How the shift goes from none to all between 0 and 100
observations is not told there; here it is a straight line. A mined player who never faced a
sequence stands there for what all of them do, so that he tells nothing of his own; after a sequence
that nobody mined has faced, p is what all do after those that are like it. Players at no distance
at all share the whole weight.
"""

import numpy as np

from villain.errors import VillainError
from villain.kernels.arrays import FloatArray
from villain.models.huang.reader import check_action
from villain.models.huang.styles import Counts, Styles

ENOUGH = 100
"""After so many observations of a sequence the opponent's own frequencies are all that counts."""

NOTHING = 1e-9
"""A distance below this is rounding."""


class ThesisReader:
    """Estimates how an opponent plays after any sequence; what was counted before may be given.

    >>> from villain.models.huang.styles import gather
    >>> from villain.strategy.huang.abstraction import Abstraction
    >>> calls, raises = {"000": [0, 9, 1, 0], "100": [0, 8, 2, 0]}, {"000": [0, 1, 9, 0]}
    >>> styles = gather(Abstraction(), {1: (10, calls), 2: (10, raises)})
    >>> him = ThesisReader(styles)
    >>> him.learn("000", 1)
    >>> him.learn("000", 1)
    >>> him.weights.round(3).tolist()  # distances of 0.141 and 1.273
    [0.988, 0.012]
    >>> him.distribution("000").round(3).tolist()  # 2 % his own
    [0.0, 0.892, 0.108, 0.0]
    """

    def __init__(
        self, styles: Styles, counts: Counts | None = None, enough: float = ENOUGH
    ) -> None:
        if not enough > 0:
            raise VillainError(f"{enough} observations are enough; there should be more than none")
        self._styles, self._enough = styles, enough
        self._actions = styles.abstraction.actions
        self._mined = np.zeros((len(styles.sequences), self._actions))
        self._others: dict[str, FloatArray] = {}
        self._apart = np.zeros(len(styles))
        self._terms: dict[str, FloatArray] = {}
        self._times = 0.0
        self._weights: FloatArray | None = None
        for sequence, given in (counts or {}).items():
            row = np.array(given, float)
            if row.shape != (self._actions,) or not (row >= 0).all():
                raise VillainError(
                    f"the counts after {sequence} should be {self._actions}, none below 0"
                )
            self._add(sequence, row)

    def __getstate__(self) -> dict[str, object]:
        return self.__dict__ | {"_weights": None}  # they are worked out again

    def learn(self, sequence: str, action: int) -> None:
        """He faced this sequence, and did that."""
        check_action(self._styles.abstraction, action)
        row = np.zeros(self._actions)
        row[action] = 1.0
        self._add(sequence, row)

    def _add(self, sequence: str, more: FloatArray) -> None:
        """Count, and bring the sum of distances up to date.

        A sequence that none of the mined has faced says nothing of whom he resembles.
        """
        row = self._row(sequence) + more
        place = self._styles.index.get(sequence)
        if place is None:
            self._others[sequence] = row
            return
        self._mined[place] = row
        apart = row[:, None] - row.sum() * self._styles.frequencies(sequence).T
        apart *= apart
        term = np.sqrt(apart.sum(axis=0))
        self._apart += term
        before = self._terms.get(sequence)
        if before is not None:
            self._apart -= before
        self._terms[sequence] = term
        self._times += float(more.sum())
        self._weights = None

    def _row(self, sequence: str) -> FloatArray:
        """His counts."""
        place = self._styles.index.get(sequence)
        if place is None:
            return self._others.get(sequence, np.zeros(self._actions))
        counts: FloatArray = self._mined[place]
        return counts

    def raw(self, sequence: str) -> FloatArray:
        """His own frequencies; all actions alike where he has not been seen."""
        row = self._row(sequence)
        seen = row.sum()
        frequencies: FloatArray = row / seen if seen else np.full(self._actions, 1 / self._actions)
        return frequencies

    @property
    def distances(self) -> FloatArray:
        """From each mined player; NaN before there is anything to compare."""
        if not self._times:
            return np.full(len(self._styles), np.nan)
        distances = self._apart / self._times
        distances[distances < NOTHING] = 0.0
        return distances

    @property
    def weights(self) -> FloatArray:
        """The weight of each mined player; they sum to one."""
        if self._weights is None:
            if not self._times:
                nearness = np.ones(len(self._styles))
            elif (distances := self.distances).all():
                nearness = (distances.min() / distances) ** 2
            else:
                nearness = (distances == 0).astype(np.float64)
            self._weights = nearness / nearness.sum()
            self._weights.flags.writeable = False
        return self._weights

    def prior(self, sequence: str) -> FloatArray:
        """Frequencies of those whom he resembles; where none has been, of all in a like place."""
        if sequence not in self._styles.index:
            return self._styles.backed_off(sequence)
        expected: FloatArray = self.weights @ self._styles.frequencies(sequence)
        return expected

    def distribution(self, sequence: str) -> FloatArray:
        """The chances of his actions, in order of risk."""
        own = min(float(self._row(sequence).sum()) / self._enough, 1.0)
        chances: FloatArray = own * self.raw(sequence) + (1 - own) * self.prior(sequence)
        return chances

    def table(self) -> FloatArray:
        """The same after every mined sequence at once, by sequence and action."""
        dense = self._styles.dense
        weights = self.weights.astype(np.float32)
        product = weights @ dense.reshape(len(dense), -1)
        chances: FloatArray = product.reshape(dense.shape[1:]).astype(np.float64)
        chances /= chances.sum(axis=1, keepdims=True)
        seen = self._mined.sum(axis=1, keepdims=True)
        own = np.minimum(seen / self._enough, 1.0)
        chances *= 1 - own
        chances += self._mined * (own / np.maximum(seen, 1.0))
        return chances
