"""Means with their intervals: of blocks of hands, of what is independent, of whole matches."""

import numpy as np
import numpy.typing as npt

from villain.arena.statistics import Rate, half_interval, rate
from villain.kernels.arrays import FloatArray


def mean_of(values: FloatArray) -> Rate:
    """The mean of what is known, with an interval from blocks of hands."""
    known = values[~np.isnan(values)]
    return rate(known) if len(known) else _alone(float("nan"))


def means_of(by_street: FloatArray) -> list[Rate]:
    """The mean of what is known on each street."""
    return [mean_of(values) for values in by_street.T]


def mean_over(values: FloatArray) -> Rate:
    """The mean of what is independent, with Student's interval.

    >>> mean_over(np.array([1.0, 2.0, 3.0]))
    Rate(mean=2.0, standard_error=0.57..., low=-0.48..., high=4.48...)
    """
    mean, count = float(values.mean()) if len(values) else float("nan"), len(values)
    if count < 2:
        return _alone(mean)
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
            return _alone(mean)
        variance += len(sums) * float(sums.var(ddof=1))
        freedom += len(sums) - 1
    return _around(mean, float(np.sqrt(variance)) / np.count_nonzero(known), freedom)


def _alone(mean: float) -> Rate:
    return Rate(mean, float("inf"), float("-inf"), float("inf"))


def _around(mean: float, error: float, freedom: int) -> Rate:
    half = half_interval(error, freedom)
    return Rate(mean, error, mean - half, mean + half)
