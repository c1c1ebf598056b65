"""Huang's 7cHR of every combo on a board at once: the chance to win against a random hand [huang].

Before the flop it comes from the table of all match-ups, on the turn and the river it is counted;
all of these are exact. Counting a flop's 1,176 run-outs takes too long at a table, so that comes
from ``flop_ranks.npz``: every combo on every flop up to the names of suits, in steps of 1/255 (so
it is off by 0.002 at most), made by

    python -m villain.strength.make_flop_ranks
"""

from functools import cache, lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.cards.range import Range, possible
from villain.cards.suits import canonical
from villain.kernels.arrays import FloatArray
from villain.strength.board_strengths import renaming_of
from villain.strength.matchups import Matchups, Strengths
from villain.strength.preflop import preflop_shares, suit_renamings
from villain.strength.situation import Cards, possible_range, read_board

STEPS = 255
FILE = Path(__file__).with_name("flop_ranks.npz")


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
    ranks = _from_table(board) if len(board) == 3 else exact_ranks(board)
    ranks.flags.writeable = False
    return ranks


def exact_ranks(board: tuple[Card, ...]) -> FloatArray:
    """The same by counting, on any board; a flop takes some 40 ms."""
    if not board:
        won, tied, lost = preflop_shares(np.arange(1326), Range.random())
        share: FloatArray = (won + tied / 2) / (won + tied + lost)
        return share
    return Strengths(Matchups(board), possible_range("random", board)).seven_card_rank


def _from_table(board: tuple[Card, ...]) -> FloatArray:
    rows, table = _flop_table()
    renaming = suit_renamings()[renaming_of(board)]
    ranks = table[rows[canonical(board)[0]]][renaming] / STEPS
    return np.where(possible(board), ranks, np.nan)


@cache
def _flop_table() -> tuple[dict[tuple[Card, ...], int], npt.NDArray[np.uint8]]:
    with np.load(FILE) as file:
        boards, table = file["boards"], file["ranks"]
    rows = {tuple(Card(card) for card in board): row for row, board in enumerate(boards.tolist())}
    return rows, table
