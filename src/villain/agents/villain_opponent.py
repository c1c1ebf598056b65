"""What `villain` has seen of one opponent, and how far it trusts a model of him."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from villain.agents.villain_habits import HabitCounts
from villain.agents.villain_theories import Theories
from villain.game.situation import Decision
from villain.kernels.arrays import FloatArray
from villain.models.crowd import grid
from villain.models.crowd.bars import Bars
from villain.models.crowd.departures import Departures
from villain.models.crowd.grid import Cell

ENOUGH, PLENTY, ELSEWHERE = 12, 36, 0.25
"""With so many decisions of a kind seen he is held to the model about half the time there, and with
several times the second number nearly always; one that was seen elsewhere counts for so much of
one, since the model learns from those, too."""

FREE = 0.1
"""How often somebody who is trusted is free for a whole street at first, when it is an even chance
that he knows what we do; later as much less often as that is less likely. A small free share costs
much: where somebody mostly folds, the free one is most of those who go on."""

DEAR, HOPE = (grid.BET + 4, grid.RAISED + 3, grid.WAR + 2), 0.8
"""Bets beyond two pots, and how much more, in scores, he is hoped to fold to them than the model
says as long as he has not faced any: few of them are in the data, nobody learns what is never
tried, and trying costs little where the model takes it to be about as good as anything else."""

DRIFT, ALARM, WIDTH = 0.35, 5.0, 1.0
"""Surprise beyond what the model expects of itself is summed, less the drift for each decision, and
by itself for each hand that he showed; where one of the sums is at the alarm half of the trust is
left, within a width on either side most or hardly any."""

FIRST_GUESS, FADES, LEAST_BELIEVED, MOST_BELIEVED = -1.5, 0.985, -1.5, 4.0
"""The logarithm of how much likelier it is at first that he goes by bars than that he is as the
crowd, with departures; what a hand said of that fades, and it stays within two bounds. Bars are
often wrong at first and right later, so they are never given up."""

RULED, MOST_RULED, LEAST_IF_RULED = 6.0, 30.0, 1.5
"""Who is this much likelier by bars than by the crowd alone goes by rules, whatever departures have
learned to say of what he did: where he was not seen yet, bars are the better guess. So they are
then believed at least so far."""

MOST_SURPRISE = 3.0
"""No single decision surprises by more."""

_LEAST, _LEAST_SHOWN, _NEVER = 1e-4, 1e-6, 1e-12
"""No chance is taken to be less, no share of a range, and no product of chances."""


class KnownOpponent:
    """One player: what was seen of him, and how far a model of him is to be trusted.

    ``departures`` are what he does otherwise than the crowd's read says, ``bars`` the rules that he
    may go by instead, and ``for_bars`` the logarithms of how much likelier these have become before
    the flop and after it. ``habits`` are what he does beside equilibrium, as far as his hands were
    compared with it, ``theories`` how likely it is that he does what the model says. What was
    ``risked`` against him and what he has ``given`` so far are in big blinds.
    """

    def __init__(self) -> None:
        self.seen: Counter[tuple[int, bool]] = Counter()
        self.surprise = self.shown_surprise = 0.0
        self.hands = 0
        self.departures, self.bars = Departures(), Bars()
        self.for_bars, self.fitted = [FIRST_GUESS, FIRST_GUESS], 0
        self.ruled = 0.0
        self.habits, self.theories = HabitCounts(), Theories()
        self.dear: Counter[int] = Counter()
        self.risked = self.given = 0.0

    def note(self, decision: Decision, chances: FloatArray, kind: int) -> None:
        """Take in a decision of this kind, of which the model gave the kinds such chances."""
        situation = decision.situation
        self.seen[situation.street, situation.owed > 0] += 1
        likely = np.maximum(chances / chances.sum(), _LEAST)
        self.surprise = _grown(self.surprise, likely, kind)

    def note_shown(self, weights: FloatArray, combo: int) -> None:
        """Take in what he has shown, of the range that the model gave him in the end.

        A model may foresee all that he does, and yet have it the wrong way round.
        """
        total = weights.sum()
        if total > 0:
            likely = np.maximum(weights / total, _LEAST_SHOWN)
            self.shown_surprise = _grown(self.shown_surprise, likely, combo)

    def share_of_bars(self, street: int) -> float:
        """How likely it is that he goes by bars before the flop, or after it."""
        if not self.fitted:
            return 0.0
        ruled = _chance(self.ruled - RULED)
        least = ruled * LEAST_IF_RULED + (1 - ruled) * LEAST_BELIEVED
        return _chance(max(self.for_bars[street > 0], least))

    def compare(
        self,
        streets: Sequence[int],
        by_crowd: Sequence[FloatArray],
        by_read: Sequence[FloatArray],
        by_bars: Sequence[FloatArray],
        could: npt.NDArray[np.bool_],
    ) -> None:
        """Take in how likely each decision of a hand was with each combo, and what he showed.

        That is by the crowd alone, by the read with departures, and by bars. What he showed counts
        for the street of the last decision.
        """
        if not self.fitted or not streets:
            return
        likelier, held, before = np.zeros((3, 2)), np.ones((3, len(could))), np.full(3, len(could))
        for street, *likely in zip(streets, by_crowd, by_read, by_bars, strict=True):
            held *= likely
            after = np.maximum(held.sum(axis=1), _NEVER)
            likelier[:, int(street > 0)] += np.log(after / before)
            before = after
        shown = np.maximum(held[:, could].sum(axis=1), _NEVER) / before
        likelier[:, int(streets[-1] > 0)] += np.log(shown)
        crowd, read, bars = likelier
        ruled = self.ruled + float((bars - crowd).sum())
        self.ruled = min(max(ruled, -MOST_RULED), MOST_RULED)
        for place in {int(street > 0) for street in streets}:
            now = FADES * self.for_bars[place] + float((bars - read)[place])
            self.for_bars[place] = min(max(now, LEAST_BELIEVED), MOST_BELIEVED)

    def hopeful(self, cell: Cell, kinds: FloatArray) -> FloatArray:
        """What he does in a cell, as it is hoped for where he has to pay dear."""
        if cell.faced not in DEAR:
            return kinds
        tried = self.dear[cell.street] + ELSEWHERE * self.dear.total()
        hoped = kinds.copy()
        hoped[:, 0] *= np.exp(HOPE / np.sqrt(1 + tried))
        hoped /= hoped.sum(axis=1, keepdims=True)
        return hoped

    @property
    def reliable(self) -> float:
        """The trust that is left after what surprised: 0 to 1."""
        return _chance((ALARM - max(self.surprise, self.shown_surprise)) / WIDTH)

    @property
    def trust(self) -> float:
        """How far the model is trusted, beside the other theories about him."""
        return self.reliable * self.theories.model

    @property
    def bound(self) -> float:
        """The chance that he is bound to the model for a whole street."""
        return (1 - 2 * FREE * self.theories.suspicion) * self.trust

    def at(self, street: int, owed: bool) -> float:
        """How far he goes by the model at such a decision if he is bound."""
        return self._share(self.seen[street, owed])

    def after(self, street: int) -> float:
        """The same on later streets."""
        later = sum(count for (one, _), count in self.seen.items() if one > street)
        return self._share(later / 2)

    def overall(self) -> float:
        """How far his range is taken to be the model's."""
        return self._share(sum(self.seen.values()) / 2)

    def _share(self, seen: float) -> float:
        """A share that grows with what was seen, of which some is always what it is elsewhere."""
        counted = seen + ELSEWHERE * (sum(self.seen.values()) - seen)
        return 1 - 1 / (1 + counted / ENOUGH + (counted / PLENTY) ** 2)

    def mean(self) -> float:
        """How far he is held to it where he was seen, on average."""
        total = sum(self.seen.values())
        held = (count * self.at(*place) for place, count in self.seen.items())
        return self.bound * sum(held) / total if total else 0.0


def _chance(odds: float) -> float:
    """The chance of what has such odds, in logarithms."""
    return float(1 / (1 + np.exp(-odds)))


def _grown(surprise: float, likely: FloatArray, which: int) -> float:
    """A sum of surprise after one of what was so likely, beyond what was expected and the drift."""
    expected = -float((likely * np.log(likely)).sum())
    more = -float(np.log(likely[which])) - expected
    return max(0.0, surprise + min(more, MOST_SURPRISE) - DRIFT)
