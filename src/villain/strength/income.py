"""Income rates: what a starting hand earns when everybody calls and no more is bet [loki, poki].

    income = 1000 × (players × equity - 1)

in thousandths of a bet, since each of n players puts one bet in and the hand gets back its
equity of n bets. The shipped rates come from roll-outs against random hands, made by

    python -m villain.strength.make_income

*Where this differs from the papers.* loki rolled out a million games a class for ten players,
poki several million. Here each deal has nine rivals and serves every number of players: with b
rivals better and t equal, the chance that a choice of n - 1 of them leaves a share of the pot
can be counted, which is exact given the deal and wastes none of the nine.
"""

import csv
from dataclasses import dataclass
from functools import cache
from importlib import resources
from math import comb

import numpy as np

from villain.cards.combo import CLASSES, StartingClass
from villain.errors import VillainError
from villain.kernels.arrays import CountArray, FloatArray

FEWEST, MOST = 2, 10


@dataclass(frozen=True, eq=False)
class IncomeRates:
    """The rates of all 169 classes for one number of players, in millibets."""

    players: int
    rates: FloatArray
    standard_errors: FloatArray
    deals: int
    seed: int

    def __getitem__(self, hand: StartingClass) -> float:
        return float(self.rates[hand])

    def ranked(self) -> list[StartingClass]:
        """All classes, the best first."""
        return [CLASSES[index] for index in np.argsort(-self.rates, kind="stable")]


def income_rates(players: int) -> IncomeRates:
    """Return the shipped rates for two to ten players.

    >>> rates = income_rates(10)
    >>> rates.ranked()[:3], rates.ranked()[-1]
    ([AA, KK, QQ], 72o)
    """
    if players not in range(FEWEST, MOST + 1):
        raise VillainError(f"{players} players; income rates are known for {FEWEST} to {MOST}")
    return _shipped()[players]


@cache
def _shipped() -> dict[int, IncomeRates]:
    text = resources.files("villain.strength").joinpath("income.csv").read_text()
    lines = text.splitlines()
    made = dict(part.split("=") for part in lines[0].lstrip("# ").split(" ") if "=" in part)
    rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    names = [str(hand) for hand in CLASSES]
    by_name = {row["class"]: row for row in rows}

    def column(name: str) -> FloatArray:
        values = np.array([float(by_name[hand][name]) for hand in names])
        values.flags.writeable = False
        return values

    return {
        n: IncomeRates(n, column(f"ir{n}"), column(f"se{n}"), int(made["deals"]), int(made["seed"]))
        for n in range(FEWEST, MOST + 1)
    }


def expected_share(better: int, equal: int, rivals: int, dealt: int = MOST - 1) -> float:
    """Return the expected share of the pot against so many of the dealt rivals, chosen at random.

    >>> expected_share(0, 0, 9), expected_share(1, 0, 9), expected_share(1, 0, 1)
    (1.0, 0.0, 0.8888888888888888)
    """
    worse = dealt - better - equal
    ways = [
        comb(equal, tied) * comb(worse, rivals - tied) for tied in range(min(equal, rivals) + 1)
    ]
    return sum(count / (tied + 1) for tied, count in enumerate(ways)) / comb(dealt, rivals)


def income_from_counts(counts: CountArray, players: int) -> tuple[float, float]:
    """Turn roll-outs, counted by rivals better and equal, into an income rate and its error."""
    cells = [(int(b), int(t)) for b, t in np.argwhere(counts)]
    shares = np.array([expected_share(b, t, players - 1) for b, t in cells])
    times = np.array([counts[cell] for cell in cells], np.float64)
    deals = times.sum()
    mean = float(times @ shares / deals)
    spread = float(np.sqrt(times @ (shares - mean) ** 2 / deals))
    return 1000 * (players * mean - 1), 1000 * players * spread / float(np.sqrt(deals))
