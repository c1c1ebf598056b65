"""Suit isomorphism."""

from itertools import permutations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.drawing import cards
from villain.cards import DECK, Card, canonical
from villain.cards.suits import canonical_boards


@given(cards(7), st.permutations(range(4)))
def test_renamed_suits_give_the_same_canonical_cards(
    hand: tuple[Card, ...], names: list[int]
) -> None:
    renamed = [DECK[4 * card.rank + names[card.suit]] for card in hand]
    assert canonical(hand[:2], hand[2:]) == canonical(renamed[:2], renamed[2:])


@given(cards(5))
def test_the_canonical_cards_are_a_renaming_of_the_given_ones(hand: tuple[Card, ...]) -> None:
    (found,) = canonical(hand)
    assert any(
        {DECK[4 * card.rank + names[card.suit]] for card in hand} == set(found)
        for names in permutations(range(4))
    )


def test_known_counts_of_hands_flops_and_boards() -> None:
    for size, count, total in [
        (2, 169, 1326),
        (3, 1755, 22100),
        (4, 16432, 270725),
        (5, 134459, 2598960),
    ]:
        boards, weights = canonical_boards(size)
        assert (len(boards), int(weights.sum())) == (count, total)


def test_the_listed_boards_are_canonical() -> None:
    boards, weights = canonical_boards(3)
    for board in boards[::17]:
        hand = tuple(DECK[card] for card in board)
        assert canonical(hand) == (hand,)
    assert np.isin(weights, (4, 12, 24)).all()
