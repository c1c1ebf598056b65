"""Means with their intervals, and how a table tells them [sander]."""

import numpy as np
import numpy.typing as npt

from villain.arena.statistics import Rate, rate
from villain.kernels.arrays import FloatArray

_NOTHING = Rate(float("nan"), float("inf"), float("-inf"), float("inf"))


def mean_of(values: FloatArray) -> Rate:
    """The mean of what is known, with an interval from blocks of hands."""
    known = values[~np.isnan(values)]
    return rate(known) if len(known) else _NOTHING


def mean_over(values: FloatArray) -> Rate:
    """The mean of what is independent, with Student's interval.

    >>> told(mean_over(np.array([1.0, 2.0, 3.0])), 1)
    '2.0 ±2.5'
    """
    mean, count = float(values.mean()) if len(values) else float("nan"), len(values)
    if count < 2:
        return Rate(mean, float("inf"), float("-inf"), float("inf"))
    return _around(mean, float(values.std(ddof=1) / np.sqrt(count)), count - 1)


def mean_by_match(
    values: FloatArray, match: npt.NDArray[np.int64], rival: npt.NDArray[np.str_]
) -> Rate:
    """The mean of what is known, with an interval from whole matches, apart for each opponent.

    What a learner learned in a match is in all its hands; matches are independent.
    """
    known = ~np.isnan(values)
    mean = float(values[known].mean())
    variance, freedom = 0.0, 0
    for one in np.unique(rival):
        numbers = np.unique(match[rival == one])
        sums = np.array([(values - mean)[known & (match == number)].sum() for number in numbers])
        if len(sums) < 2:
            return Rate(mean, float("inf"), float("-inf"), float("inf"))
        variance += len(sums) * float(sums.var(ddof=1))
        freedom += len(sums) - 1
    return _around(mean, float(np.sqrt(variance)) / np.count_nonzero(known), freedom)


def _around(mean: float, error: float, freedom: int) -> Rate:
    from scipy.stats import t

    half = float(t.ppf(0.975, freedom)) * error
    return Rate(mean, error, mean - half, mean + half)


def told(found: Rate, digits: int = 4, *, sign: bool = False) -> str:
    """A mean with half its interval.

    >>> told(Rate(0.0612, 0.001, 0.0592, 0.0632))
    '0.0612 ±0.0020'
    """
    half = (found.high - found.low) / 2
    mean = f"{found.mean:{'+' if sign else ''}.{digits}f}"
    return f"{mean} ±{half:.{digits}f}" if np.isfinite(half) else mean


def spanned(found: Rate, digits: int = 3) -> str:
    """A mean with both ends of its interval.

    >>> spanned(Rate(0.61, 0.01, 0.59, 0.63), 2)
    '+0.61 (+0.59 to +0.63)'
    """
    ends = f" ({found.low:+.{digits}f} to {found.high:+.{digits}f})"
    return f"{found.mean:+.{digits}f}{ends if np.isfinite(found.high) else ''}"


def numbers(found: Rate) -> dict[str, float]:
    """A mean and its interval, to be written as data."""
    return {"mean": found.mean, "low": found.low, "high": found.high}


def short(model: str) -> str:
    """A memory's name in a table, where there is little room.

    >>> short("memory:s+gom-both"), short("generic")
    ('s+gom-both', 'generic')
    """
    return model.removeprefix("memory:")
