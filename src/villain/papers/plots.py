"""The kinds of plots that the pictures share: lines with bands, dots with intervals."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from villain.arena.statistics import Rate, Share, rate
from villain.kernels.arrays import FloatArray
from villain.papers.canvas import Axes
from villain.papers.telling import half_of

COLOURS = "#d1495b #edae49 #00798c #4b3f72 #66a182 #8d6a9f".split()
RED, AMBER, TEAL, PURPLE, GREEN, _ = COLOURS
GREY = "#8d99ae"
QUIET: dict[str, Any] = {"color": "0.6", "linewidth": 0.8}
"""The look of a line that only helps to read the others."""


def halves(rates: Iterable[Rate | Share]) -> FloatArray:
    """Half of each interval; 0 where there is none."""
    widths = np.array([half_of(one) for one in rates])
    return np.where(np.isfinite(widths), widths, 0.0)


def dots(
    axes: Axes, places: object, rates: Sequence[Rate], factor: float = 1, **style: object
) -> None:
    """Means with their intervals, side by side."""
    means = factor * np.array([one.mean for one in rates])
    axes.errorbar(places, means, factor * halves(rates), **{"fmt": "o"} | style)


def dots_below(axes: Axes, places: object, rates: Sequence[Rate], **style: object) -> None:
    """Means with their intervals, one below the other."""
    means = [one.mean for one in rates]
    axes.errorbar(means, places, xerr=halves(rates), **{"fmt": "o"} | style)


def band(
    axes: Axes,
    across: object,
    means: FloatArray,
    half: FloatArray,
    alpha: float = 0.15,
    edge: float | None = None,
    **style: object,
) -> None:
    """A line with a band around it."""
    (line,) = axes.plot(across, means, **style)
    shade = {"color": line.get_color(), "alpha": alpha, "linewidth": edge}
    axes.fill_between(across, means - half, means + half, **shade)


def so_far(
    axes: Axes,
    column: FloatArray,
    unit: float = 1,
    points: int = 500,
    **style: Any,  # noqa: ANN401
) -> None:
    """The winnings of a match as it goes on, with a band of 95 %."""
    steps = np.unique(np.linspace(1, len(column), points).astype(int))
    error = rate(column).standard_error
    error = error if np.isfinite(error) else float(column.std() / np.sqrt(len(column)))
    half = 1.96 * unit * error * np.sqrt(len(column) * steps)
    band(axes, steps, unit * column.cumsum()[steps - 1], half, **style)


def rate_so_far(axes: Axes, column: FloatArray, **style: object) -> None:
    """The mean of a match as it goes on, from its first twenty deals."""
    steps = known_steps(column)
    axes.plot(steps, column.cumsum()[steps - 1] / steps, **style)


def known_steps(column: FloatArray) -> np.ndarray:
    """Deals from the twentieth to the last, evenly on a logarithmic scale."""
    return np.unique(np.geomspace(min(20, len(column)), len(column), 300).astype(int))
