"""Huang's model at a table: what it learns of a player, and believes of his cards."""

import pickle

import numpy as np
import pytest

from tests.game.oracles import random_action
from tests.game.table import other_hidden_cards, play, start
from villain.cards import Combo, parse_cards
from villain.cards.range import possible
from villain.errors import VillainError
from villain.game import CALL, Hand, Observation, limit_holdem, no_limit_holdem, shuffle
from villain.game.presets import pot_limit_holdem
from villain.kernels.arrays import FloatArray
from villain.models.huang.model import READERS, StyleModel
from villain.models.huang.own_habits import PRIOR, OwnHabits
from villain.strategy.huang.abstraction import Abstraction
from villain.strength.seven_card_ranks import seven_card_ranks

HEADS_UP = no_limit_holdem(2)
NAMES = ("me", "Ann")


def some_hands(hands: int, seed: int = 1, players: int = 2) -> list[Observation]:
    """What seat 0 sees at its turns and at the end of random hands."""
    rng, found = np.random.default_rng(seed), []
    rules = no_limit_holdem(players, ante=1).with_stacks(*rng.integers(20, 300, players).tolist())
    for _ in range(hands):
        hand = Hand(rules, shuffle(rules, rng), ("me", "Ann", "Bob", "Cid")[:players])
        while hand.seat is not None:
            assert hand.legal is not None
            if hand.seat == 0:
                found.append(hand.observation(0))
            hand.act(random_action(hand.legal, rng))
        found.append(hand.observation(0))
    return found


def tables(model: StyleModel, name: str = "Ann") -> FloatArray:
    return model.person(name).table.frequencies


@pytest.mark.parametrize("reader", READERS)
def test_a_belief_is_whole_and_rules_out_only_what_is_impossible(reader: str) -> None:
    model = StyleModel(reader)
    for seen in some_hands(40):
        model.observe(seen)
        if seen.legal is None:
            continue
        found = model.range(seen, 1).weights
        assert found.sum() == pytest.approx(1)
        may = possible((*seen.hole, *seen.board))
        assert np.array_equal(found > 0, may)


def test_a_raise_moves_weight_to_strong_hands_and_a_larger_one_more() -> None:
    ranks, means = seven_card_ranks("Kc 8d 2h"), []
    for action in ("c", "r3", "r30"):
        hand = play(start(HEADS_UP, "AhQd 7c2d", "Kc 8d 2h"), f"c c c {action}")
        seen, model = hand.observation(0), StyleModel()
        model.observe(seen)
        found = model.range(seen, 1).weights
        means.append(float(found[found > 0] @ ranks[found > 0]))
    assert means[0] < 0.5 < means[1] - 0.02 < means[2] - 0.04


def test_what_somebody_does_with_every_hand_says_nothing_of_his_cards() -> None:
    """A caller who is known to call everything may hold anything."""
    model = StyleModel("thesis", doubt=0.0)
    person = model.person("Ann")
    for sequence in model.styles.sequences:
        for _ in range(100):
            person.learn(sequence, 1)
    hand = Hand(HEADS_UP, start(HEADS_UP, "AhQd 7c2d", "Kc 8d 2h")._deal, NAMES)
    play(hand, "c r8 c r10 c")
    model.freeze()
    seen = hand.observation(0)
    model.observe(seen)
    found = model.range(seen, 1).weights
    held = found[found > 0]
    assert held == pytest.approx(1 / len(held))
    # Nor does what he never did before.
    model.observe(play(hand, "c r30").observation(0))
    found = model.range(hand.observation(0), 1).weights
    held = found[found > 0]
    assert held == pytest.approx(1 / len(held))


def test_a_weight_is_the_old_one_times_the_chance_of_the_action() -> None:
    model = StyleModel("thesis", doubt=0.0)
    hand = Hand(HEADS_UP, start(HEADS_UP, "AhQd 7c2d", "Kc 8d 2h")._deal, NAMES)
    by_bucket = model.person("Ann").table.by_bucket("000").copy()
    seen = play(hand, "r6").observation(0)
    model.observe(seen)
    found = model.range(seen, 1).weights
    buckets = Abstraction().buckets_of(seven_card_ranks(()))
    one, other = Combo.parse("KhKs"), Combo.parse("8h5s")
    kind = Abstraction().action("raise", 5, 1, 3)
    chances = by_bucket[buckets[one], kind], by_bucket[buckets[other], kind]
    assert found[one] / found[other] == pytest.approx(chances[0] / chances[1])


def test_an_answer_changes_nothing_also_for_what_was_not_yet_observed() -> None:
    model, asked = StyleModel(), StyleModel()
    for seen in some_hands(30):
        if seen.legal is not None:
            asked.range(seen, 1)
            asked.predict(seen, 1)
        model.observe(seen)
        asked.observe(seen)
        if seen.legal is not None:
            assert np.array_equal(model.range(seen, 1).weights, asked.range(seen, 1).weights)
    assert np.array_equal(tables(model), tables(asked))


