"""Predictors of actions: what ours promise beyond the laws, and that they learn."""

from itertools import product
from math import log, prod
from typing import Any

import pytest

from tests.hands.random_hands import random_history
from villain.errors import VillainError
from villain.evaluation.replaying import decisions_of
from villain.game import no_limit_holdem
from villain.game.rules import Betting
from villain.game.situation import NOTHING, Decision, Situation
from villain.models.predictors.chooser import Chooser
from villain.models.predictors.evidence import Cells, add, corrected
from villain.models.predictors.inputs import INPUTS, SITUATION_INPUTS, situation_inputs, texture
from villain.models.predictors.legal import ACTIONS, FLOOR, to_distribution
from villain.models.predictors.network import Adaptation, Network, weights
from villain.models.predictors.population import SHAPE, fine_key, population
from villain.models.predictors.predictor import Predictor
from villain.models.predictors.registry import BASELINES, PREDICTORS, make_predictor
from villain.models.predictors.statistics import Level, Statistics
from villain.strategy.action_distribution import ActionDistribution

TWIN = "crowd-mixture"
EVERY = [
    *(name for name in [*PREDICTORS, *BASELINES] if name != TWIN),
    pytest.param(TWIN, marks=pytest.mark.slow),  # but for the mean it is the chooser
]


def facing(limit: bool = True, **changes: Any) -> Situation:  # noqa: ANN401
    """Heads-up on the button before the flop, one bet to call."""
    players = 2
    usual = Situation(
        rules=no_limit_holdem(players),
        seat=0,
        line=(),
        stacks=(),
        bets=(),
        folded=(),
        limit=limit,
        street=0,
        players=2,
        left=2,
        behind=1,
        position=1.0,
        blind=1,
        bet=10,
        big_blind=10,
        cost=1,
        owed=5,
        pot=15,
        put_in=5,
        stack=1000,
        raises=0,
        calls=0,
        raises_before=0,
        opening=0,
        last=NOTHING,
        acted=False,
        aggressor=0,
        raised=0.0,
        raiser=-1.0,
        opener=-1.0,
        effective=1000,
        could_raise=True,
        could_fold=True,
        board=(),
    )
    return usual._replace(**changes)


def choice_of(name: str, situation: Situation, kind: str) -> Decision:
    """He folds, calls, or raises by a bet."""
    chips = {"fold": 0, "call": situation.owed, "raise": situation.owed + situation.bet}[kind]
    return Decision(0, name, situation, kind, chips, chips)


def some_choices(hands: int = 12) -> list[Decision]:
    found = []
    for seed in range(hands):
        betting = (Betting.LIMIT, Betting.NO_LIMIT)[seed % 2]
        hand = random_history(seed, betting, players=2 + seed % 9).replay()
        found += decisions_of(hand, free_folds=seed % 4 == 0)
    return found


DECISIONS = some_choices()


@pytest.fixture(params=EVERY)
def predictor(request: pytest.FixtureRequest) -> Predictor:
    return make_predictor(request.param)


def loss(predictor: Predictor, situation: Situation, kind: str) -> float:
    return -log(predictor.triple("Ann", situation)[ACTIONS[kind]])


# Beyond the laws


def test_a_triple_is_a_distribution_over_what_is_allowed(predictor: Predictor) -> None:
    for decision in DECISIONS:
        told, situation = predictor.triple(decision.name, decision.situation), decision.situation
        assert sum(told) == pytest.approx(1.0)
        assert told.call >= 0.001
        assert (told.more >= 0.001) if situation.could_raise else told.more == 0.0
        assert (told.fold >= 0.001) if situation.could_fold else told.fold == 0.0
        predictor.learn(decision)


def test_only_a_player_s_own_actions_teach_about_him(predictor: Predictor) -> None:
    before = predictor.triple("Bob", facing())
    for _ in range(50):
        predictor.learn(choice_of("Ann", facing(), "raise"))
    # What people have in common the crowd takes from everybody, a little.
    slack = 0.02 if predictor.follows_hands else 0.0
    assert predictor.triple("Bob", facing()) == pytest.approx(before, abs=slack, rel=0)


