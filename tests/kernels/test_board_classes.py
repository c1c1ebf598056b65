"""Classes of holdings on a board stand for all holdings, and percentiles by them are exact."""

import numpy as np
import pytest

from villain.cards import parse_cards
from villain.kernels.board_classes import classify, room_for_classes, share_beaten
from villain.kernels.combos import HIGH_CARDS, LOW_CARDS
from villain.kernels.showdown import rank_holdings
from villain.strength.situation import as_array

BOARDS = (
    "2c 7d Jh",
    "2c 7c Jc",
    "9s 9d 9h",
    "2c 7d Jh Js",
    "Ac Kc Qc 2d",
    "Ac Kc Qc Jc",
    "2c 7d Jh Js 9d",
    "2c 7d Jh Jd 9d",
    "2c 7d 5d Jd 9d",
    "2d 7d 5d Jd 9d",
    "9s 9d 9h 9c 2c",
)
"""Without a flush, and where it takes two cards of one's own, one, or none."""


@pytest.mark.parametrize("text", BOARDS)
def test_classes_are_all_holdings_by_rank(text: str) -> None:
    board = as_array(parse_cards(text))
    ranks = rank_holdings(board, HIGH_CARDS, LOW_CARDS)
    possible = ranks[ranks > 0]
    wanted = np.bincount(possible, minlength=7463)
    classes = room_for_classes()
    for _ in range(2):  # the room is used again
        size = classify(board, classes)
        counted = np.bincount(classes.ranks[:size], classes.counts[:size], minlength=7463)
        assert counted.tolist() == wanted.tolist()
    for rank in np.random.default_rng(1).choice(possible, 20).tolist():
        share = ((possible < rank).sum() + 0.5 * (possible == rank).sum()) / len(possible)
        assert share_beaten(classes, size, rank) == share


def test_classes_of_any_board() -> None:
    rng, classes = np.random.default_rng(2), room_for_classes()
    for count in (3, 4, 5):
        for _ in range(150):
            board = rng.permutation(52)[:count].astype(np.uint8)
            ranks = rank_holdings(board, HIGH_CARDS, LOW_CARDS)
            size = classify(board, classes)
            counted = np.bincount(classes.ranks[:size], classes.counts[:size], minlength=7463)
            assert np.array_equal(counted, np.bincount(ranks[ranks > 0], minlength=7463))
