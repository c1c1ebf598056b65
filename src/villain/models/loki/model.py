"""Loki's models: a weight for every combo of every opponent [loki].

*Basic*: everybody holds what a reasonable player enters the pot with; nothing is learned.
*Generic*: every action multiplies the weights, as if everybody had the default frequencies.
*Specific*: the same, with the frequencies that were observed of each player.
"""

import math
from functools import cache
from typing import NamedTuple

import numpy as np

from villain.game.observation import Observation
from villain.game.situation import Decision, Situation
from villain.kernels.arrays import FloatArray
from villain.kernels.weights import find_threshold, reweight, reweight_down
from villain.models.following import FollowingModel
from villain.models.holdings import ALL_ALIKE
from villain.models.loki.action_counts import COMPLETE, ActionCounts
from villain.strategy.action_distribution import ActionDistribution
from villain.strategy.loki import combo_income, initial_weights
from villain.strength.board_strengths import board_strengths

SLY = 0.15
"""How likely a hand that is good enough to raise is played without a raise."""

RARELY = 0.02
"""Whoever was never seen raising raises so often: his best hands."""

INCOME_SPREAD, STRENGTH_SPREAD = 300.0, 0.4
"""How uncertain a threshold is, in income rates and in effective strength.

The paper's examples have 100 and 0.2; ``villain reproduce loki --item spreads`` compares.
"""

DEFAULT = np.array(
    [
        [[0.00, 0.94, 0.06], [0.71, 0.21, 0.08], [0.90, 0.06, 0.04]],
        [[0.00, 0.41, 0.59], [0.35, 0.45, 0.20], [0.70, 0.25, 0.05]],
        [[0.00, 0.38, 0.62], [0.30, 0.53, 0.17], [0.62, 0.36, 0.02]],
        [[0.00, 0.43, 0.57], [0.40, 0.48, 0.12], [0.88, 0.10, 0.02]],
    ]
)
"""How often a player who goes by this very default folds, calls and raises, by street and cost.

Measured among ten of them, again and again until it hardly changed, as the paper's default is how
GOM itself plays; ``villain reproduce loki --item defaults`` shows how near it is.
"""


class SeenFrequencies(NamedTuple):
    """What is known of a player as he decides: his frequencies.

    ``evidence`` is how many decisions they rest on; None where they are taken for granted.
    """

    triple: ActionDistribution
    evidence: int | None


class BasicModel(FollowingModel[SeenFrequencies]):
    """Every opponent may hold whatever a reasonable player enters the pot with."""

    median, spread = 0.0, 300.0

    def frequencies(self, name: str, street: int, cost: int) -> ActionDistribution:  # noqa: ARG002
        """How often a player folds, calls and raises: everybody like the default."""
        return ActionDistribution(*DEFAULT[min(street, 3), cost].tolist())

    def note(self, decision: Decision) -> SeenFrequencies | None:  # noqa: ARG002
        """Nothing that anybody does says anything of his cards."""
        return None

    def likelihood(self, decision: Decision, note: SeenFrequencies) -> FloatArray:  # noqa: ARG002
        """All combos do the same."""
        return ALL_ALIKE

    def weights_before(self, seat: int) -> FloatArray:  # noqa: ARG002
        """What a reasonable player enters the pot with."""
        return _crude(self.median, self.spread)

    def expect(self, seen: Observation, situation: Situation) -> ActionDistribution:
        """The frequencies for what he would have to pay."""
        name = seen.names[situation.seat]
        triple = self.frequencies(name, situation.street, situation.cost)
        return triple.allowed(fold=situation.could_fold, more=situation.could_raise)