def test_unknown_predictors_are_refused_with_the_nearest_name() -> None:
    with pytest.raises(VillainError, match="did you mean 'network'"):
        make_predictor("netwrok")


# Learning


@pytest.mark.parametrize("name", ["statistics", "network", "chooser", "mixture"])
@pytest.mark.parametrize("limit", [True, False])
@pytest.mark.parametrize("kind", ["fold", "call", "raise"])
def test_who_always_does_the_same_is_found_out(name: str, limit: bool, kind: str) -> None:
    predictor, situation = make_predictor(name), facing(limit)
    place = ACTIONS[kind]
    before = predictor.triple("Ann", situation)[place]
    for _ in range(300):
        predictor.learn(choice_of("Ann", situation, kind))
    assert predictor.triple("Ann", situation)[place] > max(0.8, before)


def test_decay_follows_who_changes_gears() -> None:
    def with_decay(decay: float) -> Statistics:
        return Statistics(tuple(Level(prior, decay) for prior in (25.0, 60.0, 100.0)))

    forgetting, faithful, situation = with_decay(0.98), with_decay(1.0), facing()
    losses = [0.0, 0.0]
    for number in range(600):
        kind = "fold" if number < 400 else "raise"
        for place, predictor in enumerate((forgetting, faithful)):
            losses[place] += loss(predictor, situation, kind) * (number >= 400)
            predictor.learn(choice_of("Ann", situation, kind))
    assert losses[0] < 0.7 * losses[1]


def test_who_leaves_the_table_is_not_taken_for_a_folder() -> None:
    free = facing(owed=0, cost=0, blind=2)
    for name in ("statistics", "network"):
        predictor = make_predictor(name)
        before = predictor.triple("Ann", free)
        predictor.learn(choice_of("Ann", free, "fold"))
        assert predictor.triple("Ann", free) == before
        assert before.fold == pytest.approx(0.018, abs=0.001)


def test_the_network_s_own_layer_learns_and_returns() -> None:
    situation = facing()
    still, moving = Network(Adaptation(0.0, 0.0)), Network(Adaptation(0.01, 0.001))
    for _ in range(100):
        still.learn(choice_of("Ann", situation, "raise"))
        moving.learn(choice_of("Ann", situation, "raise"))
    assert moving.triple("Ann", situation).more > still.triple("Ann", situation).more
    assert (still.weights_of("Ann").output == weights(limit=True).output).all()
    assert (moving.weights_of("Ann").output != weights(limit=True).output).any()
    assert (moving.weights_of("Bob").output == weights(limit=True).output).all()


# What they are made of


def test_evidence_is_a_dirichlet_mean_where_decisions_are_alike() -> None:
    cells: Cells = {}
    people = (0.5, 0.3, 0.2)
    for action in (0, 0, 1, 2, 2, 2):
        add(cells, 7, people, action, decay=1.0)
    assert corrected(people, cells[7], prior=10.0) == pytest.approx((7 / 16, 4 / 16, 5 / 16))
    assert corrected(people, None, prior=10.0) == people


def test_old_evidence_halves() -> None:
    cells: Cells = {}
    add(cells, 0, (1.0, 0.0, 0.0), 0, decay=0.5)
    add(cells, 0, (0.0, 1.0, 0.0), 1, decay=0.5)
    assert cells[0] == [0.5, 1.0, 0.0, 0.5, 1.0, 0.0]


def test_the_population_folds_to_raises_and_not_to_nothing() -> None:
    for limit in (True, False):
        people = population(limit)
        assert people.expected(facing(limit, owed=0, cost=0))[0] == 0.0
        assert people.expected(facing(limit, could_raise=False))[2] == 0.0
        cheap, dear = people.coarse[1], people.coarse[2]
        assert dear[0] > cheap[0]
        for decision in DECISIONS:
            assert sum(people.expected(decision.situation)) == pytest.approx(1.0)


