"""The crowd as an opponent model, and its compiled read."""

from time import perf_counter

import numpy as np
import pytest

from tests.game.table import play, start
from villain.cards import Combo
from villain.game import Hand, Observation, limit_holdem, no_limit_holdem, shuffle
from villain.game.actions import CALL, FOLD, raise_to
from villain.game.observation import just_after
from villain.game.situation import decisions
from villain.models.crowd.kinds import kind_of
from villain.models.crowd.model import CrowdModel
from villain.models.crowd.strengths import hand_codes, hands_on, strength_codes

NAMES = ("Ann", "me")
"""I have the button, and act first before the flop."""


def follow(model: CrowdModel, hands: int, *, folds: bool) -> None:
    """Ann folds every hand to a raise, or never does."""
    rng, rules = np.random.default_rng(1), no_limit_holdem(2)
    for _ in range(hands):
        hand = Hand(rules, shuffle(rules, rng), NAMES)
        hand.act(raise_to(6))
        hand.act(FOLD if folds else CALL)
        while hand.seat is not None:
            hand.act(CALL)
        model.observe(hand.observation(1))


def faced(model: CrowdModel) -> Observation:
    """Before the flop Ann faces a raise."""
    hand = Hand(no_limit_holdem(2), shuffle(no_limit_holdem(2), np.random.default_rng(2)), NAMES)
    hand.act(raise_to(6))
    seen = hand.observation(1)
    model.observe(seen)
    return seen


def river() -> tuple[CrowdModel, Observation]:
    """Ann has called a raise, and raised on the river."""
    model = CrowdModel()
    hand = start(no_limit_holdem(2), "AhKd 8c8d", "As 7h 2c 9d Kc")
    seen = play(hand, "r6 c c c c c r10").observation(1)
    model.observe(seen)
    return model, seen


def test_at_the_end_of_a_hand_it_holds_what_it_held_before() -> None:
    """The last action is the last that says anything of cards, unless they are shown."""
    model, seen = river()
    before = model.range(seen, 0).weights
    hand = play(start(no_limit_holdem(2), "AhKd 8c8d", "As 7h 2c 9d Kc"), "r6 c c c c c r10 f")
    assert hand.over
    model.observe(hand.observation(1))
    closing = just_after(seen, hand.events[len(seen.events)])
    np.testing.assert_array_equal(model.range(closing, 0).weights, before)
    assert np.abs(model.range(seen, 0).weights - before).max() > 1e-4  # it has learnt since


def test_it_learns_who_folds_and_forgets_nothing_but_when_frozen() -> None:
    found = {}
    for kind in ("stranger", "folds", "calls", "frozen"):
        model = CrowdModel()
        if kind == "frozen":
            model.freeze()
        if kind != "stranger":
            follow(model, 12, folds=kind != "calls")
        found[kind] = model.predict(faced(model), 0).fold
    assert found["folds"] > found["stranger"] + 0.1 > found["calls"] + 0.2
    assert found["frozen"] == pytest.approx(found["stranger"])


def test_a_raise_on_the_river_is_rather_a_strong_hand() -> None:
    model, seen = river()
    weights = model.range(seen, 0).weights
    uniform = CrowdModel().range(seen._replace(events=seen.events[:2]), 0).weights
    codes = strength_codes(seen.board)[:, 0]
    strong, weak = (codes >= 230) & (codes < 255), codes < 60
    assert weights[strong].sum() > 2 * uniform[strong].sum()
    assert weights[weak].sum() < uniform[weak].sum()
    assert weights[Combo.parse("9h9s")] > uniform[Combo.parse("9h9s")]


def test_likelihoods_by_distinct_hands_are_those_of_every_combo() -> None:
    model, seen = river()
    decision = [one for one in decisions(seen) if one.seat == 0][-1]
    [read] = model.reader.reads("Ann", [decision.situation])
    every = hand_codes(seen.board)
    whole = model.reader.policy_at(read, decision.situation, every)
    hands, place = hands_on(decision.situation.board)
    parts = model.reader.policy_at(read, decision.situation, hands)
    assert len(hands) < len(every) / 2
    assert parts[place] == pytest.approx(whole, abs=1e-5)
    assert kind_of(decision) == 4  # a bet of ten into a pot of twelve


def test_a_plan_is_a_distribution_wherever_he_may_come_to_and_is_quick() -> None:
    for rules in (limit_holdem(10), no_limit_holdem(2)):
        model = CrowdModel()
        hand = Hand(rules, shuffle(rules, np.random.default_rng(3)))
        hand.act(CALL)
        seen = hand.observation(0)
        model.observe(seen)
        plan = model.plan(seen, 1)
        assert plan.sum(axis=2) == pytest.approx(np.ones((4, 3)))
        assert not plan[:, 0, 0].any()  # nobody folds for nothing
        begun = perf_counter()
        assert np.array_equal(model.plan(seen, 1), plan)
        assert perf_counter() - begun < 0.01


def test_a_branch_that_was_not_played_is_answered_too() -> None:
    model = CrowdModel()
    seen = faced(model)
    hand = play(start(no_limit_holdem(2), "8c8d AhKd"), "c")
    assert sum(model.predict(hand.observation(1), 0)) == pytest.approx(1)
    assert model.predict(seen, 0).fold > 0
