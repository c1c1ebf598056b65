"""The tables of squared errors: by street, paired, as hands go by, by how a hand ended [sander]."""

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from villain.arena.statistics import Rate
from villain.models.memory.model import KINDS
from villain.models.memory.named import FOLDS, UNREHEARSED, WAYS, memory_name
from villain.papers.report import Section
from villain.papers.sander.judged import UNSURE, Judged
from villain.papers.sander.means import mean_by_match, mean_of, short, told
from villain.papers.sander.printed import RIVER, STREETS, THEIR_ERRORS
from villain.papers.sander.watching import HE_FOLDED, SHOWDOWN, WE_FOLDED

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
    memory_name("som", BOTH),
    memory_name("gom", BOTH),
    memory_name("s+gom", BOTH),
    EXPLICIT,
)
BIASED = (
    *(name for one in FOLDING for name in (one.removesuffix(FOLDS), one)),
    EXPLICIT,
)
"""With and without what hands that nobody showed teach, and one that needs no showdown."""

ALL = "all hands"

BOUNDS = (0, 25, 50, 100, 200, 500, 1_000, 2_000)
"""The hands after which a piece of the learning curve begins."""


class Pair(NamedTuple):
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
    def percent(self) -> str:
        """The difference in parts of the other's error, with its interval."""
        return _percent(self.difference, self.base)


def _percent(found: Rate, base: float) -> str:
    mean, low, high = (100 * one / base for one in (found.mean, found.low, found.high))
    if np.isnan(mean):
        return ""
    ends = f" ({low:+.0f} to {high:+.0f})" if np.isfinite(high) else ""
    return f"{mean:+.0f} %{ends}"


def pairs(found: Judged) -> list[Pair]:
    """What is compared, fixed before anything was seen."""
    wanted = [
        (memory_name(kind, way), memory_name(kind, PLAIN))
        for kind in KINDS
        for way in WAYS
        if way != PLAIN
    ]
    wanted += [(memory_name(kind, way), memory_name("som", way))
               for way in (PLAIN, BOTH) for kind in ("gom", "s+gom")]  # fmt: skip
    for kind in REHEARSING:
        unrehearsed = memory_name(kind, UNREHEARSED)
        wanted += [(unrehearsed, memory_name(kind)), (memory_name(kind, BOTH), unrehearsed)]
    wanted += [(name, name.removesuffix(FOLDS)) for name in FOLDING]
    wanted.append((EXPLICIT, memory_name("s+gom", BOTH)))
    return [compare(found, one, other) for one, other in wanted]


def compare(found: Judged, one: str, other: str) -> Pair:
    """The difference of two squared errors on the river, paired by hand."""
    first, second = (found.errors(name)[:, RIVER] for name in (one, other))
    less, guess = first - second, found.predicted[other][:, RIVER]
    sure = np.where(np.isnan(guess), np.nan, 1.0)
    return Pair(
        one,
        other,
        mean_of(less),
        mean_of(second).mean,
        mean_by_match(less, found.match, found.rival),
        mean_of(less * sure),
        mean_of(second * sure).mean,
    )


def errors_section(found: Judged) -> Section:
    """Squared errors by street, beside the paper's."""
    even = (UNSURE - found.actual) ** 2
    rows = [
        ("theirs (SOM, plain)", *(f"{error:.2f}" for error in THEIR_ERRORS), ""),
        ("always even", *(told(mean_of(even[:, at])) for at in range(4)), ""),
    ]
    for name in NAMES:
        errors = found.errors(name)
        cells = [told(mean_of(errors[:, at])) for at in range(4)]
        rows.append((short(name), *cells, f"{100 * found.unsure(name)[RIVER]:.0f} %"))
    return Section(
        "Mean squared error of the predicted chance of winning",
        ("model", *STREETS, "unsure on the river"),
        tuple(rows),
    )


def pairs_section(compared: list[Pair]) -> Section:
    """The differences on the river."""
    return Section(
        "On the river, the error of the first less that of the second, paired by hand",
        ("first", "second", "of its error", "by matches", "where it is sure"),
        tuple(
            (
                short(pair.one),
                short(pair.other),
                pair.percent,
                _percent(pair.by_match, pair.base),
                _percent(pair.sure, pair.sure_base),
            )
            for pair in compared
        ),
    )


def pieces(found: Judged) -> list[tuple[int, int]]:
    """From which hand to which, as far as the matches go."""
    end = int(found.number.max()) + 1
    bounds = [bound for bound in BOUNDS if bound < end] + [end]
    return list(pairwise(bounds))


def curve(found: Judged, name: str) -> list[Rate]:
    """The error on the river in each piece of the matches."""
    errors = found.errors(name)[:, RIVER]
    return [
        mean_of(errors[(found.number >= start) & (found.number < end)])
        for start, end in pieces(found)
    ]


def curves_section(found: Judged) -> Section:
    """Learning curves as a table."""
    return Section(
        "Error on the river as the hands go by",
        ("model", *(f"{start:,} to {end:,}" for start, end in pieces(found))),
        tuple((short(name), *(told(one, 3) for one in curve(found, name))) for name in CURVES),
    )


def biases(found: Judged, name: str) -> dict[str, tuple[Rate, Rate]]:
    """By how a hand ended: predicted less actual on its last street, and the squared error."""
    reached = ~np.isnan(found.actual)
    last = np.where(reached, np.arange(4), 0).max(axis=1)
    hands = np.arange(len(last))
    off = (found.filled(name) - found.actual)[hands, last]
    chosen = {ended: found.ended == ended for ended in (SHOWDOWN, HE_FOLDED, WE_FOLDED)}
    chosen[ALL] = np.ones(len(last), dtype=bool)
    return {
        ended: (mean_of(off[which]), mean_of(off[which] ** 2))
        for ended, which in chosen.items()
        if which.any()
    }


def bias_section(found: Judged) -> Section:
    """What a memory that learns from showdowns only takes folded hands for."""
    rows = [
        (short(name), ended, told(bias, 3, sign=True), told(error, 3))
        for name in BIASED
        for ended, (bias, error) in biases(found, name).items()
    ]
    return Section(
        "Predicted less actual chance of winning on the last street of a hand",
        ("model", "the hand's end", "bias", "squared error"),
        tuple(rows),
    )


def traits_section(found: Judged) -> Section:
    """What the explicit model believes of each opponent at the end of a match."""
    return Section(
        "What the explicit model learned, at the end of each match",
        ("opponent", "aggression", "misjudges his chance by"),
        tuple(
            (
                rival,
                f"{one.aggression:.3f} ±{one.aggression_spread:.3f}",
                f"{one.noise:.3f} ±{one.noise_spread:.3f}",
            )
            for rival, one in found.beliefs()
        ),
    )