def test_an_observation_that_was_not_taken_in_is_answered_as_if_it_were() -> None:
    for seen in some_hands(10):
        if seen.legal is None:
            continue
        told, fresh = StyleModel(learns=False), StyleModel(learns=False)
        told.observe(seen)
        assert np.array_equal(told.range(seen, 1).weights, fresh.range(seen, 1).weights)


@pytest.mark.parametrize("reader", ["thesis", "tendencies"])
def test_copies_in_the_middle_of_a_hand_learn_the_same(reader: str) -> None:
    plain = StyleModel(reader)
    copied, pickled = plain.clone(), pickle.loads(pickle.dumps(plain))
    for number, seen in enumerate(some_hands(40)):
        for model in (plain, copied, pickled):
            model.observe(seen)
        if number % 7 == 0:
            copied, pickled = copied.clone(), pickle.loads(pickle.dumps(pickled))
        if seen.legal is not None:
            one, *others = (model.range(seen, 1).weights for model in (plain, copied, pickled))
            assert all(np.array_equal(one, other) for other in others)
    for model in (copied, pickled):
        assert np.array_equal(tables(plain), tables(model))


def test_a_clone_learns_on_its_own() -> None:
    model = StyleModel()
    hands = some_hands(20)
    for seen in hands[:10]:
        model.observe(seen)
    before, clone = tables(model).copy(), model.clone()
    for seen in hands[10:]:
        clone.observe(seen)
    assert np.array_equal(tables(model), before)
    assert not np.array_equal(tables(clone), before)


def test_hidden_cards_do_not_matter() -> None:
    rng = np.random.default_rng(8)
    models = StyleModel(), StyleModel()
    for _ in range(20):
        deal = shuffle(HEADS_UP, rng)
        deals = deal, other_hidden_cards(HEADS_UP, deal, rng)
        hands = [Hand(HEADS_UP, one, NAMES) for one in deals]
        while hands[0].seat is not None and hands[0].street < 3:
            seen = [hand.observation(0) for hand in hands]
            for model, what in zip(models, seen, strict=True):
                model.observe(what)
            one, other = (m.range(what, 1).weights for m, what in zip(models, seen, strict=True))
            assert np.array_equal(one, other)
            assert hands[0].legal is not None
            action = random_action(hands[0].legal, rng)
            for hand in hands:
                hand.act(action)
    assert np.array_equal(tables(models[0]), tables(models[1]))


def test_everybody_has_a_style_of_his_own_and_the_observer_only_if_wanted() -> None:
    model, himself = StyleModel(), StyleModel(himself=True)
    for seen in some_hands(30, players=4):
        model.observe(seen)
        himself.observe(seen)
    stranger = tables(StyleModel(), "Zoe")
    assert np.array_equal(tables(model, "me"), stranger)
    assert not np.array_equal(tables(himself, "me"), stranger)
    for name in ("Ann", "Bob", "Cid"):
        assert not np.array_equal(tables(model, name), stranger)
        assert np.array_equal(tables(himself, name), stranger)


def test_who_does_not_learn_takes_everybody_for_the_average() -> None:
    model = StyleModel(learns=False)
    for seen in some_hands(10):
        model.observe(seen)
    assert np.array_equal(tables(model), tables(StyleModel()))


def test_it_reads_no_limit_holdem_and_says_what_it_does_not_know() -> None:
    assert StyleModel.reads(no_limit_holdem(6))
    assert not StyleModel.reads(limit_holdem())
    assert not StyleModel.reads(pot_limit_holdem())
    with pytest.raises(VillainError, match="reader"):
        StyleModel("tarot")


def test_own_habits_are_the_mixed_strategies_that_were_played() -> None:
    habits = OwnHabits()
    hand = play(start(HEADS_UP, "AhQd KhKd", "Qc 7d 9h"), "c c")
    seen = hand.observation(0)
    before = habits.table.by_bucket("100").copy()
    for _ in range(3):
        habits.learn(seen, [CALL], np.array([1.0]))
    found = habits.table.by_bucket("100")
    bucket = int(
        Abstraction().buckets_of(seven_card_ranks(parse_cards("Qc 7d 9h")))[Combo.parse("AhQd")]
    )
    times = 1 + 0.99 + 0.99**2
    expected = (PRIOR * before[bucket] + times * np.eye(4)[1]) / (PRIOR + times)
    assert found[bucket] == pytest.approx(expected)
    others = np.arange(20) != bucket
    assert found[others] == pytest.approx(before[others])
    assert found.sum(axis=1) == pytest.approx(1)
