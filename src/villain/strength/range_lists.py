"""Ranges laid end to end, as kernels take them."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from villain.cards.range import HIGH_CARDS, LOW_CARDS, Range
from villain.kernels.arrays import BitsArray, CardArray, DealArray, FloatArray
from villain.kernels.evaluator import CARD_BITS, CARD_KEYS


@dataclass(frozen=True, eq=False)
class RangeLists:
    """Player p's holdings stand at ``starts[p]:starts[p + 1]``; his largest weight is 1."""

    starts: npt.NDArray[np.int64]
    combos: npt.NDArray[np.intp]
    first: CardArray
    second: CardArray
    weights: FloatArray

    @property
    def keys(self) -> BitsArray:
        """What each holding adds to the evaluator's key."""
        return CARD_KEYS[self.first] + CARD_KEYS[self.second]

    @property
    def bits(self) -> BitsArray:
        """The two cards of each holding as a set of bits."""
        return CARD_BITS[self.first] | CARD_BITS[self.second]

    def weights_of(self, deals: DealArray) -> FloatArray:
        """The product of the weights in each row of a list of deals."""
        products: FloatArray = self.weights[deals].prod(axis=1)
        return products


LIGHTEST = 1e-30
"""Lighter weights count as this: the product of ten is still a number above zero."""


def lay_out(hands: list[Range], lightest: float = LIGHTEST) -> RangeLists:
    """Put the combos of some ranges that have weight one behind the other."""
    combos = [np.flatnonzero(hand.weights) for hand in hands]
    weights = [
        np.maximum(hand.weights[held] / hand.weights.max(), lightest)
        for hand, held in zip(hands, combos, strict=True)
    ]
    starts = np.cumsum([0, *map(len, combos)])
    every = np.concatenate([*combos, np.empty(0, np.intp)])
    return RangeLists(
        starts.astype(np.int64),
        every,
        HIGH_CARDS[every],
        LOW_CARDS[every],
        np.concatenate([*weights, np.empty(0)]),
    )
