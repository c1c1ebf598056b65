"""What a player has done so far, in loki's 36 categories [loki].

Action (fold, call, raise) × what it cost (nothing, one bet, more) × street.
"""

from collections import defaultdict
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from villain.game.rules import Betting, Rules
from villain.kernels.arrays import FloatArray
from villain.models.decisions import Decision
from villain.strategy.action_distribution import ActionDistribution

ACTIONS = ("fold", "call", "raise")
STREETS, COSTS = 4, 3
COMPLETE = 20
"""After so many decisions in a situation, what was observed is all that counts."""

Counts: TypeAlias = npt.NDArray[np.int64]


def cost_of(owed: int, bet: int) -> int:
    """0 for nothing, 1 for up to one bet, 2 for more."""
    return 0 if owed <= 0 else 1 if owed <= bet else 2


def cost_in(rules: Rules, street: int, owed: int, raises: int) -> int:
    """The cost of a call: in limit by chips, where bets have no size by the raises one faces.

    Before the flop the blind is one bet and a raise makes it more; after it a bet is one.
    """
    if rules.betting is Betting.LIMIT:
        return cost_of(owed, rules.bets[street])
    return 0 if owed <= 0 else 1 if raises <= min(street, 1) else 2


class ActionCounts:
    """Counts by player, and the frequencies that follow from them and from a default."""

    def __init__(self) -> None:
        self._counts: dict[str, Counts] = defaultdict(_nothing)

    def add(self, decision: Decision, rules: Rules) -> None:
        """Count a decision."""
        street = min(decision.street, STREETS - 1)
        cost = cost_in(rules, decision.street, decision.owed, decision.raises)
        self._counts[decision.name][street, cost, ACTIONS.index(decision.kind)] += 1

    def of(self, name: str) -> Counts:
        """The counts of a player, by street, cost and action."""
        return self._counts.get(name, _nothing())

    def frequencies(
        self, name: str, street: int, cost: int, default: FloatArray
    ) -> ActionDistribution:
        """How often a player folds, calls and raises there: the default, until enough is seen."""
        fold, call, more = default.tolist()
        counts = self._counts.get(name)
        if counts is None:
            return ActionDistribution(fold, call, more)
        seen = counts[street, cost].tolist()
        total = sum(seen)
        if not total:
            return ActionDistribution(fold, call, more)
        trust = min(total, COMPLETE) / COMPLETE
        return ActionDistribution(
            (1 - trust) * fold + trust * seen[0] / total,
            (1 - trust) * call + trust * seen[1] / total,
            (1 - trust) * more + trust * seen[2] / total,
        )


def _nothing() -> Counts:
    return np.zeros((STREETS, COSTS, len(ACTIONS)), np.int64)