def test_fine_contexts_are_all_different() -> None:
    attributes = product(range(4), range(3), range(4), range(5), range(4))
    found = {
        fine_key(facing(street=street, cost=cost, last=last, raises=raises, raises_before=before))
        for street, cost, last, raises, before in attributes
    }
    assert len(found) == 4 * 3 * 4 * 5 * 4
    most = facing(street=3, cost=2, last=3, behind=9, pot=10**6, raises=9, raises_before=9)
    assert fine_key(most) == prod(SHAPE) - 1


def test_inputs_have_names_and_are_about_one_in_size() -> None:
    for decision in DECISIONS:
        told = situation_inputs(decision.situation)
        assert len(told) == len(SITUATION_INPUTS)
        assert max(told) < 4
        assert min(told) >= 0
        assert Network().inputs_of("Ann", decision.situation).shape == (len(INPUTS),)


def test_texture_of_a_paired_suited_board() -> None:
    board = next(c.situation.board for c in DECISIONS if len(c.situation.board) == 3)
    assert texture(()) == (0.0, 0.0, 0.0, 0.0)
    assert texture(board) == texture(board[::-1])


def test_floors_keep_the_loss_finite() -> None:
    told = to_distribution(0.0, 0.0, 1.0, facing())
    assert told.fold == pytest.approx(FLOOR, rel=0.02)
    assert to_distribution(0.0, 0.0, 0.0, facing()).call > 0.9


# The chooser


class Always(Predictor):
    """Says the same of everybody."""

    def __init__(self, *weights: float) -> None:
        self.told = ActionDistribution.of(*weights)

    def triple(self, name: str, situation: Situation) -> ActionDistribution:  # noqa: ARG002
        return self.told

    def learn(self, decision: Decision) -> None:
        pass


@pytest.mark.parametrize("mixture", [False, True])
def test_the_chooser_trusts_whoever_predicts_a_player_best(mixture: bool) -> None:
    folds, calls = Always(8, 1, 1), Always(1, 8, 1)
    chooser = Chooser({"folds": folds, "calls": calls}, mixture=mixture)
    for _ in range(20):
        chooser.learn(choice_of("Ann", facing(), "fold"))
        chooser.learn(choice_of("Bob", facing(), "call"))
    assert chooser.weights("Ann")["folds"] > 0.99
    assert chooser.weights("Bob")["calls"] > 0.99
    assert chooser.triple("Ann", facing()).fold == pytest.approx(0.8, abs=0.01)
    assert sum(chooser.weights("Cleo").values()) == pytest.approx(1.0)


def test_the_mixture_weighs_by_likelihood() -> None:
    both = {"a": Always(2, 1, 1), "b": Always(1, 2, 1)}
    chooser = Chooser(both, mixture=True, decay=1.0, rate=1.0, lead=0.0)
    chooser.learn(choice_of("Ann", facing(), "fold"))
    assert chooser.weights("Ann") == pytest.approx({"a": 2 / 3, "b": 1 / 3})
    assert chooser.triple("Ann", facing()).fold == pytest.approx(2 / 3 * 0.5 + 1 / 3 * 0.25)


def test_a_stranger_is_met_with_the_first_predictor() -> None:
    chooser = Chooser({"a": Always(2, 1, 1), "b": Always(1, 2, 1)}, lead=1.0)
    trusted = []
    for _ in range(3):
        trusted.append(chooser.weights("Ann")["a"])
        chooser.learn(choice_of("Ann", facing(), "call"))  # b gains log 2 each time
    assert trusted == [1.0, 1.0, 0.0]


def test_the_chooser_forgets_who_was_right_long_ago() -> None:
    chooser = Chooser({"folds": Always(8, 1, 1), "calls": Always(1, 8, 1)}, decay=0.9)
    for _ in range(100):
        chooser.learn(choice_of("Ann", facing(), "fold"))
    for _ in range(15):
        chooser.learn(choice_of("Ann", facing(), "call"))
    assert chooser.weights("Ann") == {"folds": 0.0, "calls": 1.0}
