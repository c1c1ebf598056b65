"""The paper's squared errors, and what partial matching and blending do to them [sander]."""

from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from villain.arena.statistics import Rate
from villain.models.memory.explicit import Traits
from villain.models.memory.model import KINDS
from villain.models.memory.named import FOLDS, UNREHEARSED, WAYS, memory_name
from villain.papers.canvas import canvas
from villain.papers.means import mean_by_match, mean_of, means_of
from villain.papers.plots import band, halves
from villain.papers.report import Findings, Section, Setting, item, table
from villain.papers.sander.judged import UNSURE, JudgedHands
from villain.papers.sander.judging import courses_against, judge
from villain.papers.sander.printed import HOME, RIVER, STREETS, SWEEP, THEIR_ERRORS, short, swept
from villain.papers.sander.strength_table import FULL, QUICK
from villain.papers.sander.watching import HE_FOLDED, SHOWDOWN, WE_FOLDED
from villain.papers.telling import held, plus_minus

AIM = 0.2
"""So much less error than plain retrieval's is the aim."""

PLAIN, BOTH, EXPLICIT = "plain", "both", "memory:explicit"
FOLDING = tuple(
    memory_name(kind, way, folds=True)
    for kind, way in (("som", PLAIN), ("som", BOTH), ("s+gom", BOTH))
)
REHEARSING = ("som", "s+gom")
NAMES = (
    *(memory_name(kind, way) for kind in KINDS for way in WAYS),
    *(memory_name(kind, UNREHEARSED) for kind in REHEARSING),
    *FOLDING,
    EXPLICIT,
)
"""All that are asked, in the order of the table."""

CURVES = (
    memory_name("som", PLAIN),
    *(memory_name(kind, BOTH) for kind in ("som", "gom", "s+gom")),
    EXPLICIT,
)
BIASED = (*(name for one in FOLDING for name in (one.removesuffix(FOLDS), one)), EXPLICIT)
"""With and without what hands that nobody showed teach, and one that needs no showdown."""

BOUNDS = (0, 25, 50, 100, 200, 500, 1_000, 2_000)
"""The hands after which a piece of the learning curve begins."""


class ErrorPair(NamedTuple):
    """By how much the error of one is above another's on the river, hand by hand.

    ``base`` is the other's error; ``by_match`` has its interval from whole matches, and ``sure`` is
    the same where the other was not unsure.
    """

    one: str
    other: str
    difference: Rate
    base: float
    by_match: Rate
    sure: Rate
    sure_base: float

    @property
    def percents(self) -> tuple[str, str, str]:
        """The differences in parts of the other's error, with their intervals."""
        by_hand, by_match = (_percent(one, self.base) for one in (self.difference, self.by_match))
        return by_hand, by_match, _percent(self.sure, self.sure_base)


def _percent(less: Rate, base: float) -> str:
    mean, low, high = (100 * one / base for one in (less.mean, less.low, less.high))
    if np.isnan(mean):
        return ""
    ends = f" ({low:+.0f} to {high:+.0f})" if np.isfinite(high) else ""
    return f"{mean:+.0f} %{ends}"


def pairs(judged: JudgedHands) -> list[ErrorPair]:
    """The comparisons, fixed before anything was seen."""
    wanted = [
        (memory_name(kind, way), memory_name(kind, PLAIN))
        for kind in KINDS
        for way in WAYS
        if way != PLAIN
    ]
    wanted += [
        (memory_name(kind, way), memory_name("som", way))
        for way in (PLAIN, BOTH)
        for kind in ("gom", "s+gom")
    ]
    for kind in REHEARSING:
        unrehearsed = memory_name(kind, UNREHEARSED)
        wanted += [(unrehearsed, memory_name(kind)), (memory_name(kind, BOTH), unrehearsed)]
    wanted += [(name, name.removesuffix(FOLDS)) for name in FOLDING]
    wanted.append((EXPLICIT, memory_name("s+gom", BOTH)))
    return [compare(judged, one, other) for one, other in wanted]


