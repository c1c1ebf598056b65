"""Weight tables that follow a predictor."""

import numpy as np
import pytest

from tests.game.table import play, start
from villain.cards import Combo, parse_cards
from villain.game import CALL, Hand, limit_holdem, no_limit_holdem, shuffle
from villain.game.situation import Decision, Situation, decisions
from villain.kernels.arrays import FloatArray
from villain.models.poki.model import PredictedHands, by_thresholds
from villain.models.predictors.formula import FormulaPredictor
from villain.models.predictors.predictor import Predictor
from villain.models.registry import make_model
from villain.strategy.action_distribution import ActionDistribution


class Always(Predictor):
    """Gives the same triple to everybody, and remembers what it was taught."""

    def __init__(self, *triple: float) -> None:
        self.given, self.taught = ActionDistribution(*triple), list[tuple[str, str]]()

    def triple(self, name: str, situation: Situation) -> ActionDistribution:  # noqa: ARG002
        return self.given.allowed(fold=situation.could_fold, more=situation.could_raise)

    def learn(self, decision: Decision) -> None:
        self.taught.append((decision.name, decision.kind))


def raised_flop() -> Hand:
    hand = start(limit_holdem(3), "AhAs KhKs QhQs", "Kc 8d 2h 9s 3c")
    return play(hand, "r4 c c c r2")


def test_a_weight_is_the_old_one_times_the_predicted_chance() -> None:
    """Figure 5, with the numbers of the paper's example [poki, 5.2.4]."""
    old, chance = {"AsKc": 0.4, "Qd2d": 0.2}, {"AsKc": 0.3, "Qd2d": 0.9}

    def likelihood(decision: Decision, *_: object) -> FloatArray:
        found = np.ones(1326)
        for text in old:
            found[Combo.parse(text)] = (chance if decision.kind == "raise" else old)[text]
        return found

    model = PredictedHands(Always(0.2, 0.5, 0.3), likelihood=likelihood)
    hand = play(start(limit_holdem(2), "7h7c 8h8c"), "c r4 r6")
    model.observe(hand.observation(0))
    found = model.range(hand.observation(0), 1).weights
    one, other = (found[Combo.parse(text)] for text in old)
    assert one / other == pytest.approx(0.12 / 0.18)


@pytest.mark.parametrize("kind", ["call", "raise"])
def test_thresholds_let_the_predicted_share_through(kind: str) -> None:
    decision = decisions(raised_flop().observation(0))[-1]._replace(kind=kind)
    triple, weights = ActionDistribution(0.0, 0.7, 0.3), np.ones(1326)
    chance = by_thresholds(decision, triple, weights)
    share = {"raise": 0.3, "call": 0.7}[kind]
    assert chance.mean() == pytest.approx(share, abs=0.08)
    strong, weak = Combo.parse("8s8c"), Combo.parse("7c4d")
    assert (chance[strong] > chance[weak]) == (kind == "raise")


def test_who_never_raises_means_it_when_he_does() -> None:
    seen = raised_flop().observation(0)
    wild, rock = PredictedHands(Always(0, 0.3, 0.7)), PredictedHands(Always(0, 0.97, 0.03))
    for model in (wild, rock):
        model.observe(seen)
    set_of_eights = Combo.parse("8s8c")
    assert rock.range(seen, 1)[set_of_eights] > 2 * wild.range(seen, 1)[set_of_eights]


def test_it_learns_of_others_only_and_when_the_next_hand_begins() -> None:
    teacher = Always(0.2, 0.5, 0.3)
    model = PredictedHands(teacher)
    hand = raised_flop()
    model.observe(hand.observation(0))
    assert teacher.taught == []
    model.observe(start(limit_holdem(3), "AhAs KhKs QhQs").observation(0))
    assert [name for name, _ in teacher.taught] == ["seat 2", "seat 1", "seat 1"]
    model.freeze()
    model.observe(raised_flop().observation(0))
    model.observe(start(limit_holdem(3), "AhAs KhKs QhQs").observation(0))
    assert len(teacher.taught) == 3


def test_what_others_can_think_of_us_has_our_own_cards_too() -> None:
    hand = raised_flop()
    seen = hand.observation(1)
    model = make_model("statistics")
    assert isinstance(model, PredictedHands)
    model.observe(seen)
    own = Combo.of(*parse_cards("KhKs"))
    assert model.range(seen, 1)[own] == 1.0
    public = model.public_range(seen, 1).weights
    assert 0 < public[own] < 1
    assert public.sum() == pytest.approx(1)


@pytest.mark.parametrize("name", ["statistics", "network", "chooser", "mixture", "formula"])
def test_plans_are_triples_of_the_streets_to_come(name: str) -> None:
    for rules in (limit_holdem(3), no_limit_holdem(3)):
        hand = play(start(rules, "AhAs KhKs QhQs", "Kc 8d 2h 9s 3c"), "c c c")
        seen = hand.observation(0)
        model = make_model(name)
        model.observe(seen)
        plan = model.plan(seen, 1)
        assert plan[1:].sum(axis=2) == pytest.approx(1)
        assert (plan[1:, 0, 0] == 0).all()
        assert (plan[0] == 0).all()


def test_models_that_look_no_further_have_plans_too() -> None:
    hand = play(start(limit_holdem(3), "AhAs KhKs QhQs", "Kc 8d 2h 9s 3c"), "c c c")
    plan = make_model("specific").plan(hand.observation(0), 1)
    assert plan[1:].sum(axis=2) == pytest.approx(1)


def test_the_formula_expects_more_of_better_hands() -> None:
    decision = decisions(raised_flop().observation(0))[-1]
    triples = FormulaPredictor().by_combo(decision.situation)
    assert triples[Combo.parse("8s8c"), 2] > triples[Combo.parse("7c4d"), 2]
    told = FormulaPredictor().triple("anybody", decision.situation)
    assert sum(told) == pytest.approx(1)
    assert told.fold == 0


def test_a_chooser_that_trusts_the_crowd_says_what_the_crowd_says_in_the_midst_of_a_hand() -> None:
    chooser, crowd = make_model("crowd-chooser"), make_model("crowd")
    rules, rng = no_limit_holdem(2), np.random.default_rng(5)
    asked = 0
    for _ in range(8):
        hand = Hand(rules, shuffle(rules, rng), ("me", "Bob"))
        while not hand.over:
            seen = hand.observation(0)
            chooser.observe(seen)
            crowd.observe(seen)
            if hand.seat == 1:
                said, wanted = (model.predict(seen, 1) for model in (chooser, crowd))
                assert tuple(said) == pytest.approx(tuple(wanted), abs=0.005)
                asked += 1
            hand.act(CALL)
        chooser.observe(hand.observation(0))
        crowd.observe(hand.observation(0))
    assert asked > 20
