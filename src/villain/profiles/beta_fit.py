"""The beta distribution under which counts are most probable: Newton's method in two dimensions.

SciPy's minimisers find the same, but to import them takes longer than to read a profile.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from villain.kernels.arrays import CountArray, FloatArray

STEPS, ENOUGH = 100, 1e-7
"""Newton's method needs about ten steps; it ends where the slope is as small as this a chance."""


class Peak(NamedTuple):
    """The height of a function at a point, its slope, and its curvature."""

    height: float
    slope: FloatArray
    curvature: FloatArray


class Likelihood:
    """The probability of counts under a beta distribution, by the logit of its mean and log weight.

    log B(a + k, b + n - k) / B(a, b) is a sum of logs of a + j, b + j and a + b + j over j below
    k, n - k and n: so the players only matter by how many of them exceed each j. ``side``,
    ``weight`` and ``spread`` are weak beliefs: so many on either side, and a normal log weight.
    """

    def __init__(
        self, done: CountArray, chances: CountArray, side: float, weight: float, spread: float
    ) -> None:
        self._tails = [_exceeding(counts) for counts in (done, chances - done, chances)]
        self._steps = [np.arange(len(tail), dtype=np.float64) for tail in self._tails]
        self._side, self._log_weight, self._spread = side, float(np.log(weight)), spread

    def __call__(self, x: FloatArray) -> Peak:
        """The logarithm of the probability at a point, but for a constant."""
        m, w = 1 / (1 + np.exp(-x[0])), float(np.exp(x[1]))
        a, b, q = m * w, (1 - m) * w, w * m * (1 - m)
        logs, ones, twos = [], [], []
        for base, tail, steps in zip((a, b, w), self._tails, self._steps, strict=True):
            at = base + steps
            share = tail / at
            logs.append(float(tail @ np.log(at)))
            ones.append(float(share.sum()))
            twos.append(-float((share / at).sum()))
        by_a, by_b = ones[0] - ones[2], ones[1] - ones[2]
        aa, bb, ab = twos[0] - twos[2], twos[1] - twos[2], -twos[2]
        far = (x[1] - self._log_weight) / self._spread
        height = logs[0] + logs[1] - logs[2] + self._side * np.log(m * (1 - m)) - far**2 / 2
        slope = [
            q * (by_a - by_b) + self._side * (1 - 2 * m),
            a * by_a + b * by_b - far / self._spread,
        ]
        across = q * (a * aa + (b - a) * ab - b * bb + by_a - by_b)
        curvature = [
            [
                q**2 * (aa - 2 * ab + bb)
                + q * (1 - 2 * m) * (by_a - by_b)
                - 2 * self._side * m * (1 - m),
                across,
            ],
            [
                across,
                a**2 * aa + 2 * a * b * ab + b**2 * bb + a * by_a + b * by_b - self._spread**-2,
            ],
        ]
        return Peak(float(height), np.array(slope), np.array(curvature))


def climb(
    function: Callable[[FloatArray], Peak], start: FloatArray, low: FloatArray, high: FloatArray
) -> FloatArray:
    """The highest point of a smooth function within bounds, from a start nearby."""
    x = np.clip(start, low, high)
    here, damping = function(x), 0.0
    scale = max(1.0, abs(here.height))
    for _ in range(STEPS):
        # At a bound one does not go further out.
        stuck = ((x <= low) & (here.slope < 0)) | ((x >= high) & (here.slope > 0))
        slope = np.where(stuck, 0.0, here.slope)
        if np.abs(slope).max() <= ENOUGH * scale:
            break
        downward = np.where(stuck[:, None] | stuck[None, :], 0.0, -here.curvature)
        values, axes = np.linalg.eigh(downward + np.diag(stuck.astype(np.float64)))
        # Where the function curves upward Newton would go down: go up as steeply as it curves.
        values = np.maximum(np.abs(values), 1e-9) + damping
        step = axes @ ((axes.T @ slope) / values)
        new = np.clip(x + step * min(1.0, 2.0 / float(np.abs(step).max())), low, high)
        there = function(new)
        if there.height >= here.height:
            x, here, damping = new, there, damping / 10
        elif np.abs(new - x).max() < 1e-10:
            break
        else:
            damping = max(10 * damping, 0.1 * float(values.max()))
    return x


def _exceeding(counts: CountArray) -> FloatArray:
    """For j = 0, 1, …: how many of the counts are greater than j."""
    return np.cumsum(np.bincount(counts)[:0:-1])[::-1].astype(np.float64)
