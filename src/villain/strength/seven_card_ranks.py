"""Huang's 7cHR of every combo on a board at once: the chance to win against a random hand [huang].

Before the flop it comes from the table of all match-ups, on the turn and the river it is counted;
all of these are exact. Counting a flop's 1,176 run-outs takes too long at a table; it is read from
a table, and off by 0.002 at most.
"""

from functools import lru_cache

import numpy as np

from villain.cards.card import Card
from villain.cards.range import Range, possible
from villain.kernels.arrays import FloatArray
from villain.strength.flop_tables import on_flop
from villain.strength.matchups import Matchups, Strengths
from villain.strength.preflop import preflop_shares
from villain.strength.situation import Cards, possible_range, read_board


def seven_card_ranks(board: Cards = ()) -> FloatArray:
    """The chance of each combo to win the showdown with a random hand, ties as half.

    NaN where a combo is impossible. The last thousand boards are remembered.

    >>> from villain.cards import Combo
    >>> round(float(seven_card_ranks()[Combo.parse("AhAd")]), 3)
    0.852
    >>> round(float(seven_card_ranks("3h 4c Jh")[Combo.parse("AdQc")]), 2)
    0.51
    """
    return _ranks(tuple(sorted(read_board(board))))


@lru_cache(maxsize=1024)
def _ranks(board: tuple[Card, ...]) -> FloatArray:
    if len(board) == 3:
        ranks = np.where(possible(board), on_flop("ranks", board), np.nan)
    else:
        ranks = exact_ranks(board)
    ranks.flags.writeable = False
    return ranks


def exact_ranks(board: tuple[Card, ...]) -> FloatArray:
    """The same by counting, on any board; a flop takes some 40 ms."""
    if not board:
        won, tied, lost = preflop_shares(np.arange(1326), Range.random())
        share: FloatArray = (won + tied / 2) / (won + tied + lost)
        return share
    return Strengths(Matchups(board), possible_range("random", board)).seven_card_rank
