"""Kinds of hands as people name them, from the weakest to the best: a draw, top pair, a straight.

Before the flop they go by the cards alone, later by what a holding makes of the board beyond what
the board makes of itself: a pair that lies there for everybody is nobody's pair.
"""

from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.cards.range import HIGH_CARDS, LOW_CARDS, Range
from villain.kernels import showdown
from villain.kernels.hand_order import hand_classes
from villain.strength.hand_value import CATEGORIES, evaluate
from villain.strength.situation import as_array

KindArray = npt.NDArray[np.int8]

WEAK, PLAYABLE, GOOD, STRONG, PREMIUM = range(5)
"""Before the flop."""

NOTHING, DRAW, LOWER_PAIR, TOP_PAIR, TWO_PAIR, STRAIGHT = range(6)
"""On a board. A draw is one to a flush, or to a straight at both ends; an overpair is a top pair,
trips are beside two pair, and a straight stands for all that is better."""

_BEFORE_THE_FLOP = {
    PLAYABLE: "A2s+, K6s+, Q8s+, J8s+, T8s+, 97s+, 86s+, 75s+, 64s+, 54s, A7o+, K9o+, QTo+, JTo",
    GOOD: "22+, A8s+, KTs+, QTs+, JTs, T9s, ATo+, KJo+, QJo",
    STRONG: "77+, ATs+, KJs+, AJo+, KQs",
    PREMIUM: "TT+, AQs+, AKo",
}
_STRAIGHTS = (*(0b11111 << low for low in range(9)), 1 << 12 | 0b1111)


def kinds_on(board: tuple[Card, ...]) -> KindArray:
    """The kind of each of the 1,326 combos on a board of no, three, four or five cards.

    >>> from villain.cards import Combo, parse_cards
    >>> kinds = kinds_on(parse_cards("Kd 7c 2s"))
    >>> [int(kinds[Combo.parse(held)]) for held in ("AhAs", "KhQh", "7h6h", "QhJh", "2d2c")]
    [3, 3, 2, 0, 4]
    >>> int(kinds_on(())[Combo.parse("AhKd")]) == PREMIUM
    True
    """
    return _on(tuple(sorted(board))) if board else _before_the_flop()


@cache
def _before_the_flop() -> KindArray:
    kinds = np.zeros(1326, np.int8)
    for kind, hands in _BEFORE_THE_FLOP.items():
        kinds[Range(hands).weights > 0] = kind
    kinds.flags.writeable = False
    return kinds


@lru_cache(maxsize=256)
def _on(board: tuple[Card, ...]) -> KindArray:
    ranks = showdown.rank_holdings(as_array(board), HIGH_CARDS, LOW_CARDS)
    categories = np.array([category for category, _ in hand_classes()])[ranks - 1]
    lying = [card.rank for card in board]
    highs, lows = HIGH_CARDS.astype(int) // 4, LOW_CARDS.astype(int) // 4
    matched = np.isin(highs, lying), np.isin(lows, lying)
    pocket = highs == lows
    kinds = np.where(_draws(board), DRAW, NOTHING) if len(board) < 5 else np.zeros(1326, int)
    # The best pair of his own; a card that is paired on the board already makes trips.
    own = np.where(pocket | matched[0], highs, np.where(matched[1], lows, -1))
    kinds[own >= 0] = LOWER_PAIR
    kinds[own >= max(lying)] = TOP_PAIR
    paired = [rank for rank in lying if lying.count(rank) > 1]
    two = matched[0] & matched[1] & ~pocket
    trips = np.isin(own, paired) | (pocket & matched[0]) | (matched[1] & np.isin(lows, paired))
    kinds[two | trips] = TWO_PAIR
    better = categories >= CATEGORIES.index("straight")
    if len(board) == 5:  # who plays the board has no more than anybody
        better &= ranks > evaluate(board).rank
    kinds[better & (ranks > 0)] = STRAIGHT
    short = kinds.astype(np.int8)
    short.flags.writeable = False
    return short


def _draws(board: tuple[Card, ...]) -> npt.NDArray[np.bool_]:
    """The combos with a draw to a flush, or to a straight at both ends, with a card of theirs."""
    suits = np.zeros((1326, 4), int)
    for cards in (HIGH_CARDS, LOW_CARDS):
        suits[np.arange(1326), cards % 4] += 1
    lying = np.bincount([int(card) % 4 for card in board], minlength=4)
    flush = ((suits + lying == 4) & (suits > 0)).any(axis=1)
    there = 0
    for card in board:
        there |= 1 << card.rank
    held = (1 << (HIGH_CARDS // 4).astype(int)) | (1 << (LOW_CARDS // 4).astype(int))
    straight = (_outs(there | held) >= 2) & (_outs(np.array([there])) < 2)
    draws: npt.NDArray[np.bool_] = flush | straight
    return draws


def _outs(ranks: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
    """The ranks that would make a straight of these."""
    missing = np.zeros(len(ranks), int)
    for straight in _STRAIGHTS:
        lacks = straight & ~ranks
        one = (lacks != 0) & (lacks & (lacks - 1) == 0)
        missing |= np.where(one, lacks, 0)
    return np.bitwise_count(missing).astype(np.int64)
