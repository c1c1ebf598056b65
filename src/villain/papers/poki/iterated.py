"""Table 2: the hands that can be played with a profit, by iterated roll-outs [poki]."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from villain.kernels.arrays import CountArray, FloatArray
from villain.papers.canvas import canvas
from villain.papers.plots import GREY, QUIET, TEAL
from villain.papers.poki.income import printed_income, printed_iterated
from villain.papers.report import Findings, Section, Setting, item, table
from villain.papers.telling import plus_minus
from villain.strength.income import income_rates
from villain.strength.iterated_income import (
    IncomeReading,
    IteratedRates,
    Schedule,
    iterate_income,
    iterated_income,
)

PAPER = Schedule()
READINGS = {
    "both blinds; all seats count": IncomeReading(),
    "both blinds; free seats count": IncomeReading(seats="free"),
    "both blinds; one seat counts": IncomeReading(seats="one"),
    "both blinds; 150 charged": IncomeReading(charge=150.0),
    "three seats": IncomeReading(forced=3),
    "big blind; small one dead": IncomeReading(forced=1),
    "big blind; no small one": IncomeReading(forced=1, dead=False),
    "nobody; blinds dead": IncomeReading(forced=0),
    "nobody; dead, 150 charged": IncomeReading(forced=0, charge=150.0),
    "nobody; no blinds": IncomeReading(forced=0, dead=False),
}
"""The seats that must call with anything, what a folded blind leaves, and what counts."""


@dataclass(frozen=True)
class Fit:
    """The fit of a reading to the printed rates.

    ``scale``: theirs is so many times ours, by least squares; ``interval`` by resampled hands;
    ``apart``: the root mean square of what is left, in millibets of theirs; ``unscaled``: the
    same without a scale.
    """

    scale: float
    interval: tuple[float, float]
    apart: float
    unscaled: float
    profitable: int
    shared: int
    callers: float


def fit(rates: IteratedRates, samples: int, seed: int) -> Fit:
    """Compare a reading with Table 2."""
    printed = printed_iterated()
    theirs = np.array([float(rate) for rate in printed.values()])
    ours = rates.rates[list(printed)]

    def scale(pick: CountArray) -> float:
        return float(ours[pick] @ theirs[pick] / (ours[pick] @ ours[pick]))

    rng = np.random.default_rng(seed)
    picks = rng.integers(len(theirs), size=(samples, len(theirs)))
    low, high = np.quantile([scale(pick) for pick in picks], (0.025, 0.975))
    best = scale(np.arange(len(theirs)))
    profitable = set(rates.profitable())
    return Fit(
        best,
        (float(low), float(high)),
        _root_mean_square(best * ours - theirs),
        _root_mean_square(ours - theirs),
        len(profitable),
        len(profitable & set(printed)),
        rates.callers,
    )


def _root_mean_square(values: FloatArray) -> float:
    return float(np.sqrt(np.mean(values**2)))


@item("table2", "Table 2: iterated income rates")
def reproduce_table2(setting: Setting) -> Findings:
    """Iterate as the paper did; compare its 27 hands; try what it leaves open."""
    repeats, seed = setting.size(5, 40), setting.seed
    trials, generations, final = setting.sizes((50_000, 30, 500_000), (100_000, 60, 2_000_000))
    thorough = Schedule(trials, generations, final, thorough=True)
    steps = repeats + 2 * len(READINGS)
    runs = [
        iterate_income(10, seed=seed + number, schedule=PAPER)
        for number in setting.steps_of(range(repeats), steps)
    ]
    fits = {}
    for name in setting.part(repeats / steps, 1).steps(READINGS):
        both = (
            iterate_income(10, seed=seed, reading=READINGS[name], schedule=schedule)
            for schedule in (PAPER, thorough)
        )
        fits[name] = [fit(rates, 1_000, seed) for rates in both]
    mine, settled = runs[0], iterated_income(10)
    data = {
        "hands": {
            str(hand): {
                "theirs": rate,
                "ours": mine[hand],
                "standard_error": float(mine.standard_errors[hand]),
                "settled": settled[hand],
            }
            for hand, rate in printed_iterated().items()
        },
        "profitable": [str(hand) for hand in mine.profitable()],
        "profitable_settled": [str(hand) for hand in settled.profitable()],
        "profitable_by_seed": [len(run.profitable()) for run in runs],
        "readings": {
            name: {"paper": short, "thorough": long} for name, (short, long) in fits.items()
        },
    }
    thorough_fits = {name: long for name, (_, long) in fits.items()}
    sections = (_hands(mine), _lists(mine, settled), _fits(fits))
    notes = _notes(runs, next(iter(thorough_fits.values())), settled)
    draw = partial(draw_iterated, mine=mine, fits=thorough_fits)
    return Findings(sections, notes, data, draw)


def _hands(mine: IteratedRates) -> Section:
    printed, plain, ours = printed_income(), income_rates(10), iterated_income(10)
    rows = []
    for hand, rate in printed_iterated().items():
        own = plus_minus(mine[hand], 1.96 * mine.standard_errors[hand], "+.0f")
        twice, folds = (2 * mine[hand], 2 * ours[hand]), "" if mine.plays[hand] else "folds"
        rows.append((hand, printed[hand], plain[hand], rate, own, *twice, folds))
    return table(
        "Ten players, thousandths of a bet; ± half a 95 % interval",
        "hand | IR-10 {+d} | ours {+.0f} | iterated {+d} | ours | ours × 2 {+.0f} "
        "| settled × 2 {+.0f} | ",
        rows,
    )


def _lists(mine: IteratedRates, settled: IteratedRates) -> Section:
    """Hands on one list and not on the other."""
    lists = [set(printed_iterated()), set(mine.profitable()), set(settled.profitable())]
    rows = []
    for hand in settled.ranked():
        plays = [hand in one for one in lists]
        if len(set(plays)) > 1:
            rate = plus_minus(settled[hand], 1.96 * settled.standard_errors[hand], "+.0f")
            rows.append((hand, *("plays" if one else "" for one in plays), rate))
    columns = "hand | theirs | ours | ours, settled | settled rate"
    return table("Hands that one list has and another has not", columns, rows)


def _fits(fits: dict[str, list[Fit]]) -> Section:
    rows = []
    for name, (short, long) in fits.items():
        profits = (f"{one.profitable} ({one.shared})" for one in (short, long))
        scale = f"{long.scale:.2f} ({long.interval[0]:.2f}–{long.interval[1]:.2f})"
        scale = scale if long.shared > 1 else "none"
        rows.append((name, *profits, long.callers, scale, long.apart, long.unscaled))
    return table(
        "Who is forced to call: hands with a profit (of their 27), and how the 27 rates fit",
        "reading | as theirs | all learn | in {.1f} | scale | apart {.0f} | unscaled {.0f}",
        rows,
    )


def _notes(runs: list[IteratedRates], chosen: Fit, settled: IteratedRates) -> tuple[str, ...]:
    numbers = [len(run.profitable()) for run in runs]
    pot = 3 + (settled.callers - 2) * 7 / 8
    return (
        f"Ours: {PAPER.generations} generations of {PAPER.trials:,} trials, then {PAPER.final:,}, "
        f"noise of {PAPER.heat:.0f} millibets that falls to nothing; {len(runs)} seeds give "
        f"{min(numbers)} to {max(numbers)} hands with a profit, on average "
        f"{np.mean(numbers):.1f} (theirs 27). Settled: the shipped rates, {settled.deals:,} "
        f"trials, seed {settled.seed}, folded hands learning too: {len(settled.profitable())}.",
        f"The printed rates are {chosen.scale:.2f} times ours ({chosen.interval[0]:.2f} to "
        f"{chosen.interval[1]:.2f}). With the blinds and the "
        f"callers of this reading a pot has {pot:.1f} bets, of which aces would have to win "
        f"{100 * 3.92 / pot:.0f} % to bring +2920 in bets. In half bets (small blinds) the rates "
        "fit; the paper says small bets.",
        "Readings: 'as theirs' with the paper's trials and noise, 'all learn' with the folded "
        "hands learning as if they had called and more trials, from which the fit is taken; "
        "'in' is how many see the flop, 'scale' theirs by ours with a 95 % interval, 'apart' the "
        "root mean square left after it, 'unscaled' without it.",
    )


def draw_iterated(path: Path, mine: IteratedRates, fits: dict[str, Fit]) -> None:
    """Theirs against twice ours, and how well the readings fit."""
    printed = printed_iterated()
    fits = {name: one for name, one in fits.items() if one.shared > 1}
    with canvas(path, 1, 2, size=(11, 4.8)) as [[points, bars]]:
        # The axes are logarithmic.
        ours = np.maximum(2 * np.array([mine[hand] for hand in printed]), 1.0)
        errors = 2 * 1.96 * np.array([float(mine.standard_errors[hand]) for hand in printed])
        points.plot([30, 3500], [30, 3500], **QUIET)
        points.set(xscale="log", yscale="log")
        style = {"fmt": "o", "color": TEAL, "markersize": 4, "capsize": 2}
        points.errorbar(ours, np.array([*map(float, printed.values())]), xerr=errors, **style)
        for (hand, y), x in zip(printed.items(), ours, strict=True):
            points.annotate(str(hand), (x, y), (5, -3), textcoords="offset points", fontsize=6)
        points.set(
            xlabel="twice ours, with 95 % intervals",
            ylabel="theirs, thousandths of a bet",
            title="iterated rates of the 27 hands",
        )
        colours = [TEAL, *[GREY] * 20][: len(fits)]
        bars.barh(range(len(fits)), [one.apart for one in fits.values()], color=colours)
        for place, one in enumerate(fits.values()):
            bars.text(one.apart, place, f"  × {one.scale:.2f}", va="center", fontsize=8)
        bars.set_yticks(range(len(fits)), list(fits), fontsize=8)
        bars.invert_yaxis()
        bars.margins(x=0.15)
        bars.set(xlabel="root mean square left after the scale", title="readings")
