"""What a board alone says about all holdings: who wins how often against whom.

It is computed once for a board, and used for every pair of ranges on it.
"""

from functools import cached_property, lru_cache
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.cards.combo import CLASSES
from villain.cards.range import CLASS_OF_COMBO, HIGH_CARDS, LOW_CARDS, possible
from villain.kernels.arrays import RankArray, SingleArray
from villain.kernels.showdown import rank_holdings, sweep
from villain.strength.matchups import Matchups
from villain.strength.preflop import preflop_wins, suit_renamings
from villain.strength.situation import as_array

BOARD_CARDS = 5


class BoardFacts:
    """All holdings that a board leaves, in the order of combos, and their chances at a showdown.

    >>> from villain.cards.card import parse_distinct
    >>> facts = BoardFacts(parse_distinct("Ks7d2c4h", "board"))
    >>> len(facts.holdings), facts.edge.shape
    (1128, (1128, 1128))
    """

    def __init__(self, board: tuple[Card, ...]) -> None:
        self.board = board
        self.holdings = np.flatnonzero(possible(board))
        self.first, self.second = HIGH_CARDS[self.holdings], LOW_CARDS[self.holdings]

    @property
    def size(self) -> int:
        """The number of holdings."""
        return len(self.holdings)

    @cached_property
    def edge(self) -> SingleArray:
        """The chance of each to win against each at a showdown, less that to lose.

        It is 0 for two that share a card, so that a product with weights leaves those out.
        """
        if not self.board:
            return _edge(preflop_wins(), comb(48, BOARD_CARDS))
        pairs, to_come = Matchups(self.board), BOARD_CARDS - len(self.board)
        order = np.argsort(pairs.holdings)
        if to_come:
            return _edge(pairs.wins(to_come)[np.ix_(order, order)], pairs.runouts(to_come))
        ranks = pairs.ranks[order].astype(np.int32)
        signs: SingleArray = np.sign(ranks[:, None] - ranks).astype(np.float32)
        signs[self.cards @ self.cards.T > 0] = 0
        return signs

    @cached_property
    def cards(self) -> SingleArray:
        """Which cards each holding has: 1 at its two cards, by holding and card."""
        held = np.zeros((self.size, 52), np.float32)
        held[np.arange(self.size), self.first] = 1
        held[np.arange(self.size), self.second] = 1
        return held

    @cached_property
    def alike(self) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        """One of all holdings that differ by suits alone, and for each holding which of these.

        Suits may be exchanged that leave the board as it is.

        >>> from villain.cards.card import parse_distinct
        >>> some, _ = BoardFacts(parse_distinct("Ks7s2s", "board")).alike
        >>> len(some)
        344
        """
        renamings, left = suit_renamings(), possible(self.board)
        kept = renamings[(left[renamings] == left).all(axis=1)]
        first = kept.min(axis=0)[self.holdings]
        some, place = np.unique(first, return_inverse=True)
        return np.searchsorted(self.holdings, some), place

    def rivals(self, reach: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """For each holding the weight of those that share no card with it; a row for each reach."""
        by_card = reach @ self.cards
        total = reach.sum(axis=-1, keepdims=True)
        weights: npt.NDArray[Any] = total - by_card @ self.cards.T + reach
        np.maximum(weights, 0, out=weights)
        return weights

    def showdowns(self, reach: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """What each holding wins at a showdown from rivals with these weights, if each pays 1.

        A row for each reach.
        """
        if len(self.board) < BOARD_CARDS:
            values: npt.NDArray[Any] = reach @ self.edge.T
            return values
        ranks, order = self._ranked
        first, second = self.first[order], self.second[order]
        swept = np.zeros_like(reach)
        for row, weights in zip(swept, reach, strict=True):
            ahead, _, behind = sweep(ranks, first, second, weights[order].astype(np.float64))
            row[order] = ahead - behind
        return swept

    @cached_property
    def _ranked(self) -> tuple[RankArray, npt.NDArray[np.intp]]:
        """On the river: the ranks of holdings, weakest first, and their places."""
        ranks = rank_holdings(as_array(self.board), self.first, self.second)
        order = np.argsort(ranks, kind="stable")
        return ranks[order], order


def class_means(numbers: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Numbers by combo, each replaced by the mean of its starting class.

    >>> len(np.unique(class_means(np.arange(1326.0) ** 2)))
    169
    """
    classes = CLASS_OF_COMBO[:, None] == np.arange(len(CLASSES))
    means = numbers @ (classes / classes.sum(axis=0)).astype(numbers.dtype)
    by_combo: npt.NDArray[Any] = means[..., CLASS_OF_COMBO]
    return by_combo


def _edge(wins: npt.NDArray[Any], runouts: int) -> SingleArray:
    edge: SingleArray = ((wins - wins.T.astype(np.float32)) / runouts).astype(np.float32)
    return edge


@lru_cache(maxsize=4)
def facts_of(board: tuple[Card, ...]) -> BoardFacts:
    """The facts of a board; the last few boards are remembered."""
    return BoardFacts(board)
