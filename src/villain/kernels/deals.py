"""Deals of one holding to each player, and their showdowns on every board.

The result is kept by the set of winners, a number with bit p for player p.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.kernels.arrays import BitsArray, CardArray, CountArray, DealArray, FloatArray
from villain.kernels.compiled import kernel
from villain.kernels.evaluator import CARD_BITS, CARD_KEYS, key_and_bits
from villain.kernels.showdown import rank_on


@kernel
def full_boards(
    board: CardArray, deck: CardArray, from_card: int, to_card: int
) -> tuple[BitsArray, BitsArray]:
    """Keys and bits of the full boards whose first card to come is ``deck[from_card:to_card]``.

    Each board is listed under its first card in the order of the deck, so that the work can be
    shared out and interrupted; a board that is full already stands under card 0.
    """
    key, bits = key_and_bits(board)
    to_come = 5 - len(board)
    boards = 0
    for start in range(from_card, to_card):
        ways = 1  # how many ways to choose the other cards from those that follow
        for i in range(to_come - 1):
            ways = ways * (len(deck) - start - 1 - i) // (i + 1)
        boards += max(ways, 0)
    keys, all_bits = np.empty(boards, np.uint64), np.empty(boards, np.uint64)
    if to_come == 0:
        keys[0], all_bits[0] = key, bits
        return keys, all_bits
    # An odometer over ascending positions, with the running sums of each wheel.
    at = np.zeros(5, np.int64)
    key_at, bits_at = np.empty(6, np.uint64), np.empty(6, np.uint64)
    key_at[0], bits_at[0] = key, bits
    at[0] = from_card - 1
    wheel = row = 0
    while wheel >= 0:
        at[wheel] += 1
        if at[wheel] > len(deck) - (to_come - wheel) or (wheel == 0 and at[0] >= to_card):
            wheel -= 1
            continue
        card = deck[at[wheel]]
        key_at[wheel + 1] = key_at[wheel] + CARD_KEYS[card]
        bits_at[wheel + 1] = bits_at[wheel] | CARD_BITS[card]
        if wheel + 1 == to_come:
            keys[row], all_bits[row] = key_at[to_come], bits_at[to_come]
            row += 1
        else:
            at[wheel + 1] = at[wheel]
            wheel += 1
    return keys, all_bits


@kernel
def settle_deals(
    keys: BitsArray,
    bits: BitsArray,
    first: CardArray,
    second: CardArray,
    deals: DealArray,
    counts: CountArray,
) -> None:
    """Count the boards of each listed deal by the set of winners: ``counts[deal, winners]``.

    A row of ``deals`` has one holding a player, as an index into ``first`` and ``second``.
    """
    ranks = np.empty(len(first), np.int16)
    number, players = deals.shape
    for board in range(len(keys)):
        rank_on(keys[board], bits[board], 7, first, second, ranks)
        for d in range(number):
            best, winners, possible = np.int16(0), 0, True
            for p in range(players):
                rank = ranks[deals[d, p]]
                possible &= rank > 0
                winners = winners * int(rank <= best) | int(rank >= best) << p
                best = max(best, rank)
            if possible:
                counts[d, winners] += 1


class RangeLists(NamedTuple):
    """Ranges laid end to end; player p's holdings stand at ``starts[p]:starts[p + 1]``.

    ``keys`` are what each holding adds to the evaluator's key, ``bits`` its two cards as a set.
    """

    starts: CountArray
    combos: npt.NDArray[np.intp]
    first: CardArray
    second: CardArray
    keys: BitsArray
    bits: BitsArray
    weights: FloatArray


@kernel
def settle_ranges(
    keys: BitsArray, bits: BitsArray, lists: RangeLists, totals: FloatArray, counts: CountArray
) -> None:
    """Weigh and count every way to deal one holding from each range, by the set of winners."""
    starts, own_bits, weights = lists.starts, lists.bits, lists.weights
    players = len(starts) - 1
    ranks = np.empty(len(own_bits), np.int16)
    # An odometer over players, with what is settled before each of them.
    at = np.empty(players, np.int64)
    used, weight = np.empty(players + 1, np.uint64), np.empty(players + 1)
    best, winners = np.empty(players + 1, np.int16), np.empty(players + 1, np.int64)
    for board in range(len(keys)):
        rank_on(keys[board], bits[board], 7, lists.first, lists.second, ranks)
        used[0], weight[0], best[0], winners[0] = bits[board], 1.0, 0, 0
        p = 0
        at[0] = starts[0] - 1
        while p >= 0:
            at[p] += 1
            i = at[p]
            if i == starts[p + 1]:
                p -= 1
                continue
            if own_bits[i] & used[p]:
                continue
            rank = ranks[i]
            won = winners[p] * int(rank <= best[p]) | int(rank >= best[p]) << p
            if p + 1 == players:
                totals[won] += weight[p] * weights[i]
                counts[won] += 1
                continue
            used[p + 1] = used[p] | own_bits[i]
            weight[p + 1] = weight[p] * weights[i]
            best[p + 1] = max(best[p], rank)
            winners[p + 1] = won
            p += 1
            at[p] = starts[p] - 1


@kernel
def list_deals(starts: npt.NDArray[np.int64], bits: BitsArray, most: int) -> DealArray:
    """List the ways to deal one holding from each range without a common card, up to ``most``."""
    players = len(starts) - 1
    deals = np.empty((most, players), np.int32)
    at, used = np.empty(players, np.int64), np.empty(players + 1, np.uint64)
    number = p = 0
    at[0], used[0] = starts[0] - 1, np.uint64(0)
    while p >= 0 and number < most:
        at[p] += 1
        if at[p] == starts[p + 1]:
            p -= 1
            continue
        if bits[at[p]] & used[p]:
            continue
        if p + 1 < players:
            used[p + 1] = used[p] | bits[at[p]]
            p += 1
            at[p] = starts[p] - 1
            continue
        for q in range(players):
            deals[number, q] = at[q]
        number += 1
    return deals[:number]
