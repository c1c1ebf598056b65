"""The paper's squared errors, and what partial matching and blending do to them [sander]."""

from functools import partial
from pathlib import Path

import numpy as np

from villain.arena.statistics import Rate
from villain.models.memory.model import KINDS
from villain.models.memory.named import memory_name
from villain.papers.canvas import canvas
from villain.papers.report import Report, Section, Setting
from villain.papers.sander.error_sections import (
    BIASED,
    BOTH,
    CURVES,
    NAMES,
    Pair,
    bias_section,
    biases,
    curve,
    curves_section,
    errors_section,
    pairs,
    pairs_section,
    pieces,
    traits_section,
)
from villain.papers.sander.judging import courses_against, judge
from villain.papers.sander.means import mean_of, numbers, short
from villain.papers.sander.printed import HOME, RIVER, STREETS, SWEEP, THEIR_ERRORS, swept
from villain.papers.sander.strength_table import FULL, QUICK

AIM = 0.2
"""So much less error than plain retrieval's is the aim."""


def reproduce_errors(setting: Setting) -> Report:
    """Ask all models about the same hands against the swept baselines."""
    hands = setting.deals or setting.size(QUICK[0], FULL[0])
    runs = setting.size(QUICK[1], FULL[1])
    courses = courses_against(swept().values(), hands, runs, setting.seed)
    found = judge(courses, NAMES, setting)
    compared = pairs(found)
    curves = {name: curve(found, name) for name in CURVES}
    ends = [end for _, end in pieces(found)]
    return Report(
        "table-mse",
        "The mean squared error, theirs beside ours",
        (
            errors_section(found),
            pairs_section(compared),
            _checks(compared),
            curves_section(found),
            bias_section(found),
            traits_section(found),
        ),
        (
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
        ),
        {
            "hands": hands,
            "runs": runs,
            "errors": {
                name: {
                    street: numbers(mean_of(found.errors(name)[:, at]))
                    for at, street in enumerate(STREETS)
                }
                for name in NAMES
            },
            "pairs": {
                f"{p.one} - {p.other}": {
                    "difference": numbers(p.difference),
                    "by_match": numbers(p.by_match),
                    "where_sure": numbers(p.sure),
                }
                for p in compared
            },
            "curves": {name: [numbers(one) for one in rates] for name, rates in curves.items()},
            "ends": ends,
            "bias": {
                name: {ended: numbers(bias) for ended, (bias, _) in biases(found, name).items()}
                for name in BIASED
            },
            "traits": [{"rival": rival} | one._asdict() for rival, one in found.beliefs()],
        },
        {"table-mse.png": partial(draw_curves, curves=curves, ends=ends)},
    )


def _checks(compared: list[Pair]) -> Section:
    """The must and the aim: each kind's ways against its plain retrieval."""
    rows = []
    for kind in KINDS:
        found = {one.one: one for one in compared if one.other == memory_name(kind)}
        for way in ("partial", "blending", BOTH):
            one = found[memory_name(kind, way)]
            ends = [one.difference.high, one.by_match.high]
            under = all(end < 0 for end in ends if np.isfinite(end))
            far = one.difference.mean <= -AIM * one.base
            claim = f"{short(one.one)} under {kind}"
            rows.append((claim, one.percent, _word(under), _word(far)))
    return Section(
        "What has to come out on the river",
        ("claim", "ours", "under it", f"{100 * AIM:.0f} % less"),
        tuple(rows),
    )


def _word(held: object) -> str:
    return "held" if held else "not held"


def draw_curves(path: Path, curves: dict[str, list[Rate]], ends: list[int]) -> None:
    """The error on the river by hands played, with 95 % bands, and the paper's."""
    with canvas(path) as axes:
        one = axes[0, 0]
        for name, rates in curves.items():
            means = np.array([rate.mean for rate in rates])
            errors = [(rate.high - rate.low) / 2 for rate in rates]
            halves = np.where(np.isfinite(errors), errors, 0.0)
            (line,) = one.plot(ends, means, marker="o", markersize=3, label=short(name))
            one.fill_between(
                ends, means - halves, means + halves, alpha=0.12, color=line.get_color()
            )
        one.axhline(THEIR_ERRORS[RIVER], color="grey", linestyle="--", label="theirs (SOM)")
        one.set_xscale("log")
        one.set_xticks(ends, [f"{end:,}" for end in ends])
        one.minorticks_off()
        one.set_ylim(bottom=0)
        one.set_xlabel("hands played (the end of each piece)")
        one.set_ylabel("squared error on the river")
        one.legend(frameon=False, fontsize=8)
