"""A picture of a range after each action: one small heat map for each."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from villain.cards.combo import CLASSES
from villain.game.script import NAMES
from villain.papers.canvas import Axes, canvas

if TYPE_CHECKING:
    from villain.models.reading import SeatRange

ACROSS = 4
SIDE = 3.6
"""At most so many maps in a row, and the inches of one."""


def draw_readings(readings: "list[SeatRange]", title: str, path: Path) -> None:
    """Draw the maps in the order of play, shaded on one scale."""
    rows = -(-len(readings) // ACROSS)
    columns = -(-len(readings) // rows)
    size = (SIDE * columns + 0.9, (SIDE + 0.45) * rows + 0.6)
    with canvas(path, rows, columns, size=size) as page:
        for axes in page.flat[len(readings) :]:
            axes.set_visible(False)
        for axes, reading in zip(page.flat, readings, strict=False):
            image = _draw(axes, reading)
        figure = page[0, 0].figure
        figure.get_layout_engine().set(w_pad=0.12, h_pad=0.12)
        figure.suptitle(title[0].upper() + title[1:], fontsize=12 if columns > 1 else 9)
        bar = figure.colorbar(image, ax=page, shrink=0.8, aspect=30, pad=0.01)
        bar.set_label("how likely, beside the likeliest", fontsize=8)
        bar.ax.tick_params(labelsize=7)
        bar.outline.set_visible(False)


def _draw(axes: Axes, reading: "SeatRange") -> Any:  # noqa: ANN401
    grid = reading.likelihoods
    image = axes.imshow(grid, vmin=0, vmax=1, cmap="viridis")
    for hand in CLASSES:
        ink = _ink(float(grid[hand.row, hand.column]))
        style = {"ha": "center", "va": "center", "fontsize": 5.5, "color": ink}
        axes.text(hand.column, hand.row, str(hand), **style)
    lines = np.arange(-0.5, 13)
    axes.vlines(lines, -0.5, 12.5, color="white", linewidth=0.4)
    axes.hlines(lines, -0.5, 12.5, color="white", linewidth=0.4)
    axes.set_xticks([])
    axes.set_yticks([])
    axes.spines[:].set_visible(False)
    axes.set_title(reading.words, loc="left", pad=18, fontsize=11, fontweight="bold")
    where = NAMES[reading.street] if reading.street else "before the flop"
    board = " ".join(card.symbol for card in reading.board)
    place = {"xycoords": "axes fraction", "textcoords": "offset points"}
    axes.annotate(f"{where}  {board}", (0, 1), (0, 5), fontsize=9, color="0.35", **place)
    return image


def _ink(share: float) -> str:
    """Dark on bright cells, and faint where nothing is."""
    return "black" if share > 0.55 else "white" if share >= 0.05 else "#9a7fa8"
