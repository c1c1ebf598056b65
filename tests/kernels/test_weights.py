"""Weights of combos, checked by hand."""

import numpy as np
import pytest

from villain.cards import Combo, Range
from villain.cards.range import HIGH_CARDS, LOW_CARDS
from villain.kernels.weights import (
    find_threshold,
    hand_strength_in,
    reweight,
    reweight_down,
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


@pytest.mark.parametrize("share", [0.02, 0.1, 0.3, 0.5, 0.8, 0.99])
def test_a_threshold_lets_its_share_through(share: float) -> None:
    rng = np.random.default_rng(1)
    values, weights = rng.random(1326), rng.random(1326)
    mean = find_threshold(values, weights, share, 0.2)
    after = weights.copy()
    reweight(values, mean, 0.2, after)
    assert after.sum() / weights.sum() == pytest.approx(share, abs=0.002)


def test_thresholds_beyond_all_values() -> None:
    values, weights = np.linspace(0, 1, 100), np.ones(100)
    assert find_threshold(values, weights, 0.0, 0.2) == pytest.approx(1.2, abs=0.001)
    assert find_threshold(values, weights, 1.0, 0.2) == pytest.approx(-0.2, abs=0.001)


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
