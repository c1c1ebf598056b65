"""Roll-outs of one hand against random ones, all to the showdown."""

import numpy as np

from villain.kernels.arrays import CardArray, CountArray
from villain.kernels.compiled import kernel
from villain.kernels.evaluator import CARD_BITS, CARD_KEYS, key_and_bits, rank_of
from villain.kernels.randomness import shuffle_first

MOST_RIVALS = 9


@kernel
def rival_counts(hole: CardArray, deals: int, state: np.uint64) -> CountArray:
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
        state = shuffle_first(deck, drawn, state)
        key, board = key_and_bits(deck[:5])
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
