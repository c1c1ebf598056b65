"""Pictures of clones beside the players whom they are made of."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from villain.errors import VillainError
from villain.evaluation.realism import clones
from villain.papers.canvas import canvas
from villain.profiles.population import interval

if TYPE_CHECKING:
    from villain.evaluation.realism.clones import CloneResult

Axes: TypeAlias = Any  # matplotlib's own are loose

_HE, _CLONE = "#3568b8", "#d08700"
WIDTH, HEIGHT, BELOW = 4.2, 0.38, 0.28
SHOWN = (
    "vpip",
    "pfr",
    "three_bet",
    "limp",
    "steal",
    "fold_to_steal_bb",
    "cbet_flop",
    "fold_to_cbet_flop",
    "fold_to_bet_flop",
    "fold_to_bet_river",
    "wtsd",
    "wwsf",
    "afq",
)


def draw_clones(results: "list[CloneResult]", path: Path) -> None:
    """Draw the tightest, the loosest and the most aggressive player, each with his clone."""
    chosen = unlike_clones(results)
    keys = [
        key
        for key in SHOWN
        if any(line.statistic.key == key for one in chosen.values() for line in one.lines())
    ]
    if not keys:
        raise VillainError(
            f"no statistic has {clones.LEAST_CHANCES} chances to be drawn; "
            "let clones play more --hands"
        )
    size = (WIDTH * len(chosen) + 1.2, HEIGHT * len(keys) + 1.9)
    with canvas(path, 1, len(chosen), size=size) as [page]:
        for axes, (why, one) in zip(page, chosen.items(), strict=True):
            _draw(axes, one, keys)
            axes.set_title(f"{why}\n{one.hands:,} hands", fontsize=11)
        page[0].set_yticks(range(len(keys)), _names(results, keys))
        for axes in page[1:]:
            axes.set_yticks(range(len(keys)), [""] * len(keys))
        figure = page[0].figure
        handles, labels = page[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", frameon=False, ncols=3)
        figure.suptitle("Players and their clones", fontsize=14)


def unlike_clones(results: "list[CloneResult]") -> "dict[str, CloneResult]":
    """Three unlike players, and by what they are: as far as there are so many."""
    tight, *others = sorted(results, key=lambda one: _rate(one, 0))
    chosen = {"the tightest": tight}
    if others:
        chosen["the loosest"] = others.pop()
    if others:
        chosen["the most aggressive"] = max(others, key=lambda one: _rate(one, -1))
    return chosen


def _rate(one: "CloneResult", place: int) -> float:
    """His rate of the first statistic, VPIP, or of the last, AFq."""
    done, chances = one.second[2 * place : 2 * place + 2 or None].tolist()
    return float(done / max(chances, 1))


def _names(results: "list[CloneResult]", keys: list[str]) -> list[str]:
    names = {line.statistic.key: line.statistic.name for one in results for line in one.lines()}
    return [names[key] for key in keys]


def _draw(axes: Axes, one: "CloneResult", keys: list[str]) -> None:
    lines = {line.statistic.key: line for line in one.lines()}
    places = [place for place, key in enumerate(keys) if key in lines]
    shown = [lines[keys[place]] for place in places]
    if shown:
        means, lows, highs = 100 * np.array([line.second for line in shown]).T
        axes.errorbar(
            means,
            places,
            xerr=[means - lows, highs - means],
            fmt="o",
            color=_HE,
            markersize=6,
            capsize=3,
            label="he, in the half that judges, with 95 %",
        )
        axes.plot(
            [100 * line.first[0] / line.first[1] for line in shown],
            places,
            "o",
            markerfacecolor="none",
            markeredgecolor=_HE,
            markersize=6,
            label="he, in as many hands of the other half",
        )
        rates, lows, highs = 100 * np.array([interval(*line.clone) for line in shown]).T
        axes.errorbar(
            rates,
            np.array(places) + BELOW,
            xerr=[rates - lows, highs - rates],
            fmt="D",
            color=_CLONE,
            markersize=5,
            elinewidth=1,
            capsize=2,
            label="his clone, with 95 %",
        )
    axes.set_ylim(len(keys) - 0.5, -0.5)
    axes.set_xlim(-2, 102)
    axes.grid(axis="y", color="0.92")
    axes.set_axisbelow(True)
    axes.xaxis.set_major_formatter("{x:.0f} %")
