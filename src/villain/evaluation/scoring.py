"""How good predictions were: log-loss, accuracy and calibration, in groups and with intervals."""

from collections.abc import Iterator
from math import log
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.game.situation import Situation
from villain.kernels.arrays import FloatArray
from villain.models.predictors.legal import ACTIONS
from villain.strategy.action_distribution import ActionDistribution

LEAST = 1e-9
"""A chance of nothing would cost an infinite loss; it costs as much as this."""

BINS = 10
ENOUGH = 1000
"""A bin with fewer cases says little of calibration."""

HANDS_SEEN = {"1–20 hands": 20, "21–100 hands": 100, "101–500 hands": 500}
MORE_HANDS = "over 500 hands"
ALL, FACING, FREE = "all", "facing a bet", "facing none"
GROUPS = (ALL, *HANDS_SEEN, MORE_HANDS, FACING, FREE)


class Tally:
    """A sum of losses and of hits."""

    __slots__ = ("cases", "hits", "loss")

    def __init__(self) -> None:
        self.cases, self.hits, self.loss = 0, 0, 0.0

    def add(self, loss: float, hit: bool) -> None:
        """Count a prediction."""
        self.cases += 1
        self.hits += hit
        self.loss += loss

    @property
    def log_loss(self) -> float:
        """The mean of -log of the chance that was given to what happened, in nats."""
        return self.loss / self.cases if self.cases else float("nan")

    @property
    def accuracy(self) -> float:
        """How often the likeliest action was taken."""
        return self.hits / self.cases if self.cases else float("nan")


class Bin(NamedTuple):
    """Predictions of an action that were alike: how many, their mean, and how often it came."""

    action: str
    cases: int
    predicted: float
    happened: float

    @property
    def gap(self) -> float:
        """How far off they were."""
        return abs(self.predicted - self.happened)


class Score:
    """What one model's predictions came to; memory grows with players alone."""

    def __init__(self) -> None:
        self.groups = {group: Tally() for group in GROUPS}
        self.by_player: dict[str, dict[str, Tally]] = {group: {} for group in GROUPS}
        self._bins = {
            group: [[[0.0, 0.0, 0.0] for _ in range(BINS)] for _ in ACTIONS] for group in GROUPS
        }

    def add(
        self, name: str, hands: int, situation: Situation, told: ActionDistribution, kind: str
    ) -> None:
        """Count a prediction for a player of whom so many hands were seen, this one included."""
        action = ACTIONS[kind]
        loss = -log(max(told[action], LEAST))
        hit = told[action] == max(told)
        facing = FACING if situation.owed > 0 else FREE
        groups = (ALL, hands_group(hands), facing)
        for group in groups:
            self.groups[group].add(loss, hit)
            tally = self.by_player[group].get(name)
            if tally is None:
                tally = self.by_player[group][name] = Tally()
            tally.add(loss, hit)
        possible = (situation.could_fold, True, situation.could_raise)
        for place, chance in enumerate(told):
            if possible[place]:
                for group in groups:
                    cell = self._bins[group][place][min(int(chance * BINS), BINS - 1)]
                    cell[0] += 1.0
                    cell[1] += chance
                    cell[2] += place == action

    def calibration(self, group: str = ALL) -> Iterator[Bin]:
        """Of every action that was possible: the predictions in bins of ten points."""
        for action, row in zip(ACTIONS, self._bins[group], strict=True):
            for cases, predicted, happened in row:
                if cases:
                    yield Bin(action, int(cases), predicted / cases, happened / cases)

    @property
    def worst_gap(self) -> float:
        """The largest gap of a bin with enough cases; not a number if none has."""
        return self.gap_in(ALL)

    def gap_in(self, group: str) -> float:
        """The same of one group."""
        gaps = [one.gap for one in self.calibration(group) if one.cases >= ENOUGH]
        return max(gaps, default=float("nan"))

    @property
    def players(self) -> dict[str, Tally]:
        """The same by player."""
        return self.by_player[ALL]

    def interval(self, seed: int = 1, draws: int = 1000) -> tuple[float, float]:
        """A 95 % interval of the log-loss, by a bootstrap over players.

        Decisions of one player are alike, so it is players who are drawn anew, with all of theirs.
        """
        losses = np.array([tally.loss for tally in self.players.values()])
        cases = np.array([tally.cases for tally in self.players.values()])
        return _interval(losses, cases, seed, draws)

    def above(
        self, other: "Score", group: str = ALL, seed: int = 1, draws: int = 1000
    ) -> "Difference":
        """By how much the log-loss is higher than another's, of the same decisions.

        The interval is that of the difference: players are drawn anew, with both losses of each.
        """
        mine, theirs = self.by_player[group], other.by_player[group]
        cases = np.array([tally.cases for tally in mine.values()])
        more = np.array([mine[name].loss - theirs[name].loss for name in mine])
        mean = float(more.sum() / cases.sum()) if len(cases) else float("nan")
        return Difference(mean, *_interval(more, cases, seed, draws))


class Difference(NamedTuple):
    """A difference of two log-losses in nats, and its 95 % interval."""

    mean: float
    low: float
    high: float


def _interval(
    sums: FloatArray, cases: npt.NDArray[np.int64], seed: int, draws: int
) -> tuple[float, float]:
    """The 95 % interval of a mean over cases, from the sums and the cases of each player."""
    if not len(cases):
        return float("nan"), float("nan")
    rng = np.random.default_rng(seed)
    drawn = rng.multinomial(len(cases), np.full(len(cases), 1 / len(cases)), draws)
    low, high = np.quantile((drawn @ sums) / (drawn @ cases), [0.025, 0.975])
    return float(low), float(high)


def hands_group(hands: int) -> str:
    """The group by hands seen.

    >>> hands_group(20), hands_group(21), hands_group(1000)
    ('1–20 hands', '21–100 hands', 'over 500 hands')
    """
    for group, most in HANDS_SEEN.items():
        if hands <= most:
            return group
    return MORE_HANDS
