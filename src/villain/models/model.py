"""Opponent models: what they answer, whatever they are made of."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator
from copy import deepcopy
from typing import Protocol, TypeAlias, TypeVar

import numpy as np

from villain.cards.card_range import CardRange
from villain.cards.range import Range
from villain.errors import VillainError
from villain.game.observation import Observation
from villain.game.rules import Rules
from villain.game.situation import at_beginning
from villain.kernels.arrays import FloatArray
from villain.models.explanation import Explanation
from villain.strategy.action_distribution import ActionDistribution

Model = TypeVar("Model", bound="OpponentModel")

Holdings: TypeAlias = Range | CardRange
"""The holdings of a player: combos, or single cards where one card is dealt."""


class HandsOfPlayers(Protocol):
    """Whatever has hands of players to study, such as a hand store."""

    def views_of(self, name: str) -> Iterator[Observation]:
        """Each of a player's hands as a bystander saw it, the oldest first."""


class OpponentModel(ABC):
    """A fold over what one seat could see, which answers two questions about the others.

    What may he hold (`range`), and what will he do (`predict`)? Only `observe` learns; the answers
    change nothing. Players are known by name, since seats change. A model that has seen nothing
    answers too. `villain.models.following.FollowingModel` does most of the work for a new one.
    """

    @classmethod
    def reads(cls, rules: Rules) -> bool:  # noqa: ARG003
        """True if it understands this game."""
        return True

    @abstractmethod
    def observe(self, seen: Observation) -> None:
        """Learn from what is new in an observation: called at one's turns and at the hand's end."""

    @abstractmethod
    def predict(
        self, seen: Observation, seat: int, *, facing: int | None = None
    ) -> ActionDistribution:
        """The chances of a seat's actions if it had to act now, or faced so many chips to call."""

    @abstractmethod
    def range(self, seen: Observation, seat: int) -> Holdings:
        """The range of a seat.

        The weights sum to one, and what the observer can see elsewhere has none.
        """

    def plan(self, seen: Observation, seat: int) -> FloatArray:
        """The chances that a seat folds, calls and raises from now on: by street, cost and action.

        The costs are nothing, a bet, and more. A model that looks no further takes what it would
        predict now for the streets to come.
        """
        rules, chances = seen.rules, np.zeros((seen.rules.streets, 3, 3))
        for street in range(seen.street, rules.streets):
            later = seen._replace(street=street, bets=(0,) * rules.players)
            bet = rules.bets[street] if rules.bets else max(rules.big_blind, seen.pot // 2)
            for cost in range(3):
                chances[street, cost] = self.predict(later, seat, facing=cost * bet)
        return chances

    def explain(self, seen: Observation, seat: int) -> Explanation | None:  # noqa: ARG002
        """The grounds of its answers about a seat; None for a model that cannot say."""
        return None

    def study(self, store: HandsOfPlayers, name: str, most: int | None = None) -> int:
        """Learn from what a store has of a player: all of it, or his last hands.

        Hands of games that the model does not read are passed over. It returns how many it learned
        from.
        """
        readable = (seen for seen in store.views_of(name) if self.reads(seen.rules))
        hands, before = 0, None
        for seen in readable if most is None else deque(readable, most):
            if seen == before:  # he folded again: another hand, and not the same shown twice
                self.observe(at_beginning(seen))
            self.observe(seen)
            hands, before = hands + 1, seen
        return hands

    def freeze(self) -> None:
        """Learn nothing more of anybody from hand to hand."""
        raise VillainError(f"{type(self).__name__} cannot be frozen")

    def clone(self: Model) -> Model:
        """A copy that learns on its own."""
        return deepcopy(self)
