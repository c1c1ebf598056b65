"""What every opponent model is."""

from abc import ABC, abstractmethod
from copy import deepcopy
from typing import NamedTuple, TypeVar

import numpy as np

from villain.errors import VillainError
from villain.game.observation import Observation
from villain.game.rules import Rules
from villain.kernels.arrays import FloatArray
from villain.strategy.action_distribution import ActionDistribution

Model = TypeVar("Model", bound="OpponentModel")


class Remembered(NamedTuple):
    """A hand like this one that came to mind.

    ``betting`` has a word for each street (``crc``), ``odds`` is the chance of winning that he had
    then, ``activation`` how strong the memory is and ``share`` how much of the answer it makes.
    ``similar``: he did not bet like this, but nearly. ``player`` is the kind of player who is
    remembered, where kinds are kept apart.
    """

    betting: tuple[str, ...]
    odds: float
    activation: float
    share: float
    similar: bool = False
    player: str = ""


class Grounds(NamedTuple):
    """What an answer rests on: what came to mind, the strongest first.

    ``odds`` is the chance of winning that it comes to (None: nothing came to mind), ``trust`` how
    much of the range goes by it, the rest being any hand. ``kinds`` says how likely he is of each
    kind of player, where kinds are kept apart.
    """

    remembered: tuple[Remembered, ...] = ()
    odds: float | None = None
    trust: float = 0.0
    kinds: tuple[tuple[str, float], ...] = ()


class OpponentModel(ABC):
    """A fold over what one seat could see, which answers two questions about the others.

    Only `observe` learns; `predict` and `range` change nothing. Players are known by name, since
    seats change. A model that has seen nothing answers too.
    """

    @classmethod
    def reads(cls, rules: Rules) -> bool:  # noqa: ARG003
        """Whether it understands this game."""
        return True

    @abstractmethod
    def observe(self, seen: Observation) -> None:
        """Learn from what is new in an observation: called at one's turns and at the hand's end."""

    @abstractmethod
    def predict(
        self, seen: Observation, seat: int, *, facing: int | None = None
    ) -> ActionDistribution:
        """What a seat would do if it had to act now; or if it faced so many chips to call."""

    @abstractmethod
    def range(self, seen: Observation, seat: int) -> FloatArray:
        """How likely a seat holds what: by card of the deck where one card is dealt, by combo.

        It sums to one, and what the observer can see elsewhere has no weight.
        """

    def plan(self, seen: Observation, seat: int) -> FloatArray:
        """How often a seat folds, calls and raises from now on: by street, cost and action.

        The costs are nothing, a bet, and more. A model that looks no further takes what it would
        predict now for the streets to come.
        """
        rules, found = seen.rules, np.zeros((seen.rules.streets, 3, 3))
        for street in range(seen.street, rules.streets):
            later = seen._replace(street=street, bets=(0,) * rules.players)
            bet = rules.bets[street] if rules.bets else max(rules.big_blind, seen.pot // 2)
            for cost in range(3):
                found[street, cost] = self.predict(later, seat, facing=cost * bet)
        return found

    def grounds(self, seen: Observation, seat: int) -> Grounds | None:  # noqa: ARG002
        """What its answers about a seat rest on; None for a model that cannot tell."""
        return None

    def heedless(self, seen: Observation, seat: int) -> float:  # noqa: ARG002
        """How likely it is that a seat does always the same, whatever it holds, as no person does.

        Nothing for a model that does not ask itself that.
        """
        return 0.0

    def freeze(self) -> None:
        """Learn nothing more of anybody from hand to hand."""
        raise VillainError(f"{type(self).__name__} cannot be frozen")

    def clone(self: Model) -> Model:
        """A copy that learns on its own."""
        return deepcopy(self)
