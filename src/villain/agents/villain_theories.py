"""Two theories about an opponent: he does what the model says, or what equilibrium does.

Somebody who plays equilibrium cannot be answered with gain, and each answer to a wrong read of him
is paid for. A model that learns from him foresees him ever better; but equilibrium has foreseen him
from the first hand on. So the theories are weighed by how likely each made all that he did, before
it was seen.
"""

from collections.abc import Iterable
from math import exp, log

PRIOR = 2.0
"""Few play equilibrium: at first the model is likelier by so much, in logarithms of odds."""

MOST = 2.5
"""No single decision counts for more, nor do all together for more than `SURE`."""

SURE = 12.0

FIRST, EVERY, SELDOM = 12, 4, 12
"""The first hands are all laid beside equilibrium, later every fourth, and fewer once one of the
theories is all but certain."""

_LEAST = 0.005


class TwoTheories:
    """How likely it is that a player does what the model says, and not what equilibrium does.

    >>> theories = TwoTheories()
    >>> theories.take([(0.5, 0.6)] * 40)                # equilibrium has foreseen him better
    >>> round(theories.model, 2)
    0.01
    """

    def __init__(self) -> None:
        self._odds = PRIOR
        self.hands = 0

    def take(self, chances: Iterable[tuple[float, float]]) -> None:
        """Take in what he did in a hand: the chance of each, by the model and by equilibrium."""
        for model, equilibrium in chances:
            apart = log(max(model, _LEAST)) - log(max(equilibrium, _LEAST))
            self._odds += min(max(apart, -MOST), MOST)
        self._odds = min(max(self._odds, -SURE), SURE)
        self.hands += 1

    def wants(self, hands: int) -> bool:
        """True if the last of so many hands should be laid beside equilibrium."""
        if hands <= FIRST:
            return True
        return hands % (EVERY if abs(self._odds) < SURE else SELDOM) == 0

    @property
    def model(self) -> float:
        """The chance of the model."""
        return 1 / (1 + exp(-self._odds))
