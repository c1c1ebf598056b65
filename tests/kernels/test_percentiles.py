"""Standings on a board against a slow twin."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.drawing import cards
from villain.cards.card import DECK, Card
from villain.cards.range import HIGH_CARDS, LOW_CARDS
from villain.kernels.arrays import CardArray, CountArray
from villain.kernels.percentiles import river_standings, standings
from villain.kernels.showdown import rank_holdings


def slowly(board: CardArray) -> CountArray:
    ranks = rank_holdings(board, HIGH_CARDS, LOW_CARDS)
    could = ranks > 0
    beaten = (ranks[:, None] > ranks[could]).sum(axis=1)
    equal = (ranks[:, None] == ranks[could]).sum(axis=1)
    return np.where(could, 2 * beaten + equal, -1)


@given(board=cards(5), size=st.sampled_from([3, 4, 5]))
@settings(max_examples=15)
def test_standings(board: tuple[Card, ...], size: int) -> None:
    some = np.array(board[:size], np.uint8)
    assert (standings(some, HIGH_CARDS, LOW_CARDS) == slowly(some)).all()


@given(board=cards(4))
@settings(max_examples=3)
def test_river_standings(board: tuple[Card, ...]) -> None:
    four = np.array(board, np.uint8)
    wanted = np.zeros(1326, np.int64)
    for card in DECK:
        if card not in board:
            wanted += np.maximum(slowly(np.append(four, np.uint8(card))), 0)
    wanted[slowly(four) < 0] = -1
    assert (river_standings(four, HIGH_CARDS, LOW_CARDS) == wanted).all()
