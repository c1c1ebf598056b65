"""Rates with their intervals, from deals as units."""

from dataclasses import dataclass

import numpy as np

from villain.kernels.arrays import FloatArray

MOST_BLOCKS = 100
LEAST_IN_BLOCK = 5


@dataclass(frozen=True)
class Rate:
    """A mean in big blinds a hand, its standard error and its 95 % interval."""

    mean: float
    standard_error: float
    low: float
    high: float

    @property
    def mbb(self) -> float:
        """Thousandths of a big blind a hand."""
        return 1000 * self.mean

    @property
    def bb_per_100(self) -> float:
        """Big blinds in a hundred hands."""
        return 100 * self.mean


def rate(by_deal: FloatArray) -> Rate:
    """The mean of a quantity over deals, with its error from the means of blocks of deals.

    Neighbouring deals of a learner are alike; blocks of them are less so.

    >>> rate(np.array([1.0, -1.0] * 50)).mean
    0.0
    """
    mean = float(by_deal.mean())
    blocks = min(MOST_BLOCKS, len(by_deal) // LEAST_IN_BLOCK)
    if blocks < 2:
        return Rate(mean, float("inf"), float("-inf"), float("inf"))
    means = np.array([block.mean() for block in np.array_split(by_deal, blocks)])
    error = float(means.std(ddof=1) / np.sqrt(blocks))
    half = half_interval(error, blocks - 1)
    return Rate(mean, error, mean - half, mean + half)


def half_interval(error: float, freedom: int) -> float:
    """Half of Student's interval of 95 %, from a standard error.

    >>> round(half_interval(1.0, 9), 3)
    2.262
    """
    from scipy.special import stdtrit  # scipy.stats, which calls this, takes a second to load

    return float(stdtrit(freedom, 0.975)) * error


@dataclass(frozen=True)
class Share:
    """The share of trials that succeeded, with a 95 % interval."""

    mean: float
    low: float
    high: float
    trials: int

    def __str__(self) -> str:
        return f"{100 * self.mean:.0f} % ({100 * self.low:.0f}–{100 * self.high:.0f})"


def share(successes: int, trials: int) -> Share:
    """A share with Wilson's interval, which stays inside 0 and 1 [wilson].

    >>> share(76, 100)
    Share(mean=0.76, low=0.66..., high=0.83..., trials=100)
    """
    if not trials:
        return Share(float("nan"), 0.0, 1.0, 0)
    mean, z2 = successes / trials, 1.96**2
    middle = (mean + z2 / (2 * trials)) / (1 + z2 / trials)
    half = 1.96 * np.sqrt(mean * (1 - mean) / trials + z2 / (4 * trials**2)) / (1 + z2 / trials)
    return Share(mean, float(max(0.0, middle - half)), float(min(1.0, middle + half)), trials)
