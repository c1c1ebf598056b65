"""The strength of every holding on a board at once, against any weighted range.

Who wins how many run-outs against whom depends on the board alone. It is counted once for all
pairs of holdings (see ``villain.kernels.showdown``); a range is then a weighted sum over that.
"""

from functools import cached_property, lru_cache
from math import comb

import numpy as np

from villain.cards.card import Card
from villain.cards.range import HIGH_CARDS, LOW_CARDS, Range, possible
from villain.kernels import showdown
from villain.kernels.arrays import FloatArray, RankArray
from villain.strength.measures import Measures
from villain.strength.situation import (
    Cards,
    RangeLike,
    as_array,
    check_apart,
    check_enough_cards,
    deck_without,
    possible_range,
    read_board,
    read_cards,
)


class Matchups:
    """All holdings of a board, sorted by rank, and the run-outs that each wins against each."""

    def __init__(self, board: tuple[Card, ...], dead: tuple[Card, ...] = ()) -> None:
        self.board, self.dead = board, dead
        self._board, self._deck = as_array(board), deck_without(*board, *dead)
        combos = np.flatnonzero(possible((*board, *dead)))
        ranks = showdown.rank_holdings(self._board, HIGH_CARDS[combos], LOW_CARDS[combos])
        order = np.argsort(ranks, kind="stable")
        self.holdings, self.ranks = combos[order], ranks[order]
        self.first, self.second = HIGH_CARDS[self.holdings], LOW_CARDS[self.holdings]
        self._wins: dict[int, RankArray] = {}

    def runouts(self, cards: int) -> int:
        """Count the run-outs of so many cards that two given holdings leave."""
        return comb(len(self._deck) - 4, cards)

    def wins(self, cards: int) -> RankArray:
        """Return the run-outs of so many cards that each holding wins against each other."""
        if cards not in self._wins:
            ranks = showdown.rank_runouts(self._board, self._deck, cards, self.first, self.second)
            spurious = comb(len(self._deck) - 2, cards) - self.runouts(cards)
            self._wins[cards] = showdown.count_wins(ranks, self.first, self.second, spurious)
        return self._wins[cards]


@lru_cache(maxsize=16)
def matchups(board: tuple[Card, ...], dead: tuple[Card, ...] = ()) -> Matchups:
    """Return the match-ups of a board; the last few boards are remembered."""
    return Matchups(board, dead)


class Strengths(Measures[FloatArray]):
    """Every measure as an array over the 1,326 combos; NaN where a combo is impossible."""

    def __init__(self, pairs: Matchups, rivals: Range, opponents: int = 1) -> None:
        super().__init__(pairs.board, opponents)
        self._pairs, self.rivals = pairs, rivals
        self._weights = rivals.weights[pairs.holdings]

    @cached_property
    def _standing(self) -> FloatArray:
        pairs = self._pairs
        return np.array(showdown.sweep(pairs.ranks, pairs.first, pairs.second, self._weights))

    @cached_property
    def now(self) -> FloatArray:
        """The weights of opposing hands that each combo beats, ties and loses to: (3, 1326)."""
        return self._by_combo(self._standing)

    def _count_table(self, cards: int) -> FloatArray:
        pairs = self._pairs
        won, lost = showdown.potential_tables(pairs.wins(cards), pairs.ranks, self._weights)
        tied = self._standing * pairs.runouts(cards) - won - lost
        # Only rounding can make this negative.
        return self._by_combo(np.stack([won, np.maximum(tied, 0.0), lost], axis=1))

    def _by_combo(self, values: FloatArray) -> FloatArray:
        wide = np.full((*values.shape[:-1], 1326), np.nan)
        wide[..., self._pairs.holdings] = values
        return wide

    def _out(self, value: FloatArray) -> FloatArray:
        return value


def matchup_equity(
    one: Range, other: Range, board: tuple[Card, ...], dead: tuple[Card, ...]
) -> tuple[FloatArray, int]:
    """Weigh the showdowns of two ranges on a board by set of winners, and count them."""
    pairs = matchups(tuple(sorted(board)), tuple(sorted(dead)))
    measured, numbers = (
        Strengths(pairs, rivals) for rivals in (other, Range((other.weights > 0).astype(float)))
    )
    to_come = measured.cards_to_come
    held = np.flatnonzero(one.weights)
    won, tied, lost = one.weights[held] @ measured.table(to_come).sum(axis=0)[:, held].T
    showdowns = numbers.now[:, held].sum() * pairs.runouts(to_come)
    return np.array([0.0, won, lost, tied]), round(showdowns)


def all_strengths(
    board: Cards, against: RangeLike = "random", *, opponents: int = 1, dead: Cards = ()
) -> Strengths:
    """Measure all holdings on a board at once, exactly, against a range.

    Nothing is computed before it is asked for. Hand strength alone takes microseconds on any
    board; the potential of a flop takes longest, and a further range on the same board little.

    >>> from villain.cards import Combo
    >>> everyone = all_strengths("3h 4c Jh")
    >>> round(float(everyone.ehs[Combo.parse("AdQc")]), 3)
    0.672
    """
    cards, gone = read_board(board, least=3), read_cards(dead, "dead cards")
    check_apart(board=cards, **{"dead cards": gone})
    check_enough_cards(2, len(gone))
    rivals = possible_range(against, (*cards, *gone))
    pairs = matchups(tuple(sorted(cards)), tuple(sorted(gone)))
    return Strengths(pairs, rivals, opponents)
