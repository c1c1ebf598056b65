"""Every combo on a board at once, in a tenth of a millisecond: percentile and crude draws."""

from functools import lru_cache

from villain.cards.card import Card
from villain.cards.range import HIGH_CARDS, LOW_CARDS
from villain.kernels.arrays import FloatArray
from villain.kernels.trial_cards import all_values_on
from villain.strength.situation import as_array


@lru_cache(maxsize=1024)
def quick_strengths(board: tuple[Card, ...]) -> tuple[FloatArray, FloatArray]:
    """By combo the share of all others that it beats, and roughly its chance to make a draw.

    The draw is to a flush or a straight that the board alone does not make; 0 where a combo is
    impossible. `board_strengths` counts potential exactly, and takes longer.
    """
    values, draws = all_values_on(as_array(board), HIGH_CARDS, LOW_CARDS)
    for array in (values, draws):
        array.flags.writeable = False
    return values, draws
