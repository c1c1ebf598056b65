"""What two players may hold when they meet, and who would win at the showdown."""

from collections.abc import Iterable
from functools import cache, cached_property, lru_cache
from math import comb

import numpy as np

from villain.cards.card import Card
from villain.cards.combo import COMBOS, Combo
from villain.cards.range import HIGH_CARDS, LOW_CARDS, possible
from villain.kernels.arrays import FloatArray
from villain.kernels.showdown import rank_holdings, rank_runouts
from villain.solver.values.board_facts import facts_of
from villain.strength.shares import shares_against_each
from villain.strength.situation import as_array, deck_without

Cards = tuple[Card, ...]
EVERYTHING: FloatArray = np.ones(1326)
BOARD_CARDS = 5


class HeldCards:
    """What one player may hold: weights, or a ``combo`` that is known."""

    def __init__(self, weights: FloatArray, combo: int | None = None) -> None:
        self.weights, self.combo = weights, combo
        self._edges: tuple[Cards, FloatArray] | None = None

    @classmethod
    def known(cls, hole: Iterable[Card]) -> "HeldCards":
        """These two cards."""
        combo = int(Combo.of(*hole))
        weights = np.zeros(1326)
        weights[combo] = 1.0
        return cls(weights, combo)

    def times(self, factors: FloatArray) -> "HeldCards":
        """The same after something that each combo does with such a chance."""
        if self.combo is not None:
            return self
        weights = self.weights * factors
        return HeldCards(weights / weights.sum())

    @cached_property
    def meets(self) -> FloatArray:
        """For every combo the weight of these that share no card with it."""
        weights = self.weights
        with_card = np.bincount(HIGH_CARDS, weights, 52) + np.bincount(LOW_CARDS, weights, 52)
        met: FloatArray = weights.sum() + weights - with_card[HIGH_CARDS] - with_card[LOW_CARDS]
        return np.maximum(met, 0.0, out=met)

    def edges(self, board: Cards) -> FloatArray:
        """What every combo wins from these, by their weights, if it is shown down for 1."""
        if self._edges is None or self._edges[0] != board:
            self._edges = board, self._edges_on(board)
        return self._edges[1]

    def remember(self, board: Cards, edges: FloatArray) -> None:
        """Keep edges that were worked out together with those of others."""
        self._edges = board, edges

    def _edges_on(self, board: Cards) -> FloatArray:
        if self.combo is not None:
            shares = shares_against_each(self.combo, board)
            return np.where(possible((*COMBOS[self.combo].cards, *board)), 1 - 2 * shares, 0.0)
        [edges] = edges_of_all(self.weights[None], board)
        found: FloatArray = edges
        return found


@cache
def anything() -> HeldCards:
    """All combos alike."""
    return HeldCards(np.full(1326, 1 / 1326))


def edges_of_all(weights: FloatArray, board: Cards) -> FloatArray:
    """What every combo wins from several ranges, a row for each: it takes little more than one."""
    facts, edges = facts_of(board), np.zeros(weights.shape)
    edges[:, facts.holdings] = facts.showdowns(weights[:, facts.holdings].astype(np.float32))
    return edges


class Meeting:
    """Two players on a board: what they hold does not depend on each other, but no card is twice.

    >>> from villain.cards.card import parse_cards
    >>> aces = Meeting((HeldCards.known(parse_cards("AhAd")), anything()))
    >>> round(aces.edge(), 3)  # they win 85 %, and lose 15 %
    0.704
    """

    def __init__(self, held: tuple[HeldCards, HeldCards], board: Cards = ()) -> None:
        self.held, self.board = held, tuple(sorted(board))

    def on(self, board: Cards) -> "Meeting":
        """The same with these cards on the board: nobody holds them."""
        left = possible(board).astype(np.float64)
        return Meeting((self.held[0].times(left), self.held[1].times(left)), board)

    def after(self, seat: int, factors: FloatArray) -> "Meeting":
        """The same after something that a seat does with such a chance, by combo."""
        return self._with(seat, self.held[seat].times(factors))

    def after_each(self, seat: int, factors: list[FloatArray]) -> "list[Meeting]":
        """The same after each of several things that a seat may do."""
        meetings = [self.after(seat, one) for one in factors]
        held = [meeting.held[seat] for meeting in meetings]
        if self.held[0].combo is None and self.held[1].combo is None and held:
            rows = edges_of_all(np.array([one.weights for one in held]), self.board)
            for one, edges in zip(held, rows, strict=True):
                one.remember(self.board, edges)
        return meetings

    def revealed(self, seat: int, hole: Iterable[Card]) -> "Meeting":
        """The same, where one knows what a seat holds."""
        return self._with(seat, HeldCards.known(hole))

    def _with(self, seat: int, held: HeldCards) -> "Meeting":
        both = (held, self.held[1]) if seat == 0 else (self.held[0], held)
        return Meeting(both, self.board)

    def mean(self, seat: int, of: FloatArray) -> float:
        """The mean of something over what a seat may hold."""
        own, other = self.held[seat], self.held[1 - seat]
        if own.combo is not None:
            return float(of[own.combo])
        return float((own.weights * of) @ other.meets) / self._total

    def edge(self, seat: int = 0, of: FloatArray = EVERYTHING) -> float:
        """The mean of what seat 0 wins if it is shown down for 1, times ``of`` a seat's combo."""
        own, other = self.held[seat], self.held[1 - seat]
        sign = 1 - 2 * seat
        if own.combo is not None and other.combo is not None:
            return sign * float(of[own.combo]) * pair_edge(own.combo, other.combo, self.board)
        if own.combo is not None:
            lost = float(other.weights @ own.edges(self.board)) / self._total
            return -sign * float(of[own.combo]) * lost
        return sign * float((own.weights * of) @ other.edges(self.board)) / self._total

    @cached_property
    def _total(self) -> float:
        one, other = self.held
        if one.combo is not None:
            return float(other.weights @ one.meets)
        return float(one.weights @ other.meets)


@lru_cache(maxsize=256)
def pair_edge(one: int, other: int, board: Cards) -> float:
    """What a combo wins from another at a showdown for 1, over all cards to come.

    >>> from villain.cards.card import parse_cards
    >>> pair_edge(Combo.parse("AhKh"), Combo.parse("2c2d"), parse_cards("2s7h9dJc"))
    -1.0
    """
    if not board:
        return 2 * float(shares_against_each(one, ())[other]) - 1
    first, second = (cards[[one, other]] for cards in (HIGH_CARDS, LOW_CARDS))
    to_come = BOARD_CARDS - len(board)
    if not to_come:
        ranks = rank_holdings(as_array(board), first, second).astype(np.int32)
        return float(np.sign(ranks[0] - ranks[1]))
    deck = deck_without(*board, *COMBOS[one].cards, *COMBOS[other].cards)
    rows = rank_runouts(as_array(board), deck, to_come, first, second).astype(np.int32)
    return float(np.sign(rows[:, 0] - rows[:, 1]).sum() / comb(len(deck), to_come))
