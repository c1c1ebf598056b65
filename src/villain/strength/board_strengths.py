"""The strengths of all 1,326 combos on a board, against random hands: for players in a hurry.

Everything here depends on the board alone, so it is computed once a board and shared by all who
look at it. Potential with two cards to come, too dear to count at a table, comes from
``flop_potential.npz``: Ppot₂ of every combo on every flop up to the names of suits, in steps of
1/255, made by

    python -m villain.strength.make_flop_potential
"""

from functools import cache, lru_cache
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.cards.range import HIGH_CARDS, LOW_CARDS
from villain.cards.suits import canonical
from villain.kernels import showdown
from villain.kernels.arrays import FloatArray, RankArray
from villain.strength.matchups import Matchups, Strengths
from villain.strength.preflop import suit_renamings
from villain.strength.situation import as_array, possible_range

STEPS = 255


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
        ppot = flop_potential(board)
    elif len(board) == 4:
        ppot = np.nan_to_num(np.asarray(measured.ppot(1)))
    else:
        ppot = np.zeros(1326)
    ehs = hs + (1 - hs) * ppot
    ranks = showdown.rank_holdings(as_array(board), HIGH_CARDS, LOW_CARDS)
    for array in (ranks, hs, ppot, ehs):
        array.flags.writeable = False
    return BoardStrengths(ranks, hs, ppot, ehs)


def flop_potential(board: tuple[Card, ...]) -> FloatArray:
    """Ppot₂ of every combo on a flop, from the table; 0 where a combo is impossible."""
    rows, table = _flop_table()
    renaming = suit_renamings()[renaming_of(board)]
    potential: FloatArray = table[rows[canonical(board)[0]]][renaming] / STEPS
    return potential


def renaming_of(board: tuple[Card, ...]) -> int:
    """The number of the renaming of suits that makes a board canonical."""
    content = [sum(1 << card.rank for card in board if card.suit == suit) for suit in range(4)]
    order = sorted(range(4), key=lambda suit: content[suit], reverse=True)
    return _RENAMINGS[tuple(order.index(suit) for suit in range(4))]


_RENAMINGS = {names: number for number, names in enumerate(permutations(range(4)))}


@cache
def _flop_table() -> tuple[dict[tuple[Card, ...], int], npt.NDArray[np.uint8]]:
    with np.load(Path(__file__).with_name("flop_potential.npz")) as file:
        boards, table = file["boards"], file["ppot"]
    rows = {tuple(Card(card) for card in board): row for row, board in enumerate(boards.tolist())}
    return rows, table
