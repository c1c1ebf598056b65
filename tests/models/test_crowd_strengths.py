"""Strengths as codes: percentiles among all hands, for one hand as for all."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.drawing import cards
from villain.cards.card import DECK, Card, parse_cards
from villain.cards.combo import COMBOS, Combo
from villain.cards.range import possible
from villain.models.crowd.strengths import CARDS, UNKNOWN, strength_codes, strength_path
from villain.strength.preflop import suit_renamings
from villain.strength.seven_card_ranks import seven_card_ranks

SEVEN = cards(7)


@given(deck=SEVEN, size=st.sampled_from(CARDS))
def test_one_hand_has_the_codes_that_it_has_among_all(deck: tuple[Card, ...], size: int) -> None:
    combo, board = Combo.of(*deck[:2]), tuple(deck[2 : 2 + size])
    path = strength_path(combo, board)
    assert len(path) == CARDS.index(size) + 1
    for street, row in enumerate(path):
        assert (row == strength_codes(board[: CARDS[street]])[combo]).all()


@given(deck=SEVEN, size=st.sampled_from(CARDS))
def test_codes_are_spread_evenly_and_impossible_hands_have_none(
    deck: tuple[Card, ...], size: int
) -> None:
    board = tuple(deck[:size])
    codes = strength_codes(board)
    could = possible(board)
    assert (codes[~could] == UNKNOWN).all()
    assert codes[could].max() < UNKNOWN
    np.testing.assert_allclose(codes[could].mean(axis=0) + 0.5, 127.5, atol=1.5)
    if size in (0, 5):
        assert (codes[:, 0] == codes[:, 1]).all()


@given(deck=SEVEN, size=st.sampled_from(CARDS), renaming=st.integers(0, 23))
def test_names_of_suits_do_not_matter(deck: tuple[Card, ...], size: int, renaming: int) -> None:
    renamed = suit_renamings()[renaming]
    suits = [Combo(renamed[Combo.of(8 + suit, 4 + suit)]).cards[0].suit for suit in range(4)]
    board = deck[:size]
    other = [DECK[4 * card.rank + suits[card.suit]] for card in board]
    assert (strength_codes(other)[renamed] == strength_codes(board)).all()


@pytest.mark.parametrize("size", [3, 4])
def test_the_first_code_is_the_place_by_the_chance_to_win(size: int) -> None:
    rng = np.random.default_rng(1)
    for _ in range(3):
        board = tuple(DECK[card] for card in rng.permutation(52)[:size])
        could = possible(board)
        chances = seven_card_ranks(board)[could]
        place = (chances[:, None] > chances).mean(axis=1)
        place += (chances[:, None] == chances).mean(axis=1) / 2
        codes = strength_codes(board)[could, 0] + 0.5
        error = np.abs(codes / 255 - place)
        assert error.mean() < 0.01
        assert error.max() < 0.06


def test_the_second_code_is_the_hand_so_far() -> None:
    board = parse_cards("3h 4c Jh")
    codes = strength_codes(board)
    order = ["JdJc", "4h4d", "Jc4h", "AdAc", "AdJc", "Ah4h", "AhKh", "7d2c"]
    now = [int(codes[Combo.parse(hand), 1]) for hand in order]
    assert now == sorted(now, reverse=True)
    draw, high = Combo.parse("6h5h"), Combo.parse("AdKc")
    assert codes[draw, 0] > codes[high, 0]
    assert codes[draw, 1] < codes[high, 1]


def test_before_the_flop_aces_are_first_and_all_of_a_class_are_alike() -> None:
    codes = strength_codes()[:, 0]
    assert {COMBOS[place].starting_class for place in np.flatnonzero(codes == codes.max())} == {
        Combo.parse("AhAd").starting_class
    }
    by_class: dict[int, set[int]] = {}
    for combo in COMBOS:
        by_class.setdefault(combo.starting_class, set()).add(int(codes[combo]))
    assert all(len(found) == 1 for found in by_class.values())
