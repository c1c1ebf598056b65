"""Weight tables that follow any predictor: new weight = old weight × predicted chance [poki].

A predictor knows situations, not cards: it says how often a player raises, not with what. As in the
paper, he is taken to raise with his best hands and to fold his worst ones; thresholds that let the
predicted shares of his own weight through say how likely each combo does what it was seen doing.
"""

from collections.abc import Callable
from copy import deepcopy
from typing import TypeAlias

import numpy as np

from villain.cards.range import Range
from villain.game.events import Won
from villain.game.observation import Observation
from villain.game.situation import Decision, Situation, shown_cards
from villain.kernels.arrays import FloatArray
from villain.kernels.weights import find_threshold
from villain.models.following import FollowingModel
from villain.models.holdings import ALL_ALIKE, possible_range
from villain.models.loki.model import INCOME_SPREAD, RARELY, SLY, STRENGTH_SPREAD
from villain.models.predictors.predictor import Predictor
from villain.models.predictors.registry import PredictorSpec, make_predictor
from villain.strategy.action_distribution import ActionDistribution
from villain.strategy.loki import combo_income
from villain.strength.quick_strengths import quick_strengths

LEAST = 0.01
"""No action is ruled out for a combo: people surprise."""

Later: TypeAlias = tuple[()]
LATER: Later = ()
"""Stands for a triple that is predicted when it is needed."""

Likelihood = Callable[[Decision, ActionDistribution, FloatArray], FloatArray]
"""From a decision, its predicted triple and the weights before: the chance of it by combo."""


class PredictedHands(FollowingModel["ActionDistribution | Later"]):
    """A weight table for everybody at the table, and forecasts, by a predictor.

    ``learn`` is whether it learns from hand to hand; if not it is frozen at what the predictor
    knows of a population. It learns from a hand when the next one begins, so that within one all
    predictions are of the same mind, and weights need only be computed when somebody asks. A
    predictor that has to follow hands is copied for that.
    """

    def __init__(
        self,
        predictor: PredictorSpec,
        *,
        learn: bool = True,
        likelihood: "Likelihood | None" = None,
    ) -> None:
        super().__init__()
        self.predictor, self.learns = make_predictor(predictor), learn
        self._likelihood = likelihood or by_thresholds
        self._during = self.predictor
        self._hero = -1
        self._last: Observation | None = None

    # Learning

    def begin_hand(self, seen: Observation) -> None:  # noqa: ARG002
        """Learn from the hand before."""
        if self.learns and self._last is not None:
            self._learn_hand(self._last)
        follows = self.predictor.follows_hands
        self._during = deepcopy(self.predictor) if follows else self.predictor

    def _learn_hand(self, seen: Observation) -> None:
        names = {one.seat: one.name for one, _ in self._noted if one.seat != seen.seat}
        if self.predictor.follows_hands:
            self.predictor = self._during
        else:
            for decision, _ in self._noted:
                if decision.seat in names:
                    self.predictor.learn(decision)
        if isinstance(seen.events[-1], Won):
            for seat, cards in shown_cards(seen).items():
                if seat in names:
                    self.predictor.show(names[seat], cards, seen.board)

    def observe(self, seen: Observation) -> None:
        """Take in what is new of a hand; if it is another one, learn from the last."""
        self._hero = seen.seat
        super().observe(seen)
        self._last = seen

    def follows(self, seen: Observation, seat: int) -> bool:  # noqa: ARG002
        """Everybody's decisions are followed: what others can think of ours is asked for too."""
        return True

    def note(self, decision: Decision) -> "ActionDistribution | Later":
        """The triple that was predicted; it can wait if nothing is learned within a hand."""
        if not self.predictor.follows_hands:
            return LATER
        triple = self._during.triple(decision.name, decision.situation)
        if decision.seat != self._hero:
            self._during.learn(decision)
        return triple

    # Answers

    def likelihood(self, decision: Decision, note: "ActionDistribution | Later") -> FloatArray:
        """The chance that each combo does that, if all are as likely."""
        return self._likelihood(decision, self._triple(decision, note), ALL_ALIKE)

    def reweigh(
        self, decision: Decision, note: "ActionDistribution | Later", weights: FloatArray
    ) -> FloatArray:
        """New weight = old weight × predicted chance; a fold tells of no hand that matters."""
        if decision.kind == "fold":
            return weights
        weights = weights * self._likelihood(decision, self._triple(decision, note), weights)
        weights /= weights.max()
        return weights

    def _triple(self, decision: Decision, note: "ActionDistribution | Later") -> ActionDistribution:
        if isinstance(note, ActionDistribution):
            return note
        return self.predictor.triple(decision.name, decision.situation)

    def present(self, seen: Observation) -> Predictor:
        """The predictor as it is in the midst of this hand."""
        return self.at(seen)._during

    def expect(self, seen: Observation, situation: Situation) -> ActionDistribution:
        """The predictor's triple."""
        return self._during.triple(seen.names[situation.seat], situation)

    def public_range(self, seen: Observation, seat: int) -> Range:
        """A seat's range to somebody who sees no cards: our own among them."""
        return possible_range(seen, seat, lambda: self.at(seen).weights_of(seat), hole=False)

    def twin(self) -> "PredictedHands":
        """One with the same predictor, which within a hand does not change."""
        return PredictedHands(self.predictor, learn=False, likelihood=self._likelihood)


def by_thresholds(
    decision: Decision, triple: ActionDistribution, weights: FloatArray
) -> FloatArray:
    """The chance of what was seen by combo, if his best hands raise and his worst fold.

    A hand that is good enough to raise is sometimes played slowly.
    """
    situation = decision.situation
    if situation.street == 0:
        values, spread = combo_income(situation.players), INCOME_SPREAD
    else:
        values, draws = quick_strengths(situation.board)
        values, spread = values + (1 - values) * draws, STRENGTH_SPREAD
    share = max(triple.more, RARELY) if decision.kind == "raise" else triple.more
    raising = np.zeros(len(values))
    if situation.could_raise and share > 0:
        threshold = find_threshold(values, weights, min(share, 1 - RARELY), spread)
        raising = np.clip((values - threshold + spread) / (2 * spread), LEAST, 1.0)
    if decision.kind == "raise":
        return raising
    staying = np.ones(len(values))
    if situation.could_fold and triple.fold > 0:
        threshold = find_threshold(values, weights, max(1 - triple.fold, RARELY), spread)
        staying = np.clip((values - threshold + spread) / (2 * spread), LEAST, 1.0)
    calling: FloatArray = staying * np.maximum(1 - raising, SLY)
    return calling
