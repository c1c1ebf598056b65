"""The hand-strength bucket of all 1,326 combos on a board, and how full each bucket is [huang].

How full each is on a street, over all its boards, comes from ``street_shares.npz``, made by

    python -m villain.strategy.huang.make_street_shares
"""

from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.errors import VillainError
from villain.kernels.arrays import FloatArray
from villain.strategy.huang.abstraction import IMPOSSIBLE, Abstraction
from villain.strength.seven_card_ranks import seven_card_ranks
from villain.strength.situation import Cards, read_board

FILE = Path(__file__).with_name("street_shares.npz")
STEPS = 2400
"""The file counts strengths in so many narrow buckets; any wider ones are made of these."""


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


def street_shares(street: int, abstraction: Abstraction | None = None) -> FloatArray:
    """The share of each bucket on a street, over all boards and hands; read-only.

    Exact, but for the steps of the flop's table. Where the borders of the buckets are none of the
    2,400 narrow ones, strengths are taken to be spread evenly between those.

    >>> street_shares(3).round(3).tolist()[9:11], float(street_shares(3).sum().round(12))
    ([0.047, 0.045], 1.0)
    """
    if street not in range(4):
        raise VillainError(f"a street of {street}; it should be 0, before the flop, to 3")
    return _street_shares(street, abstraction or Abstraction())


@cache
def _street_shares(street: int, abstraction: Abstraction) -> FloatArray:
    if street == 0:
        return board_buckets((), abstraction).shares
    below = np.concatenate([[0.0], np.cumsum(_fine_shares()[street - 1])])
    borders = np.linspace(0, STEPS, abstraction.buckets + 1)
    shares: FloatArray = np.diff(np.interp(borders, np.arange(STEPS + 1), below))
    shares /= shares.sum()
    shares.flags.writeable = False
    return shares


@cache
def _fine_shares() -> FloatArray:
    with np.load(FILE) as file:
        shares: FloatArray = file["shares"]
    return shares
