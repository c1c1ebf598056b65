"""A picture of how fast the crowd gets to know players."""

from pathlib import Path
from typing import TYPE_CHECKING

from villain.models.crowd import TRAINED_ON
from villain.papers.canvas import canvas

if TYPE_CHECKING:
    from villain.evaluation.learning_speed import Speed

_COLOUR = "#1b6e3c"


def draw_gains(speed: "Speed", seed: int, path: Path, model: str = "crowd") -> None:
    """The gain by hands seen, with its intervals; dashed, what it comes to in the end."""
    gains, crowd = speed.gains(seed), model == "crowd"
    places = range(len(gains))
    heights = [one.gain for one in gains]
    below = [one.gain - one.low for one in gains]
    above = [one.high - one.gain for one in gains]
    with canvas(path, size=(7, 4)) as [[axes]]:
        axes.axhline(0, color="0.85", linewidth=1)
        axes.axhline(heights[-1], color="0.6", linewidth=1, linestyle="--")
        axes.errorbar(
            places, heights, (below, above), color=_COLOUR, marker="o", capsize=3, linewidth=1.6
        )
        axes.set_xticks(places, [f"{one.first}–{one.last}" for one in gains])
        axes.set_xlabel("his hands")
        axes.set_ylabel("nats gained a decision")
        axes.set_title(f"What {'the crowd' if crowd else model} gains by knowing a player")
        axes.figure.supxlabel(
            f"Against one to which he is a stranger in every hand; {len(speed.cases)} players, "
            f"95 % over players.\n{TRAINED_ON if crowd else ''}",
            fontsize=9,
        )
