"""Luck: numbers beside what was won whose mean is zero, whatever anybody does.

How good one's cards were, what each street did to one's share of the pot, and what the other did of
all that he might have done: what they explain of the wins is taken out of them.
"""

import numpy as np

from villain.kernels.arrays import FloatArray

LUCK = ("cards", "flop", "turn", "river", "actions")
"""The kinds of luck; a street's is at its number."""

CARDS, ACTIONS = 0, len(LUCK) - 1

_LEAST_FOR_EACH = 20
"""A kind of luck is looked at only where there are so many wins for each."""


def less_luck(wins: FloatArray, luck: FloatArray) -> FloatArray:
    """The wins without what luck explains of them, by least squares over all of them.

    ``luck`` has a column for each kind. Of few wins less is explained: by cards and by all the rest
    together, or by nothing.

    >>> rng = np.random.default_rng(1)
    >>> luck = rng.normal(size=(200, 5))
    >>> wins = 1 + luck @ [3.0, 1.0, 1.0, 1.0, 2.0] + 0.1 * rng.normal(size=200)
    >>> bool(wins.std() > 3), bool(less_luck(wins, luck).std() < 0.2)
    (True, True)
    """
    if len(wins) < _LEAST_FOR_EACH * luck.shape[1]:
        luck = np.stack([luck[:, CARDS], luck[:, CARDS + 1 :].sum(axis=1)], axis=1)
    if len(wins) < _LEAST_FOR_EACH * luck.shape[1]:
        return wins
    weights, *_ = np.linalg.lstsq(luck, wins - wins.mean(), rcond=None)
    cleared: FloatArray = wins - luck @ weights
    return cleared
