"""Agents: players who see observations and choose actions."""

from abc import ABC, abstractmethod

import numpy as np

from villain.agents.holding_chances import HoldingChances
from villain.game.actions import Action
from villain.game.observation import Observation
from villain.game.rules import Rules
from villain.models.model import HandsOfPlayers, OpponentModel


class Agent(ABC):
    """A player. It sees observations only, and its chance comes from its own generator.

    >>> from villain.game import CALL
    >>> class Caller(Agent):
    ...     def act(self, seen):
    ...         return CALL

    In live play ``seconds`` says about how long a decision may take, for who spends time on trials;
    elsewhere it is None, and trials are counted, so that the same seed gives the same match.
    """

    seconds: float | None = None

    def __init__(self, seed: int = 0) -> None:
        self.rng = np.random.default_rng(seed)

    @classmethod
    def plays(cls, rules: Rules) -> bool:  # noqa: ARG003
        """True if it knows how to play a game."""
        return True

    @abstractmethod
    def act(self, seen: Observation) -> Action:
        """Choose one of the legal actions (``seen.legal``)."""

    def chances(self, seen: Observation) -> HoldingChances | None:  # noqa: ARG002
        """What it does here with every holding, where it can tell; None where it cannot.

        It has to be what `act` draws from, whatever its own cards are: ``seen`` may come without
        them. Asking changes nothing, and may go back and forth between lines of a hand: whoever
        tells them can be measured exactly (``villain exploit``).
        """
        return None

    def study(self, store: HandsOfPlayers, name: str, most: int | None = None) -> int:
        """Learn from what a store has of a player, if there is a model to learn by.

        It returns how many hands that were.
        """
        model = getattr(self, "model", None)
        return model.study(store, name, most) if isinstance(model, OpponentModel) else 0

    def watch(self, seen: Observation) -> None:  # noqa: B027
        """See how a hand ended; whoever learns does it here."""
