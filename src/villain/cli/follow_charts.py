"""Pictures of reads that form: chances hand by hand, and maps of the hands that are played."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias
from warnings import catch_warnings, filterwarnings

import numpy as np

from villain.cards.combo import CLASSES
from villain.cli.figures import literal
from villain.cli.output import many
from villain.papers.canvas import canvas

if TYPE_CHECKING:
    from villain.evaluation.forming import Forming
    from villain.evaluation.opening_ranges import OpeningRanges
    from villain.profiles.spot_reads import SpotRead

Axes: TypeAlias = Any  # matplotlib's own are loose

_COLOURS = ("#b83535", "#3568b8", "#1b6e3c")
"""Fold, call or check, raise or bet."""

WIDTH, HEIGHT = 3.7, 1.95
BESIDE = 0.16
"""The part of a picture, right of the hands seen, that shows what he did."""

MAP = 2.6
"""The inches of a map."""

_SHADES = ((0.93, 0.93, 0.93), (0.27, 0.50, 0.86), (0.08, 0.42, 0.20))
"""Fold, call and raise on a map."""

TICKS = (0, 1, 3, 5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1000)
RUG = 11
"""Below nothing, in points, there is room for what he did in the hands that were followed."""

APART = 13.0
"""The names of two lines are so many points apart, to be read."""


def draw_forming(
    followed: "list[Forming]", names: list[str], note: str, path: Path, model: str = "crowd"
) -> None:
    """Draw what the crowd, or another, says after each hand, and at the right what he did."""
    from villain.cli.follow import dates

    kinds = list(followed[0].reads)
    size = (WIDTH * len(followed) + 0.6, HEIGHT * len(kinds) + 1.3)
    with catch_warnings(), canvas(path, len(kinds), len(followed), size=size) as page:
        filterwarnings("ignore", "Glyph")  # a name in letters that the font has not
        for column, (one, name) in enumerate(zip(followed, names, strict=True)):
            for row, kind in enumerate(kinds):
                _draw(page[row, column], one, one.reads[kind], last=row == len(kinds) - 1)
            page[0, column].annotate(
                _heading(one, name),
                (0.5, 1.0),
                xytext=(0, 24),
                xycoords="axes fraction",
                textcoords="offset points",
                ha="center",
                fontsize=11,
                fontweight="bold",
            )
        for row in page:
            row[0].set_ylabel("%")
        figure = page[0, 0].figure
        figure.get_layout_engine().set(w_pad=0.1, h_pad=0.06)
        source = literal(f"{note or 'Hands'}, {dates(followed)}.")
        whose = "the crowd's" if model == "crowd" else f"{literal(model)}'s"
        figure.suptitle(f"How {whose} read of a player forms over his first hands", fontsize=14)
        figure.supxlabel(
            f"Lines: {whose} chances after so many of his hands; circles: a stranger's. Ticks "
            "below: what he did there in these hands.\nDashed, and points with 95 %: what he did "
            f"in all his hands, in brackets how often he was there. {source}",
            fontsize=9,
            color="0.35",
        )


def _heading(one: "Forming", name: str) -> str:
    who = one.player
    why = f": {who.why}" if who.why else ""
    how = f"VPIP {100 * who.vpip:.0f} %, aggression {100 * who.aggression:.0f} %"
    return literal(f"{name}{why}\n{one.hands:,} hands, {how}")


def _draw(axes: Axes, one: "Forming", read: "SpotRead", *, last: bool) -> None:
    end = one.moments[-1]
    across = [_across(hands) for hands in one.moments]
    axes.set_title(f"{read.kind.title} ({read.cases:,})", fontsize=9, loc="left", color="0.25")
    axes.set_xlim(0, across[-1] * (1 + BESIDE))
    axes.set_ylim(-RUG, 100)
    axes.set_yticks([0, 25, 50, 75, 100], ["0", "", "50", "", "100"])
    axes.grid(axis="y", color="0.93", linewidth=0.8)
    axes.set_axisbelow(True)
    ticks = [hands for hands in TICKS if hands <= end]
    axes.set_xticks([_across(hands) for hands in ticks], ticks if last else [""] * len(ticks))
    axes.tick_params(labelsize=8, colors="0.35", length=2)
    axes.spines[["left", "bottom"]].set_color("0.6")
    if last:
        axes.set_xlabel("hands seen (root scale)", fontsize=9)
    if not read.cases:
        axes.text(across[-1] / 2, 50, "never", ha="center", va="center", color="0.5")
        return
    for place, action in enumerate(read.kind.possible):
        colour = _COLOURS[action]
        said = 100 * read.chances[:, action]
        axes.plot(across, said, color=colour, linewidth=1.8, clip_on=False)
        axes.plot(0, said[0], "o", color=colour, markerfacecolor="white", clip_on=False)
        truth, low, high = (100 * share for share in read.really(action))
        axes.plot([0, across[-1]], [truth] * 2, "--", color=colour, linewidth=0.9, alpha=0.55)
        axes.errorbar(
            [across[-1] * (1 + BESIDE * (0.25 + 0.25 * place))],
            [truth],
            yerr=[[truth - low], [high - truth]],
            fmt="o",
            color=colour,
            markersize=4,
            capsize=2,
            linewidth=1.2,
            clip_on=False,
        )
        when = [_across(hand) for hand, done in read.seen if done == action]
        axes.vlines(when, 2 - RUG, -3, color=colour, linewidth=1.0)
    _name_lines(axes, read, across[-1] * (1 + BESIDE))


def _across(hands: int) -> float:
    """The place of so many hands; the first tell the most, and get the most room."""
    return float(hands**0.5)


def _name_lines(axes: Axes, read: "SpotRead", right: float) -> None:
    """The actions at the right end, apart from one another."""
    places = sorted((100 * read.really(action).mean, action) for action in read.kind.possible)
    heights = [height for height, _ in places]
    for _ in range(20):  # neighbours push one another off
        for place in range(len(heights) - 1):
            short = APART - (heights[place + 1] - heights[place])
            if short > 0:
                heights[place] -= short / 2
                heights[place + 1] += short / 2
        heights = [min(max(height, 3.0), 97.0) for height in heights]
    for height, (_, action) in zip(heights, places, strict=True):
        axes.annotate(
            read.kind.actions[action],
            (right, height),
            xytext=(2, 0),
            textcoords="offset points",
            va="center",
            fontsize=8,
            color=_COLOURS[action],
            annotation_clip=False,
        )


def draw_ranges(
    followed: "list[Forming]",
    names: list[str],
    ranges: "list[OpeningRanges]",
    note: str,
    path: Path,
) -> None:
    """A row for each player, a column for each number of hands: what he does first in."""
    from villain.cli.follow import dates

    across = max(len(one.moments) for one in ranges)
    size = (MAP * across + 0.7, (MAP + 0.3) * len(followed) + 0.9)
    with catch_warnings(), canvas(path, len(followed), across, size=size) as page:
        filterwarnings("ignore", "Glyph")
        for row, one, name, opening in zip(page, followed, names, ranges, strict=True):
            for place, axes in enumerate(row):
                _draw_map(axes, opening, place)
            why = f": {one.player.why}" if one.player.why else ""
            call, more = (100 * one.reads["first in"].really(action).mean for action in (1, 2))
            words = f"{name}{why}\n(he did: {call:.0f} %, {more:.0f} %)"
            row[0].set_ylabel(literal(words), fontsize=10)
        figure = page[0, 0].figure
        figure.suptitle("With which hands he enters first in, as the crowd sees it", fontsize=14)
        figure.supxlabel(
            "Green raises, blue calls, pale folds; above the diagonal suited, below it offsuit.\n"
            + literal(f"{note or 'Hands'}, {dates(followed)}."),
            fontsize=9,
            color="0.35",
        )


def _draw_map(axes: Axes, opening: "OpeningRanges", place: int) -> None:
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0, labelsize=7, labelcolor="0.35", pad=1)
    if place >= len(opening.moments):
        axes.set_axis_off()
        return
    image = opening.maps[place] @ np.array(_SHADES)
    axes.imshow(image.reshape(13, 13, 3).clip(0, 1))
    ranks = [str(hand)[0] for hand in CLASSES[:: 13 + 1]]
    axes.set_xticks(range(len(ranks)), ranks)
    axes.set_yticks(range(len(ranks)), ranks)
    lines = np.arange(0.5, len(ranks) - 1)
    axes.vlines(lines, -0.5, len(ranks) - 0.5, color="white", linewidth=0.5)
    axes.hlines(lines, -0.5, len(ranks) - 0.5, color="white", linewidth=0.5)
    hands = opening.moments[place]
    _, call, more = (100 * opening.widths(place)).tolist()
    seen = f"after {many(hands, 'hand')}" if hands else "a stranger"
    axes.set_title(f"{seen}: calls {call:.0f} %, raises {more:.0f} %", fontsize=9, color="0.25")
