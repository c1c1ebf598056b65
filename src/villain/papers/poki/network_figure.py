"""A network in the manner of Figure 7: inputs above, chances below, weights as lines."""

from pathlib import Path
from typing import Any

import numpy as np

from villain.models.predictors.inputs import INPUTS
from villain.models.predictors.network import Floats, Weights
from villain.papers.canvas import canvas

ACTIONS = ("fold", "call", "raise")
DARK, LIGHT = "#1b1b1b", "#b8b8b8"
STRONGEST = 160
"""So many lines between inputs and hidden nodes are drawn, the strongest."""


def draw_network(path: Path, net: Weights, inputs: Floats, chances: Floats, title: str) -> None:
    """Black lines are positive weights, grey ones negative; a dark node is an active one."""
    hidden = np.tanh(inputs @ net.hidden + net.hidden_bias)
    effect = net.hidden * net.scale[:, None]
    rows = (_places(len(inputs)), _places(len(hidden), 0.08), _places(3, 0.3))
    heights = (2.0, 1.0, 0.0)
    with canvas(path, size=(12, 6.5)) as [[axes]]:
        _lines(axes, effect, (rows[0], heights[0]), (rows[1], heights[1]), STRONGEST)
        _lines(axes, net.output, (rows[1], heights[1]), (rows[2], heights[2]), net.output.size)
        spread = np.maximum(np.abs(net.scale), 1e-6)
        shades = (np.clip(np.abs(inputs) / (3 * spread), 0, 1), np.abs(hidden), chances)
        for places, height, shade in zip(rows, heights, shades, strict=True):
            axes.scatter(
                places, [height] * len(places), c=1 - shade, cmap="gray", vmin=0, vmax=1,
                s=70 if height else 260, edgecolors=DARK, linewidths=0.8, zorder=3,
            )  # fmt: skip
        for place, name in zip(rows[0], INPUTS, strict=True):
            axes.text(place, 2.06, name, rotation=60, ha="left", va="bottom", fontsize=6.5)
        for place, name, chance in zip(rows[2], ACTIONS, chances, strict=True):
            axes.text(place, -0.14, f"{name}\n{chance:.0%}", ha="center", va="top", fontsize=10)
        axes.set_title(title, loc="left", fontsize=10)
        axes.set_ylim(-0.45, 2.95)
        axes.set_xlim(-0.02, 1.1)
        axes.axis("off")


def draw_importance(path: Path, names: list[str], worth: list[float], errors: list[float]) -> None:
    """What each input is worth, the most important on top."""
    with canvas(path, size=(7, 0.24 * len(names) + 1)) as [[axes]]:
        places = np.arange(len(names))[::-1]
        axes.barh(places, worth, xerr=1.96 * np.array(errors), color="#00798c", height=0.7)
        axes.set_yticks(places, names, fontsize=8)
        axes.set_xlabel("nats a decision that are lost without it")


def _places(count: int, margin: float = 0.0) -> Floats:
    places: Floats = np.linspace(margin, 1 - margin, count).astype(np.float32)
    return places


def _lines(
    axes: Any,  # noqa: ANN401
    weights: Floats,
    above: tuple[Floats, float],
    below: tuple[Floats, float],
    most: int,
) -> None:
    """The strongest lines between two rows, as thick as the weights are large."""
    largest = np.abs(weights).max()
    for flat in np.argsort(-np.abs(weights), axis=None)[:most]:
        i, j = np.unravel_index(flat, weights.shape)
        weight = weights[i, j] / largest
        axes.plot(
            [above[0][i], below[0][j]],
            [above[1], below[1]],
            color=DARK if weight > 0 else LIGHT,
            linewidth=2.2 * abs(weight),
            zorder=1 if weight > 0 else 0,
        )
