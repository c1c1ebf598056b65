"""How a player is held to what is believed of him while a street is solved."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from villain.game.events import Event
from villain.game.rules import Rules
from villain.kernels.arrays import FloatArray
from villain.solver.street_game import StreetGame
from villain.solver.street_solution import Answers


class Held(NamedTuple):
    """How far a player is held to a model on a street: by node, and where the street ends.

    ``locks`` are chances by move and holding of the board, with a share of the decision;
    ``whole`` is how far his range is believed.
    """

    locks: Mapping[int, tuple[FloatArray, float]]
    whole: float = 0.0
    answers: Answers | None = None

    def scaled(self, scale: float) -> "Held":
        """The same, held so much less."""
        if scale == 0:
            return Held({})
        locks = {node: (chances, scale * share) for node, (chances, share) in self.locks.items()}
        answers = self.answers and self.answers._replace(share=scale * self.answers.share)
        return Held(locks, scale * self.whole, answers)

    def freedom(self) -> float:
        """How far he is free on this street and later, on average."""
        held = [share for _, share in self.locks.values()]
        now = sum(held) / len(held) if held else 0.0
        return 1.0 - (now if self.answers is None else min(now, self.answers.share))


class OpponentBeliefs(Protocol):
    """What is believed of the other player, beyond that he plays well."""

    def key(self) -> object:
        """Changes whenever the answers do."""

    def believes(self, seat: int) -> bool:
        """True if anything is believed of a seat: else it plays as well as it can."""

    def blend(
        self, rules: Rules, events: Sequence[Event], seat: int, held: FloatArray
    ) -> FloatArray:
        """The range of a seat after these events, from what it would be at equilibrium."""

    def hold(self, street: StreetGame, seat: int) -> Held:
        """How a seat is held to what is believed of it on a street."""

    def allowed(self, seat: int) -> float:
        """What may be risked on a street against a seat, in chips."""
