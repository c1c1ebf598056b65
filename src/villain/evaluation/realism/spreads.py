"""How players of a table differ: the spread of each statistic, of real players and of others.

What is counted of a player at one table is little, and much of how counts differ is chance. So a
beta distribution is fitted to everybody's counts, as for profiles; its 5th and 95th percentile are
the *spread* of the rates behind them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from villain.evaluation.realism.real_tables import RealTable
from villain.hands.counting.counts import count
from villain.hands.counting.statistics import COLUMNS, STATISTICS, Statistic
from villain.kernels.arrays import CountArray, FloatArray
from villain.profiles.population import Prior, fit

ANYWHERE = ""
"""The position that stands for all."""

POSITIONS = ("SB", "BB", "UTG", "UTG+1", "UTG+2", "UTG+3", "HJ", "CO", "BTN")
LEAST_PLAYERS, LEAST_CHANCES = 10, 100
"""A spread is told of so many players with so many chances together, or more."""

LOW, HIGH = 0.05, 0.95

PlayerCounts = dict[tuple[str, str], CountArray]
"""The counts of each player, in the order of `COLUMNS`, by his name and a position."""


def count_tables(
    tables: Sequence[RealTable],
    chairs: Sequence[RealTable] | None = None,
    who: Callable[[str], bool] = lambda _: True,
) -> PlayerCounts:
    """Count all hands of tables; a name at two tables is two players.

    Only of some, if asked ``who``: by their own names, or by the names of those in whose chairs
    they sit, at the tables ``chairs`` that these are twins of.
    """
    counts: PlayerCounts = {}
    for number, (table, real) in enumerate(zip(tables, chairs or tables, strict=True)):
        for one, there in zip(table, real, strict=True):
            counted = zip(one.hand.names, there.hand.names, count(one.hand), strict=True)
            for name, chair, (position, numbers) in counted:
                for place in (ANYWHERE, position) if who(chair) else ():
                    row = counts.setdefault(
                        (f"{number} {name}", place), np.zeros(len(COLUMNS), np.int64)
                    )
                    row += numbers
    return counts


class SpreadOfRates(NamedTuple):
    """The rate of all together, the spread of players' rates, and how many players and chances."""

    mean: float
    low: float
    high: float
    players: int
    chances: int


@dataclass(frozen=True)
class StatisticSpread:
    """A statistic at a position: the spread of real players, that of others, and how they lie.

    ``inside`` is the share of the others whose rates, shrunk toward their own kind's, are within
    the spread of the real ones; ``overlap`` the part that the two distributions have in common.
    """

    statistic: Statistic
    position: str
    real: SpreadOfRates
    ours: SpreadOfRates
    inside: float
    overlap: float

    @property
    def fits(self) -> bool:
        """True if the others' mean rate is within the real spread."""
        return self.real.low <= self.ours.mean <= self.real.high

    def as_dict(self) -> dict[str, Any]:
        """For scripts."""
        return {
            "statistic": self.statistic.key,
            "position": self.position,
            "real": self.real._asdict(),
            "ours": self.ours._asdict(),
            "inside": self.inside,
            "overlap": self.overlap,
            "fits": self.fits,
        }


def statistic_spreads(real: PlayerCounts, ours: PlayerCounts) -> list[StatisticSpread]:
    """All statistics, overall and by position, of which enough was counted on both sides."""
    spreads = []
    for position in (ANYWHERE, *POSITIONS):
        for number, statistic in enumerate(STATISTICS):
            sides = [
                _done_and_chances(counts, position, number, statistic) for counts in (real, ours)
            ]
            if all(_enough(*side) for side in sides):
                spreads.append(_compare(statistic, position, sides))
    return spreads


def fitted(counts: PlayerCounts, key: str) -> Prior | None:
    """The distribution of players' rates, of one statistic; None if nobody had a chance."""
    done, chances = _of_key(counts, key)
    return fit(done, chances) if len(done) else None


def rates_of(counts: PlayerCounts, key: str, most: int) -> list[float]:
    """The shrunk rates of those with the most chances, of one statistic."""
    done, chances = _of_key(counts, key)
    if not len(done):
        return []
    some = np.argsort(-chances, kind="stable")[:most]
    rates: list[float] = _shrunk(fit(done, chances), done[some], chances[some]).tolist()
    return rates


def _of_key(counts: PlayerCounts, key: str) -> tuple[CountArray, CountArray]:
    number = [statistic.key for statistic in STATISTICS].index(key)
    return _done_and_chances(counts, ANYWHERE, number, STATISTICS[number])


def _done_and_chances(
    counts: PlayerCounts, position: str, number: int, statistic: Statistic
) -> tuple[CountArray, CountArray]:
    """What players did, out of how many chances; of a ratio both make up the chances."""
    rows = [row for (_, place), row in counts.items() if place == position]
    pairs = np.array(rows, np.int64).reshape(-1, len(COLUMNS))[:, 2 * number : 2 * number + 2]
    done, chances = pairs[:, 0], pairs[:, 1]
    if statistic.kind == "ratio":
        chances = done + chances
    return done[chances > 0], chances[chances > 0]


def _enough(done: CountArray, chances: CountArray) -> bool:
    return len(done) >= LEAST_PLAYERS and int(chances.sum()) >= LEAST_CHANCES


def _compare(
    statistic: Statistic, position: str, sides: Sequence[tuple[CountArray, CountArray]]
) -> StatisticSpread:
    priors = [fit(*side) for side in sides]
    low, high = priors[0].quantile(LOW), priors[0].quantile(HIGH)
    mine = _shrunk(priors[1], *sides[1])
    spreads = []
    for prior, (done, chances) in zip(priors, sides, strict=True):
        numbers = [done.sum() / chances.sum(), prior.quantile(LOW), prior.quantile(HIGH)]
        if statistic.kind == "ratio":
            numbers = [share / (1 - share) for share in numbers]
        mean, least, most = map(float, numbers)
        spreads.append(SpreadOfRates(mean, least, most, len(done), int(chances.sum())))
    inside = float(np.mean((mine >= low) & (mine <= high)))
    shared = overlap(priors[0], priors[1])
    return StatisticSpread(statistic, position, spreads[0], spreads[1], inside, shared)


def overlap(one: Prior, other: Prior) -> float:
    """The part that two distributions of rates have in common: 1 if they are the same.

    >>> round(overlap(Prior(2, 6), Prior(2, 6)), 3), round(overlap(Prior(20, 60), Prior(60, 20)), 3)
    (1.0, 0.0)
    """
    from scipy.special import betainc

    grid = np.linspace(0, 1, 501)
    parts = [np.diff(betainc(prior.alpha, prior.beta, grid)) for prior in (one, other)]
    return float(np.minimum(*parts).sum())


def _shrunk(prior: Prior, done: CountArray, chances: CountArray) -> FloatArray:
    shrunk: FloatArray = (prior.alpha + done) / (prior.weight + chances)
    return shrunk
