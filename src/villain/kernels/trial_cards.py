"""The hidden cards of a trial: hands from weight tables, jointly; the board; strengths on it."""

import numpy as np
import numpy.typing as npt

from villain.kernels.arrays import CardArray, FloatArray
from villain.kernels.board_classes import BoardClasses, classify, share_beaten
from villain.kernels.combos import HIGH_CARDS, LOW_CARDS
from villain.kernels.compiled import kernel
from villain.kernels.evaluator import CARD_BITS, CARD_KEYS, key_and_bits, rank_of
from villain.kernels.randomness import next_random
from villain.kernels.showdown import rank_on

_ZERO, _ONE, _11, _32 = np.uint64(0), np.uint64(1), np.uint64(11), np.uint64(32)
_GROUP, _16, _4 = np.uint64(0xFFFF), np.uint64(16), np.uint64(4)
_TO_UNIT = 1.0 / 2.0**53
PATIENCE, SWEEPS = 60, 4
"""After so many deals that clash, hands are drawn one by one, and again in so many sweeps."""

_CLASSES = 7462
ComboArray = npt.NDArray[np.int64]


@kernel
def unit(bits: np.uint64) -> float:
    """A number from 0 to 1 of 64 random bits."""
    return float(bits >> _11) * _TO_UNIT


@kernel
def combo_bits(combo: int) -> np.uint64:
    """The two cards of a combo as a set of bits."""
    bits: np.uint64 = CARD_BITS[HIGH_CARDS[combo]] | CARD_BITS[LOW_CARDS[combo]]
    return bits


@kernel
def _draw(cumulative: FloatArray, point: float) -> int:
    """The combo at a point (0 to 1) of cumulative weights."""
    low, high, wanted = 0, len(cumulative) - 1, point * cumulative[-1]
    while low < high:
        middle = (low + high) // 2
        if cumulative[middle] > wanted:
            high = middle
        else:
            low = middle + 1
    return low


@kernel
def draw_hands(
    state: np.uint64,
    cumulative: FloatArray,
    inside: npt.NDArray[np.bool_],
    hero: int,
    own: int,
    known: np.uint64,
    hands: ComboArray,
) -> tuple[np.uint64, np.uint64]:
    """Give everybody inside but the hero a hand: each deal as likely as the product of weights.

    A deal with a card in two places does not count. At a full table of tight players nearly none
    would; there it is Gibbs' sampler, whose sweeps come near the same distribution. The new state,
    and the bits of all cards that are gone, ``known`` ones among them.
    """
    hands[hero] = own
    for _ in range(PATIENCE):
        used, clash = known, False
        for seat in range(len(inside)):
            if inside[seat] and seat != hero:
                state, bits = next_random(state)
                hands[seat] = _draw(cumulative[seat], unit(bits))
                cards = combo_bits(hands[seat])
                clash = cards & used != _ZERO
                used |= cards
                if clash:
                    break
        if not clash:
            return state, used
    # Where nearly all deals clash: one after the other, then each anew beside all the others.
    used = known
    for sweep in range(SWEEPS + 1):
        for seat in range(len(inside)):
            if not inside[seat] or seat == hero:
                continue
            if sweep > 0:
                used &= ~combo_bits(hands[seat])
                used |= known
            for _ in range(PATIENCE):
                state, bits = next_random(state)
                hands[seat] = _draw(cumulative[seat], unit(bits))
                cards = combo_bits(hands[seat])
                if cards & used == _ZERO:
                    break
            used |= cards
    return state, used


@kernel
def draw_board(
    state: np.uint64, board: CardArray, dealt: int, used: np.uint64, full: CardArray
) -> np.uint64:
    """Deal the rest of the board from what nobody has; the new state."""
    for i in range(dealt):
        full[i] = board[i]
    for i in range(dealt, 5):
        while True:
            state, bits = next_random(state)
            card = np.int64((bits >> _32) * np.uint64(52) >> _32)
            if not CARD_BITS[card] & used:
                break
        full[i] = card
        used |= CARD_BITS[card]
    return state


