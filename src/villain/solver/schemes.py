"""Ways to learn from regrets: how the past fades, what is kept of the negative, what is foreseen.

`cfr+` [cfrplus], discounted `dcfr` [dcfr], `dcfr+` and predictive `pdcfr+` [pdcfr], `pcfr+` [pcfr].
Players take turns; iteration t counts from 1.
"""

from dataclasses import dataclass
from typing import NamedTuple

from villain.errors import VillainError


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

    >>> SCHEMES["dcfr"].factors(2)
    Factors(positive=0.5, negative=0.5, kept=0.25)
    """

    name: str
    alpha: float | None
    beta: float | None
    gamma: float
    clipped: bool = False
    predictive: bool = False

    def factors(self, iteration: int) -> Factors:
        """The factors of an iteration."""
        past = iteration - 1
        return Factors(
            _fade(past, self.alpha),
            _fade(past, self.beta),
            (past / iteration) ** self.gamma,
        )


def _fade(past: int, exponent: float | None) -> float:
    if exponent is None:
        return 1.0
    if past == 0:
        return 0.0 if exponent > 0 else 0.5
    power: float = float(past) ** exponent
    return power / (power + 1)


SCHEMES = {
    scheme.name: scheme
    for scheme in (
        Scheme("cfr+", None, None, 1.0, clipped=True),
        Scheme("dcfr", 1.5, 0.0, 2.0),
        Scheme("dcfr3", 1.5, 0.5, 3.0),
        Scheme("dcfr+", 1.5, None, 4.0, clipped=True),
        Scheme("pcfr+", None, None, 2.0, clipped=True, predictive=True),
        Scheme("pdcfr+", 2.3, None, 5.0, clipped=True, predictive=True),
    )
}
DEFAULT = "dcfr"


def find_scheme(name: str) -> Scheme:
    """A scheme by its name."""
    if name not in SCHEMES:
        raise VillainError.unknown("scheme", name, SCHEMES)
    return SCHEMES[name]
