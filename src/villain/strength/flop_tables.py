"""Tables of every combo on every flop, for what would take too long to count at a table.

``flop_potential.npz`` has Ppot₂ and ``flop_ranks.npz`` the seven-card rank, both against random
hands on every flop up to the names of suits, in steps of 1/255 (so they are off by 0.002 at most).
They are made by

    python -m villain.strength.make_flop_tables
"""

from functools import cache
from itertools import permutations
from pathlib import Path

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.cards.suits import canonical
from villain.kernels.arrays import FloatArray
from villain.strength.preflop import suit_renamings

STEPS = 255
FILES = {name: Path(__file__).with_name(f"flop_{name}.npz") for name in ("potential", "ranks")}
_RENAMINGS = {names: number for number, names in enumerate(permutations(range(4)))}


def on_flop(name: str, board: tuple[Card, ...]) -> FloatArray:
    """The numbers of every combo on a flop, from a table; 0 where a combo is impossible."""
    rows, table = flop_table(name)
    renaming = suit_renamings()[_renaming_of(board)]
    numbers: FloatArray = table[rows[canonical(board)[0]]][renaming] / STEPS
    return numbers


def _renaming_of(board: tuple[Card, ...]) -> int:
    """The number of the renaming of suits that makes a board canonical."""
    content = [sum(1 << card.rank for card in board if card.suit == suit) for suit in range(4)]
    order = sorted(range(4), key=lambda suit: content[suit], reverse=True)
    return _RENAMINGS[tuple(order.index(suit) for suit in range(4))]


@cache
def flop_table(name: str) -> tuple[dict[tuple[Card, ...], int], npt.NDArray[np.uint8]]:
    """The row of each canonical flop, and the table."""
    with np.load(FILES[name]) as file:
        boards, table = file["boards"], file["ppot" if name == "potential" else name]
    rows = {tuple(Card(card) for card in board): row for row, board in enumerate(boards.tolist())}
    return rows, table
