"""Random deals: Monte Carlo equity of ranges, and roll-outs of one hand against random ones.

Randomness is SplitMix64: the state is one number that the caller gives and gets back.
"""

import numpy as np
import numpy.typing as npt

from villain.kernels.compiled import kernel
from villain.kernels.evaluator import CARD_BITS, CARD_KEYS, NO_CARDS, rank_of
from villain.kernels.showdown import Cards, Weights

_ZERO, _32 = np.uint64(0), np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX1, _MIX2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_30, _27, _31 = np.uint64(30), np.uint64(27), np.uint64(31)
_TO_UNIT = 1.0 / 2.0**32

MOST_RIVALS = 9
_BLOCK = 256
_PATIENCE = 200


@kernel
def next_random(state: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Return the new state and 64 random bits (SplitMix64, Steele, Lea and Flood 2014)."""
    state = state + _STEP
    z = (state ^ (state >> _30)) * _MIX1
    z = (z ^ (z >> _27)) * _MIX2
    return state, z ^ (z >> _31)


@kernel
def rival_counts(hole: Cards, deals: int, state: np.uint64) -> npt.NDArray[np.int64]:
    """Deal nine random rivals and a board so often; count by rivals better and rivals equal."""
    counts = np.zeros((MOST_RIVALS + 1, MOST_RIVALS + 1), np.int64)
    deck = np.empty(50, np.uint8)
    left = 0
    for card in range(52):
        if card != hole[0] and card != hole[1]:
            deck[left] = card
            left += 1
    drawn = 5 + 2 * MOST_RIVALS
    for _ in range(deals):
        for i in range(drawn):  # a shuffle of the first cards; the deck stays shuffled
            state, bits = next_random(state)
            j = i + np.int64((bits >> _32) * np.uint64(50 - i) >> _32)
            deck[i], deck[j] = deck[j], deck[i]
        key, board = NO_CARDS, _ZERO
        for i in range(5):
            key += CARD_KEYS[deck[i]]
            board |= CARD_BITS[deck[i]]
        own = rank_of(
            key + CARD_KEYS[hole[0]] + CARD_KEYS[hole[1]],
            board | CARD_BITS[hole[0]] | CARD_BITS[hole[1]],
            7,
        )
        better = equal = 0
        for i in range(5, drawn, 2):
            a, b = deck[i], deck[i + 1]
            rank = rank_of(
                key + CARD_KEYS[a] + CARD_KEYS[b], board | CARD_BITS[a] | CARD_BITS[b], 7
            )
            better += int(rank > own)
            equal += int(rank == own)
        counts[better, equal] += 1
    return counts


@kernel
def sample_showdowns(
    state: np.uint64,
    samples: int,
    board: Cards,
    deck: Cards,
    fixed: int,
    starts: npt.NDArray[np.int64],
    first: Cards,
    second: Cards,
    keep: npt.NDArray[np.uint64],
    alias: npt.NDArray[np.int64],
    varies: npt.NDArray[np.bool_],
    weight_of: npt.NDArray[np.float64],
    totals: Weights,
    squares: Weights,
) -> np.uint64:
    """Deal holdings from ranges and the rest of the board, and see who wins.

    Player p's holdings stand at ``starts[p]:starts[p + 1]``, with an alias table in ``keep`` and
    ``alias``; none at all means any two cards. The first ``fixed`` players have one holding each,
    whose cards are not in the deck. The others draw in turn, each among what does not clash.
    Where the weight left to a player depends on earlier draws (``varies[p]``, his weights by card
    pair in ``weight_of[p]``) the sample is weighted by it, which makes the deals as likely as the
    product of the ranges wants.

    The sample's weight and its square are added under the set of winners: bit p for player p.
    """
    players = len(starts) - 1
    board_key, board_bits = NO_CARDS, _ZERO
    for card in board:
        board_key += CARD_KEYS[card]
        board_bits |= CARD_BITS[card]
    size, to_come = np.uint64(len(deck)), 5 - len(board)
    deck_keys, deck_bits = CARD_KEYS[deck], CARD_BITS[deck]
    keys, bits = np.empty((_BLOCK, players), np.uint64), np.empty((_BLOCK, players), np.uint64)
    for p in range(fixed):
        keys[:, p] = CARD_KEYS[first[p]] + CARD_KEYS[second[p]]
        bits[:, p] = CARD_BITS[first[p]] | CARD_BITS[second[p]]
    used, weights = np.empty(_BLOCK, np.uint64), np.empty(_BLOCK)
    # Holdings are dealt in blocks, one player after the other: short loops run fastest.
    for done in range(0, samples, _BLOCK):
        count = min(_BLOCK, samples - done)
        used[:], weights[:] = _ZERO, 1.0
        for p in range(fixed, players):
            begin, end = starts[p], starts[p + 1]
            if begin == end:
                state = _deal_any_two(state, count, deck, used, keys[:, p], bits[:, p])
                continue
            if varies[p]:
                for i in range(count):
                    weights[i] *= _weight_left(weight_of[p], deck, used[i])
            state = _deal_from_range(
                state,
                count,
                first[begin:end],
                second[begin:end],
                keep[begin:end],
                alias[begin:end],
                weight_of[p],
                used,
                keys[:, p],
                bits[:, p],
            )
        for i in range(count):
            key, table, gone = board_key, board_bits, used[i]
            missing = to_come
            while missing > 0:
                state, random = next_random(state)
                one = (random >> _32) * size >> _32
                other = (random & _LOW) * size >> _32
                bit = deck_bits[one]
                if not bit & gone:
                    gone |= bit
                    table |= bit
                    key += deck_keys[one]
                    missing -= 1
                    if missing == 0:
                        break
                bit = deck_bits[other]
                if not bit & gone:
                    gone |= bit
                    table |= bit
                    key += deck_keys[other]
                    missing -= 1
            best, winners = np.int16(0), 0
            for p in range(players):
                rank = rank_of(key + keys[i, p], table | bits[i, p], 7)
                winners = winners * int(rank <= best) | int(rank >= best) << p
                best = max(best, rank)
            totals[winners] += weights[i]
            squares[winners] += weights[i] * weights[i]
    return state


@kernel
def _deal_any_two(
    state: np.uint64,
    count: int,
    deck: Cards,
    used: npt.NDArray[np.uint64],
    keys: npt.NDArray[np.uint64],
    bits: npt.NDArray[np.uint64],
) -> np.uint64:
    """Deal a player two cards of the deck in each of a block's samples."""
    size = np.uint64(len(deck))
    for i in range(count):
        state, a = _draw(state, deck, size, used[i])
        state, b = _draw(state, deck, size, used[i] | CARD_BITS[a])
        bits[i] = CARD_BITS[a] | CARD_BITS[b]
        keys[i] = CARD_KEYS[a] + CARD_KEYS[b]
        used[i] |= bits[i]
    return state


@kernel
def _deal_from_range(
    state: np.uint64,
    count: int,
    first: Cards,
    second: Cards,
    keep: npt.NDArray[np.uint64],
    alias: npt.NDArray[np.int64],
    weight_of: npt.NDArray[np.float64],
    used: npt.NDArray[np.uint64],
    keys: npt.NDArray[np.uint64],
    bits: npt.NDArray[np.uint64],
) -> np.uint64:
    """Deal a player one of his holdings that does not clash, in each of a block's samples."""
    choices = np.uint64(len(first))
    for i in range(count):
        tries, gone = 0, used[i]
        while True:
            state, random = next_random(state)
            chosen = (random >> _32) * choices >> _32
            if (random & _LOW) >= keep[chosen]:
                chosen = np.uint64(alias[chosen])
            a, b = first[chosen], second[chosen]
            if not (CARD_BITS[a] | CARD_BITS[b]) & gone:
                break
            tries += 1
            if tries == _PATIENCE:
                state, left = _draw_among_left(state, first, second, gone, weight_of)
                a, b = first[left], second[left]
                break
        bits[i] = CARD_BITS[a] | CARD_BITS[b]
        keys[i] = CARD_KEYS[a] + CARD_KEYS[b]
        used[i] = gone | bits[i]
    return state


@kernel
def _draw(
    state: np.uint64, deck: Cards, size: np.uint64, used: np.uint64
) -> tuple[np.uint64, np.uint8]:
    """Draw a card of the deck that is not used."""
    while True:
        state, bits = next_random(state)
        card = deck[(bits >> _32) * size >> _32]
        if not CARD_BITS[card] & used:
            return state, card


@kernel
def _draw_among_left(
    state: np.uint64,
    first: Cards,
    second: Cards,
    used: np.uint64,
    weight_of: npt.NDArray[np.float64],
) -> tuple[np.uint64, int]:
    """Draw a holding by going through all of them twice, where almost everything clashes."""
    left = 0.0
    for i in range(len(first)):
        if not (CARD_BITS[first[i]] | CARD_BITS[second[i]]) & used:
            left += weight_of[first[i], second[i]]
    state, random = next_random(state)
    threshold = (random >> _32) * _TO_UNIT * left
    fits = 0
    for i in range(len(first)):
        if not (CARD_BITS[first[i]] | CARD_BITS[second[i]]) & used:
            fits = i
            threshold -= weight_of[first[i], second[i]]
            if threshold < 0.0:
                break
    return state, fits


@kernel
def _weight_left(weight_of: npt.NDArray[np.float64], deck: Cards, used: np.uint64) -> float:
    """Weigh a player's holdings without a used card: all, less those with one, plus with both.

    ``weight_of[c, d]`` is symmetric, its diagonal ``weight_of[c, c]`` the weight of all holdings
    with card c.
    """
    taken = np.empty(20, np.uint8)
    count = 0
    total = 0.0
    for card in deck:
        total += weight_of[card, card]
        if CARD_BITS[card] & used:
            taken[count] = card
            count += 1
    left = total / 2.0
    for i in range(count):
        left -= weight_of[taken[i], taken[i]]
        for j in range(i):
            left += weight_of[taken[i], taken[j]]
    return left if left > 1e-12 * total else 0.0  # less is rounding
