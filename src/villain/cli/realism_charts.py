"""Pictures of how players differ: people, and agents that should be like them."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from villain.cli.figures import literal
from villain.papers.canvas import canvas

if TYPE_CHECKING:
    from villain.evaluation.realism.realism import Realism
    from villain.evaluation.realism.spreads import PlayerCounts

Axes: TypeAlias = Any  # matplotlib's own are loose

SHOWN = ("vpip", "pfr", "afq", "fold_to_bet_river")
TITLES = {
    "vpip": "VPIP",
    "pfr": "PFR",
    "afq": "aggression (AFq)",
    "fold_to_bet_river": "folds to a bet on the river",
}
_PEOPLE, _OURS = "#3568b8", "#d08700"
DOTS = 120
"""At most so many players are dots."""


def draw_spreads(measured: "Realism", agents: list[str], path: Path) -> None:
    """Draw how the rates of people and of ours are spread, each of its own beta distribution."""
    ours = "persons" if agents == ["person"] else ", ".join(agents)
    with canvas(path, 2, 2, size=(9.5, 6.6)) as page:
        for axes, key in zip(page.flat, SHOWN, strict=True):
            _draw(axes, measured, key)
        figure = page[0, 0].figure
        handles = [
            page[0, 0].fill_between([], [], color=one, alpha=0.35) for one in (_PEOPLE, _OURS)
        ]
        figure.legend(
            handles,
            ["people", literal(ours)],
            loc="outside upper right",
            frameon=False,
            ncols=2,
        )
        figure.suptitle("How people differ, and how ours do", x=0.02, ha="left", fontsize=14)
        figure.supxlabel(
            "Curves: the rates of players, fitted to their counts; dashed: the means. Dots: "
            f"players, shrunk toward them.\n{literal(str(measured.stakes))}: "
            f"{measured.tables} tables, {measured.hands:,} hands, and as many of ours.",
            fontsize=9,
            color="0.35",
        )


def _draw(axes: Axes, measured: "Realism", key: str) -> None:
    from scipy.stats import beta

    from villain.evaluation.realism.spreads import fitted

    grid, top, edge = np.linspace(0, 1, 401), 0.0, 0.0
    sides = ((measured.real_counts, _PEOPLE), (measured.our_counts, _OURS))
    for counts, colour in sides:
        prior = fitted(counts, key)
        if prior is None:
            continue
        heights = beta.pdf(grid[1:-1], prior.alpha, prior.beta)
        axes.fill_between(100 * grid[1:-1], heights, color=colour, alpha=0.3, linewidth=0)
        axes.plot(100 * grid[1:-1], heights, color=colour, linewidth=1.5)
        axes.axvline(100 * prior.mean, color=colour, linewidth=1, linestyle="--")
        top, edge = max(top, float(heights[8:-8].max())), max(edge, prior.quantile(0.998))
    top = top or 1.0
    for row, (counts, colour) in enumerate(sides):
        _dots(axes, counts, key, colour, -top * (0.08 + 0.1 * row))
    axes.set_ylim(-0.26 * top, 1.08 * top)
    axes.set_xlim(0, min(100, 110 * edge) if edge else 100)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.axhline(0, color="0.75", linewidth=0.8)
    axes.set_title(TITLES[key], loc="left", fontsize=11)
    axes.xaxis.set_major_formatter("{x:.0f} %")


def _dots(axes: Axes, counts: "PlayerCounts", key: str, colour: str, height: float) -> None:
    from villain.evaluation.realism.spreads import rates_of

    rates = rates_of(counts, key, DOTS)
    wobble = np.random.default_rng(1).uniform(-1, 1, len(rates)) * abs(height) * 0.12
    axes.plot(
        100 * np.array(rates),
        height + wobble,
        "o",
        color=colour,
        markersize=3,
        alpha=0.5,
        markeredgewidth=0,
    )