def compare(judged: JudgedHands, one: str, other: str) -> ErrorPair:
    """The difference of two squared errors on the river, paired by hand."""
    first, second = (judged.errors(name)[:, RIVER] for name in (one, other))
    less, guess = first - second, judged.predicted[other][:, RIVER]
    sure = np.where(np.isnan(guess), np.nan, 1.0)
    return ErrorPair(
        one,
        other,
        mean_of(less),
        mean_of(second).mean,
        mean_by_match(less, judged.match, judged.rival),
        mean_of(less * sure),
        mean_of(second * sure).mean,
    )


@item("table-mse", "The mean squared error, theirs beside ours")
def reproduce_errors(setting: Setting) -> Findings:
    """Ask all models about the same hands against the swept baselines."""
    hands, runs = setting.sizes(QUICK, FULL)
    hands = setting.deals or hands
    courses = courses_against(swept().values(), hands, runs, setting.seed)
    judged = judge(courses, NAMES, setting)
    compared = pairs(judged)
    errors = {name: means_of(judged.errors(name)) for name in NAMES}
    end = int(judged.number.max()) + 1
    pieces = list(pairwise([*(bound for bound in BOUNDS if bound < end), end]))
    ends = [end for _, end in pieces]
    curves = {name: _curve(judged, name, pieces) for name in CURVES}
    bias = {name: biases(judged, name) for name in BIASED}
    sections = (
        table(
            "Mean squared error of the predicted chance of winning",
            ("model", *STREETS, "unsure on the river {.0 %}"),
            [
                ("theirs (SOM, plain)", *(f"{error:.2f}" for error in THEIR_ERRORS), ""),
                ("always even", *means_of((UNSURE - judged.actual) ** 2), ""),
                *((short(name), *errors[name], judged.unsure(name)[RIVER]) for name in NAMES),
            ],
            "±.4f",
        ),
        table(
            "On the river, the error of the first less that of the second, paired by hand",
            "first | second | of its error | by matches | where it is sure",
            ((short(pair.one), short(pair.other), *pair.percents) for pair in compared),
        ),
        _checks(compared),
        table(
            "Error on the river as the hands go by",
            ("model", *(f"{start:,} to {end:,}" for start, end in pieces)),
            {short(name): rates for name, rates in curves.items()},
            "±.3f",
        ),
        table(
            "Predicted less actual chance of winning on the last street of a hand",
            "model | the hand's end | bias {±+.3f} | squared error {±.3f}",
            (
                (short(name), ended, *both)
                for name, by_end in bias.items()
                for ended, both in by_end.items()
            ),
        ),
        table(
            "What the explicit model learned, at the end of each match",
            "opponent | aggression | misjudges his chance by",
            ((rival, *_traits(one)) for rival, one in judged.beliefs()),
        ),
    )
    notes = (
        f"Matches: {runs} of {hands:,} hands against each of the baseline players with "
        f"aggression {', '.join(f'{one:g}' for one in SWEEP)}, seed {setting.seed}: the same "
        "hands for all, fresh models in each match. Counted is every hand that came to a "
        "street, however it ended, from the first on; who is unsure says even.",
        "± is half a 95 % interval from blocks of hands, or where it says so from whole "
        "matches (by opponent); parts of an error are of its mean, taken as known. To be under "
        "another is held if both intervals are below zero, to be so much under it if the mean "
        "is. Where it is sure: only rivers for which something came to the second one's mind. "
        "Partial: a mismatch of 10, and no threshold. Blending: no threshold, and no "
        "rehearsal, which a blend has not; unrehearsed is plain retrieval without it. Both: as "
        "memory:blend. With folds: learns from hands that nobody showed. som is the model "
        "memory:som, and so on.",
        "The explicit model knows how a baseline player decides, and is at home here too; none "
        "of its factors is one that is played. ± of what it learned is the spread of its "
        "belief.",
        "A bias is of the last street of a hand. Whoever then folds is weaker than anybody "
        "could know before, and whoever called is asked about after it, so that some bias is "
        "left to every model.",
        HOME,
    )
    data = {
        "hands": hands,
        "runs": runs,
        "errors": {name: dict(zip(STREETS, rates, strict=True)) for name, rates in errors.items()},
        "pairs": {
            (pair.one, pair.other): {
                "difference": pair.difference,
                "by_match": pair.by_match,
                "where_sure": pair.sure,
            }
            for pair in compared
        },
        "curves": curves,
        "ends": ends,
        "bias": {
            name: {ended: one for ended, (one, _) in by_end.items()}
            for name, by_end in bias.items()
        },
        "traits": [{"rival": rival} | one._asdict() for rival, one in judged.beliefs()],
    }
    draw = partial(draw_curves, curves=curves, ends=ends)
    return Findings(sections, notes, data, draw)


