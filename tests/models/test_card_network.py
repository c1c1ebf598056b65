"""The card network, the habits, and the model that reads with both."""

import pickle
from itertools import permutations

import numpy as np
import pytest

from tests.game.table import play, start
from villain.cards import Card, Combo, parse_cards
from villain.cards.range import possible
from villain.game import Hand, Observation, limit_holdem, no_limit_holdem
from villain.game.situation import Decision, decisions
from villain.kernels.arrays import FloatArray
from villain.kernels.networks import layer
from villain.models.cards.features import combo_features, situation_features
from villain.models.cards.habits import Habits
from villain.models.cards.model import CardReader
from villain.models.cards.network import CALL, KINDS, CardNetwork, kind_of, legal_kinds
from villain.strength.preflop import suit_renamings

RULES = no_limit_holdem(2, big_blind=100, stack=20000)
HOLES = "2c2d AsKh"
BOARD = "Ah 7h 4c Jd 4s"
HAND = "r300 c c r300 c c c r900 r3000 c"


def seen_after(actions: str, holes: str = HOLES, board: str = BOARD) -> Observation:
    return play(start(RULES, holes, board), actions).observation(0)


def told(actions: str) -> list[Decision]:
    return decisions(seen_after(actions))


def test_the_chances_of_all_kinds_sum_to_one_for_every_combo() -> None:
    for decision in told(HAND):
        chances = CardNetwork().probabilities(decision.situation)
        assert chances.shape == (1326, KINDS)
        assert chances.min() >= 0
        assert chances.sum(axis=1) == pytest.approx(np.ones(1326))
        assert not chances[:, ~legal_kinds(decision.situation)].any()


def test_a_likelihood_is_the_chance_of_what_was_done() -> None:
    network = CardNetwork()
    for decision in told(HAND):
        expected = network.probabilities(decision.situation)[:, kind_of(decision)]
        left = possible(decision.situation.board)
        assert network.likelihoods(decision)[left].tolist() == expected[left].tolist()


def test_combos_with_cards_of_the_board_are_impossible() -> None:
    for decision in told(HAND):
        likely = CardNetwork().likelihoods(decision)
        assert (likely > 0).tolist() == possible(decision.situation.board).tolist()


@pytest.mark.parametrize("number", [1, 9, 23])
def test_renaming_suits_renames_the_likelihoods(number: int) -> None:
    names, renaming = list(permutations(range(4)))[number], suit_renamings()[number]
    for decision in told(HAND):
        board = tuple(Card(4 * card.rank + names[card.suit]) for card in decision.situation.board)
        renamed = decision._replace(situation=decision.situation._replace(board=board))
        one, other = CardNetwork().likelihoods(decision), CardNetwork().likelihoods(renamed)
        assert other[renaming] == pytest.approx(one, rel=1e-4)


def test_the_kernel_does_what_numpy_does() -> None:
    rng = np.random.default_rng(1)
    values, weights, biases = (
        rng.normal(size=shape).astype(np.float32) for shape in ((9, 5), (5, 3), (3,))
    )
    expected = values @ weights + biases
    assert layer(values, weights, biases, False) == pytest.approx(expected, abs=1e-5)
    expected = np.maximum(values, 0) @ weights + biases
    assert layer(values, weights, biases, True) == pytest.approx(expected, abs=1e-5)


def test_features_tell_a_flush_draw_from_none_and_a_pair_from_air() -> None:
    features = combo_features(parse_cards("Ah 7h 4c"))
    draw, none = features[Combo.parse("Qh9h")], features[Combo.parse("Qs9s")]
    assert (draw - none).max() == pytest.approx(1.0)  # a draw or none
    assert features.shape == (1326, 36)
    assert np.abs(features).max() < 4


def test_a_straight_draw_counts_its_ends() -> None:
    outs = 2 * combo_features(parse_cards("8h 7d 2c"))[:, -1]
    for hand, expected in (("Tc9c", 2), ("Tc6c", 1), ("Jc9d", 1), ("5c4c", 1), ("Ac3d", 0)):
        assert outs[Combo.parse(hand)] == expected, hand
    wheel = 2 * combo_features(parse_cards("2h 3d 4c"))[:, -1]
    assert wheel[Combo.parse("AcKd")] == 1
    assert wheel[Combo.parse("6c9d")] == 1
    assert wheel[Combo.parse("5c9d")] == 2  # an ace or a six


