"""What a board alone says about all holdings: who wins how often against whom.

It is computed once for a board, and used for every pair of ranges on it.
"""

from functools import cached_property, lru_cache
from math import comb
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.cards.range import HIGH_CARDS, LOW_CARDS, possible
from villain.strength.matchups import Matchups
from villain.strength.preflop import preflop_wins

SingleArray: TypeAlias = npt.NDArray[np.float32]

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
            wins = preflop_wins()
            runouts = comb(48, BOARD_CARDS)
        else:
            pairs = Matchups(self.board)
            to_come = BOARD_CARDS - len(self.board)
            runouts = pairs.runouts(to_come)
            order = np.argsort(pairs.holdings)
            wins = pairs.wins(to_come)[np.ix_(order, order)]
        edge: SingleArray = ((wins - wins.T.astype(np.float32)) / runouts).astype(np.float32)
        return edge

    @cached_property
    def cards(self) -> SingleArray:
        """Which cards each holding has: 1 at its two cards, by holding and card."""
        held = np.zeros((self.size, 52), np.float32)
        held[np.arange(self.size), self.first] = 1
        held[np.arange(self.size), self.second] = 1
        return held

    def rivals(self, reach: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """For each holding the weight of those that share no card with it; a row for each reach."""
        by_card = reach @ self.cards
        total = reach.sum(axis=-1, keepdims=True)
        weights: npt.NDArray[Any] = total - by_card @ self.cards.T + reach
        return np.maximum(weights, 0, out=weights)

    def showdowns(self, reach: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """What each holding wins at a showdown from rivals with these weights, if each pays 1.

        A row for each reach.
        """
        values: npt.NDArray[Any] = reach @ self.edge.T
        return values


@lru_cache(maxsize=4)
def facts_of(board: tuple[Card, ...]) -> BoardFacts:
    """The facts of a board; the last few boards are remembered."""
    return BoardFacts(board)
