"""Hold'em hands at the showdown; apart, so that small games need no compiled code."""

from collections.abc import Sequence

import numpy as np

from villain.cards.card import Card
from villain.kernels.evaluator import rank_hands


def rank_best_five(hands: Sequence[tuple[Card, ...]]) -> list[int]:
    """Rank hands of five to seven cards."""
    ranks = np.empty(len(hands), np.int16)
    rank_hands(np.array(hands, np.uint8), ranks)
    numbers: list[int] = ranks.tolist()
    return numbers
