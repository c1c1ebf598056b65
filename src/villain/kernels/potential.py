"""One holding's potential, by going through every opposing hand and every run-out."""

import numpy as np
import numpy.typing as npt

from villain.kernels.arrays import CardArray, FloatArray, RankArray
from villain.kernels.compiled import kernel
from villain.kernels.showdown import rank_holdings, rank_runouts


@kernel
def potential_table(
    hole: CardArray,
    board: CardArray,
    deck: CardArray,
    to_come: int,
    first: CardArray,
    second: CardArray,
    weights: FloatArray,
) -> FloatArray:
    """Weigh where a holding stands now (rows) and after so many cards (columns).

    Rows and columns are ahead, tied, behind. ``deck`` has neither board nor hole cards, and the
    opposing holdings are made of its cards. With nothing to come the table is diagonal.
    """
    own_first, own_second = hole[:1], hole[1:]
    own_now = rank_holdings(board, own_first, own_second)[0]
    now = _standing(own_now, rank_holdings(board, first, second))
    table = np.zeros((3, 3))
    if to_come == 0:
        for o in range(len(first)):
            table[now[o], now[o]] += weights[o]
        return table
    own = rank_runouts(board, deck, to_come, own_first, own_second)
    rivals = rank_runouts(board, deck, to_come, first, second)
    for r in range(len(own)):
        mine = own[r, 0]
        row = rivals[r]
        for o in range(len(first)):
            if row[o] > 0:
                then = 0 if mine > row[o] else 1 if mine == row[o] else 2
                table[now[o], then] += weights[o]
    return table


@kernel
def _standing(own: np.int16, rivals: RankArray) -> npt.NDArray[np.int8]:
    standing = np.empty(len(rivals), np.int8)
    for o in range(len(rivals)):
        standing[o] = 0 if own > rivals[o] else 1 if own == rivals[o] else 2
    return standing
