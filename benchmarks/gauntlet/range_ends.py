"""Ends of a hand for all holdings of both players on many boards at once, as compiled loops."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.cards.range import HIGH_CARDS, LOW_CARDS
from villain.kernels.arrays import CardArray, FloatArray
from villain.kernels.compiled import kernel
from villain.kernels.showdown import rank_holdings

Places = npt.NDArray[np.int64]


class Ranked(NamedTuple):
    """Holdings on full boards, weakest first: which they are, their cards and ranks, by board.

    A rank of 0 marks one that shares a card with the board.
    """

    order: Places
    ranks: Places
    first: Places
    second: Places

    @classmethod
    def on(cls, boards: list[CardArray]) -> "Ranked":
        """Rank all holdings on these boards."""
        ranks = np.stack([rank_holdings(board, HIGH_CARDS, LOW_CARDS) for board in boards])
        order = np.argsort(ranks, axis=1, kind="stable")
        in_order = np.take_along_axis(ranks, order, axis=1).astype(np.int64)
        first, second = HIGH_CARDS.astype(np.int64)[order], LOW_CARDS.astype(np.int64)[order]
        return cls(order, in_order, first, second)


def showdowns(weights: FloatArray, ranked: Ranked) -> FloatArray:
    """For each board and holding: his weight that it beats, less that to which it loses."""
    return _showdowns(weights, *ranked)


def rivals(weights: FloatArray) -> FloatArray:
    """For each board and holding: the weight of all that he may hold beside it."""
    return _rivals(weights, HIGH_CARDS, LOW_CARDS)


@kernel
def _showdowns(
    weights: FloatArray, order: Places, ranks: Places, first: Places, second: Places
) -> FloatArray:
    boards, holdings = weights.shape
    values = np.zeros((boards, holdings))
    by_card = np.zeros(52)
    for b in range(boards):
        by_card[:] = 0.0
        total, start = 0.0, 0
        while start < holdings and ranks[b, start] == 0:
            start += 1
        low = start
        while start < holdings:
            rank, end = ranks[b, start], start
            while end < holdings and ranks[b, end] == rank:
                beaten = total - by_card[first[b, end]] - by_card[second[b, end]]
                values[b, order[b, end]] = beaten
                end += 1
            for place in range(start, end):
                weight = weights[b, order[b, place]]
                total += weight
                by_card[first[b, place]] += weight
                by_card[second[b, place]] += weight
            for place in range(start, end):
                # Those up to its own rank; itself, taken out with both cards, comes back.
                h = order[b, place]
                reached = total - by_card[first[b, place]] - by_card[second[b, place]]
                values[b, h] += reached + weights[b, h]
            start = end
        for place in range(low, holdings):
            h = order[b, place]
            everything = total - by_card[first[b, place]] - by_card[second[b, place]]
            values[b, h] -= everything + weights[b, h]
    return values


@kernel
def _rivals(weights: FloatArray, first: CardArray, second: CardArray) -> FloatArray:
    boards, holdings = weights.shape
    values = np.empty((boards, holdings))
    by_card = np.zeros(52)
    for b in range(boards):
        by_card[:] = 0.0
        total = 0.0
        for h in range(holdings):
            weight = weights[b, h]
            total += weight
            by_card[first[h]] += weight
            by_card[second[h]] += weight
        for h in range(holdings):
            values[b, h] = total - by_card[first[h]] - by_card[second[h]] + weights[b, h]
    return values