@kernel
def values_on(
    board: CardArray,
    dealt: int,
    inside: npt.NDArray[np.bool_],
    hands: ComboArray,
    classes: BoardClasses,
    values: FloatArray,
    draws: FloatArray,
) -> None:
    """The percentile of each hand on a board, and its crude chance to improve to something big."""
    key, bits = key_and_bits(board[:dealt])
    size = classify(board[:dealt], classes)
    for seat in range(len(inside)):
        if inside[seat]:
            a, b = HIGH_CARDS[hands[seat]], LOW_CARDS[hands[seat]]
            own = CARD_BITS[a] | CARD_BITS[b]
            rank = rank_of(key + CARD_KEYS[a] + CARD_KEYS[b], bits | own, dealt + 2)
            values[seat] = share_beaten(classes, size, int(rank))
            draws[seat] = draw_chance(own, bits, 5 - dealt)


@kernel
def all_values_on(board: CardArray) -> tuple[FloatArray, FloatArray]:
    """The percentile of every combo on a board, and its crude chance to improve; 0: impossible."""
    key, bits = key_and_bits(board)
    ranks = np.zeros(len(HIGH_CARDS), np.int16)
    rank_on(key, bits, len(board) + 2, HIGH_CARDS, LOW_CARDS, ranks)
    counts = np.zeros(_CLASSES + 1, np.int64)
    for i in range(len(ranks)):
        counts[ranks[i]] += 1
    possible = len(ranks) - counts[0]
    below, shares = 0, np.zeros(_CLASSES + 1)
    for rank in range(1, _CLASSES + 1):
        shares[rank] = (below + 0.5 * counts[rank]) / possible
        below += counts[rank]
    values, draws = shares[ranks], np.zeros(len(ranks))
    for i in range(len(ranks)):
        if ranks[i] > 0:
            draws[i] = draw_chance(combo_bits(i), bits, 5 - len(board))
    return values, draws


@kernel
def draw_chance(own: np.uint64, board: np.uint64, to_come: int) -> float:
    """Roughly how likely a hand makes a flush or a straight that the board alone does not."""
    if to_come == 0:
        return 0.0
    both, outs = own | board, 0
    ranks, on_board, made = _ZERO, _ZERO, False
    for suit in range(4):
        shift = np.uint64(16 * suit)
        mine, cards = own >> shift & _GROUP, both >> shift & _GROUP
        ranks |= cards
        on_board |= board >> shift & _GROUP
        held = _count(cards)
        if mine != _ZERO and held == 4:
            outs += 9
        made = made or held >= 5
    if made or _straight(ranks):
        return 0.0
    for rank in range(13):
        card = _ONE << np.uint64(rank)
        if not ranks & card and _straight(ranks | card) and not _straight(on_board | card):
            outs += 4 if outs < 9 else 3
    chance = outs / 46.0
    return chance if to_come == 1 else 1.0 - (1.0 - chance) * (1.0 - chance)


@kernel
def _count(bits: np.uint64) -> int:
    count = 0
    while bits:
        bits &= bits - _ONE
        count += 1
    return count


@kernel
def _straight(ranks: np.uint64) -> bool:
    """True if thirteen bits of ranks (the ace the highest) have five in a row."""
    wheel = ranks << _ONE | ranks >> np.uint64(12) & _ONE
    run = wheel & wheel >> _ONE
    run = run & run >> np.uint64(2)
    return bool(run & wheel >> _4)


@kernel
def rank_hand(board: CardArray, combo: int) -> int:
    """The rank of a combo on a full board."""
    key, bits = key_and_bits(board)
    a, b = HIGH_CARDS[combo], LOW_CARDS[combo]
    return int(rank_of(key + CARD_KEYS[a] + CARD_KEYS[b], bits | CARD_BITS[a] | CARD_BITS[b], 7))
