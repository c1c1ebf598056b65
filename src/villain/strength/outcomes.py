"""Who wins how often: weights by set of winners, summed up for each player."""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


class Outcome(NamedTuple):
    """For each player his share of the pot, and his chances to win it alone and to split it."""

    shares: Array
    wins: Array
    ties: Array


@cache
def pot_shares(sets: int) -> Array:
    """Return what each player gets of the pot, for each set of winners (bit p: player p).

    >>> pot_shares(4)
    array([[0. , 0. ],
           [1. , 0. ],
           [0. , 1. ],
           [0.5, 0.5]])
    """
    winners = np.arange(sets)[:, None] >> np.arange(sets.bit_length() - 1) & 1
    shares: Array = winners / np.maximum(winners.sum(axis=1, keepdims=True), 1)
    return shares


def outcome_of(weights: Array) -> Outcome:
    """Sum up weights that are given by set of winners."""
    share = pot_shares(len(weights))
    chances = weights / weights.sum()
    return Outcome(chances @ share, chances @ (share == 1), chances @ ((share > 0) & (share < 1)))
