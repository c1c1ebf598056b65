"""Loki's models."""

import numpy as np
import pytest

from tests.game.table import play, start
from villain.cards import Combo
from villain.game import limit_holdem
from villain.game.public_state import PublicState
from villain.game.situation import Decision, cost_in, situation_of
from villain.models.loki.action_counts import ActionCounts
from villain.models.loki.model import (
    DEFAULT,
    BasicModel,
    GenericModel,
    SpecificModel,
    infer_threshold,
)
from villain.strength import all_strengths

HOLES = "2c2d AsAh KsKh"
BOARD = "3h 4c Jh 7d 9s"


def weights(model: BasicModel, actions: str, seat: int = 1) -> np.ndarray:
    hand = play(start(limit_holdem(3), HOLES, BOARD), actions)
    model.observe(hand.observation(0))
    return model.range(hand.observation(0), seat).weights


def mean_strength(range_: np.ndarray) -> float:
    strengths = np.nan_to_num(all_strengths("3h 4c Jh").ehs)
    return float(range_ @ strengths / range_.sum())


def test_after_a_raise_strong_hands_weigh_more() -> None:
    before = weights(GenericModel(), "c c c c")
    after = weights(GenericModel(), "c c c c r2")
    assert mean_strength(after) > mean_strength(before) + 0.05
    sets, air = Combo.parse("JsJd"), Combo.parse("Ts8c")
    assert after[sets] / after[air] > 2 * before[sets] / before[air]


def test_after_a_check_strong_hands_weigh_less() -> None:
    before, after = (weights(GenericModel(), actions) for actions in ("c c c c", "c c c c c"))
    assert mean_strength(after) < mean_strength(before)


def test_before_the_flop_income_counts() -> None:
    called, raised = (weights(GenericModel(), actions, 2) for actions in ("c c c", "r4 c c"))
    aces, rags = Combo.parse("AdAc"), Combo.parse("7c2h")
    assert raised[aces] / raised[rags] > called[aces] / called[rags] > 5
    assert raised[rags] > 0  # nothing is impossible


def test_the_range_is_of_the_cards_that_are_left() -> None:
    for model in (BasicModel(), GenericModel(), SpecificModel()):
        found = weights(model, "c c c c r2 c c")
        assert found.sum() == pytest.approx(1)
        assert np.count_nonzero(found) == 46 * 45 // 2  # two of ours, four on the board


def test_a_range_never_dies() -> None:
    model = GenericModel()
    found = weights(model, "r4 r6 r8 c c " + "r2 r4 r6 r8 c c " + "r4 r8 r12 r16 c c")
    assert np.isfinite(found).all()
    assert found.sum() == pytest.approx(1)


def decided(name: str, street: int, owed: int, kind: str) -> Decision:
    """What somebody did in limit for three who would have had to pay so much."""
    rules = limit_holdem(3)
    facing = situation_of(PublicState.at_start(rules))
    facing = facing._replace(street=street, owed=owed, cost=cost_in(rules, street, owed, 0))
    return Decision(1, name, facing, kind, owed, owed)


def test_the_specific_model_goes_by_what_it_saw_after_twenty() -> None:
    model, calls = SpecificModel(), decided("him", 1, 2, "call")
    assert model.frequencies("him", 1, 1) == pytest.approx(tuple(DEFAULT[1, 1]))
    for _ in range(10):
        model.counts.add(calls)
    assert model.frequencies("him", 1, 1).call == pytest.approx(0.5 + DEFAULT[1, 1, 1] / 2)
    for _ in range(10):
        model.counts.add(calls)
    assert model.frequencies("him", 1, 1) == (0, 1, 0)
    assert model.frequencies("her", 1, 1) == pytest.approx(tuple(DEFAULT[1, 1]))


def test_the_36_categories() -> None:
    counts = ActionCounts()
    for street, bet in enumerate((2, 2, 4, 4)):
        for owed in (0, bet, 2 * bet):
            for kind in ("fold", "call", "raise"):
                counts.add(decided("him", street, owed, kind))
    assert (counts.of("him") == 1).all()
    assert counts.of("him").size == 36
    assert not counts.of("nobody").any()


def test_whoever_always_calls_tells_nothing() -> None:
    model = SpecificModel()
    for street in range(4):
        for cost, owed in enumerate((0, 2, 8)):
            calls = decided("seat 1", street, owed, "call")
            for _ in range(20):
                model.counts.add(calls)
            assert model.frequencies("seat 1", street, cost).call == 1
    found = weights(model, "c c c r2 c c r4 c c")
    possible = found[found > 0]
    assert possible == pytest.approx(1 / len(possible))


def test_what_is_shown_is_known_and_an_all_in_player_does_nothing() -> None:
    rules = limit_holdem(3).with_stacks(40, 3, 40)
    hand = play(start(rules, HOLES, BOARD), "c c r3 c c c c c c c c")
    assert hand.over
    model = GenericModel()
    assert model.range(hand.observation(0), 1)[Combo.parse("AsAh")] == 1
    hand = play(start(rules, HOLES, BOARD), "c c r3 c c")
    assert model.predict(hand.observation(0), 1, facing=2) == (0, 1, 0)


def test_the_default_is_a_distribution() -> None:
    assert DEFAULT.shape == (4, 3, 3)
    assert DEFAULT.sum(axis=2) == pytest.approx(1)
    assert not DEFAULT[:, 0, 0].any()


def test_a_threshold_is_inferred_from_the_frequency_and_is_wider_where_little_was_seen() -> None:
    values, even = np.linspace(0.0, 1.0, 1326), np.ones(1326)
    mean, spread = infer_threshold(values, even, 0.3, 0.2, None)
    assert mean == pytest.approx(0.7, abs=0.01)
    assert spread == 0.2
    widths = [infer_threshold(values, even, 0.3, 0.2, seen)[1] for seen in (20, 200, 20_000)]
    assert widths[0] > widths[1] > widths[2] > 0.2
    error = (0.3 * 0.7 / 20) ** 0.5
    assert widths[0] == pytest.approx((0.2**2 + error**2) ** 0.5, abs=0.01)
