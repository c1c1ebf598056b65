"""Table 2: the hands that can be played with a profit, by iterated roll-outs [poki]."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from villain.cards.combo import CLASSES, StartingClass
from villain.kernels.arrays import FloatArray
from villain.papers.poki.income import printed_income
from villain.papers.poki.preflop_figures import draw_iterated
from villain.papers.report import Report, Section, Setting
from villain.strength.income import income_rates
from villain.strength.iterated_income import (
    IncomeReading,
    IteratedRates,
    Schedule,
    iterate_income,
    iterated_income,
)

_PRINTED = """
AA 2920 KK 2180 QQ 1700 JJ 1270 TT 920 AKs 860 AKo 850 AQs 780 AJs 680
ATs 640 99 630 KQs 620 AQo 560 KJs 480 88 450 77 390 AJo 380 JTs 360
KQo 310 QTs 280 QJs 270 A9s 220 ATo 200 KTs 190 KJo 160 A8s 110 66 40
"""

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
"""Who must call with anything; what a blind that folds leaves; whose results count; charges."""


def printed_iterated() -> dict[StartingClass, int]:
    """The 27 iterated rates of Table 2, in millibets."""
    words = _PRINTED.split()
    by_name = {str(hand): hand for hand in CLASSES}
    return {by_name[name]: int(rate) for name, rate in zip(words[::2], words[1::2], strict=True)}


@dataclass(frozen=True)
class Fit:
    """How well a reading explains the printed rates.

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

    def scale(pick: Any) -> float:  # noqa: ANN401
        return float(ours[pick] @ theirs[pick] / (ours[pick] @ ours[pick]))

    rng = np.random.default_rng(seed)
    picks = rng.integers(len(theirs), size=(samples, len(theirs)))
    low, high = np.quantile([scale(pick) for pick in picks], (0.025, 0.975))
    best = scale(slice(None))
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


def reproduce_table2(setting: Setting) -> Report:
    """Iterate as the paper did; compare its 27 hands; try what it leaves open."""
    repeats = setting.size(5, 40)
    thorough = Schedule(
        setting.size(50_000, 100_000),
        setting.size(30, 60),
        setting.size(500_000, 2_000_000),
        thorough=True,
    )
    steps = repeats + 2 * len(READINGS)
    runs = []
    for number in range(repeats):
        runs.append(iterate_income(10, seed=setting.seed + number, schedule=PAPER))
        setting.tell(number + 1, steps)
    fits = {}
    for number, (name, reading) in enumerate(READINGS.items()):
        one = iterate_income(10, seed=setting.seed, reading=reading, schedule=PAPER)
        all_learn = iterate_income(10, seed=setting.seed, reading=reading, schedule=thorough)
        fits[name] = tuple(fit(rates, 1_000, setting.seed) for rates in (one, all_learn))
        setting.tell(repeats + 2 * number + 2, steps)
    mine, settled = runs[0], iterated_income(10)
    chosen = fits[next(iter(READINGS))][1]
    return Report(
        "table2",
        "Table 2: iterated income rates",
        (_hands(mine), _lists(mine, settled), _fits(fits)),
        _notes(runs, chosen, settled),
        {
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
                name: {"paper": vars(short), "thorough": vars(long)}
                for name, (short, long) in fits.items()
            },
        },
        {
            "table2.png": lambda path: draw_iterated(
                path,
                [
                    (str(hand), float(rate), mine[hand], float(mine.standard_errors[hand]))
                    for hand, rate in printed_iterated().items()
                ],
                {
                    name: (found.scale, found.apart)
                    for name, (_, found) in fits.items()
                    if found.shared > 1
                },
            )
        },
    )


def _hands(mine: IteratedRates) -> Section:
    printed, plain, ours = printed_income(), income_rates(10), iterated_income(10)
    rows = [
        (
            str(hand),
            f"{printed[hand]:+d}",
            f"{plain[hand]:+.0f}",
            f"{rate:+d}",
            f"{mine[hand]:+.0f} ±{1.96 * mine.standard_errors[hand]:.0f}",
            f"{2 * mine[hand]:+.0f}",
            f"{2 * ours[hand]:+.0f}",
            "" if mine.plays[hand] else "folds",
        )
        for hand, rate in printed_iterated().items()
    ]
    return Section(
        "Ten players, thousandths of a bet; ± half a 95 % interval",
        ("hand", "IR-10", "ours", "iterated", "ours", "ours × 2", "settled × 2", ""),
        (*rows,),
    )


def _lists(mine: IteratedRates, settled: IteratedRates) -> Section:
    """Hands on one list and not on the other."""
    printed = set(printed_iterated())
    rows = [
        (
            str(hand),
            "plays" if hand in printed else "",
            "plays" if hand in mine.profitable() else "",
            "plays" if hand in settled.profitable() else "",
            f"{settled[hand]:+.0f} ±{1.96 * settled.standard_errors[hand]:.0f}",
        )
        for hand in settled.ranked()
        if len({hand in printed, hand in mine.profitable(), hand in settled.profitable()}) > 1
    ]
    return Section(
        "Hands that one list has and another has not",
        ("hand", "theirs", "ours", "ours, settled", "settled rate"),
        (*rows,),
    )


def _fits(fits: dict[str, tuple[Fit, ...]]) -> Section:
    rows = [
        (
            name,
            *(f"{found.profitable} ({found.shared})" for found in (short, long)),
            f"{long.callers:.1f}",
            f"{long.scale:.2f} ({long.interval[0]:.2f}–{long.interval[1]:.2f})"
            if long.shared > 1
            else "none",
            f"{long.apart:.0f}",
            f"{long.unscaled:.0f}",
        )
        for name, (short, long) in fits.items()
    ]
    return Section(
        "Who is forced to call: hands with a profit (of their 27), and how the 27 rates fit",
        ("reading", "as theirs", "all learn", "in", "scale", "apart", "unscaled"),
        (*rows,),
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
