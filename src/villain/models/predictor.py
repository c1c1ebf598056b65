"""What every predictor is: a context in, a probability triple out [poki]."""

from abc import ABC, abstractmethod

from villain.models.contexts import Context
from villain.strategy.action_distribution import ActionDistribution


class Predictor(ABC):
    """Says how likely a player folds, calls and raises in a context; it knows no cards.

    Only `learn` changes anything. Players are known by name; somebody never seen is
    taken for one of the population. A predictor can be cloned and pickled.
    """

    @abstractmethod
    def triple(self, name: str, context: Context) -> ActionDistribution:
        """How likely a player does what; nothing that the rules forbid there."""

    @abstractmethod
    def learn(self, name: str, context: Context, kind: str) -> None:
        """See what a player did in a context: fold, call or raise."""
