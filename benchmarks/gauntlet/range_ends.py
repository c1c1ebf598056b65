"""Ends of a hand for all holdings of both players on many boards at once."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.cards.range import HIGH_CARDS, LOW_CARDS
from villain.kernels.arrays import CardArray, FloatArray, RankArray
from villain.kernels.showdown import rank_holdings, sweep
from villain.solver.values.board_facts import facts_of


class RankedBoard(NamedTuple):
    """The holdings that a full board leaves, weakest first, and their ranks."""

    order: npt.NDArray[np.intp]
    ranks: RankArray

    @classmethod
    def of(cls, board: CardArray) -> "RankedBoard":
        """Rank all holdings on a board; a rank of 0 marks one that shares a card with it."""
        ranks = rank_holdings(board, HIGH_CARDS, LOW_CARDS)
        order = np.argsort(ranks, kind="stable")[(ranks == 0).sum() :]
        return cls(order, ranks[order])


def showdowns(weights: FloatArray, boards: list[RankedBoard]) -> FloatArray:
    """For each board and holding: his weight that it beats, less that to which it loses."""
    values = np.zeros_like(weights)
    for row, held, (order, ranks) in zip(values, weights, boards, strict=True):
        ahead, _, behind = sweep(ranks, HIGH_CARDS[order], LOW_CARDS[order], held[order])
        row[order] = ahead - behind
    return values


def rivals(weights: FloatArray) -> FloatArray:
    """For each board and holding: the weight of all that he may hold beside it."""
    beside: FloatArray = facts_of(()).rivals(weights)
    return beside
