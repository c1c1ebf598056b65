"""The cards of heads-up trials, dealt once and played many times: hands, strengths, who wins.

A strength is huang's seven-card rank, the chance to win the showdown with a random hand. On streets
to come it is estimated from a sample of showdowns.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.kernels.arrays import CardArray, FloatArray
from villain.kernels.combos import HIGH_CARDS, LOW_CARDS
from villain.kernels.compiled import kernel
from villain.kernels.evaluator import CARD_BITS, CARD_KEYS, NO_CARDS, key_and_bits, rank_of
from villain.kernels.randomness import next_random
from villain.kernels.trial_cards import combo_bits, draw_board, unit

_ZERO, _32, _52 = np.uint64(0), np.uint64(32), np.uint64(52)


class OrderedRange(NamedTuple):
    """A range in the order of its combos' ``strengths``, with running sums of its weights."""

    strengths: FloatArray
    order: npt.NDArray[np.int64]
    cumulative: FloatArray


def order_range(strengths: FloatArray, weights: FloatArray) -> OrderedRange:
    """Order a range by the strengths of all combos; combos without a strength come last."""
    order = np.argsort(strengths)
    return OrderedRange(strengths, order, np.cumsum(weights[order]))


class DealtTrials(NamedTuple):
    """The cards of trials, as far as they matter: strengths and the showdown.

    ``strengths`` (player, trial, street) are filled from this street on, ours (player 0) only if
    asked for; ``won`` is 1, 0.5 or 0 for us at a showdown.
    """

    strengths: FloatArray
    won: FloatArray


@kernel
def deal_heads_up(
    state: np.uint64,
    own: int,
    board: CardArray,
    rival: OrderedRange,
    samples: int,
    own_strengths: bool,
    dealt_trials: DealtTrials,
) -> np.uint64:
    """Deal as many trials as there is room for.

    The opponent's hands are at points evenly apart in his range, so that every part of it has its
    share.
    """
    strengths, won = dealt_trials.strengths, dealt_trials.won
    ranks, order, cumulative = rival.strengths, rival.order, rival.cumulative
    trials, dealt = len(won), len(board)
    now = dealt - 2 if dealt else 0
    full = np.empty(5, np.uint8)
    _, known = key_and_bits(board)
    mine, high, low = combo_bits(own), HIGH_CARDS[own], LOW_CARDS[own]
    state, bits = next_random(state)
    offset, place, last = unit(bits), 0, len(cumulative) - 1
    while last > 0 and cumulative[last - 1] >= cumulative[-1]:
        last -= 1  # of those at the end nobody has any weight
    for trial in range(trials):
        point = (trial + offset) / trials * cumulative[-1]
        while place < last and cumulative[place] <= point:
            place += 1
        his = order[place]
        theirs, his_high, his_low = combo_bits(his), HIGH_CARDS[his], LOW_CARDS[his]
        state = draw_board(state, board, dealt, known | mine | theirs, full)
        strengths[1, trial, now] = ranks[his]
        if own_strengths:
            strengths[0, trial, now] = ranks[own]
        for street in range(now + 1, 4):
            state, strengths[1, trial, street] = _rank(
                state, full, street + 2, his_high, his_low, samples
            )
            if own_strengths:
                state, strengths[0, trial, street] = _rank(
                    state, full, street + 2, high, low, samples
                )
        key, bits = key_and_bits(full)
        ours = rank_of(key + CARD_KEYS[high] + CARD_KEYS[low], bits | mine, 7)
        other = rank_of(key + CARD_KEYS[his_high] + CARD_KEYS[his_low], bits | theirs, 7)
        won[trial] = 1.0 if ours > other else 0.5 if ours == other else 0.0
    return state


@kernel
def _rank(
    state: np.uint64, full: CardArray, dealt: int, a: int, b: int, samples: int
) -> tuple[np.uint64, float]:
    """The chance of a hand to beat a random one, on the first cards of a board."""
    key, bits = NO_CARDS, _ZERO
    for i in range(dealt):
        key += CARD_KEYS[full[i]]
        bits |= CARD_BITS[full[i]]
    mine, used = CARD_KEYS[a] + CARD_KEYS[b], bits | CARD_BITS[a] | CARD_BITS[b]
    score = 0
    if dealt == 5:
        ours = rank_of(key + mine, used, 7)
        for _ in range(samples):
            state, c = _another(state, used)
            state, d = _another(state, used | CARD_BITS[c])
            key_cd = key + CARD_KEYS[c] + CARD_KEYS[d]
            other = rank_of(key_cd, bits | CARD_BITS[c] | CARD_BITS[d], 7)
            score += 2 * int(ours > other) + int(ours == other)
        return state, score / (2.0 * samples)
    for _ in range(samples):
        gone, whole_key, whole_bits = used, key, bits
        for _ in range(5 - dealt):
            state, card = _another(state, gone)
            gone |= CARD_BITS[card]
            whole_key += CARD_KEYS[card]
            whole_bits |= CARD_BITS[card]
        state, c = _another(state, gone)
        state, d = _another(state, gone | CARD_BITS[c])
        ours = rank_of(whole_key + mine, whole_bits | CARD_BITS[a] | CARD_BITS[b], 7)
        key_cd = whole_key + CARD_KEYS[c] + CARD_KEYS[d]
        other = rank_of(key_cd, whole_bits | CARD_BITS[c] | CARD_BITS[d], 7)
        score += 2 * int(ours > other) + int(ours == other)
    return state, score / (2.0 * samples)


@kernel
def _another(state: np.uint64, gone: np.uint64) -> tuple[np.uint64, int]:
    """A card that is not gone."""
    while True:
        state, bits = next_random(state)
        card = int((bits >> _32) * _52 >> _32)
        if not CARD_BITS[card] & gone:
            return state, card
