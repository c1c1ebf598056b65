"""Every combo on a board at once, in a tenth of a millisecond: percentile and crude draws."""

from functools import lru_cache

import numpy as np

from villain.cards.card import Card
from villain.cards.range import possible
from villain.kernels.arrays import FloatArray
from villain.kernels.trial_cards import all_values_on
from villain.strength.seven_card_ranks import seven_card_ranks
from villain.strength.situation import as_array

TURN_FIT = (0.081, 0.690, -0.015, 0.210, 1.218, -0.477, 0.028)
"""From percentile v and draw d on the turn to the seven-card rank: the weights of 1, v, v², v³,
d(1-v), d(1-v)², d. Least squares over 150 random turns; the error has a spread of 0.028."""


@lru_cache(maxsize=1024)
def quick_strengths(board: tuple[Card, ...]) -> tuple[FloatArray, FloatArray]:
    """By combo the share of all others that it beats, and roughly its chance to make a draw.

    The draw is to a flush or a straight that the board alone does not make; 0 where a combo is
    impossible. `board_strengths` counts potential exactly, and takes longer.
    """
    values, draws = all_values_on(as_array(board))
    for array in (values, draws):
        array.flags.writeable = False
    return values, draws


@lru_cache(maxsize=1024)
def quick_ranks(board: tuple[Card, ...]) -> FloatArray:
    """`seven_card_ranks` in a tenth of the time: on the turn they are guessed from these strengths.

    NaN where a combo is impossible.
    """
    if len(board) != 4:
        return seven_card_ranks(board)
    value, draw = quick_strengths(board)
    rest, ones = 1 - value, np.ones(len(value))
    terms = np.stack([ones, value, value**2, value**3, draw * rest, draw * rest**2, draw])
    guess = np.clip(np.array(TURN_FIT) @ terms, 0.0, 1.0)
    ranks: FloatArray = np.where(possible(board), guess, np.nan)
    ranks.flags.writeable = False
    return ranks
