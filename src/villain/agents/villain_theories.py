"""Theories about an opponent: he does what the model says, or plays equilibrium, or answers us.

Somebody who plays equilibrium cannot be answered with gain, and somebody who knows what we do has
an answer to each answer; a model that learns from them foresees them ever better all the same. So
the theories are weighed by how likely each made all that he did, before it was seen.
"""

from collections.abc import Iterable
from math import exp, log

PRIOR = 2.0
"""Few play equilibrium: at first the model is likelier by so much, in logarithms of odds."""

UNSURE, LEAST_SURE = 0.0, -8.0
"""Those who know what we do are few, too, but cost most in the first hands, before they are told
apart: so they begin as likely as the model, and never become less likely than that."""

UNLIKELY = -6.0
"""Where it has become less likely than this, every fourth hand is looked at."""

INNOCENT = 0.05
"""With every hand in which nothing shows that he knows, that becomes less likely by so much."""

MOST = 2.5
"""No single decision counts for more, nor do all together for more than `SURE`."""

SURE = 12.0

FIRST, EVERY, SELDOM = 12, 4, 12
"""The first hands are all laid beside equilibrium, later every fourth, and fewer once one of the
theories is all but certain."""

_LEAST = 0.005


class Theories:
    """How likely it is that a player does what the model says, beside other theories about him.

    >>> theories = Theories()
    >>> theories.take([(0.5, 0.6)] * 40)                # equilibrium has foreseen him better
    >>> round(theories.model, 2)
    0.0
    """

    def __init__(self) -> None:
        self._odds, self._leaning = PRIOR, [UNSURE, UNSURE]
        self.hands = 0

    def take(self, chances: Iterable[tuple[float, float]]) -> None:
        """Take in what he did in a hand: the chance of each, by the model and by equilibrium."""
        for model, equilibrium in chances:
            apart = log(max(model, _LEAST)) - log(max(equilibrium, _LEAST))
            self._odds += min(max(apart, -MOST), MOST)
        self._odds = min(max(self._odds, -SURE), SURE)
        self.hands += 1

    def take_leaning(self, likelier: Iterable[float]) -> None:
        """Take in how much likelier a hand is if he leans to what wins against us.

        That is beside each of the reasons he may have otherwise, in a hand in which it could be
        seen.
        """
        odds = zip(self._leaning, likelier, strict=True)
        after = [one + min(max(more, -MOST), MOST) - INNOCENT for one, more in odds]
        self._leaning = [min(max(one, LEAST_SURE), SURE) for one in after]

    @property
    def _adversary(self) -> float:
        """The logarithm of the odds that he knows us, beside the best other reason."""
        return min(self._leaning)

    def wants(self, hands: int) -> bool:
        """True if the last of so many hands should be laid beside equilibrium."""
        if hands <= FIRST:
            return True
        return hands % (EVERY if abs(self._odds) < SURE else SELDOM) == 0

    def watches(self, hands: int) -> bool:
        """True if it should be looked at what he could have won in the last of so many hands."""
        return self._adversary > UNLIKELY or hands % EVERY == 0

    @property
    def suspicion(self) -> float:
        """The chance that he knows what we do, if he does not play equilibrium."""
        return 1 / (1 + exp(-self._adversary))

    @property
    def model(self) -> float:
        """The chance of the model."""
        return 1 / (1 + exp(-self._odds) + exp(self._adversary))
