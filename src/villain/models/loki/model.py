"""Loki's models: a weight for every combo of every opponent [loki].

*Basic*: everybody holds what a reasonable player enters the pot with; nothing is learned.
*Generic*: every action multiplies the weights, as if everybody had the default frequencies.
*Specific*: the same, with the frequencies that were observed of each player.
"""

import math
from collections.abc import Callable
from functools import cache

import numpy as np

from villain.cards.range import HIGH_CARDS, LOW_CARDS
from villain.game.events import Acted, Board
from villain.game.observation import Observation
from villain.game.rules import Rules, is_holdem
from villain.kernels.arrays import FloatArray
from villain.kernels.weights import find_threshold, reweight, reweight_down, without_cards
from villain.models.decisions import Decision, Follower, may_raise, shown_cards
from villain.models.loki.action_counts import COMPLETE, ActionCounts, cost_in
from villain.models.model import OpponentModel
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


class BasicModel(OpponentModel):
    """Every opponent may hold whatever a reasonable player enters the pot with."""

    median, spread = 0.0, 300.0

    @classmethod
    def reads(cls, rules: Rules) -> bool:
        """Hold'em with a whole deck."""
        return is_holdem(rules)

    def observe(self, seen: Observation) -> None:
        """Nothing is learned."""

    def freeze(self) -> None:
        """Nothing is learned of anybody."""

    def frequencies(self, name: str, street: int, cost: int) -> ActionDistribution:  # noqa: ARG002
        """How often a player folds, calls and raises: everybody like the default."""
        return ActionDistribution(*DEFAULT[min(street, 3), cost].tolist())

    def predict(
        self, seen: Observation, seat: int, *, facing: int | None = None
    ) -> ActionDistribution:
        """The frequencies for what he would have to pay."""
        owed = max(seen.bets) - seen.bets[seat] if facing is None else facing
        raises = _raises(seen)
        if facing is not None and facing > max(seen.bets) - seen.bets[seat]:
            raises += 1
        cost = cost_in(seen.rules, seen.street, owed, raises)
        if not seen.stacks[seat]:
            return ActionDistribution(0.0, 1.0, 0.0)  # all-in: nothing moves him
        return self.frequencies(seen.names[seat], seen.street, cost).allowed(
            fold=owed > 0 or seen.rules.free_folds, more=may_raise(seen, seat, owed)
        )

    def range(self, seen: Observation, seat: int) -> FloatArray:
        """The weights without the cards that are known to be elsewhere."""
        return possible_hands(seen, seat, lambda: self._weights_of(seen, seat))

    def _weights_of(self, seen: Observation, seat: int) -> FloatArray:  # noqa: ARG002
        return _crude(self.median, self.spread)


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
        self.spreads, self.sly = (income_spread, strength_spread), sly
        self._follower = Follower()
        self._weights: dict[int, FloatArray] = {}

    def observe(self, seen: Observation) -> None:
        """Re-weight by what the others did, and count it."""
        new_hand, news = self._follower.news(seen)
        if new_hand:
            self._weights = {}
        for decision in news:
            if decision.seat != seen.seat:
                self._follow(seen, decision)

    def _follow(self, seen: Observation, decision: Decision) -> None:
        rules, street = seen.rules, decision.street
        cost = cost_in(rules, street, decision.owed, decision.raises)
        likely = self.frequencies(decision.name, street, cost)
        if decision.kind == "fold":
            return
        weights = self._weights.setdefault(decision.seat, np.ones(1326))
        if street == 0:
            values = combo_income(rules.players)
        else:
            dealt = sum(rules.board_cards[: street + 1])
            values = board_strengths(tuple(sorted(seen.board[:dealt]))).ehs
        seen_before = self.evidence(decision.name, street, cost)
        noise = self.spreads[street > 0]
        raises = plays = None  # both thresholds, before anything changes
        if decision.kind == "raise" or (decision.could_raise and likely.more > 0.0):
            raises = infer_threshold(values, weights, max(likely.more, RARELY), noise, seen_before)
        if decision.kind == "call" and cost and likely.fold > 0.0:
            plays = infer_threshold(values, weights, 1.0 - likely.fold, noise, seen_before)
        if decision.kind == "raise" and raises is not None:
            reweight(values, *raises, weights)
        elif raises is not None:
            reweight_down(values, *raises, self.sly, weights)
        if plays is not None:
            reweight(values, *plays, weights)

    def evidence(self, name: str, street: int, cost: int) -> int | None:  # noqa: ARG002
        """How many decisions the frequencies rest on; none where they are taken for granted."""
        return None

    def _weights_of(self, seen: Observation, seat: int) -> FloatArray:
        model = self if self._follower.knows(seen) else self._after(seen)
        return model._weights.get(seat, _ONES)

    def _after(self, seen: Observation) -> "GenericModel":
        model = self.clone()
        model.observe(seen)
        return model


class SpecificModel(GenericModel):
    """Weights that follow every action, with the frequencies observed of each player."""

    def __init__(
        self,
        income_spread: float = INCOME_SPREAD,
        strength_spread: float = STRENGTH_SPREAD,
        sly: float = SLY,
    ) -> None:
        super().__init__(income_spread, strength_spread, sly)
        self.counts, self.learns = ActionCounts(), True

    def freeze(self) -> None:
        """Count nothing more."""
        self.learns = False

    def _follow(self, seen: Observation, decision: Decision) -> None:
        super()._follow(seen, decision)
        if self.learns:
            self.counts.add(decision, seen.rules)

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


def _raises(seen: Observation) -> int:
    """How many bets and raises this street has seen."""
    raises = 0
    for event in reversed(seen.events):
        if isinstance(event, Board):
            break
        raises += isinstance(event, Acted) and event.kind == "raise"
    return raises


_ONES = np.ones(1326)


@cache
def _crude(median: float, spread: float) -> FloatArray:
    return initial_weights(combo_income(10), median, spread)


def possible_hands(
    seen: Observation, seat: int, weights: Callable[[], FloatArray], *, hole: bool = True
) -> FloatArray:
    """A seat's weights without the cards that are known to be elsewhere, or what it was seen with.

    Without ``hole`` the observer has not looked at his own cards. The weights are asked for only
    where they are needed.
    """
    known = shown_cards(seen)
    if hole and seen.hole:
        known[seen.seat] = seen.hole
    if seat in known:
        low, high = sorted(known[seat])
        certain = np.zeros(1326)
        certain[high * (high - 1) // 2 + low] = 1.0
        return certain
    gone = np.zeros(52, np.bool_)
    gone[list(seen.board)] = True
    for cards in known.values():
        gone[list(cards)] = True
    return without_cards(weights(), HIGH_CARDS, LOW_CARDS, gone)
