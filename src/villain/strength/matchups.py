"""The strength of every holding on a board at once, against any weighted range.

Who wins how many run-outs against whom depends on the board alone. It is counted once for all
pairs of holdings (see ``villain.kernels.showdown``); a range is then a weighted sum over that.
"""

from functools import cached_property, lru_cache
from math import comb

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.cards.range import HIGH_CARDS, LOW_CARDS, Range
from villain.kernels import showdown
from villain.strength.measures import AHEAD, BEHIND, TIED, Measures
from villain.strength.situation import (
    Cards,
    RangeLike,
    as_array,
    check_apart,
    deck_without,
    holdings_without,
    possible_range,
    read_board,
    read_cards,
)

Array = npt.NDArray[np.float64]


class Matchups:
    """All holdings of a board, sorted by rank, and the run-outs that each wins against each."""

    def __init__(self, board: tuple[Card, ...], dead: tuple[Card, ...] = ()) -> None:
        self.board, self.dead = board, dead
        self._board, self._deck = as_array(board), deck_without(*board, *dead)
        combos = holdings_without((*board, *dead))
        ranks = showdown.rank_holdings(self._board, HIGH_CARDS[combos], LOW_CARDS[combos])
        order = np.argsort(ranks, kind="stable")
        self.combos, self.ranks = combos[order], ranks[order]
        self.first, self.second = HIGH_CARDS[self.combos], LOW_CARDS[self.combos]
        self._wins: dict[int, npt.NDArray[np.int16]] = {}

    def runouts(self, cards: int) -> int:
        """How many run-outs of so many cards two given holdings leave."""
        return comb(len(self._deck) - 4, cards)

    def wins(self, cards: int) -> npt.NDArray[np.int16]:
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


class Strengths(Measures[Array]):
    """Every measure as an array over the 1,326 combos; NaN where a combo is impossible."""

    def __init__(self, pairs: Matchups, rivals: Range, opponents: int) -> None:
        self._pairs, self.rivals, self.opponents = pairs, rivals, opponents
        self.cards_to_come = 5 - len(pairs.board)
        self._weights = rivals.weights[pairs.combos]
        self._tables: dict[int, Array] = {}

    @cached_property
    def _standing(self) -> Array:
        pairs = self._pairs
        return np.array(showdown.sweep(pairs.ranks, pairs.first, pairs.second, self._weights))

    @cached_property
    def now(self) -> Array:
        """The weights of opposing hands that each combo beats, ties and loses to: (3, 1326)."""
        return self._by_combo(self._standing)

    def table(self, cards: int) -> Array:
        """Return the table of every combo: (3, 3, 1326), now by then."""
        if cards not in self._tables:
            pairs = self._pairs
            won, lost = showdown.potential_tables(pairs.wins(cards), pairs.ranks, self._weights)
            table = np.empty((3, *won.shape))
            table[:, AHEAD], table[:, BEHIND] = won, lost
            # Only rounding can make this negative.
            tied = self._standing * pairs.runouts(cards) - won - lost
            table[:, TIED] = np.maximum(tied, 0.0)
            self._tables[cards] = self._by_combo(table)
        return self._tables[cards]

    def _by_combo(self, values: Array) -> Array:
        wide = np.full((*values.shape[:-1], 1326), np.nan)
        wide[..., self._pairs.combos] = values
        return wide

    def _out(self, value: Array) -> Array:
        return value


def all_strengths(
    board: Cards, against: RangeLike = "random", *, opponents: int = 1, dead: Cards = ()
) -> Strengths:
    """Measure all holdings on a board at once, exactly, against a range.

    Nothing is computed before it is asked for: hand strength alone takes some 20 µs on any
    board; the potential of a flop takes longest, and a further range on the same board little.

    >>> from villain.cards import Combo
    >>> everyone = all_strengths("3h 4c Jh")
    >>> round(float(everyone.ehs[Combo.parse("AdQc")]), 3)
    0.672
    """
    cards, gone = read_board(board, least=3), read_cards(dead, "dead cards")
    check_apart(board=cards, **{"dead cards": gone})
    rivals = possible_range(against, (*cards, *gone))
    pairs = matchups(tuple(sorted(cards)), tuple(sorted(gone)))
    return Strengths(pairs, rivals, opponents)
