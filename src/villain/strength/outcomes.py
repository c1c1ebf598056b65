"""The outcome of showdowns: weights by set of winners, summed up for each player."""

from functools import cache
from typing import NamedTuple

import numpy as np

from villain.kernels.arrays import FloatArray


class Outcome(NamedTuple):
    """For each player his share of the pot, and his chances to win it alone and to split it."""

    shares: FloatArray
    wins: FloatArray
    ties: FloatArray


@cache
def pot_shares(sets: int) -> FloatArray:
    """Return what each player gets of the pot, for each set of winners (bit p: player p).

    >>> pot_shares(4)
    array([[0. , 0. ],
           [1. , 0. ],
           [0. , 1. ],
           [0.5, 0.5]])
    """
    winners = np.arange(sets)[:, None] >> np.arange(sets.bit_length() - 1) & 1
    shares: FloatArray = winners / np.maximum(winners.sum(axis=1, keepdims=True), 1)
    shares.flags.writeable = False
    return shares


def outcome_of(weights: FloatArray) -> Outcome:
    """Sum up weights that are given by set of winners."""
    share = pot_shares(len(weights))
    chances = weights / weights.sum()
    return Outcome(chances @ share, chances @ (share == 1), chances @ ((share > 0) & (share < 1)))
