"""How a player is held to what is believed of him while a street is solved."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from villain.game.events import Event
from villain.kernels.arrays import FloatArray
from villain.solver.street_game import StreetGame
from villain.solver.street_solution import Answers


class Held(NamedTuple):
    """How far a player is bound to a model: with a chance for the whole street, or he is free.

    If he is bound he has the ``range`` by combo, and goes by ``locks``: chances by move and holding
    of the board at a node, with a share of the decision; the rest of it he does what he does when
    he is free. Where the street ends he goes on as ``answers`` have it.
    """

    chance: float
    range: FloatArray
    locks: Mapping[int, tuple[FloatArray, float]]
    answers: Answers | None = None

    def freedom(self) -> float:
        """How far he is free on this street and later, on average."""
        shares = [share for _, share in self.locks.values()]
        now = sum(shares) / len(shares) if shares else 0.0
        later = 1.0 if self.answers is None else self.answers.share
        return 1.0 - self.chance * min(now, later)


class OpponentBeliefs(Protocol):
    """What is believed of the other player, beyond that he plays well."""

    def key(self) -> object:
        """Changes whenever the answers do."""

    def believes(self, seat: int) -> bool:
        """True if anything is believed of a seat: else it plays as well as it can."""

    def hold(self, street: StreetGame, seat: int, events: Sequence[Event]) -> Held:
        """How a seat is held to what is believed of it on a street that began with these events."""

    def allowed(self, seat: int) -> float:
        """What may be risked on a street against a seat, in chips."""
