"""The holdings on a board in classes, and the share of all that one of them beats.

Without a flush only the ranks of two cards count: 91 pairs of ranks, each as often as it is there,
stand for all 1,326 holdings. Those with a flush are few on most boards, and are classes of one.
"""

from typing import NamedTuple

import numpy as np

from villain.kernels.arrays import CardArray, CountArray, RankArray
from villain.kernels.compiled import kernel
from villain.kernels.evaluator import CARD_BITS, CARD_KEYS, key_and_bits, plain_rank, rank_of

_MOST = 91 + 1326
_FIVE = 5
_ZERO, _32 = np.uint64(0), np.uint64(32)
_COUNT, _NONE = np.uint64(0xF), 3


class BoardClasses(NamedTuple):
    """Room for the classes of a board: the rank of each, how many holdings are in it.

    ``left`` are the cards of each rank that are not on the board.
    """

    ranks: RankArray
    counts: CountArray
    left: CountArray


@kernel
def room_for_classes() -> BoardClasses:
    """Room for any board."""
    return BoardClasses(
        np.zeros(_MOST, np.int16), np.zeros(_MOST, np.int64), np.zeros(13, np.int64)
    )


@kernel
def classify(board: CardArray, classes: BoardClasses) -> int:
    """Fill in the classes of a board of three to five cards; how many there are."""
    key, bits = key_and_bits(board)
    cards, left = len(board) + 2, classes.left
    left[:] = 4
    for card in board:
        left[card >> 2] -= 1
    suit = needed = _FIVE  # the suit of flushes, and how many cards of it a holding must have
    for one in range(4):
        missing = _FIVE + _NONE - int(key >> (_32 + np.uint64(4 * one)) & _COUNT)
        if missing <= 2:
            suit, needed = one, max(missing, 0)
    size = 0
    for a in range(13):
        for b in range(a + 1):
            count = left[a] * (left[a] - 1) // 2 if a == b else left[a] * left[b]
            if needed <= 2:
                count -= _flushes(bits, left, suit, needed, a, b)
            if count > 0:
                rank = plain_rank(key + CARD_KEYS[4 * a] + CARD_KEYS[4 * b], cards)
                classes.ranks[size], classes.counts[size] = rank, count
                size += 1
    return size if needed > 2 else _add_flushes(key, bits, cards, suit, needed, classes, size)


@kernel
def _flushes(bits: np.uint64, left: CountArray, suit: int, needed: int, a: int, b: int) -> int:
    """Count the holdings of two ranks that have so many cards of a suit."""
    ours = int(bits & CARD_BITS[4 * a + suit] == _ZERO)
    others = int(bits & CARD_BITS[4 * b + suit] == _ZERO)
    if a == b:
        one, either = ours * (left[a] - 1), left[a] * (left[a] - 1) // 2
        return int(0 if needed == 2 else one if needed == 1 else either)
    both = ours * others
    if needed == 2:
        return both
    return int(ours * left[b] + left[a] * others - both if needed == 1 else left[a] * left[b])


@kernel
def _add_flushes(
    key: np.uint64,
    bits: np.uint64,
    cards: int,
    suit: int,
    needed: int,
    classes: BoardClasses,
    size: int,
) -> int:
    """Add the holdings that have so many cards of the suit, one by one; how many classes then."""
    step = 4 if needed == 2 else 1  # where both cards are of the suit no others need be tried
    start = suit if needed == 2 else 0
    for a in range(start, 52, step):
        for b in range(start, a, step):
            own = CARD_BITS[a] | CARD_BITS[b]
            suited = int(a & 3 == suit) + int(b & 3 == suit)
            if own & bits == _ZERO and suited >= needed:
                rank = rank_of(key + CARD_KEYS[a] + CARD_KEYS[b], bits | own, cards)
                classes.ranks[size], classes.counts[size] = rank, 1
                size += 1
    return size


@kernel
def share_beaten(classes: BoardClasses, size: int, rank: int) -> float:
    """The share of all holdings on the board that a rank beats, those that are equal as half."""
    below = same = total = 0
    for i in range(size):
        count = classes.counts[i]
        total += count
        below += count * int(classes.ranks[i] < rank)
        same += count * int(classes.ranks[i] == rank)
    return (below + 0.5 * same) / total
