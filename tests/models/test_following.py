"""What a function, or a new model of a few lines, is asked and may answer."""

import numpy as np
import pytest

from tests.game.table import play, ring, start
from villain.cards import Range
from villain.errors import VillainError
from villain.game import limit_holdem
from villain.game.script import parse_script, play_script
from villain.game.situation import Decision, situation_of
from villain.game.what_if import facing
from villain.kernels.arrays import FloatArray
from villain.models.following import FollowingModel, possible_actions
from villain.models.likelihood import LikelihoodModel
from villain.models.registry import make_model

ALL_IN = play(start(ring(200, 200, 200), "AhAs KhKs QhQs"), "c r200")
"""Seat 0 is all-in, and seat 1 must answer."""


def alike(decision: Decision) -> FloatArray:  # noqa: ARG001
    return np.ones(1326)


def test_after_a_smaller_bet_one_may_raise_and_the_raise_is_legal() -> None:
    situation = situation_of(facing(ALL_IN.state, 1, 30), 1)
    assert (situation.owed, situation.could_raise) == (30, True)
    _, _, raised = possible_actions(situation)
    assert raised is not None
    assert situation.bets[1] + situation.owed < raised.to <= 200


def test_a_function_is_asked_only_about_what_can_be_done() -> None:
    asked = []

    def strict(decision: Decision) -> FloatArray:
        asked.append(decision)
        return alike(decision)

    model, seen = LikelihoodModel(strict), ALL_IN.observation(0)
    model.predict(seen, 1, facing=30)
    model.plan(seen, 1)
    raises = [one for one in asked if one.kind == "raise"]
    assert raises
    assert all(one.to > max(one.situation.bets) for one in raises)
    assert all(0 <= one.chips <= one.situation.stack for one in asked)


def test_a_raise_that_was_called_off_is_taken_from_the_pot_once() -> None:
    seen = play(start(ring(200, 200, 20), "AhAs KhKs QhQs"), "c r150 f f").observation(0)
    for name in ("network", "generic"):
        plan = make_model(name).plan(seen, 2)
        assert plan.sum(axis=-1) == pytest.approx(1.0)


class OnlyAces(FollowingModel[tuple[()]]):
    """Nobody raises but with a pair of aces."""

    def likelihood(self, decision: Decision, note: tuple[()] = ()) -> FloatArray:  # noqa: ARG002
        return Range("AA").weights if decision.kind == "raise" else np.ones(1326)


def test_whoever_has_none_of_the_hands_that_were_left_may_have_any() -> None:
    script = parse_script("r c / AhAcAd: c r c / 2h: c r c")
    *_, seen = play_script(script, limit_holdem(2), hero=0)
    weights = OnlyAces().range(seen, 1).weights
    assert weights.sum() == pytest.approx(1.0)
    assert np.isfinite(weights).all()


@pytest.mark.parametrize(
    ("answer", "words"),
    [(-1.0, "it gave -1"), (np.nan, "it gave nan"), (np.inf, "it gave inf")],
)
def test_a_function_that_gives_no_likelihoods_is_told_so(answer: float, words: str) -> None:
    *_, seen = play_script(parse_script("r c / 3h4cJh: c"), limit_holdem(2), hero=0)
    model = make_model(lambda decision: alike(decision) * answer)
    with pytest.raises(VillainError, match=words):
        model.range(seen, 1)