def test_big_blinds_of_any_size_are_the_same_situation() -> None:
    small = play(start(no_limit_holdem(2, big_blind=2, stack=400), HOLES, BOARD), "r6 c c r6")
    one = [situation_features(decision.situation) for decision in decisions(small.observation(0))]
    other = [situation_features(decision.situation) for decision in told("r300 c c r300")]
    assert np.stack([*one[:2]]) == pytest.approx(np.stack([*other[:2]]))
    assert np.stack([*one[2:]]) == pytest.approx(np.stack([*other[2:]]))


def test_raises_tell_of_strength_and_calls_of_none() -> None:
    network = CardNetwork()
    *_, raised = told("r300 c c r300 r3000")
    assert raised.kind == "raise"
    likely = network.likelihoods(raised)
    assert likely[Combo.parse("AdAc")] > 2 * likely[Combo.parse("Td2s")]


def calling_always(times: int) -> FloatArray:
    """The chances of somebody who was seen calling so often, whatever he held."""
    situation, reader = told("r300")[0].situation, CardReader()
    for _ in range(times):
        chances = reader.chances("Ann", situation)
        reader.habits.learn("Ann", situation, CALL, chances, np.full(1326, 1 / 1326))
    return reader.chances("Ann", situation)


def test_whoever_always_does_the_same_tells_nothing_by_it() -> None:
    before, after = calling_always(0)[:, CALL], calling_always(300)[:, CALL]
    assert before.std() > 0.05
    assert after.min() > 0.8
    assert after.std() < before.std() / 4


def test_shown_cards_teach_what_is_done_with_such_cards() -> None:
    situation = told("r300")[0].situation
    reader, aces = CardReader(), Combo.parse("AsAh")
    held = np.zeros(1326)
    held[aces] = 1.0
    before = reader.chances("Ann", situation)
    for _ in range(20):
        reader.habits.learn("Ann", situation, CALL, reader.chances("Ann", situation), held)
    after = reader.chances("Ann", situation)
    assert after[aces, CALL] > before[aces, CALL] + 0.2
    assert reader.chances("Ben", situation).tolist() == before.tolist()


def test_somebody_new_has_no_habits() -> None:
    assert Habits().scores("Ann", told("r300")[0].situation) is None


def test_the_weights_are_the_product_of_the_likelihoods() -> None:
    reader = CardReader(doubt=0.0)
    seen = seen_after("r300 c c r300")
    reader.observe(seen)
    expected = np.ones(1326)
    for decision in decisions(seen):
        if decision.seat == 1:
            expected = expected * CardNetwork().likelihoods(decision)
    left = possible((*seen.hole, *seen.board))
    expected = expected * left / (expected * left).sum()
    assert reader.range(seen, 1) == pytest.approx(expected)


def test_looking_in_between_makes_no_difference() -> None:
    words = HAND.split()
    often, once = CardReader(), CardReader()
    for length in range(1, len(words) + 1):
        often.observe(seen_after(" ".join(words[:length])))
    once.observe(seen_after(HAND))
    last = seen_after(HAND)
    assert often.range(last, 1) == pytest.approx(once.range(last, 1))


def test_habits_are_learned_at_the_end_of_a_hand_and_only_then() -> None:
    reader = CardReader()
    reader.observe(seen_after("r300 c c"))
    assert reader.habits.scores("seat 1", told("r300")[0].situation) is None
    before = pickle.dumps(reader)
    reader.predict(seen_after("r300 c c"), 1, facing=300)
    reader.range(seen_after("r300 c c r300"), 1)
    assert pickle.dumps(reader) == before
    hand: Hand = play(start(RULES, HOLES, BOARD), "r300 f")
    name = hand.names[1]
    reader.observe(hand.observation(0))
    assert reader.habits.scores(name, told("r300")[0].situation) is not None


def test_limit_is_not_its_game() -> None:
    assert CardReader.reads(no_limit_holdem(6))
    assert not CardReader.reads(limit_holdem(2))
