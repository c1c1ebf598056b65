"""What every opponent model is."""

from abc import ABC, abstractmethod
from copy import deepcopy
from typing import TypeVar

from villain.game.observation import Observation
from villain.game.rules import Rules
from villain.kernels.arrays import FloatArray
from villain.strategy.action_distribution import ActionDistribution

Model = TypeVar("Model", bound="OpponentModel")


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

    def clone(self: Model) -> Model:
        """A copy that learns on its own."""
        return deepcopy(self)
