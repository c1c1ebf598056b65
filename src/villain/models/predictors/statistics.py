"""Predicts that a player goes on as he did, in situations as fine as his hands allow [poki]."""

from collections.abc import Callable
from typing import NamedTuple

from villain.game.situation import Decision, Situation
from villain.models.predictors.evidence import Cells, add, corrected
from villain.models.predictors.legal import ACTIONS, Triple, to_distribution
from villain.models.predictors.population import (
    LASTS,
    PopulationFrequencies,
    coarse_key,
    population,
)
from villain.models.predictors.predictor import Predictor
from villain.strategy.action_distribution import ActionDistribution


class Level(NamedTuple):
    """The evidence that moves a prediction halfway, and the part of it that a decision keeps.

    A decay of 1 forgets nothing.
    """

    prior: float
    decay: float


LEVELS = (Level(25.0, 0.997), Level(60.0, 0.997), Level(100.0, 0.997))
"""Chosen by how well it predicts players it was not fitted to (docs/explanation/predicting.md)."""


class Statistics(Predictor):
    """Frequencies of a player, from the coarse to the fine, each shrunk toward the one before.

    It begins with what the population does in the fine situation. That is corrected by how he
    differs from it before or after the flop, facing a bet or not; the outcome by how he differs
    from that in one of the twelve situations of street and bets to call; and again by what he did
    last. Where he has hardly been seen, little is corrected.

    Where this differs from the paper: the paper has plain frequencies in twelve situations. [poki]
    """

    def __init__(
        self,
        levels: tuple[Level, ...] = LEVELS,
        people: Callable[[bool], PopulationFrequencies] = population,
    ) -> None:
        self.levels, self._people = levels, people
        self._players: dict[tuple[str, bool], Cells] = {}

    def triple(self, name: str, situation: Situation) -> ActionDistribution:
        """The population's frequencies, corrected by his own."""
        expected = self._people(situation.limit).expected(situation)
        cells = self._players.get((name, situation.limit))
        if cells is not None:
            for key, level in zip(keys(situation), self.levels, strict=True):
                expected = corrected(expected, cells.get(key), level.prior)
        return to_distribution(*expected, situation)

    def learn(self, decision: Decision) -> None:
        """Count an action, at every level beside what was expected there."""
        name, situation, kind = decision.name, decision.situation, decision.kind
        if situation.owed <= 0 and kind == "fold":
            return  # he leaves: that says nothing of how he plays
        expected: Triple = self._people(situation.limit).expected(situation)
        cells = self._players.setdefault((name, situation.limit), {})
        action = ACTIONS[kind]
        for key, level in zip(keys(situation), self.levels, strict=True):
            now = expected
            expected = corrected(now, cells.get(key), level.prior)
            add(cells, key, now, action, level.decay)


def keys(situation: Situation) -> tuple[int, int, int]:
    """The keys under which evidence is counted: one of 4 kinds of situation, of 12, and of 48."""
    coarse = coarse_key(situation)
    kind = 2 * (situation.street > 0) + (situation.owed > 0)
    return kind, 4 + coarse, 16 + coarse * LASTS + situation.last
