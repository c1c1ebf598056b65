"""A player's rates, given how the others play: empirical Bayes.

The true rates of a population are taken to follow a beta distribution, fitted to the counts of all.
With it as a prior, a player seen three times is taken for one of the many, and one seen a thousand
times for himself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.errors import VillainError
from villain.kernels.arrays import CountArray
from villain.profiles.beta_fit import Likelihood, climb

Counts = Sequence[int] | npt.NDArray[np.integer]

MOST_CHANCES = 10_000
"""More chances than this tell nothing new about how players differ, and are scaled down."""

MOST_WEIGHT = 1_000
"""No population is taken to be more alike than this many chances would make a player."""

# Weak beliefs about populations: their weight is about 2, give or take a factor of e squared, and
# their mean is as if something had been seen half a time on either side. Alone they are uniform.
_WEIGHT, _SPREAD, _SIDE = 2.0, 2.0, 0.5


class RateEstimate(NamedTuple):
    """A rate and its 95 % interval."""

    mean: float
    low: float
    high: float


class Deviation(NamedTuple):
    """The distance of a player's rate from the population's, and how sure it is.

    ``by`` is his estimated rate less the population's mean, ``spreads`` the same in standard
    deviations of the population, ``above`` the probability that his true rate is above that mean.
    """

    by: float
    spreads: float
    above: float

    @property
    def certainty(self) -> float:
        """The probability that the deviation has this direction: between a half and one."""
        return max(self.above, 1 - self.above)


@dataclass(frozen=True)
class Prior:
    """The rates of a population: a beta distribution, as if so much had been seen of everybody.

    >>> regulars = Prior(12, 36)
    >>> regulars.mean
    0.25
    >>> [round(regulars.estimate(n // 2, n).mean, 2) for n in (0, 10, 1000)]
    [0.25, 0.29, 0.49]
    """

    alpha: float
    beta: float

    @property
    def mean(self) -> float:
        """The mean rate."""
        return self.alpha / (self.alpha + self.beta)

    @property
    def weight(self) -> float:
        """The chances that the prior is worth: a player with as many is pulled halfway."""
        return self.alpha + self.beta

    @property
    def spread(self) -> float:
        """The standard deviation of the players' true rates."""
        return float(np.sqrt(self.mean * (1 - self.mean) / (self.weight + 1)))

    def quantile(self, share: float) -> float:
        """The rate below which this share of the population is; a half: the median."""
        from scipy.special import betaincinv

        return float(betaincinv(self.alpha, self.beta, share))

    def given(self, done: int, chances: int) -> "Prior":
        """The estimate of a player's rate after his counts are known."""
        _check(np.array([done]), np.array([chances]))
        return Prior(self.alpha + done, self.beta + chances - done)

    def estimate(self, done: int, chances: int) -> RateEstimate:
        """A player's rate, shrunk toward the population, with its 95 % credible interval.

        The interval is widened to hold the mean, which a very lopsided belief can have outside.
        """
        belief = self.given(done, chances)
        low, high = belief.quantile(0.025), belief.quantile(0.975)
        return RateEstimate(belief.mean, min(low, belief.mean), max(high, belief.mean))

    def above(self, done: int, chances: int, rate: float | None = None) -> float:
        """The probability that a player's true rate is above a rate; None: the mean."""
        from scipy.special import betaincc

        belief = self.given(done, chances)
        return float(betaincc(belief.alpha, belief.beta, self.mean if rate is None else rate))

    def deviation(self, done: int, chances: int) -> Deviation:
        """The distance of a player from the population's mean, and how sure it is."""
        by = self.given(done, chances).mean - self.mean
        return Deviation(by, by / self.spread, self.above(done, chances))


JEFFREYS = Prior(0.5, 0.5)
"""The prior that knows nothing of a proportion."""


def interval(done: int, chances: int) -> RateEstimate:
    """The plain rate with Jeffreys' 95 % interval, which needs no population.

    It is the credible interval of the prior that knows nothing, so it is of the same kind as that
    of `Prior.estimate`. It reaches to 0 or 1 where the rate does; without chances it is all.

    >>> [round(number, 3) for number in interval(76, 100)]
    [0.76, 0.67, 0.836]
    """
    low, high = JEFFREYS.estimate(done, chances)[1:]
    mean = done / chances if chances else float("nan")
    return RateEstimate(mean, low if done else 0.0, high if done < chances else 1.0)


def fit(done: Counts, chances: Counts) -> Prior:
    """The prior under which everybody's counts are most probable; one number each for a player.

    This maximises the marginal likelihood of the beta-binomial. Players without chances are left
    out. Weak beliefs about populations, worth less than a player, keep it sensible where there are
    few players, where nobody ever did it, or where all are alike.

    >>> fit([], [])
    Prior(alpha=1.0, beta=1.0)
    """
    k, n = np.asarray(done, dtype=np.int64), np.asarray(chances, dtype=np.int64)
    _check(k, n)
    if not n.any():
        return Prior(1.0, 1.0)
    k, n = _scale_down(k[n > 0], n[n > 0])
    rate = (k.sum() + 0.5) / (n.sum() + 1)
    start = np.array([np.log(rate / (1 - rate)), np.log(10.0)])
    low, high = np.array([-14.0, np.log(0.05)]), np.array([14.0, np.log(MOST_WEIGHT)])
    x = climb(Likelihood(k, n, _SIDE, _WEIGHT, _SPREAD), start, low, high)
    mean, weight = 1 / (1 + np.exp(-x[0])), np.exp(x[1])
    return Prior(float(mean * weight), float((1 - mean) * weight))


def _check(done: CountArray, chances: CountArray) -> None:
    if done.ndim != 1 or done.shape != chances.shape:
        raise VillainError(f"{done.size} counts of what was done for {chances.size} of chances")
    wrong = np.flatnonzero((done < 0) | (done > chances))
    if wrong.size:
        raise VillainError(
            f"done {done[wrong[0]]} times out of {chances[wrong[0]]} chances; a rate is of as many "
            "or fewer (a ratio such as AF has no such estimate)"
        )


def _scale_down(done: CountArray, chances: CountArray) -> tuple[CountArray, CountArray]:
    """The same rates with no more than `MOST_CHANCES`."""
    fewer = np.minimum(chances, MOST_CHANCES)
    scaled = np.rint(done * (fewer / chances)).astype(np.int64)
    return np.minimum(scaled, fewer), fewer