def _traits(one: Traits) -> tuple[str, str]:
    aggression = plus_minus(one.aggression, one.aggression_spread, ".3f")
    return aggression, plus_minus(one.noise, one.noise_spread, ".3f")


def _checks(compared: list[ErrorPair]) -> Section:
    """The must and the aim: each kind's ways against its plain retrieval."""
    rows = []
    for kind in KINDS:
        plain = {pair.one: pair for pair in compared if pair.other == memory_name(kind)}
        for way in ("partial", "blending", BOTH):
            pair = plain[memory_name(kind, way)]
            ends = [pair.difference.high, pair.by_match.high]
            under = all(end < 0 for end in ends if np.isfinite(end))
            far = pair.difference.mean <= -AIM * pair.base
            claim = f"{short(pair.one)} under {kind}"
            rows.append((claim, pair.percents[0], held(under), held(far)))
    return table(
        "What has to come out on the river",
        f"claim | ours | under it | {100 * AIM:.0f} % less",
        rows,
    )


def _curve(judged: JudgedHands, name: str, pieces: list[tuple[int, int]]) -> list[Rate]:
    """The error on the river in each piece of the matches."""
    errors, number = judged.errors(name)[:, RIVER], judged.number
    return [mean_of(errors[(number >= start) & (number < end)]) for start, end in pieces]


def biases(judged: JudgedHands, name: str) -> dict[str, tuple[Rate, Rate]]:
    """By how a hand ended: predicted less actual on its last street, and the squared error."""
    last = np.where(~np.isnan(judged.actual), np.arange(4), 0).max(axis=1)
    off = (judged.filled(name) - judged.actual)[np.arange(len(last)), last]
    chosen = {ended: judged.ended == ended for ended in (SHOWDOWN, HE_FOLDED, WE_FOLDED)}
    chosen["all hands"] = np.ones(len(last), dtype=bool)
    return {
        ended: (mean_of(off[which]), mean_of(off[which] ** 2))
        for ended, which in chosen.items()
        if which.any()
    }


def draw_curves(path: Path, curves: dict[str, list[Rate]], ends: list[int]) -> None:
    """The error on the river by hands played, with 95 % bands, and the paper's."""
    with canvas(path) as [[axes]]:
        for name, rates in curves.items():
            means = np.array([one.mean for one in rates])
            half, label = halves(rates), short(name)
            band(axes, ends, means, half, 0.12, marker="o", markersize=3, label=label)
        axes.axhline(THEIR_ERRORS[RIVER], color="grey", linestyle="--", label="theirs (SOM)")
        axes.set_xscale("log")
        axes.set_xticks(ends, [f"{end:,}" for end in ends])
        axes.minorticks_off()
        axes.set_ylim(bottom=0)
        axes.set(xlabel="hands played (the end of each piece)", ylabel="squared error on the river")
        axes.legend(frameon=False, fontsize=8)
