"""Ranges laid end to end, as kernels take them."""

import numpy as np

from villain.cards.range import HIGH_CARDS, LOW_CARDS, Range
from villain.kernels.arrays import DealArray, FloatArray
from villain.kernels.deals import RangeLists
from villain.kernels.evaluator import CARD_BITS, CARD_KEYS

LIGHTEST = 1e-30
"""Lighter weights count as this: the product of ten is still a number above zero."""


def lay_out(hands: list[Range], lightest: float = LIGHTEST) -> RangeLists:
    """Put the combos of some ranges that have weight one behind the other.

    The largest weight of each range becomes 1.
    """
    held = [np.flatnonzero(hand.weights) for hand in hands]
    weights = [
        np.maximum(hand.weights[combos] / hand.weights.max(), lightest)
        for hand, combos in zip(hands, held, strict=True)
    ]
    every = np.concatenate([*held, np.empty(0, np.intp)])
    first, second = HIGH_CARDS[every], LOW_CARDS[every]
    return RangeLists(
        np.cumsum([0, *map(len, held)]).astype(np.int64),
        every,
        first,
        second,
        CARD_KEYS[first] + CARD_KEYS[second],
        CARD_BITS[first] | CARD_BITS[second],
        np.concatenate([*weights, np.empty(0)]),
    )


def deal_weights(lists: RangeLists, deals: DealArray) -> FloatArray:
    """The product of the weights in each row of a list of deals."""
    products: FloatArray = lists.weights[deals].prod(axis=1)
    return products
