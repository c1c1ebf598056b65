"""Ways to learn from regrets: how the past fades, what is kept of the negative, what is foreseen.

`cfr+` [cfrplus]; discounted `dcfr` [dcfr], with exponents that change with time `hs-dcfr` [hsdcfr];
`dcfr+` and predictive `pdcfr+` [pdcfr], `pcfr+` [pcfr]. `dcfr4` is discounted with a faster fading
average and hardly a memory of negative regrets. Players take turns; iteration t counts from 1.
"""

from dataclasses import dataclass
from typing import NamedTuple

from villain.errors import VillainError

HORIZON = 1000


class Factors(NamedTuple):
    """What is left of positive regrets, of negative ones and of the average before iteration t."""

    positive: float
    negative: float
    kept: float


@dataclass(frozen=True)
class Scheme:
    """Exponents of fading: ``alpha`` for positive regrets, ``beta`` for negative, ``gamma``.

    An exponent of None keeps all. ``clipped`` regrets are never negative; a ``predictive`` scheme
    counts the last regret once more. Averages weigh iteration t by t to the power of ``gamma``.
    ``slopes`` are by how much the exponents change until iteration 1,000.

    >>> SCHEMES["dcfr"].factors(2)
    Factors(positive=0.5, negative=0.5, kept=0.25)
    """

    name: str
    alpha: float | None
    beta: float | None
    gamma: float
    clipped: bool = False
    predictive: bool = False
    slopes: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def factors(self, iteration: int) -> Factors:
        """The factors of an iteration."""
        past, time = iteration - 1, min(iteration / HORIZON, 1.0)
        alpha, beta, gamma = (slope * time for slope in self.slopes)
        return Factors(
            _fade(past, self.alpha, alpha),
            _fade(past, self.beta, beta),
            (past / iteration) ** (self.gamma + gamma),
        )


def _fade(past: int, exponent: float | None, change: float) -> float:
    if exponent is None:
        return 1.0
    exponent += change
    if past == 0:
        return 0.0 if exponent > 0 else 0.5
    power: float = float(past) ** exponent
    return power / (power + 1)


SCHEMES = {
    scheme.name: scheme
    for scheme in (
        Scheme("cfr+", None, None, 1.0, clipped=True),
        Scheme("dcfr", 1.5, 0.0, 2.0),
        Scheme("dcfr4", 1.5, -1.0, 4.0),
        Scheme("hs-dcfr", 1.0, -1.0, 30.0, slopes=(3.0, -2.0, -5.0)),
        Scheme("dcfr+", 1.5, None, 4.0, clipped=True),
        Scheme("pcfr+", None, None, 2.0, clipped=True, predictive=True),
        Scheme("pdcfr+", 2.3, None, 5.0, clipped=True, predictive=True),
    )
}
DEFAULT = "dcfr4"


def find_scheme(name: str) -> Scheme:
    """A scheme by its name."""
    if name not in SCHEMES:
        raise VillainError.unknown("scheme", name, SCHEMES)
    return SCHEMES[name]
