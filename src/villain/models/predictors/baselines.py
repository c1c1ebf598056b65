"""Baselines that every predictor has to beat: the same for everybody, and nothing learned."""

from villain.game.situation import Decision, Situation
from villain.models.predictors.legal import to_distribution
from villain.models.predictors.population import coarse_key, population
from villain.models.predictors.predictor import Predictor
from villain.strategy.action_distribution import ActionDistribution


class Majority(Predictor):
    """People's frequencies of folds, calls and raises: once facing a bet and once not.

    Its likeliest action is the majority's.
    """

    def triple(self, name: str, situation: Situation) -> ActionDistribution:  # noqa: ARG002
        """The same for all."""
        return to_distribution(*population(situation.limit).plain[situation.owed > 0], situation)

    def learn(self, decision: Decision) -> None:
        """Nothing is learned."""


class CoarseFrequencies(Predictor):
    """People's frequencies in the twelve situations of street and bets to call."""

    def triple(self, name: str, situation: Situation) -> ActionDistribution:  # noqa: ARG002
        """The same for all."""
        frequencies = population(situation.limit).coarse[coarse_key(situation)]
        return to_distribution(*frequencies, situation)

    def learn(self, decision: Decision) -> None:
        """Nothing is learned."""
