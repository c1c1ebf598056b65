"""The pictures of the matches: Table 5.1 and how our agent learns; the profit of Figure 5.1."""

from pathlib import Path
from typing import Any

import numpy as np

from villain.arena.statistics import Rate, rate
from villain.kernels.arrays import FloatArray
from villain.papers.canvas import canvas
from villain.papers.huang.printed import DEVIATION, HANDS, PROFIT, printed

THEIRS, OURS, PAIR, QUIET = "#d1495b", "#00798c", "#7fb7be", "0.45"
BOTS = {"RaiseBot": "#d1495b", "CallBot": "#00798c"}


def draw_table(
    path: Path,
    *,
    rates: dict[tuple[str, str], Rate],
    learning: dict[str, FloatArray],
    ceilings: dict[str, dict[str, float]],
    exploit: str,
) -> None:
    """Three agents against both bots, theirs and ours; and what our agent wins as it learns."""
    bots = list(learning)
    with canvas(path, 1, len(bots) + 1, size=(13, 4.4)) as [row]:
        for axes, bot in zip(row, bots, strict=False):
            found = {agent: one for (agent, other), one in rates.items() if other == bot}
            _draw_bot(axes, bot, found, ceilings.get(bot, {}))
        row[0].legend(frameon=False, fontsize=8, loc="lower left")
        row[0].margins(y=0.12)
        _draw_learning(row[-1], learning, ceilings, exploit)


def _draw_bot(axes: Any, bot: str, found: dict[str, Rate], ceilings: dict[str, float]) -> None:  # noqa: ANN401
    places = np.arange(len(found))
    means = np.array([one.mean for one in found.values()])
    halves = np.array([(one.high - one.low) / 2 for one in found.values()])
    halves = np.where(np.isfinite(halves), halves, 0.0)
    style = {"fmt": "o", "capsize": 3, "markersize": 6}
    axes.plot(
        places - 0.15,
        [printed(agent, bot) for agent in found],
        "D",
        color=THEIRS,
        markersize=7,
        label="theirs",
    )
    axes.errorbar(places, means, halves, color=OURS, label="ours, a hand", **style)
    axes.errorbar(
        places + 0.15, 2 * means, 2 * halves, color=PAIR, label="ours, a pair of hands", **style
    )
    axes.axhline(0, color="0.7", linewidth=0.8)
    for value in sorted({round(one, 2) for one in ceilings.values()}):
        kinds = [kind for kind, one in ceilings.items() if round(one, 2) == value]
        sizes = f"{kinds[0]} sizes" if len(kinds) == 1 else "any sizes"
        axes.axhline(value, color=QUIET, linewidth=0.9, linestyle="--")
        axes.annotate(
            f"ceiling, {sizes}, a hand", (-0.4, value), (0, 3), textcoords="offset points",
            fontsize=7, color=QUIET,
        )  # fmt: skip
    axes.set_xticks(places, list(found), fontsize=9)
    axes.set_xlim(-0.5, len(found) - 0.5)
    axes.set_ylabel("big blinds")
    axes.set_title(f"against {bot}", loc="left", fontsize=11)


def _draw_learning(
    axes: Any,  # noqa: ANN401
    learning: dict[str, FloatArray],
    ceilings: dict[str, dict[str, float]],
    exploit: str,
) -> None:
    for bot, column in learning.items():
        first = min(20, len(column))
        steps = np.unique(np.geomspace(first, len(column), 300).astype(int))
        means = column.cumsum()[steps - 1] / steps
        half = 1.96 * column.std() / np.sqrt(steps)
        colour = BOTS[bot]
        axes.plot(steps, means, color=colour, linewidth=1.8, label=f"against {bot}")
        axes.fill_between(steps, means - half, means + half, color=colour, alpha=0.12, linewidth=0)
        if "free" in ceilings.get(bot, {}):
            axes.axhline(ceilings[bot]["free"], color=colour, linewidth=0.9, linestyle="--")
    axes.axhline(0, color="0.7", linewidth=0.8)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.xaxis.set_minor_formatter(lambda *_: "")
    axes.set_xlabel("hands of each seat")
    axes.set_ylabel("big blinds a hand so far")
    axes.set_title(f"{exploit}; dashed: its ceilings", loc="left", fontsize=11)
    axes.legend(frameon=False, fontsize=8, loc="lower right")


def draw_profit(path: Path, column: FloatArray, names: tuple[str, str]) -> None:
    """Figure 5.1: the profit as the match goes on, a table and both, and where theirs ended."""
    with canvas(path, size=(8.5, 4.8)) as [[axes]]:
        steps = np.unique(np.linspace(1, len(column), 600).astype(int))
        error = rate(column).standard_error
        error = error if np.isfinite(error) else float(column.std() / np.sqrt(len(column)))
        for hands, colour, label in (
            (2, PAIR, "ours, both seats together"),
            (1, OURS, "ours, the mean of the seats"),
        ):
            total = hands * column.cumsum()[steps - 1]
            half = hands * 1.96 * error * np.sqrt(len(column) * steps)
            axes.plot(steps, total, color=colour, linewidth=1.8, label=label)
            axes.fill_between(steps, total - half, total + half, color=colour, alpha=0.15, lw=0)
        axes.axhline(0, color="0.7", linewidth=0.8)
        if len(column) == HANDS:
            axes.errorbar(
                HANDS, PROFIT, 1.96 * DEVIATION, fmt="D", color=THEIRS, capsize=4, markersize=7,
                label=f"theirs at the end: {PROFIT:,}, deviation {DEVIATION:,}",
            )  # fmt: skip
        else:
            axes.plot(
                steps, PROFIT / HANDS * steps, "--", color=THEIRS, linewidth=1.2,
                label=f"theirs on average, {PROFIT:,} in {HANDS:,}",
            )  # fmt: skip
        axes.set_xlabel("deals, each played in both seats")
        axes.set_ylabel("big blinds won so far")
        axes.set_title(f"{names[0]} against {names[1]}; bands: 95 %", loc="left", fontsize=11)
        axes.legend(frameon=False, loc="upper left")
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
