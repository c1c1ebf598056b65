"""The pictures of poki's tables and of the game before the flop."""

from pathlib import Path
from typing import Any

import numpy as np

from villain.cards.card import RANKS
from villain.kernels.arrays import FloatArray
from villain.papers.canvas import canvas

THEIRS, OURS, QUIET = "#d1495b", "#00798c", "#8d99ae"
ACTION_COLOURS = {"f": "#8d99ae", "c": "#edae49", "r": "#d1495b"}
ACTION_NAMES = {"f": "fold", "c": "call or check", "r": "raise"}


def draw_groups(path: Path, hands: list[tuple[str, int, float, float]]) -> None:
    """Table 1: a column for each group, a dot for each hand (name, group, theirs, ours)."""
    hands = sorted(hands, key=lambda hand: (hand[1], -hand[3]))
    with canvas(path, size=(11, 6)) as [[axes]]:
        places = _spread(hands)
        axes.scatter(places, [hand[3] for hand in hands], color=OURS, s=22, label="ours", zorder=2)
        axes.scatter(
            places,
            [hand[2] for hand in hands],
            facecolors="none",
            edgecolors=THEIRS,
            s=52,
            linewidths=0.9,
            label="theirs",
            zorder=3,
        )
        for place, (name, _, _, ours) in zip(places, hands, strict=True):
            axes.annotate(
                name, (place, ours), (0, 6), textcoords="offset points", fontsize=6, ha="center"
            )
        axes.axhline(0, color="0.6", linewidth=0.8)
        axes.set_xlabel("Sklansky's group")
        axes.set_ylabel("income rate, ten players, thousandths of a bet")
        axes.set_xticks(range(1, 9))
        axes.legend(frameon=False)


def _spread(hands: list[tuple[str, int, float, float]]) -> list[float]:
    """Side by side within a group, in their order."""
    seen: dict[int, int] = {}
    sizes = {group: sum(hand[1] == group for hand in hands) for _, group, _, _ in hands}
    places = []
    for _, group, _, _ in hands:
        number = seen[group] = seen.get(group, -1) + 1
        places.append(group + 0.8 * ((number + 0.5) / sizes[group] - 0.5))
    return places


def draw_iterated(
    path: Path,
    hands: list[tuple[str, float, float, float]],
    fits: dict[str, tuple[float, float]],
) -> None:
    """Table 2: theirs against twice ours (name, theirs, ours, error), and the readings' fits."""
    with canvas(path, 1, 2, size=(11, 4.8)) as [[points, bars]]:
        theirs = np.array([hand[1] for hand in hands])
        ours = 2 * np.array([hand[2] for hand in hands])
        halves = 2 * 1.96 * np.array([hand[3] for hand in hands])
        ours = np.maximum(ours, 1.0)  # the axes are logarithmic
        ends = [30, 3500]
        points.plot(ends, ends, color="0.6", linewidth=0.8)
        points.set_xscale("log")
        points.set_yscale("log")
        points.errorbar(ours, theirs, xerr=halves, fmt="o", color=OURS, markersize=4, capsize=2)
        for (name, y, _, _), x in zip(hands, ours, strict=True):
            points.annotate(name, (x, y), (5, -3), textcoords="offset points", fontsize=6)
        points.set_xlabel("twice ours, with 95 % intervals")
        points.set_ylabel("theirs, thousandths of a bet")
        points.set_title("iterated rates of the 27 hands")
        places = range(len(fits))
        bars.barh(
            places, [apart for _, apart in fits.values()], color=[OURS, *[QUIET] * 20][: len(fits)]
        )
        for place, (scale, apart) in zip(places, fits.values(), strict=True):
            bars.text(apart, place, f"  × {scale:.2f}", va="center", fontsize=8)
        bars.set_yticks(places, list(fits), fontsize=8)
        bars.invert_yaxis()
        bars.margins(x=0.15)
        bars.set_xlabel("root mean square left after the scale")
        bars.set_title("readings")


def draw_decisions(
    path: Path,
    rows: dict[str, dict[str, FloatArray]],
    columns: dict[str, tuple[str, str]],
    differ: dict[str, list[int]],
) -> None:
    """Grids of the 169 classes: a row for each strategy, a column for each decision.

    ``columns`` names each decision and its actions; classes in ``differ`` are framed.
    """
    size = (3.4 * len(columns), 3.5 * len(rows))
    with canvas(path, len(rows), len(columns), size=size) as grid:
        for line, (title, strategy) in zip(grid, rows.items(), strict=True):
            for axes, (decision, (name, actions)) in zip(line, columns.items(), strict=True):
                _draw_grid(axes, strategy[decision], actions, differ[decision])
                axes.set_title(f"{title}: {name}", fontsize=9)
        handles = [
            grid[0, 0].plot([], [], "s", color=ACTION_COLOURS[action], label=name)[0]
            for action, name in ACTION_NAMES.items()
        ]
        grid[-1, 0].legend(
            handles=handles, frameon=False, fontsize=8, ncols=3, loc="upper left",
            bbox_to_anchor=(0, -0.06),
        )  # fmt: skip


def _draw_grid(axes: Any, chances: FloatArray, actions: str, framed: list[int]) -> None:  # noqa: ANN401
    """Each class as a square, divided by the chances of its actions."""
    from matplotlib.collections import PatchCollection
    from matplotlib.patches import Rectangle

    parts, colours = [], []
    for number in range(169):
        row, column = divmod(number, 13)
        left = float(column)
        for action, chance in zip(actions, chances[:, number], strict=True):
            if chance > 0:
                parts.append(Rectangle((left, row), chance, 1))
                colours.append(ACTION_COLOURS[action])
                left += chance
    axes.add_collection(PatchCollection(parts, facecolors=colours, linewidths=0))
    for line in range(14):
        axes.axhline(line, color="white", linewidth=0.4)
        axes.axvline(line, color="white", linewidth=0.4)
    for number in framed:
        row, column = divmod(number, 13)
        axes.add_patch(
            Rectangle((column, row), 1, 1, fill=False, edgecolor="black", lw=1.5, zorder=3)
        )
    axes.set_xlim(0, 13)
    axes.set_ylim(13, 0)
    axes.set_aspect("equal")
    places, names = np.arange(13) + 0.5, list(reversed(RANKS))
    axes.set_xticks(places, names, fontsize=7)
    axes.set_yticks(places, names, fontsize=7)
    axes.tick_params(length=0)
