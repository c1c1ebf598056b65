"""Iterated income rates: who lost in the previous roll-out folds in the next one [poki].

Each trial deals a whole table. The blinds are in with anything; whoever else has a hand with a
positive rate calls one bet, all others fold, and those who are in go to the showdown. A hand's
rate is what it wins on average when it is in, in thousandths of the bet. A few generations of
this lead to a set of hands that can be played with a profit against the same set and the blinds.

The shipped rates, far past the noise of the paper's trials, are made by

    python -m villain.strength.make_iterated_income

*Where this differs from the paper.* It does not say who must call, what a fold costs or whose
results count; ``IncomeReading`` holds what can be meant, its defaults are what fits Table 2 best
(``villain reproduce poki --item table2``). The last roll-out gives every hand a rate: one that
folds is judged as if it had called, so that one sees what it would have lost. With two players
both are blinds, nobody decides, and the rates are those of ``income``.
"""

import csv
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np
import numpy.typing as npt

from villain.cards.combo import CLASSES, StartingClass
from villain.cards.range import CLASS_OF_COMBO
from villain.errors import VillainError
from villain.kernels.arrays import FloatArray
from villain.kernels.iterated_rollouts import RollOutRules, roll_out_table
from villain.strength.income import FEWEST, MOST, IncomeRates

SEATS = ("all", "free", "one")


@dataclass(frozen=True)
class IncomeReading:
    """A choice in what the paper leaves open.

    ``forced``: how many seats call with anything, the big blind first, then the small one.
    ``dead``: a blind that folds leaves what it posted in the pot; otherwise it takes it along.
    ``seats``: whose results count: all, only those who are free to fold, or one of these.
    ``charge``: millibets that every hand pays for its turns in the blinds, on top.
    """

    forced: int = 2
    dead: bool = True
    seats: str = "all"
    charge: float = 0.0

    def first_seat(self, players: int) -> int:
        """From which seat on results count."""
        return {"all": 0, "free": min(max(2, self.forced), players - 1), "one": players - 1}[
            self.seats
        ]


@dataclass(frozen=True)
class Schedule:
    """The length of the iteration; the defaults are the paper's.

    ``heat`` is the standard deviation of the noise on the rates of the first generation, in
    millibets; it falls evenly to nothing in the last. ``thorough``: folded hands learn too, as if
    they had called, and the generations are averaged; then no noise is needed.
    """

    trials: int = 50_000
    generations: int = 10
    final: int = 500_000
    heat: float = 300.0
    thorough: bool = False


@dataclass(frozen=True, eq=False)
class IteratedRates(IncomeRates):
    """The rates of the last roll-out, and which classes called in it."""

    plays: npt.NDArray[np.bool_]
    callers: float = float("nan")
    """The number of players who were in, on average."""

    def profitable(self) -> list[StartingClass]:
        """The classes that called with a profit, the best first."""
        return [hand for hand in self.ranked() if self.plays[hand] and self.rates[hand] > 0]

    def overlooked(self) -> list[StartingClass]:
        """Those that folded, though their rate is positive by more than two standard errors."""
        good = ~self.plays & (self.rates > 2 * self.standard_errors)
        return [hand for hand in self.ranked() if good[hand]]


def iterate_income(
    players: int = MOST,
    *,
    seed: int = 0,
    reading: IncomeReading | None = None,
    schedule: Schedule | None = None,
    progress: Callable[[float], None] = lambda _: None,
) -> IteratedRates:
    """Iterate roll-outs of a table with so many players.

    >>> rates = iterate_income(10, seed=1, schedule=Schedule(20_000, 5, 100_000))
    >>> rates.profitable()[:3]
    [AA, KK, QQ]
    """
    reading, schedule = reading or IncomeReading(), schedule or Schedule()
    _check(players, reading, schedule)
    noise = np.random.default_rng((seed, 1))
    column = 3 if schedule.thorough else 0
    rates = np.zeros(169)
    plays = np.ones(169, np.bool_)
    total = (schedule.generations + 1) * schedule.trials + schedule.final
    for generation in range(schedule.generations + 1):
        sums, _ = _roll_out(plays, players, reading, schedule.trials, (seed, generation))
        seen = sums[:, column] > 0
        new = 1000 * sums[seen, column + 1] / sums[seen, column] - reading.charge
        weight = 2 / (generation + 2) if schedule.thorough else 1.0
        rates[seen] += weight * (new - rates[seen])
        cooling = schedule.heat * (1 - (generation + 1) / max(schedule.generations, 1))
        heat = 0.0 if schedule.thorough else max(cooling, 0.0)
        plays = rates + heat * noise.standard_normal(169) > 0
        progress((generation + 1) * schedule.trials / total)
    sums, active = _roll_out(
        plays, players, reading, schedule.final, (seed, schedule.generations + 1)
    )
    progress(1.0)
    times = np.maximum(sums[:, 3], 1.0)
    mean = sums[:, 4] / times
    error = np.sqrt(np.maximum(sums[:, 5] / times - mean**2, 0.0) / times)
    return IteratedRates(
        players,
        1000 * mean - reading.charge,
        1000 * np.where(sums[:, 3] > 1, error, np.inf),
        schedule.final,
        seed,
        plays,
        float(active @ np.arange(players + 1) / active.sum()),
    )


def _roll_out(
    plays: npt.NDArray[np.bool_],
    players: int,
    reading: IncomeReading,
    deals: int,
    seed: tuple[int, int],
) -> tuple[FloatArray, npt.NDArray[np.int64]]:
    state = np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]
    rules = RollOutRules(players, reading.forced, reading.dead, reading.first_seat(players))
    return roll_out_table(rules, plays, CLASS_OF_COMBO, deals, state)


def _check(players: int, reading: IncomeReading, schedule: Schedule) -> None:
    if players not in range(FEWEST, MOST + 1):
        raise VillainError(f"{players} players; a table has {FEWEST} to {MOST}")
    if reading.forced not in range(players + 1):
        raise VillainError(f"{reading.forced} of {players} players forced to call")
    if reading.seats not in SEATS:
        raise VillainError.unknown("seats", reading.seats, SEATS)
    if min(schedule.trials, schedule.final) < 1 or schedule.generations < 0 or schedule.heat < 0:
        raise VillainError("trials should be 1 or more, generations and heat 0 or more")


def iterated_income(players: int) -> IteratedRates:
    """Return the shipped rates for two to ten players.

    >>> rates = iterated_income(10)
    >>> rates.ranked()[:3], len(rates.profitable())
    ([AA, KK, QQ], 39)
    """
    if players not in range(FEWEST, MOST + 1):
        raise VillainError(f"{players} players; income rates are known for {FEWEST} to {MOST}")
    return _shipped()[players]


@cache
def _shipped() -> dict[int, IteratedRates]:
    text = resources.files("villain.strength").joinpath("iterated_income.csv").read_text()
    lines = text.splitlines()
    made = dict(part.split("=") for part in lines[0].lstrip("# ").split(" ") if "=" in part)
    callers = [float(word) for word in made["callers"].split(",")]
    rows = {row["class"]: row for row in csv.DictReader(x for x in lines if x[0] != "#")}

    def column(name: str) -> FloatArray:
        values = np.array([float(rows[str(hand)][name]) for hand in CLASSES])
        values.flags.writeable = False
        return values

    return {
        n: IteratedRates(
            n,
            column(f"ir{n}"),
            column(f"se{n}"),
            int(made["deals"]),
            int(made["seed"]),
            column(f"plays{n}") > 0,
            callers[n - FEWEST],
        )
        for n in range(FEWEST, MOST + 1)
    }
