"""Laws that every registered model must keep."""

import pickle
from collections.abc import Iterator

import numpy as np
import pytest

from tests.game.oracles import random_action
from tests.game.table import GAMES, other_hidden_cards
from villain.cards.range import HIGH_CARDS, LOW_CARDS
from villain.game import Hand, Observation, Rules, shuffle
from villain.models.model import OpponentModel
from villain.models.registry import MODELS, make_model

HANDS = 2

WHOLE = "crowd-chooser"
"""A model made up of others, which takes longer: it is asked in the long checks."""

NAMES = [name if name != WHOLE else pytest.param(name, marks=pytest.mark.slow) for name in MODELS]


def make(name: str) -> OpponentModel:
    return make_model(name)


def games(model: OpponentModel) -> list[Rules]:
    found = [rules for rules in GAMES if model.reads(rules)]
    assert found
    return found


def views(rules: Rules, seed: int, hands: int = HANDS) -> Iterator[Observation]:
    """What seat 0 sees, at its turns and at the end, while all play at random."""
    rng = np.random.default_rng(seed)
    for _ in range(hands):
        hand = Hand(rules, shuffle(rules, rng))
        while hand.seat is not None:
            assert hand.legal is not None
            if hand.seat == 0:
                yield hand.observation(0)
            hand.act(random_action(hand.legal, rng))
        yield hand.observation(0)


def answers(model: OpponentModel, seen: Observation) -> list[object]:
    seats = range(seen.rules.players)
    return [(tuple(model.predict(seen, seat)), model.range(seen, seat).tobytes()) for seat in seats]


@pytest.mark.parametrize("name", NAMES)
def test_answers_are_distributions_also_before_anything_was_seen(name: str) -> None:
    for rules in games(make(name)):
        model = make(name)
        for seen in views(rules, seed=1):
            for seat in range(1, rules.players):
                triple = model.predict(seen, seat)
                assert min(triple) >= 0
                assert sum(triple) == pytest.approx(1)
                weights = model.range(seen, seat)
                assert weights.min() >= 0
                assert weights.sum() == pytest.approx(1)
            model.observe(seen)


@pytest.mark.parametrize("name", NAMES)
def test_prediction_changes_nothing(name: str) -> None:
    for rules in games(make(name)):
        asked, silent = make(name), make(name)
        for seen in views(rules, seed=2):
            before = pickle.dumps(asked)
            answers(asked, seen)
            assert pickle.dumps(asked) == before
            asked.observe(seen)
            silent.observe(seen)
            assert answers(asked, seen) == answers(silent, seen)


@pytest.mark.parametrize("name", NAMES)
def test_clones_and_pickles_go_on_as_the_original_and_apart(name: str) -> None:
    for rules in games(make(name)):
        model, seen = make(name), None
        stream = list(views(rules, seed=3))
        half = len(stream) // 2
        for seen in stream[:half]:
            model.observe(seen)
        assert seen is not None
        before = answers(model, seen)
        clone, thawed = model.clone(), pickle.loads(pickle.dumps(model))
        for later in stream[half:]:
            clone.observe(later)
        assert answers(model, seen) == before  # the clone learned on its own
        for later in stream[half:]:
            model.observe(later)
            thawed.observe(later)
            assert answers(thawed, later) == answers(model, later)
        assert answers(clone, stream[-1]) == answers(model, stream[-1])


@pytest.mark.parametrize("name", NAMES)
def test_a_model_is_rebuilt_by_replaying_what_it_saw(name: str) -> None:
    for rules in games(make(name)):
        one, other = make(name), make(name)
        stream = list(views(rules, seed=4))
        for seen in stream:
            one.observe(seen)
        for seen in pickle.loads(pickle.dumps(stream)):
            other.observe(seen)
        assert answers(one, stream[-1]) == answers(other, stream[-1])


@pytest.mark.parametrize("name", NAMES)
def test_what_the_observer_holds_nobody_else_does(name: str) -> None:
    for rules in games(make(name)):
        model = make(name)
        for seen in views(rules, seed=5):
            model.observe(seen)
            for seat in range(1, rules.players):
                weights = model.range(seen, seat)
                if rules.hole_cards == 1:
                    assert weights[rules.deck.index(seen.hole[0])] == 0
                    continue
                gone = [*seen.hole, *seen.board]
                clash = np.isin(HIGH_CARDS, gone) | np.isin(LOW_CARDS, gone)
                assert not weights[clash].any()


@pytest.mark.parametrize("name", NAMES)
def test_a_hidden_card_makes_no_difference(name: str) -> None:
    """Two hands that look the same to the observer, with other cards elsewhere."""
    for rules in games(make(name)):
        rng = np.random.default_rng(6)
        for _ in range(HANDS):
            deal = shuffle(rules, rng)
            one, other = Hand(rules, deal), Hand(rules, other_hidden_cards(rules, deal, rng))
            first, second = make(name), make(name)
            while one.seat is not None:
                assert one.legal is not None
                first.observe(one.observation(0))
                second.observe(other.observation(0))
                seen = one.observation(0), other.observation(0)
                assert answers(first, seen[0]) == answers(second, seen[1])
                action = random_action(one.legal, rng)
                one.act(action)
                other.act(action)
