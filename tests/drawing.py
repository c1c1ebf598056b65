"""Hypothesis strategies for cards, boards and ranges."""

from collections.abc import Sequence

import numpy as np
from hypothesis import strategies as st

from villain.cards import CLASSES, DECK, Card, Range


def cards(least: int, most: int | None = None) -> st.SearchStrategy[tuple[Card, ...]]:
    """Different cards, in any order."""
    return st.lists(st.sampled_from(DECK), min_size=least, max_size=most or least, unique=True).map(
        tuple
    )


weights = st.one_of(st.sampled_from([0.25, 0.5, 1.0, 2.0]), st.floats(0, 10, allow_nan=False))


@st.composite
def ranges(draw: st.DrawFn) -> Range:
    """Whole classes and single combos, each with a weight."""
    table = np.zeros(1326)
    for hand in draw(st.lists(st.sampled_from(CLASSES), max_size=60)):
        table[list(hand.combos)] = draw(weights)
    for combo in draw(st.lists(st.integers(0, 1325), max_size=6)):
        table[combo] = draw(weights)
    return Range(table)


def whole_weights(board: Sequence[Card], seed: int) -> Range:
    """A range of small whole weights that the board allows, so that sums are exact."""
    return Range(np.random.default_rng(seed).integers(0, 5, 1326)).without(*board)
