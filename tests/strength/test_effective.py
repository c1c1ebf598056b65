"""Effective strength against each opponent, beside what the slower measures say."""

import numpy as np
import pytest

from villain.cards import Combo, Range, parse_cards
from villain.strength import hand_strength
from villain.strength.effective import (
    ahead_of_all,
    effective,
    standing_to,
    standing_to_each,
    two_cards,
)

BOARDS = ["3h 4c Jh", "3h 4c Jh 2s", "3h 4c Jh 2s 9d"]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("hand", ["AdQc", "Th9h", "4s4d", "7c2d"])
@pytest.mark.parametrize("rivals", ["random", "QQ+, AKs, JTs, 54s"])
def test_strength_and_potential_are_the_exact_ones(hand: str, board: str, rivals: str) -> None:
    cards = parse_cards(board)
    found = standing_to(cards, Combo.parse(hand), Range(rivals).weights)
    exact = hand_strength(hand, board, rivals)
    assert found.hs == pytest.approx(exact.hs)
    if len(cards) < 5:
        assert found.ppot == pytest.approx(exact.ppot(1))
        assert found.npot == pytest.approx(exact.npot(1))
    assert found.ehs == pytest.approx(effective(found.hs, found.ppot))


def test_the_papers_example_against_five() -> None:
    """0.585 to the fifth is 0.069 [poki, 5.2.1]."""
    assert effective(0.585, 0.0, opponents=5) == pytest.approx(0.0685, abs=5e-4)
    assert effective(0.585, 0.2) == pytest.approx(0.585 + 0.415 * 0.2)


def test_each_opponent_counts_with_his_own_range() -> None:
    board, own = parse_cards(BOARDS[0]), Combo.parse("KdJd")
    loose, tight = Range("random").weights, Range("QQ+, AJs, AJo").weights
    each = standing_to_each(board, own, [loose, tight])
    assert each[0].hs > 0.9 > 0.5 > each[1].hs
    strength, potential = ahead_of_all(each)
    assert strength == pytest.approx(each[0].hs * each[1].hs)
    assert potential == min(each[0].ppot, each[1].ppot)
    assert ahead_of_all([]) == (1.0, 0.0)


def test_nobody_left_to_be_compared_with() -> None:
    found = standing_to(parse_cards(BOARDS[0]), Combo.parse("AdQc"), np.zeros(1326))
    assert found == (0.5, 0.0, 0.0)


def test_two_cards_are_better_than_one_and_not_certain() -> None:
    assert two_cards(0.2) == pytest.approx(0.36)
    assert two_cards(1.0) == 1.0
