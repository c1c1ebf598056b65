"""Counts of the holdings that each one beats on a board, now and after the last card."""

import numpy as np
import numpy.typing as npt

from villain.kernels.arrays import CardArray, CountArray, RankArray
from villain.kernels.compiled import kernel
from villain.kernels.evaluator import CARD_BITS, CARD_KEYS, key_and_bits
from villain.kernels.showdown import rank_on

_CLASSES = 7462


@kernel
def standings(board: CardArray, first: CardArray, second: CardArray) -> CountArray:
    """Two for each other holding that one beats on a board, and one for each equal; -1: impossible.

    The holding itself is one of its equals, and those that share a card with it count too.
    """
    key, bits = key_and_bits(board)
    ranks = np.empty(len(first), np.int16)
    beaten = np.zeros(len(first), np.int64)
    rank_on(key, bits, len(board) + 2, first, second, ranks)
    _add(ranks, np.empty(_CLASSES + 1, np.int32), beaten)
    beaten[ranks == 0] = -1
    return beaten


@kernel
def river_standings(board: CardArray, first: CardArray, second: CardArray) -> CountArray:
    """The same on a board of four cards, in all over the rivers that may come."""
    key, bits = key_and_bits(board)
    ranks = np.empty(len(first), np.int16)
    counts = np.empty(_CLASSES + 1, np.int32)
    beaten = np.zeros(len(first), np.int64)
    for card in range(52):
        if not CARD_BITS[card] & bits:
            rank_on(key + CARD_KEYS[card], bits | CARD_BITS[card], 7, first, second, ranks)
            _add(ranks, counts, beaten)
    for h in range(len(first)):
        if (CARD_BITS[first[h]] | CARD_BITS[second[h]]) & bits:
            beaten[h] = -1
    return beaten


@kernel
def _add(ranks: RankArray, counts: npt.NDArray[np.int32], beaten: CountArray) -> None:
    """Add the standings by these ranks, of which 0 is none; the counts are for use here."""
    counts[:] = 0
    for h in range(len(ranks)):
        counts[ranks[h]] += 1
    below = 0
    counts[0] = 0
    for rank in range(1, _CLASSES + 1):
        many = counts[rank]
        counts[rank] = 2 * below + many
        below += many
    for h in range(len(ranks)):
        beaten[h] += counts[ranks[h]]
