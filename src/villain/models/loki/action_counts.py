"""What a player has done so far, in loki's 36 categories [loki].

Action (fold, call, raise) × what it cost (nothing, one bet, more) × street.
"""

from collections import defaultdict
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from villain.game.situation import Decision
from villain.kernels.arrays import FloatArray
from villain.strategy.action_distribution import ActionDistribution

ACTIONS = ("fold", "call", "raise")
STREETS, COSTS = 4, 3
COMPLETE = 20
"""After so many decisions in a situation, what was observed is all that counts."""

Counts: TypeAlias = npt.NDArray[np.int64]


class ActionCounts:
    """Counts by player, and the frequencies that follow from them and from a default."""

    def __init__(self) -> None:
        self._counts: dict[str, Counts] = defaultdict(_nothing)

    def add(self, decision: Decision) -> None:
        """Count a decision."""
        situation = decision.situation
        street = min(situation.street, STREETS - 1)
        self._counts[decision.name][street, situation.cost, ACTIONS.index(decision.kind)] += 1

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
