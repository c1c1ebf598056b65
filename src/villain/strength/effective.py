"""Effective strength: ahead now, or ahead later; against one, against n, against each [poki]."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from villain.cards.card import Card
from villain.cards.range import HIGH_CARDS, LOW_CARDS
from villain.kernels.arrays import FloatArray, RankArray
from villain.kernels.showdown import rank_holdings, rank_runouts
from villain.kernels.standing import standing
from villain.strength.situation import as_array


def effective(hs: float, ppot: float, opponents: int = 1) -> float:
    """Formulas 1 and 2: the chance to be ahead of so many now, or else to get ahead.

    >>> round(effective(0.585, 0.20), 3), round(effective(0.585, 0.20, opponents=5), 3)
    (0.668, 0.255)
    """
    strength = hs**opponents
    return strength + (1 - strength) * ppot


class StrengthVsRange(NamedTuple):
    """A holding against one opponent: strength, potential, and formula 3 of both."""

    hs: float
    ppot: float
    npot: float

    @property
    def ehs(self) -> float:
        """The effective strength against him."""
        return effective(self.hs, self.ppot)


def standing_to(board: tuple[Card, ...], own: int, weights: FloatArray) -> StrengthVsRange:
    """Compare a combo with a range on a board: now, and with the next card.

    On a flop both potentials are those of the next card only; `two_cards` makes more of it.
    """
    now, following = _ranks(board)
    a, b = HIGH_CARDS[own], LOW_CARDS[own]
    clash = (a == HIGH_CARDS) | (b == HIGH_CARDS) | (a == LOW_CARDS) | (b == LOW_CARDS)
    return StrengthVsRange(*standing(now, following, np.where(clash, 0.0, weights), own))


def standing_to_each(
    board: tuple[Card, ...], own: int, ranges: Sequence[FloatArray]
) -> list[StrengthVsRange]:
    """Compare a combo with each of several ranges."""
    return [standing_to(board, own, weights) for weights in ranges]


def ahead_of_all(each: Sequence[StrengthVsRange]) -> tuple[float, float]:
    """The chance to be ahead of everybody now, and to get ahead if not: n-opponent forms.

    Strengths multiply, as if hands were independent; potential is the least against anybody.
    """
    strength = float(np.prod([one.hs for one in each]))
    return strength, min((one.ppot for one in each), default=0.0)


def two_cards(ppot: float) -> float:
    """The potential with two cards to come, from that of one."""
    return 1 - (1 - ppot) ** 2


@lru_cache(maxsize=256)
def _ranks(board: tuple[Card, ...]) -> tuple[RankArray, RankArray]:
    """The ranks of all combos now, and a row for each next card."""
    cards = as_array(board)
    now = rank_holdings(cards, HIGH_CARDS, LOW_CARDS)
    if len(board) == 5:
        return now, np.zeros((0, len(now)), np.int16)
    deck = np.array([card for card in range(52) if card not in board], np.uint8)
    return now, rank_runouts(cards, deck, 1, HIGH_CARDS, LOW_CARDS)
