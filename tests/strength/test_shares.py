"""Shares by holding agree with equities counted one by one."""

import numpy as np
import pytest

from villain.cards import COMBOS, Card, Combo, Range
from villain.strength.equities import equity
from villain.strength.shares import shares_against_each, shares_of_all


@pytest.mark.parametrize("cards", [0, 3, 4, 5])
def test_shares_are_equities(cards: int) -> None:
    rng = np.random.default_rng(cards)
    deck = rng.permutation(52).tolist()
    board = tuple(sorted(Card(card) for card in deck[:cards]))
    own = Combo.of(Card(deck[5]), Card(deck[6]))
    shares = shares_against_each(int(own), board)
    rest = [Card(card) for card in deck[7:]]
    for first, second in zip(rest[:6:2], rest[1:6:2], strict=True):
        other = Combo.of(first, second)
        assert shares[other] == pytest.approx(equity([str(own), str(other)], board).shares[0])
    weights = np.where(rng.random(1326) < 0.1, rng.random(1326), 0.0)
    weights /= weights.sum()
    met = np.array([not {*own.cards, *board} & {*combo.cards} for combo in COMBOS])
    assert not shares[~met].any()
    against = float(shares @ weights) / weights[met].sum()
    assert shares_of_all(board, weights)[own] == pytest.approx(against)
    if board:
        rivals = Range(weights)
        assert against == pytest.approx(equity([str(own), rivals], board, exact=True).shares[0])


def test_nobody_to_meet() -> None:
    shares = shares_of_all((), Range("AhAd").weights)
    assert np.isnan(shares[Combo.parse("AhKh")])
    assert shares[Combo.parse("AsAc")] == pytest.approx(0.5)
