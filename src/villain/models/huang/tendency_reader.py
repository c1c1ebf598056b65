"""Reads a new opponent by his tendencies, which mined players show to be few.

The better estimator, beside the thesis's [huang]. It is a hierarchy:

1. His *tendencies* (`villain.models.huang.tendencies`) are the most likely ones by all that he has
   done. So an action tells of every sequence, not of its own alone. While little is known they are
   mixed with what all mined players do, which counts as much as `AVERAGE` observations.
2. He may also play a *fixed policy* (`villain.models.huang.sequence_policy`), as no person does but
   simple programs do. By Bayes' rule it soon shows which of the two explains him, at odds of 1 to
   99 at first.
3. After a sequence itself that prediction p counts as much as κ = 30 observations, beside n real
   ones of which c were of an action:

       (c + κ p) / (n + κ)

Its constants were chosen by cross-validation among mined players (``--mined`` of
`villain.evaluation.foreseeing`).
"""

import numpy as np

from villain.kernels.arrays import FloatArray
from villain.models.fixed_policy import ODDS, share_of
from villain.models.huang.fitting import tendencies_of
from villain.models.huang.reader import check_action
from villain.models.huang.sequence_policy import SequencePolicy, groups, likelihood
from villain.models.huang.styles import Styles
from villain.models.huang.tendencies import FIRMNESS, Tendencies
from villain.strategy.huang.abstraction import FOLD, faces_bet

AVERAGE = 10.0


class TendencyReader:
    """Estimates how an opponent plays after any action sequence.

    >>> from villain.models.huang.styles import shipped_styles
    >>> him = TendencyReader(shipped_styles())
    >>> for sequence in ("000", "0001", "0002", "100", "1002") * 12:
    ...     him.learn(sequence, 1)
    >>> him.distribution("300122").round(2).tolist()  # he calls, here too
    [0.01, 0.98, 0.01, 0.01]
    """

    def __init__(self, styles: Styles) -> None:
        self._styles = styles
        actions = styles.abstraction.actions
        self._counts = np.zeros((len(self._tendencies.loadings), actions))
        self._others: dict[str, FloatArray] = {}
        self._fixed = SequencePolicy(actions)
        self._seen = 0
        self._known: tuple[FloatArray, float] | None = None

    def __getstate__(self) -> dict[str, object]:
        return self.__dict__ | {"_known": None}  # it is worked out again

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        tendencies_of(self._styles)  # where they have to be fitted, before a clock runs

    @property
    def _tendencies(self) -> Tendencies:
        return tendencies_of(self._styles)

    def learn(self, sequence: str, action: int) -> None:
        """He faced this sequence, and did that; to fold where a check is free tells nothing."""
        check_action(self._styles.abstraction, action)
        if action == FOLD and not faces_bet(sequence):
            return
        place = self._tendencies.place(sequence)
        if place is not None:
            self._counts[place, action] += 1
        if sequence not in self._styles.index:
            row = self._others.setdefault(sequence, np.zeros(self._counts.shape[1]))
            row[action] += 1
        self._fixed.learn(sequence, action)
        self._seen, self._known = self._seen + 1, None

    def _read(self) -> tuple[FloatArray, float]:
        """His tendencies, and how likely it is that he plays a fixed policy."""
        if self._known is None:
            rows = np.flatnonzero(self._counts.sum(axis=1))
            counts, nothing = self._counts[rows], np.zeros(self._tendencies.dimensions)
            leaning, sure = self._tendencies.leaning(rows, counts, nothing)
            chances = self._tendencies.chances(rows, leaning)
            # Laplace's approximation: how well the best tendencies explain him, and how many do.
            person = likelihood(counts, FIRMNESS * chances)
            person -= (leaning @ leaning + np.linalg.slogdet(sure)[1]) / 2
            self._known = leaning, share_of(self._fixed.evidence - person + ODDS)
        return self._known

    @property
    def leaning(self) -> FloatArray:
        """His most likely tendencies, in standard deviations of mined players."""
        return self._read()[0].copy()

    @property
    def fixed_share(self) -> float:
        """The chance that he plays a fixed policy."""
        return self._read()[1]

    def distribution(self, sequence: str) -> FloatArray:
        """The chances of his actions, in order of risk."""
        average, place = self._styles.average(sequence), self._tendencies.place(sequence)
        if place is None:
            average = average * (1.0 if faces_bet(sequence) else np.arange(len(average)) != FOLD)
            tended = average = average / average.sum()
        else:
            tended = self._tendencies.chances(slice(place, place + 1), self._read()[0])[0]
        expected = self._mixed(tended, average, self._fixed.distribution(sequence))
        if sequence in self._styles.index:
            counts = self._counts[self._styles.index[sequence]]
        else:
            counts = self._others.get(sequence, np.zeros(len(average)))
        chances: FloatArray = (counts + FIRMNESS * expected) / (counts.sum() + FIRMNESS)
        return chances

    def table(self) -> FloatArray:
        """The same after every mined sequence at once, by sequence and action."""
        mined = slice(0, len(self._styles.sequences))
        tended = self._tendencies.chances(mined, self._read()[0])
        fixed = self._fixed.chances[groups(self._styles.sequences)]
        expected = self._mixed(tended, self._styles.averages, fixed)
        counts = self._counts[mined]
        seen = counts.sum(axis=1, keepdims=True)
        chances: FloatArray = (counts + FIRMNESS * expected) / (seen + FIRMNESS)
        return chances

    def _mixed(self, tended: FloatArray, average: FloatArray, fixed: FloatArray) -> FloatArray:
        """His chances where he has not been seen, or before that is counted."""
        known, share = self._seen / (self._seen + AVERAGE), self._read()[1]
        person = known * tended + (1 - known) * average
        mixed: FloatArray = (1 - share) * person + share * fixed
        return mixed
