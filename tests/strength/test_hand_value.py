"""Hands in words."""

import numpy as np
import pytest

from villain.cards import show
from villain.errors import ImpossibleError, NotationError
from villain.kernels.hand_order import hand_classes
from villain.strength import evaluate, rank_hands
from villain.strength.hand_value import CATEGORIES, words


@pytest.mark.parametrize(
    ("cards", "best", "said"),
    [
        ("As 8d Kc 8c Ah 2d 3c", "As Ah 8d 8c Kc", "two pair, aces and eights, king kicker"),
        ("AsKsQsJsTs2d3c", "As Ks Qs Js Ts", "royal flush"),
        ("9d8d7d6d5dAdKd", "9d 8d 7d 6d 5d", "straight flush, nine high"),
        ("As2d3c4h5s9dJd", "5s 4h 3c 2d As", "straight, five high"),
        ("6s6d6c6h2s", "6s 6h 6d 6c 2s", "four of a kind, sixes, deuce kicker"),
        ("TsTdTc4h4s", "Ts Td Tc 4s 4h", "full house, tens full of fours"),
        ("KsKdKc4h4s4dQc", "Ks Kd Kc 4s 4h", "full house, kings full of fours"),
        ("AhJh9h4h2hKdQc", "Ah Jh 9h 4h 2h", "flush, ace, jack, nine, four and deuce"),
        ("7s7d7cAhKs", "7s 7d 7c Ah Ks", "three of a kind, sevens, ace and king kickers"),
        ("7s7dAhKs2c", "7s 7d Ah Ks 2c", "pair of sevens, ace, king and deuce kickers"),
        ("7s5d4h3s2c", "7s 5d 4h 3s 2c", "high card, seven, five, four, three and deuce"),
    ],
)
def test_words_and_the_five_cards_that_count(cards: str, best: str, said: str) -> None:
    value = evaluate(cards)
    assert (value.words, show(value.best)) == (said, best)


def test_every_class_has_words_of_its_own() -> None:
    said = [words(rank) for rank in range(1, 7463)]
    assert len(set(said)) == 7462
    for (category, _), text in zip(hand_classes(), said, strict=True):
        named = text.startswith((CATEGORIES[category], "royal flush", "pair of"))
        assert named


@pytest.mark.parametrize(
    ("cards", "error"),
    [
        ("AsKs", NotationError),
        ("AsKsQsJsTs9s8s7s", NotationError),
        ("AsKsQsJsAs", ImpossibleError),
        ("AsKsQsJsXs", NotationError),
    ],
)
def test_wrong_hands(cards: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        evaluate(cards)


@pytest.mark.parametrize("shape", [(3, 4), (3, 8), (7,)])
def test_arrays_of_the_wrong_shape(shape: tuple[int, ...]) -> None:
    with pytest.raises(NotationError, match="rows of 5, 6 or 7 cards"):
        rank_hands(np.zeros(shape, np.uint8))


def test_arrays_with_wrong_numbers() -> None:
    for wrong in (52, -1):
        with pytest.raises(NotationError, match="no card"):
            rank_hands(np.array([[0, 1, 2, 3, wrong]]))
    assert rank_hands(np.empty((0, 7), np.int64)).shape == (0,)
