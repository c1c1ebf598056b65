"""Predicts what a player does by what many people did who had played like him."""

from collections.abc import Sequence

from villain.cards.card import Card
from villain.game.situation import Decision, Situation
from villain.models.crowd.network import CrowdNetwork
from villain.models.crowd.reader import CrowdReader
from villain.models.predictors.legal import to_distribution
from villain.models.predictors.predictor import Predictor
from villain.strategy.action_distribution import ActionDistribution

FLOOR = 0.0012
"""No action that the rules allow is held to be rarer than this."""


class CrowdPredictor(Predictor):
    """Predicts each player with the crowd's network, by his own decisions and shown cards."""

    follows_hands = True

    def __init__(self, network: CrowdNetwork | None = None, *, players: int = 64) -> None:
        self.reader = CrowdReader(network, players=players)

    def triple(self, name: str, situation: Situation) -> ActionDistribution:
        """The chances of somebody who has played like him."""
        fold, call, more = self.reader.chances(name, [situation])[0].tolist()
        return to_distribution(fold, call, more, situation, FLOOR)

    def learn(self, decision: Decision) -> None:
        """Take in what he did."""
        self.reader.learn(decision)

    def show(self, name: str, hole: Sequence[Card], board: Sequence[Card]) -> None:
        """Take in what he held when he decided last."""
        self.reader.show(name, hole, board)
