"""Players that do not look at their cards: measuring rods for all others."""

from math import inf

from villain.agents.agent import Agent
from villain.agents.bet_sizes import raise_by_share
from villain.agents.holding_chances import HoldingChances, whatever_is_held
from villain.errors import VillainError
from villain.game.actions import CALL, FOLD, Action, Legal, raise_to
from villain.game.observation import Observation

STREETS = ("preflop", "flop", "turn", "river")


class Blind(Agent):
    """Does the same thing with every holding."""

    def chances(self, seen: Observation) -> HoldingChances | None:
        """Its one action."""
        return whatever_is_held(seen, self.act(seen))


class Folder(Blind):
    """Folds whenever it would have to pay."""

    def act(self, seen: Observation) -> Action:
        """Fold, or check where that is free."""
        return FOLD if _legal(seen).call else CALL


class Caller(Blind):
    """Calls everything and never raises: huang's CallBot."""

    def act(self, seen: Observation) -> Action:  # noqa: ARG002
        """Call."""
        return CALL


class Raiser(Blind):
    """Raises whenever it may, in no-limit by a share of the pot: huang's RaiseBot [huang].

    With ``from=river`` it checks and calls before that street.
    """

    def __init__(self, seed: int = 0, pot: float = 0.7, from_: str = STREETS[0]) -> None:
        super().__init__(seed)
        if pot < 0:
            raise VillainError(f"a share of {pot} of the pot; it should be 0 or more")
        if from_ not in STREETS:
            raise VillainError.unknown("street", from_, STREETS)
        self.pot, self.first_street = pot, STREETS.index(from_)

    def act(self, seen: Observation) -> Action:
        """Raise by the share of what the pot would be after a call."""
        legal = _legal(seen)
        if not legal.can_raise or seen.street < self.first_street:
            return CALL
        return raise_to(raise_by_share(seen, legal, self.pot, committed=inf))


class Random(Agent):
    """Folds, calls and raises at random, with any legal amount."""

    def __init__(
        self, seed: int = 0, fold: float = 0.2, call: float = 0.5, raise_: float = 0.3
    ) -> None:
        super().__init__(seed)
        self.weights = (fold, call, raise_)
        if min(self.weights) < 0 or call == 0:
            raise VillainError(
                f"weights {self.weights}; they should be 0 or more, and call above 0"
            )

    def act(self, seen: Observation) -> Action:
        """Choose by weight among what is legal."""
        legal = _legal(seen)
        fold, call, more = self.weights
        fold, more = fold * legal.fold, more * legal.can_raise
        point = self.rng.random() * (fold + call + more)
        if point < fold:
            return FOLD
        if point < fold + call or not legal.can_raise:
            return CALL
        return raise_to(int(self.rng.integers(legal.least, legal.most + 1)))


def _legal(seen: Observation) -> Legal:
    assert seen.legal is not None  # an agent is asked only when it is its turn
    return seen.legal
