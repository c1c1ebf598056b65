"""The interface of predictors: a situation in, a probability triple out [poki]."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from villain.cards.card import Card
from villain.game.observation import Observation
from villain.game.situation import Decision, Situation
from villain.strategy.action_distribution import ActionDistribution


class Predictor(ABC):
    """Says how likely a player folds, calls and raises in a situation; it knows no cards.

    Only `learn` and `show` change anything. Players are known by name; somebody never seen is
    taken for one of the population. A predictor can be cloned and pickled.
    """

    follows_hands = False
    """True if its answers depend on what was done before in the same hand."""

    @abstractmethod
    def triple(self, name: str, situation: Situation) -> ActionDistribution:
        """The chances of a player's actions; nothing that the rules forbid there."""

    @abstractmethod
    def learn(self, decision: Decision) -> None:
        """See what a player did in a situation."""

    def show(self, name: str, hole: Sequence[Card], board: Sequence[Card]) -> None:  # noqa: B027
        """See what a player held, after a hand in which everybody got to see it.

        Most predictors know no cards, and learn nothing from it.
        """

    def end_hand(self, name: str, seen: Observation) -> None:  # noqa: B027
        """See a hand of a player when it is over, from beside the table.

        It is called if ``follows_hands``, after `learn` and `show`; most have learned all by then.
        """
