"""Roll-outs of a whole table in which hands that lost before are folded."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.kernels.arrays import CountArray, FloatArray
from villain.kernels.compiled import kernel
from villain.kernels.evaluator import CARD_BITS, CARD_KEYS, key_and_bits, rank_of
from villain.kernels.randomness import shuffle_first

SMALL_BLIND, BIG_BLIND = 0.5, 1.0


class RollOutRules(NamedTuple):
    """Seat 0 has the big blind, seat 1 the small one; the first ``forced`` call with anything.

    Where ``dead``, a blind that folds leaves what it posted in the pot. Results count from seat
    ``first`` on.
    """

    players: int
    forced: int
    dead: bool
    first: int


@kernel
def roll_out_table(
    rules: RollOutRules,
    plays: npt.NDArray[np.bool_],
    classes: npt.NDArray[np.intp],
    deals: int,
    state: np.uint64,
) -> tuple[FloatArray, CountArray]:
    """Deal a table so often; add up what each class wins for a bet of one, and count who is in.

    ``plays`` says which classes call, ``classes`` the class of each combo.

    The sums are (class, 6): times, winnings and their squares of those who are in, then the same
    of everybody, each as if he were in and the others were as they are.
    """
    players, forced, dead, first = rules
    sums = np.zeros((169, 6))
    active = np.zeros(players + 1, np.int64)
    deck = np.arange(52).astype(np.uint8)
    ranks, held = np.empty(players, np.int16), np.empty(players, np.int64)
    inside = np.empty(players, np.bool_)
    posted = np.zeros(players)
    posted[0], posted[1] = BIG_BLIND, SMALL_BLIND
    for _ in range(deals):
        state = shuffle_first(deck, 5 + 2 * players, state)
        key, board = key_and_bits(deck[:5])
        callers, left = 0, 0.0
        for p in range(players):
            a, b = deck[5 + 2 * p], deck[6 + 2 * p]
            ranks[p] = rank_of(
                key + CARD_KEYS[a] + CARD_KEYS[b], board | CARD_BITS[a] | CARD_BITS[b], 7
            )
            high, low = np.int64(max(a, b)), np.int64(min(a, b))
            held[p] = classes[high * (high - 1) // 2 + low]
            inside[p] = p < forced or plays[held[p]]
            if inside[p]:
                callers += 1
            elif dead:
                left += posted[p]
        active[callers] += 1
        for p in range(first, players):
            beaten, winners = False, 1
            for q in range(players):
                if q != p and inside[q]:
                    beaten |= ranks[q] > ranks[p]
                    winners += int(ranks[q] == ranks[p])
            won = -1.0
            if not beaten:
                # Who folds and is taken for a caller brings a bet and takes his blind along.
                others = 0.0 if inside[p] else 1.0 - (posted[p] if dead else 0.0)
                won += (callers + left + others) / winners
            for column in range(0 if inside[p] else 3, 6, 3):
                sums[held[p], column] += 1.0
                sums[held[p], column + 1] += won
                sums[held[p], column + 2] += won * won
    return sums, active


@kernel
def heads_up_counts(
    classes: npt.NDArray[np.intp], deals: int, state: np.uint64
) -> tuple[CountArray, CountArray]:
    """Deal two hands and a board so often; count deals and half-pots of the first, by classes."""
    dealt = np.zeros((169, 169), np.int64)
    halves = np.zeros((169, 169), np.int64)
    deck = np.arange(52).astype(np.uint8)
    held, ranks = np.empty(2, np.int64), np.empty(2, np.int16)
    for _ in range(deals):
        state = shuffle_first(deck, 9, state)
        key, board = key_and_bits(deck[:5])
        for p in range(2):
            a, b = deck[5 + 2 * p], deck[6 + 2 * p]
            ranks[p] = rank_of(
                key + CARD_KEYS[a] + CARD_KEYS[b], board | CARD_BITS[a] | CARD_BITS[b], 7
            )
            high, low = np.int64(max(a, b)), np.int64(min(a, b))
            held[p] = classes[high * (high - 1) // 2 + low]
        dealt[held[0], held[1]] += 1
        halves[held[0], held[1]] += int(ranks[0] >= ranks[1]) + int(ranks[0] > ranks[1])
    return dealt, halves
