"""What somebody outside the project might write: an agent, a model and a predictor."""

import numpy as np

from villain import Agent, OpponentModel, Predictor, Range
from villain.game import CALL, FOLD, Action, Observation, Rules, raise_to
from villain.game.rules import is_holdem
from villain.game.situation import Decision, Situation
from villain.kernels.arrays import FloatArray
from villain.strategy.action_distribution import ActionDistribution


class Bold(Agent):
    """Raises by chance, and folds small cards."""

    def __init__(self, seed: int = 0, nerve: int = 5) -> None:
        super().__init__(seed)
        self.nerve, self.hands = nerve, 0

    def act(self, seen: Observation) -> Action:
        assert seen.legal is not None
        if self.rng.random() < 0.2 and seen.legal.can_raise:
            return raise_to(seen.legal.least)
        small = max(card.rank for card in seen.hole) < self.nerve
        return FOLD if small and seen.legal.fold else CALL

    def watch(self, seen: Observation) -> None:
        self.hands += 1


class Aces(OpponentModel):
    """Takes everybody for one who likes his first card high."""

    def __init__(self, liking: float = 3.0) -> None:
        self.liking, self.seen = liking, 0

    @classmethod
    def reads(cls, rules: Rules) -> bool:
        return is_holdem(rules)

    def observe(self, seen: Observation) -> None:
        self.seen += 1

    def predict(
        self, seen: Observation, seat: int, *, facing: int | None = None
    ) -> ActionDistribution:
        return ActionDistribution(0.2, 0.5, 0.3)

    def range(self, seen: Observation, seat: int) -> Range:
        likings = Range(np.linspace(1.0, self.liking, 1326))
        return likings.without(*seen.hole, *seen.board).normalised()


class Flat(Predictor):
    """Expects of everybody the same."""

    def __init__(self, fold: float = 0.3) -> None:
        self.fold, self.learned = fold, 0

    def triple(self, name: str, situation: Situation) -> ActionDistribution:
        chances = ActionDistribution(self.fold, 0.9 - self.fold, 0.1)
        return chances.allowed(fold=situation.could_fold, more=situation.could_raise)

    def learn(self, decision: Decision) -> None:
        self.learned += 1


def likes_raising(decision: Decision, liking: float = 3.0) -> FloatArray:
    """The least model: a raise is likelier with high cards."""
    if decision.kind != "raise":
        return np.ones(1326)
    return np.linspace(1.0, liking, 1326)
