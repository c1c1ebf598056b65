"""Draws what was measured."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

COLOURS = ("#1f6f8b", "#d1495b", "#edae49", "#66a182")

Rows = Sequence[dict[str, Any]]


def draw(folder: Path, images: Path) -> None:
    """Draw every kind of figure that the folder has."""
    images.mkdir(parents=True, exist_ok=True)
    if (folder / "hands.json").exists() and (folder / "players.json").exists():
        figure = Figure(figsize=(9, 3.4), layout="constrained")
        left, right = figure.subplots(1, 2)
        draw_ways(left, rows_of(folder, "hands"), "hands")
        left.set(xscale="log", xlabel="hands of a match, two players")
        draw_ways(right, rows_of(folder, "players"), "players")
        right.set(xlabel="players")
        figure.savefig(images / "growth-play.png", dpi=110)
    if (folder / "workers.json").exists():
        figure = Figure(figsize=(4.5, 3.4), layout="constrained")
        draw_workers(figure.subplots(), rows_of(folder, "workers"))
        figure.savefig(images / "growth-workers.png", dpi=110)
    if (folder / "store.json").exists():
        figure = Figure(figsize=(12, 3.4), layout="constrained")
        draw_store(figure.subplots(1, 3), rows_of(folder, "store"))
        figure.savefig(images / "growth-store.png", dpi=110)


def rows_of(folder: Path, what: str) -> Rows:
    """What was measured."""
    rows: Rows = json.loads((folder / f"{what}.json").read_text())
    return rows


def draw_ways(axes: Axes, rows: Rows, across: str) -> None:
    """Hands a second, a line for each way to play them."""
    ways = dict.fromkeys(row["way"] for row in rows)
    for way, colour in zip(ways, COLOURS, strict=False):
        some = [row for row in rows if row["way"] == way]
        across_values = [row[across] for row in some]
        axes.plot(across_values, [row["a second"] for row in some], "o-", color=colour, label=way)
    axes.set(yscale="log", ylabel="hands a second, one core")
    axes.grid(alpha=0.3)
    axes.legend()


def draw_workers(axes: Axes, rows: Rows) -> None:
    """Processor time of all processes."""
    workers = [row["workers"] for row in rows]
    axes.plot(workers, [row["processor"] for row in rows], "o-", color=COLOURS[0])
    axes.set(xlabel="processes", ylabel="seconds of processor time, all of them")
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)


def draw_store(panels: Sequence[Axes], rows: Rows) -> None:
    """What comes in, how long it takes, and how much memory."""
    hands = [row["hands"] for row in rows]

    def lines(axes: Axes, what: str, columns: dict[str, str], divided: float = 1) -> None:
        for (name, label), colour in zip(columns.items(), COLOURS, strict=False):
            values = [row.get(name, float("nan")) / divided for row in rows]
            axes.plot(hands, values, "o-", color=colour, label=label)
        axes.set(xscale="log", xlabel="hands in the store", ylabel=what)
        axes.set_ylim(bottom=0)
        axes.grid(alpha=0.3)
        axes.legend()

    lines(panels[0], "hands imported a second, one core", {"imported a second": "10,000 new hands"})
    lines(
        panels[1],
        "seconds of processor time",
        {
            "summing up": "summing up what came in",
            "profile processor": "a profile",
            "his hands processor": "a player's hands",
            "all seats processor": "a question to all seats",
        },
    )
    lines(panels[2], "GB", {"import MB": "memory of an import"}, 1024)
    panels[2].plot(hands, [row["bytes"] / 2**30 for row in rows], "o-", color=COLOURS[1])
    panels[2].lines[-1].set_label("the store on disk")
    panels[2].legend()
