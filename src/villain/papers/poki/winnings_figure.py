"""Winnings against hands, in the manner of poki's Figures 8 and 9."""

from pathlib import Path

import numpy as np

from villain.arena.statistics import rate
from villain.kernels.arrays import FloatArray
from villain.papers.canvas import canvas

COLOURS = ("#00798c", "#edae49", "#d1495b", "#4b3f72")


def draw_winnings(path: Path, columns: dict[str, FloatArray], title: str) -> None:
    """Small bets won so far against hands played, with bands of 95 %, and the rate a hand."""
    with canvas(path, 1, 2, size=(10, 4.2)) as [[left, right]]:
        shortest = min(map(len, columns.values()))
        for (name, column), colour in zip(columns.items(), COLOURS, strict=False):
            part = column[:shortest]
            steps = np.unique(np.linspace(1, len(part), 400).astype(int))
            error = rate(part).standard_error
            total = part.cumsum()[steps - 1]
            half = 1.96 * error * np.sqrt(len(part) * steps)
            left.plot(steps, total, color=colour, label=name)
            left.fill_between(steps, total - half, total + half, color=colour, alpha=0.12)
            known = np.unique(np.geomspace(min(20, len(column)), len(column), 300).astype(int))
            right.plot(
                known,
                column.cumsum()[known - 1] / known,
                color=colour,
                label=f"{name}  {column.mean():+.3f}",
            )
        for axes in (left, right):
            axes.axhline(0, color="0.6", linewidth=0.8)
            axes.set_xlabel("deals (each the mean of ten seatings)")
            axes.legend(frameon=False, fontsize=8)
        right.set_xscale("log")
        left.set_ylabel("small bets won so far")
        right.set_ylabel("small bets a hand so far")
        left.set_title(title, loc="left", fontsize=10)
