"""What a seat can hold: the weights of a model, less the cards that are known to be elsewhere."""

from collections.abc import Callable

import numpy as np

from villain.cards.combo import Combo
from villain.cards.range import HIGH_CARDS, LOW_CARDS, Range
from villain.game.observation import Observation
from villain.game.situation import shown_cards
from villain.kernels.arrays import FloatArray
from villain.kernels.weights import without_cards

ALL_ALIKE: FloatArray = np.ones(1326)
ALL_ALIKE.flags.writeable = False
"""The weights of somebody of whom nothing is known."""


def possible_range(
    seen: Observation, seat: int, weights: Callable[[], FloatArray], *, hole: bool = True
) -> Range:
    """A seat's range without the cards that are known to be elsewhere, or what it was seen with.

    Without ``hole`` the observer has not looked at his own cards. The weights are asked for only
    where they are needed.
    """
    known = shown_cards(seen)
    if hole and seen.hole:
        known[seen.seat] = seen.hole
    if seat in known:
        return Range({Combo.of(*known[seat]): 1.0})
    gone = np.zeros(52, np.bool_)
    gone[list(seen.board)] = True
    for cards in known.values():
        gone[list(cards)] = True
    return Range(without_cards(weights(), HIGH_CARDS, LOW_CARDS, gone))
