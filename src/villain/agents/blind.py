"""Players that do not look at their cards: measuring rods for all others."""

from math import inf

import numpy as np

from villain.agents.batch_agent import BatchAgent
from villain.agents.bet_sizes import raise_by_share, raises_by_share
from villain.agents.holding_chances import HoldingChances, whatever_is_held
from villain.errors import VillainError
from villain.game.actions import CALL, FOLD, Action, Legal, raise_to
from villain.game.batch_observation import (
    CALLS,
    FOLDS,
    RAISES,
    BatchActions,
    BatchObservation,
)
from villain.game.observation import Observation

STREETS = ("preflop", "flop", "turn", "river")


class Blind(BatchAgent):
    """Does the same thing with every holding."""

    pure = True

    def chances(self, seen: Observation) -> HoldingChances | None:
        """Its one action."""
        return whatever_is_held(seen, self.act(seen))


class Folder(Blind):
    """Folds whenever it would have to pay."""

    def act(self, seen: Observation) -> Action:
        """Fold, or check where that is free."""
        return FOLD if _legal(seen).call else CALL

    def act_in_all(self, seen: BatchObservation) -> BatchActions:
        """The same in each hand."""
        kinds = np.where(seen.legal.call > 0, FOLDS, CALLS)
        return BatchActions(kinds, np.zeros_like(kinds))


class Caller(Blind):
    """Calls everything and never raises: huang's CallBot."""

    def act(self, seen: Observation) -> Action:  # noqa: ARG002
        """Call."""
        return CALL

    def act_in_all(self, seen: BatchObservation) -> BatchActions:
        """The same in each hand."""
        kinds = np.full(len(seen.hands), CALLS)
        return BatchActions(kinds, np.zeros_like(kinds))


class Raiser(Blind):
    """Raises whenever it may, in no-limit by a share of the pot: huang's RaiseBot [huang].

    With ``from=river`` it checks and calls before that street.
    """

    def __init__(self, seed: int = 0, pot: float = 0.7, from_: str = STREETS[0]) -> None:
        super().__init__(seed)
        if not 0 <= pot < inf:
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

    def act_in_all(self, seen: BatchObservation) -> BatchActions:
        """The same in each hand."""
        raising = seen.legal.can_raise & (seen.street >= self.first_street)
        to = raises_by_share(seen, self.pot, committed=inf)
        return BatchActions(np.where(raising, RAISES, CALLS), np.where(raising, to, 0))


class Random(BatchAgent):
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

    def act_in_all(self, seen: BatchObservation) -> BatchActions:
        """The same in each hand, with other random numbers than one after the other."""
        legal = seen.legal
        fold, call, more = self.weights
        folds, raises = fold * legal.fold, more * legal.can_raise
        point = self.rng.random(len(seen.hands)) * (folds + call + raises)
        passive = (point < folds + call) | ~legal.can_raise
        kinds = np.where(point < folds, FOLDS, np.where(passive, CALLS, RAISES))
        to = self.rng.integers(legal.least, legal.most + 1)
        return BatchActions(kinds, np.where(kinds == RAISES, to, 0))


def _legal(seen: Observation) -> Legal:
    assert seen.legal is not None  # an agent is asked only when it is its turn
    return seen.legal
