"""Hand evaluator for five, six and seven cards: additive keys and a gapless perfect hash.

A hand in the making is two numbers: the sum of its cards' *keys* (ranks and suit counts) and
the union of their *bits* (one for each card, 16 a suit, needed only for flushes). Both can be
carried along in an enumeration, so that a further card costs an addition. ``make_tables``
explains the hash.
"""

from pathlib import Path

import numpy as np
import numpy.typing as npt

from villain.kernels.arrays import BitsArray, CardArray, CountArray, RankArray
from villain.kernels.compiled import kernel

with np.load(Path(__file__).with_name("evaluator.npz")) as _tables:
    CARD_KEYS: BitsArray = _tables["card_keys"]
    COLUMNS: npt.NDArray[np.uint16] = _tables["columns"]
    ROWS: npt.NDArray[np.uint16] = _tables["rows"]
    STARTS: npt.NDArray[np.uint32] = _tables["starts"]
    RANKS: RankArray = _tables["ranks"]
    FLUSHES: RankArray = _tables["flushes"]

CARD_BITS = np.array([1 << (16 * (card % 4) + card // 4) for card in range(52)], np.uint64)

# Each suit's count starts at three, so that the fifth card of a suit sets the count's high bit.
NO_CARDS = np.uint64(0x3333 << 32)
_FLUSH = np.uint64(0x8888 << 32)
_GROUP = np.uint64(0xFFFF)
_16, _35, _39, _43 = np.uint64(16), np.uint64(35), np.uint64(39), np.uint64(43)
_ONE, _32, _48, _ZERO = np.uint64(1), np.uint64(32), np.uint64(48), np.uint64(0)


@kernel
def key_and_bits(cards: CardArray) -> tuple[np.uint64, np.uint64]:
    """Key and bits of some cards, a board for instance, to which others will be added."""
    key, bits = NO_CARDS, _ZERO
    for card in cards:
        key += CARD_KEYS[card]
        bits |= CARD_BITS[card]
    return key, bits


@kernel
def plain_rank(key: np.uint64, cards: int) -> np.int16:
    """Rank of so many cards by the key if there is no flush; suits do not count."""
    rank: np.int16 = RANKS[STARTS[cards] + ROWS[cards, key >> _16 & _GROUP] + COLUMNS[key & _GROUP]]
    return rank


@kernel
def rank_of(key: np.uint64, bits: np.uint64, cards: int) -> np.int16:
    """Rank of a hand of so many cards (5, 6 or 7) by its key (from NO_CARDS on) and bits."""
    if key & _FLUSH:
        if key >> _35 & _ONE:
            suit = _ZERO
        elif key >> _39 & _ONE:
            suit = _16
        elif key >> _43 & _ONE:
            suit = _32
        else:
            suit = _48
        flush: np.int16 = FLUSHES[bits >> suit & _GROUP]
        return flush
    return plain_rank(key, cards)


@kernel
def _rank_row(key: np.uint64, hands: CardArray, row: int, cards: int) -> np.int16:
    """Rank one row whose key is known; the bits are gathered only for a flush."""
    bits = _ZERO
    if key & _FLUSH:
        for j in range(cards):
            bits |= CARD_BITS[hands[row, j]]
    return rank_of(key, bits, cards)


@kernel
def rank_hands(hands: CardArray, ranks: RankArray) -> None:
    """Rank every row of an (n, 5), (n, 6) or (n, 7) array of cards."""
    count, cards = hands.shape
    if cards == 7:  # unrolled, with a literal 7 for the compiler to fold: a quarter faster
        for i in range(count):
            key = (
                NO_CARDS
                + CARD_KEYS[hands[i, 0]]
                + CARD_KEYS[hands[i, 1]]
                + CARD_KEYS[hands[i, 2]]
                + CARD_KEYS[hands[i, 3]]
                + CARD_KEYS[hands[i, 4]]
                + CARD_KEYS[hands[i, 5]]
                + CARD_KEYS[hands[i, 6]]
            )
            ranks[i] = _rank_row(key, hands, i, 7)
    else:
        for i in range(count):
            key = NO_CARDS
            for j in range(cards):
                key += CARD_KEYS[hands[i, j]]
            ranks[i] = _rank_row(key, hands, i, cards)


@kernel
def count_all_ranks(cards: int) -> CountArray:
    """Count each rank among all hands of five, six or seven cards out of 52."""
    counts = np.zeros(7463, np.int64)
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    key4 = NO_CARDS + CARD_KEYS[a] + CARD_KEYS[b] + CARD_KEYS[c] + CARD_KEYS[d]
                    bits4 = CARD_BITS[a] | CARD_BITS[b] | CARD_BITS[c] | CARD_BITS[d]
                    for e in range(d):
                        key5, bits5 = key4 + CARD_KEYS[e], bits4 | CARD_BITS[e]
                        if cards == 5:
                            counts[rank_of(key5, bits5, 5)] += 1
                            continue
                        for f in range(e):
                            key6, bits6 = key5 + CARD_KEYS[f], bits5 | CARD_BITS[f]
                            if cards == 6:
                                counts[rank_of(key6, bits6, 6)] += 1
                                continue
                            for g in range(f):
                                key7, bits7 = key6 + CARD_KEYS[g], bits6 | CARD_BITS[g]
                                counts[rank_of(key7, bits7, 7)] += 1
    return counts
