"""Weights of combos, checked by hand."""

import numpy as np
import pytest

from villain.cards import Combo, Range
from villain.cards.range import HIGH_CARDS, LOW_CARDS
from villain.kernels.weights import (
    hand_strength_in,
    reweight,
    reweight_down,
    weighted_quantile,
    without_cards,
)
from villain.strength import hand_strength
from villain.strength.board_strengths import board_strengths


def test_reweighting_as_in_figure_3() -> None:
    """µ = 0.6, σ = 0.2: the factors of loki's Table 2, from its effective strengths."""
    strengths = np.array([0.99, 0.94, 0.91, 0.76, 0.74, 0.70, 0.64, 0.48, 0.22])
    weights = np.ones(9)
    reweight(strengths, 0.6, 0.2, weights)
    assert weights == pytest.approx([1, 1, 1, 0.9, 0.85, 0.75, 0.6, 0.2, 0.01])
    reweight(strengths, 0.6, 0.2, weights)  # a second bet
    assert weights[-2:] == pytest.approx([0.04, 0.0001])


def test_reweighting_down_mirrors_it() -> None:
    weights = np.ones(5)
    reweight_down(np.array([0.1, 0.4, 0.6, 0.75, 0.9]), 0.6, 0.2, 0.15, weights)
    assert weights == pytest.approx([1, 1, 0.5, 0.15, 0.15])


def test_quantiles_follow_the_weights() -> None:
    values, weights = np.array([3.0, 1.0, 2.0]), np.array([1.0, 1.0, 2.0])
    order = np.argsort(values)
    assert [weighted_quantile(values, order, weights, s) for s in (0.0, 0.25, 0.3, 0.8, 1.0)] == [
        1,
        1,
        2,
        3,
        3,
    ]


def test_known_cards_are_taken_out_and_nothing_dies() -> None:
    gone = np.zeros(52, np.bool_)
    gone[[51, 50]] = True
    left = without_cards(np.ones(1326), HIGH_CARDS, LOW_CARDS, gone)
    assert left.sum() == pytest.approx(1)
    assert np.count_nonzero(left) == 50 * 49 // 2
    nothing = without_cards(np.zeros(1326), HIGH_CARDS, LOW_CARDS, gone)
    assert nothing == pytest.approx(left)


def test_strength_against_weights_is_the_exact_one() -> None:
    board = hand_strength("AdQc", "3h 4c Jh").board
    villain = Range("99+, AJs+, KQs, AQo+, T9s-87s:0.5")
    own = Combo.parse("AdQc")
    ranks = board_strengths(tuple(sorted(board))).ranks
    found = hand_strength_in(ranks, villain.weights, HIGH_CARDS, LOW_CARDS, own)
    assert found == pytest.approx(hand_strength("AdQc", "3h 4c Jh", villain).hs)
