"""A model's answers, taken with a look at what they are: anybody may have written the model."""

from typing import Protocol

from villain.cards.card_range import CardRange
from villain.cards.range import Range
from villain.errors import VillainError
from villain.game.observation import Observation
from villain.kernels.arrays import FloatArray
from villain.strategy.action_distribution import ActionDistribution

SLACK = 1e-4
"""Chances that were worked out in single precision sum to 1 but for this."""


class SaysRanges(Protocol):
    """Whoever says what a seat may hold."""

    def range(self, seen: Observation, seat: int) -> Range | CardRange:
        """The range of a seat."""


def weights_held(model: SaysRanges, seen: Observation, seat: int) -> FloatArray:
    """The weights of a seat's range.

    >>> from villain.game import Hand, kuhn, shuffle
    >>> import numpy as np
    >>> class Mine:
    ...     def range(self, seen, seat):
    ...         return np.ones(3) / 3
    >>> hand = Hand(kuhn(), shuffle(kuhn(), np.random.default_rng(0)))
    >>> weights_held(Mine(), hand.observation(0), 1)
    Traceback (most recent call last):
    villain.errors.VillainError: range of Mine gives a ndarray, and should give a CardRange
    """
    held, wanted = model.range(seen, seat), CardRange if seen.rules.hole_cards == 1 else Range
    if not isinstance(held, wanted):
        raise VillainError(
            f"range of {type(model).__name__} gives a {type(held).__name__}, and should give a "
            f"{wanted.__name__}" + _hint(held)
        )
    return held.weights


def _hint(held: object) -> str:
    return " here; reads says which games a model knows" if isinstance(held, Range) else ""


def triple_said(who: object, triple: ActionDistribution) -> ActionDistribution:
    """The chances to fold, call and raise that somebody gave; three numbers will do."""
    try:
        fold, call, more = map(float, triple)
        if min(fold, call, more) >= 0 and abs(fold + call + more - 1) < SLACK:
            known = isinstance(triple, ActionDistribution)
            return triple if known else ActionDistribution(fold, call, more)
    except (TypeError, ValueError):
        pass
    raise VillainError(
        f"{type(who).__name__} says {triple!r} of what a player does, and should give the chances "
        "to fold, call and raise, which sum to 1"
    )
