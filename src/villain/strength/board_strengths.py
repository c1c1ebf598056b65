"""The strengths of all 1,326 combos on a board, against random hands: for players in a hurry.

Everything here depends on the board alone, so it is computed once a board and shared by all who
look at it. Potential with two cards to come, too dear to count at a table, is read from a table.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from villain.cards.card import Card
from villain.cards.range import HIGH_CARDS, LOW_CARDS
from villain.kernels import showdown
from villain.kernels.arrays import FloatArray, RankArray
from villain.strength.flop_tables import on_flop
from villain.strength.matchups import Matchups, Strengths
from villain.strength.situation import as_array, possible_range


class BoardStrengths(NamedTuple):
    """By combo: rank, strength, potential and effective strength; 0 where it is impossible.

    The potential is with all cards to come: Ppot₂ on the flop, Ppot₁ on the turn, 0 on the river.
    """

    ranks: RankArray
    hs: FloatArray
    ppot: FloatArray
    ehs: FloatArray


@lru_cache(maxsize=1024)
def board_strengths(board: tuple[Card, ...]) -> BoardStrengths:
    """Measure all combos on a board of three to five cards, against random hands.

    >>> from villain.cards import Combo, parse_cards
    >>> strengths = board_strengths(tuple(sorted(parse_cards("3h 4c Jh"))))
    >>> round(float(strengths.ehs[Combo.parse("AdQc")]), 2)
    0.67
    """
    pairs = Matchups(board)
    measured = Strengths(pairs, possible_range("random", board))
    hs = np.nan_to_num(measured.hs1)
    if len(board) == 3:
        ppot = on_flop("potential", board)
    elif len(board) == 4:
        ppot = np.nan_to_num(np.asarray(measured.ppot(1)))
    else:
        ppot = np.zeros(1326)
    ehs = hs + (1 - hs) * ppot
    ranks = showdown.rank_holdings(as_array(board), HIGH_CARDS, LOW_CARDS)
    for array in (ranks, hs, ppot, ehs):
        array.flags.writeable = False
    return BoardStrengths(ranks, hs, ppot, ehs)
