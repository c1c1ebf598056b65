"""Exact counts by going through every run-out: one holding's potential, any players' showdowns."""

import numpy as np
import numpy.typing as npt

from villain.kernels.compiled import kernel
from villain.kernels.evaluator import CARD_BITS, CARD_KEYS, NO_CARDS, rank_of
from villain.kernels.showdown import Cards, Weights, rank_holdings, rank_runouts

_ZERO = np.uint64(0)


@kernel
def potential_table(
    hole: Cards,
    board: Cards,
    deck: Cards,
    to_come: int,
    first: Cards,
    second: Cards,
    weights: Weights,
) -> npt.NDArray[np.float64]:
    """Weigh where a holding stands now (rows) and after so many cards (columns).

    Rows and columns are ahead, tied, behind. ``deck`` has neither board nor hole cards, and the
    opposing holdings are made of its cards. With nothing to come the table is diagonal.
    """
    own_first, own_second = hole[:1], hole[1:]
    own_now = rank_holdings(board, own_first, own_second)[0]
    now = _standing(own_now, rank_holdings(board, first, second))
    table = np.zeros((3, 3))
    if to_come == 0:
        for o in range(len(first)):
            table[now[o], now[o]] += weights[o]
        return table
    own = rank_runouts(board, deck, to_come, own_first, own_second)
    rivals = rank_runouts(board, deck, to_come, first, second)
    for r in range(len(own)):
        mine = own[r, 0]
        row = rivals[r]
        for o in range(len(first)):
            if row[o] > 0:
                then = 0 if mine > row[o] else 1 if mine == row[o] else 2
                table[now[o], then] += weights[o]
    return table


@kernel
def _standing(own: np.int16, rivals: npt.NDArray[np.int16]) -> npt.NDArray[np.int8]:
    standing = np.empty(len(rivals), np.int8)
    for o in range(len(rivals)):
        standing[o] = 0 if own > rivals[o] else 1 if own == rivals[o] else 2
    return standing


@kernel
def showdowns(
    board: Cards,
    deck: Cards,
    first: Cards,
    second: Cards,
    deals: npt.NDArray[np.int32],
    from_card: int,
    to_card: int,
    counts: npt.NDArray[np.int64],
) -> None:
    """Count how each deal of holdings ends over the full boards.

    A row of ``deals`` has one holding a player (an index into ``first`` and ``second``, which
    list each holding once). ``counts[d, w]`` grows by one for a board on which the winners of
    deal d are the set w: bit p for player p. Only boards whose first card to come stands at
    ``from_card <= index < to_card`` of the deck are visited, so that the work can be shared and
    interrupted; with a full board there is one visit, for index 0.
    """
    to_come = 5 - len(board)
    key, bits = NO_CARDS, _ZERO
    for card in board:
        key += CARD_KEYS[card]
        bits |= CARD_BITS[card]
    ranks = np.empty(len(first), np.int16)
    if to_come == 0:
        _settle(key, bits, first, second, deals, ranks, counts)
        return
    # An odometer over ascending deck positions, with the running keys of each wheel.
    at = np.zeros(6, np.int64)
    keys, all_bits = np.empty(6, np.uint64), np.empty(6, np.uint64)
    keys[0], all_bits[0] = key, bits
    at[0] = from_card - 1
    wheel = 0
    while wheel >= 0:
        at[wheel] += 1
        last = len(deck) - (to_come - wheel)
        if at[wheel] > last or (wheel == 0 and at[0] >= to_card):
            wheel -= 1
            continue
        card = deck[at[wheel]]
        keys[wheel + 1] = keys[wheel] + CARD_KEYS[card]
        all_bits[wheel + 1] = all_bits[wheel] | CARD_BITS[card]
        if wheel + 1 == to_come:
            _settle(keys[to_come], all_bits[to_come], first, second, deals, ranks, counts)
        else:
            wheel += 1
            at[wheel] = at[wheel - 1]


@kernel
def _settle(
    key: np.uint64,
    bits: np.uint64,
    first: Cards,
    second: Cards,
    deals: npt.NDArray[np.int32],
    ranks: npt.NDArray[np.int16],
    counts: npt.NDArray[np.int64],
) -> None:
    """Rank all holdings on one full board and count who wins each deal."""
    for i in range(len(first)):
        a, b = first[i], second[i]
        own_bits = CARD_BITS[a] | CARD_BITS[b]
        if own_bits & bits:
            ranks[i] = 0
        else:
            ranks[i] = rank_of(key + CARD_KEYS[a] + CARD_KEYS[b], bits | own_bits, 7)
    number, players = deals.shape
    for d in range(number):
        best, winners, possible = np.int16(0), 0, True
        for p in range(players):
            rank = ranks[deals[d, p]]
            possible &= rank > 0
            winners = winners * int(rank <= best) | int(rank >= best) << p
            best = max(best, rank)
        if possible:
            counts[d, winners] += 1
