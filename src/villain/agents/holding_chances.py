"""A strategy at one decision, for every holding: what an agent may tell of its play."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from villain.errors import VillainError
from villain.game.actions import Action
from villain.game.observation import Observation
from villain.game.rules import is_holdem
from villain.kernels.arrays import FloatArray

SLACK = 1e-6
"""Chances may miss a sum of 1 by so much."""


@dataclass(frozen=True, eq=False)
class HoldingChances:
    """The chance of each of some actions with every holding.

    ``chances`` has a row for each of the 1,326 combos and a column for each of the ``actions``.
    The rows of combos that can be held sum to 1; what the others say does not matter.
    """

    actions: tuple[Action, ...]
    chances: FloatArray

    def of(self, action: Action) -> FloatArray:
        """The chance of an action with every holding; 0 if it is none of those that are taken."""
        if action not in self.actions:
            return np.zeros(len(self.chances))
        return self.chances[:, self.actions.index(action)]

    def of_kind(self, kind: str) -> FloatArray:
        """The chance of a fold, a call, or a raise of any size."""
        columns = [place for place, action in enumerate(self.actions) if action.kind == kind]
        total: FloatArray = self.chances[:, columns].sum(axis=1)
        return total

    def check(self, seen: Observation, held: npt.NDArray[np.bool_]) -> None:
        """Raise unless these are chances of legal actions for all that can be held."""
        legal, actions = seen.legal, self.actions
        assert legal is not None
        if np.shape(self.chances) != (1326, len(actions)):
            raise VillainError(
                f"chances have the shape {np.shape(self.chances)}; for {len(actions)} actions it "
                f"should be (1326, {len(actions)})"
            )
        if len(set(actions)) < len(actions) or not all(map(legal.allows, actions)):
            listed = ", ".join(map(str, actions))
            raise VillainError(f"chances of {listed}; legal, and each once, are {legal}")
        rows = self.chances[held]
        if not (np.isfinite(rows).all() and (rows >= -SLACK).all()):
            raise VillainError("chances below 0, or not finite; they should be from 0 to 1")
        if len(rows) and np.abs(rows.sum(axis=1) - 1).max() > SLACK:
            worst = float(rows.sum(axis=1)[np.abs(rows.sum(axis=1) - 1).argmax()])
            raise VillainError(f"the chances with a holding sum to {worst:.6g}; it should be 1")


def whatever_is_held(seen: Observation, action: Action) -> HoldingChances | None:
    """The chances of somebody who does one thing with every holding; None if it is not hold'em.

    >>> from villain.game import CALL, Hand, no_limit_holdem, shuffle
    >>> rules = no_limit_holdem(2)
    >>> hand = Hand(rules, shuffle(rules, np.random.default_rng(1)))
    >>> whatever_is_held(hand.observation(1), CALL).of(CALL).min()
    np.float64(1.0)
    """
    if not is_holdem(seen.rules):
        return None
    return HoldingChances((action,), np.ones((1326, 1)))


def only_taken(actions: Sequence[Action], chances: FloatArray) -> HoldingChances:
    """The same without actions that are never taken."""
    taken = np.flatnonzero(chances.any(axis=0))
    return HoldingChances(tuple(actions[int(place)] for place in taken), chances[:, taken])
