"""What every predictor has to beat: the same for everybody, and nothing learned."""

from villain.models.contexts import Choice, Context
from villain.models.predictors.legal import to_distribution
from villain.models.predictors.population import coarse_key, population
from villain.models.predictors.predictor import Predictor
from villain.strategy.action_distribution import ActionDistribution


class Majority(Predictor):
    """How often people fold, call and raise: once facing a bet and once not.

    Its likeliest action is the majority's.
    """

    def triple(self, name: str, context: Context) -> ActionDistribution:  # noqa: ARG002
        """The same for all."""
        return to_distribution(*population(context.limit).plain[context.owed > 0], context)

    def learn(self, choice: Choice) -> None:
        """Nothing is learned."""


class Frequencies(Predictor):
    """How often people fold, call and raise in the twelve contexts of street and bets to call."""

    def triple(self, name: str, context: Context) -> ActionDistribution:  # noqa: ARG002
        """The same for all."""
        told = population(context.limit).coarse[coarse_key(context)]
        return to_distribution(*told, context)

    def learn(self, choice: Choice) -> None:
        """Nothing is learned."""
