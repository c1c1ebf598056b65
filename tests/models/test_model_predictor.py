"""A model asked as a predictor: it sees what a bystander saw, and nothing twice."""

import numpy as np
import pytest

from tests.outside.stranger import Aces
from villain.checks import check_predictor
from villain.checks.dealing import GAMES, random_action
from villain.game import Hand, Observation, Rules, shuffle
from villain.game.rules import is_holdem
from villain.hands.views import bystander_view
from villain.models.loki.model import SpecificModel
from villain.models.predictors.of_model import ModelPredictor
from villain.profiles.replaying import decisions_of


class Witness(Aces):
    """Keeps all that it is shown, and all that it is asked about."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[Observation] = []
        self.asked: list[Observation] = []

    def observe(self, seen: Observation) -> None:
        self.shown.append(seen)

    def predict(self, seen, seat, *, facing=None):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN201
        self.asked.append(seen)
        return super().predict(seen, seat, facing=facing)

    def clone(self) -> "Witness":
        return self


@pytest.mark.parametrize("rules", [one for one in GAMES if is_holdem(one)], ids=str)
def test_the_views_are_those_of_the_hand(rules: Rules) -> None:
    rng = np.random.default_rng(3)
    for _ in range(5):
        hand, live = Hand(rules, shuffle(rules, rng)), []
        while hand.seat is not None:
            assert hand.legal is not None
            name = hand.names[hand.seat]
            live.append((name, bystander_view(hand, name)))
            hand.act(random_action(hand.legal, rng))
        for name in {name for name, _ in live}:
            witness = Witness()
            predictor = ModelPredictor(witness)
            for decision in decisions_of(hand):
                if decision.name == name:
                    predictor.triple(name, decision.situation)
                    predictor.learn(decision)
            predictor.end_hand(name, over := bystander_view(hand, name))
            asked = [seen._replace(legal=None) for one, seen in live if one == name]
            assert witness.asked == asked
            assert all(over.events[: len(one.events)] == one.events for one in witness.shown)


def test_it_keeps_the_laws_of_predictors() -> None:
    check_predictor(lambda: ModelPredictor(SpecificModel()))