class GenericModel(BasicModel):
    """Weights that follow every action, as if everybody had the default frequencies.

    ``income_spread`` and ``strength_spread`` are how uncertain a threshold is, before and after
    the flop; ``sly`` is how likely a hand that is good enough to raise is played without a raise
    (1: that he did not raise tells nothing).
    """

    def __init__(
        self,
        income_spread: float = INCOME_SPREAD,
        strength_spread: float = STRENGTH_SPREAD,
        sly: float = SLY,
    ) -> None:
        super().__init__()
        self.spreads, self.sly = (income_spread, strength_spread), sly

    def note(self, decision: Decision) -> SeenFrequencies | None:
        """His frequencies there; a fold tells of no hand that matters."""
        if decision.kind == "fold":
            return None
        name, street, cost = decision.name, decision.situation.street, decision.situation.cost
        return SeenFrequencies(
            self.frequencies(name, street, cost), self.evidence(name, street, cost)
        )

    def weights_before(self, seat: int) -> FloatArray:  # noqa: ARG002
        """Any hand."""
        return ALL_ALIKE

    def likelihood(self, decision: Decision, note: SeenFrequencies) -> FloatArray:
        """The chance that each combo does that, if all are as likely."""
        return self.reweigh(decision, note, ALL_ALIKE)

    def reweigh(self, decision: Decision, note: SeenFrequencies, weights: FloatArray) -> FloatArray:
        """Weights by the thresholds that a player with these frequencies goes by."""
        situation, (likely, evidence) = decision.situation, note
        street = situation.street
        if street == 0:
            values = combo_income(situation.players)
        else:
            values = board_strengths(tuple(sorted(situation.board))).ehs
        noise = self.spreads[street > 0]
        raises = plays = None  # both thresholds, before anything changes
        if decision.kind == "raise" or (situation.could_raise and likely.more > 0.0):
            raises = infer_threshold(values, weights, max(likely.more, RARELY), noise, evidence)
        if decision.kind == "call" and situation.cost and likely.fold > 0.0:
            plays = infer_threshold(values, weights, 1.0 - likely.fold, noise, evidence)
        weights = weights.copy()
        if decision.kind == "raise" and raises is not None:
            reweight(values, *raises, weights)
        elif raises is not None:
            reweight_down(values, *raises, self.sly, weights)
        if plays is not None:
            reweight(values, *plays, weights)
        return weights

    def evidence(self, name: str, street: int, cost: int) -> int | None:  # noqa: ARG002
        """The decisions that the frequencies rest on; none where they are taken for granted."""
        return None


class SpecificModel(GenericModel):
    """Weights that follow every action, with the frequencies observed of each player."""

    def __init__(
        self,
        income_spread: float = INCOME_SPREAD,
        strength_spread: float = STRENGTH_SPREAD,
        sly: float = SLY,
    ) -> None:
        super().__init__(income_spread, strength_spread, sly)
        self.counts = ActionCounts()

    def learn(self, decision: Decision) -> None:
        """Count what he did."""
        self.counts.add(decision)

    def frequencies(self, name: str, street: int, cost: int) -> ActionDistribution:
        """What was observed of a player, mixed with the default while that is little."""
        return self.counts.frequencies(name, min(street, 3), cost, DEFAULT[min(street, 3), cost])

    def evidence(self, name: str, street: int, cost: int) -> int | None:
        """What was seen of him there; the default counts as much as a complete observation."""
        return max(int(self.counts.of(name)[min(street, 3), cost].sum()), COMPLETE)


def infer_threshold(
    values: FloatArray, weights: FloatArray, share: float, noise: float, evidence: int | None
) -> tuple[float, float]:
    """The mean and the spread of the threshold that a player with this frequency goes by.

    Both come from the distribution of strength that the model gives him now. The mean lets the
    share of his hands through; the spread is his own ``noise`` and, where the frequency rests on
    few decisions, as far as the threshold moves within its standard error.
    """
    spread = noise
    if evidence is not None:
        error = math.sqrt(share * (1.0 - share) / evidence)
        hard = find_threshold(values, weights, max(share - error, RARELY), noise)
        easy = find_threshold(values, weights, min(share + error, 1.0 - RARELY), noise)
        spread = math.hypot(noise, 0.5 * (hard - easy))
    return find_threshold(values, weights, share, spread), spread


@cache
def _crude(median: float, spread: float) -> FloatArray:
    return initial_weights(combo_income(10), median, spread)
