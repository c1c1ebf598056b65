"""Pictures of predictions: what was foretold against what came."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from villain.papers.canvas import canvas

if TYPE_CHECKING:
    from villain.evaluation.judging import Judgement
    from villain.evaluation.scoring import Bin

Axes: TypeAlias = Any  # matplotlib's own are loose

_COLOURS = (
    *("0.8", "0.6", "#3568b8", "#1b6e3c", "#d08700", "#b83535"),
    *("#7a4fa3", "#2aa5a0", "#c2628f", "#7d5a2d", "#8fae1b"),
)
_CROWD = "0.1"
_ABREAST = 6
"""So many names stand in a row below the picture."""

_TITLES = {"fold": "fold", "call": "check or call", "raise": "bet or raise"}
LEAST = 100
"""Bins with fewer cases are not drawn."""

ALLOWED, SHOWN = 5, 12
"""The grey band, in points, and how far the picture of the gaps reaches."""


def draw_calibration(judgement: "Judgement", path: Path) -> None:
    """For each action how often it came where a model gave it a chance; below, how far that is off.

    A point's size shows how many cases it stands for.
    """
    with canvas(path, 2, 3, size=(12, 7.4)) as axes:
        for place, (action, title) in enumerate(_TITLES.items()):
            top, bottom = axes[0][place], axes[1][place]
            top.plot([0, 100], [0, 100], color="0.85", linewidth=1, zorder=0)
            top.fill_between([0, 100], [-ALLOWED, 95], [ALLOWED, 105], color="0.95", linewidth=0)
            bottom.axhspan(-ALLOWED, ALLOWED, color="0.95", linewidth=0)
            bottom.axhline(0, color="0.85", linewidth=1)
            for number, (name, score) in enumerate(judgement.scores.items()):
                bins = [one for one in score.calibration() if one.action == action]
                colour = _CROWD if name == "crowd" else _COLOURS[number % len(_COLOURS)]
                _draw_bins(top, bottom, bins, colour, name)
            top.set_title(title)
            top.set_ylim(0, 100)
            bottom.set_ylim(-SHOWN, SHOWN)
            bottom.set_xlabel("predicted, %")
            for one in (top, bottom):
                one.set_xlim(0, 100)
        axes[0][0].set_ylabel("happened, %")
        axes[1][0].set_ylabel("happened less predicted, points")
        handles, labels = axes[0][0].get_legend_handles_labels()
        legend = axes[0][0].figure.legend(
            handles,
            labels,
            frameon=False,
            ncols=min(len(labels), _ABREAST),
            loc="outside lower center",
        )
        for handle in legend.legend_handles:
            handle.set_sizes([30])


def _draw_bins(top: Axes, bottom: Axes, bins: "list[Bin]", colour: str, name: str) -> None:
    bins = [one for one in bins if one.cases >= LEAST]
    across = [100 * one.predicted for one in bins]
    up = [100 * one.happened for one in bins]
    off = [was - forecast for was, forecast in zip(up, across, strict=True)]
    sizes = [6 + min(one.cases, 20_000) / 400 for one in bins]
    for axes, values in ((top, up), (bottom, off)):
        axes.plot(across, values, color=colour, linewidth=1.1, alpha=0.7)
        axes.scatter(across, values, s=sizes, color=colour, label=name, zorder=2)
