"""Seven-card ranks in a hurry: how far they are off."""

import numpy as np

from villain.cards.card import DECK
from villain.strength.quick_strengths import quick_ranks
from villain.strength.seven_card_ranks import seven_card_ranks


def test_on_the_turn_the_error_has_a_spread_of_less_than_a_twenty_fifth() -> None:
    rng, errors = np.random.default_rng(77), []
    for _ in range(30):
        board = tuple(sorted(DECK[card] for card in rng.permutation(52)[:4]))
        guess, exact = quick_ranks(board), seven_card_ranks(board)
        assert np.array_equal(np.isnan(guess), np.isnan(exact))
        errors.append((guess - exact)[~np.isnan(exact)])
    found = np.concatenate(errors)
    assert np.sqrt(np.mean(found**2)) < 0.04
    assert abs(found.mean()) < 0.01
    assert np.abs(found).max() < 0.3


def test_elsewhere_they_are_the_exact_ones() -> None:
    for size in (0, 3, 5):
        board = tuple(sorted(DECK[card] for card in np.random.default_rng(size).permutation(52)))
        board = tuple(sorted(board[:: 52 // (size + 1)][:size]))
        assert np.array_equal(quick_ranks(board), seven_card_ranks(board), equal_nan=True)
