"""Predicts with whichever predictor has understood a player best so far [poki]."""

from collections.abc import Mapping, Sequence
from math import exp, log

from villain.cards.card import Card
from villain.game.observation import Observation
from villain.game.situation import Decision, Situation
from villain.models.predictors.legal import ACTIONS, FLOOR
from villain.models.predictors.predictor import Predictor
from villain.strategy.action_distribution import ActionDistribution

DECAY, RATE = 0.998, 0.5
"""The worth of a loss after one more decision, and how sharply the mixture prefers a lower one."""

LEAD = 5.0
"""By how many nats the first predictor is ahead with a stranger."""


class Chooser(Predictor):
    """For each player the predictor with the lowest loss, or all of them mixed by their losses.

    The loss is the sum of -log of the chances that were given to what he did, the older the less.
    The ``mixture`` has weights proportional to exp(-rate · loss): Bayesian averaging of the
    predictors, with forgetting. With a stranger the first predictor is trusted, which begins
    ``lead`` nats ahead.
    """

    def __init__(
        self,
        predictors: Mapping[str, Predictor],
        *,
        mixture: bool = False,
        decay: float = DECAY,
        rate: float = RATE,
        lead: float = LEAD,
    ) -> None:
        self.predictors = dict(predictors)
        self.follows_hands = any(one.follows_hands for one in self.predictors.values())
        self.mixture, self.decay, self.rate = mixture, decay, rate
        self._start = [lead * (place > 0) for place in range(len(self.predictors))]
        self._losses: dict[str, list[float]] = {}

    def triple(self, name: str, situation: Situation) -> ActionDistribution:
        """The triple of the trusted one, or the mean of all by trust."""
        shares = self._shares(name)
        fold = call = more = 0.0
        for share, predictor in zip(shares, self.predictors.values(), strict=True):
            if share:
                said = predictor.triple(name, situation)
                fold += share * said.fold
                call += share * said.call
                more += share * said.more
        return ActionDistribution.of(fold, call, more)

    def learn(self, decision: Decision) -> None:
        """See how well each predictor foresaw an action, and let each learn it."""
        losses = self._losses.setdefault(decision.name, self._start.copy())
        action = ACTIONS[decision.kind]
        for place, predictor in enumerate(self.predictors.values()):
            chance = predictor.triple(decision.name, decision.situation)[action]
            losses[place] = losses[place] * self.decay - log(max(chance, FLOOR))
            predictor.learn(decision)

    def show(self, name: str, hole: Sequence[Card], board: Sequence[Card]) -> None:
        """Let each see what he held."""
        for predictor in self.predictors.values():
            predictor.show(name, hole, board)

    def end_hand(self, name: str, seen: Observation) -> None:
        """Let each see how a hand of his ended."""
        for predictor in self.predictors.values():
            predictor.end_hand(name, seen)

    def weights(self, name: str) -> dict[str, float]:
        """The trust in each predictor with a player; they sum to one."""
        return dict(zip(self.predictors, self._shares(name), strict=True))

    def _shares(self, name: str) -> list[float]:
        losses = self._losses.get(name, self._start)
        best = min(losses)
        if not self.mixture:
            chosen = losses.index(best)
            return [float(place == chosen) for place in range(len(losses))]
        likely = [exp(self.rate * (best - loss)) for loss in losses]
        total = sum(likely)
        return [one / total for one in likely]
