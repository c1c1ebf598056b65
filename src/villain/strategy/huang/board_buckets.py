"""The hand-strength bucket of all 1,326 combos on a board, and how full each bucket is [huang]."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.kernels.arrays import FloatArray
from villain.strategy.huang.abstraction import IMPOSSIBLE, Abstraction
from villain.strength.seven_card_ranks import seven_card_ranks
from villain.strength.situation import Cards, read_board


class BoardBuckets(NamedTuple):
    """By combo its bucket (-1 where it is impossible); by bucket its share of the combos."""

    of_combo: npt.NDArray[np.int64]
    shares: FloatArray


def board_buckets(board: Cards = (), abstraction: Abstraction | None = None) -> BoardBuckets:
    """Sort all combos of a board into buckets; the last thousand boards are remembered.

    >>> from villain.cards import Combo
    >>> before = board_buckets()
    >>> int(before.of_combo[Combo.parse("AhAd")]), before.shares.round(2).tolist()[6:10]
    (17, [0.05, 0.13, 0.16, 0.17])
    """
    return _sorted(tuple(sorted(read_board(board))), abstraction or Abstraction())


@lru_cache(maxsize=1024)
def _sorted(board: tuple[Card, ...], abstraction: Abstraction) -> BoardBuckets:
    of_combo = abstraction.buckets_of(seven_card_ranks(board))
    held = np.bincount(of_combo[of_combo != IMPOSSIBLE], minlength=abstraction.buckets)
    shares: FloatArray = held / held.sum()
    for array in (of_combo, shares):
        array.flags.writeable = False
    return BoardBuckets(of_combo, shares)
