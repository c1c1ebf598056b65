"""Before the flop, two hands: all-in equity of every combo against every other, from a table.

``preflop.npz`` (made by ``make_preflop``) holds, for one combo of each of the 169 classes and
every opposing combo, the number of the 1,712,304 boards that it wins. Any other combo is one of
those with its suits renamed.
"""

from functools import cache
from itertools import permutations
from math import comb
from pathlib import Path

import numpy as np
import numpy.typing as npt

from villain.cards.card import DECK
from villain.cards.combo import CLASSES, COMBOS, Combo
from villain.cards.range import CLASS_OF_COMBO, HIGH_CARDS, LOW_CARDS, Range

BOARDS = comb(48, 5)
"""How many boards two hands leave."""

SPURIOUS = comb(50, 5) - BOARDS
"""How many boards leave one hand possible and not the other, for any two without a common card."""

REPRESENTATIVES = np.array([hand.combos[0] for hand in CLASSES], np.intp)


@cache
def suit_renamings() -> npt.NDArray[np.intp]:
    """Return what each combo becomes under the 24 ways of renaming suits: (24, 1326)."""
    renamed = [
        [
            Combo.of(*(DECK[4 * card.rank + names[card.suit]] for card in combo.cards))
            for combo in COMBOS
        ]
        for names in permutations(range(4))
    ]
    return np.array(renamed, np.intp)


@cache
def preflop_wins() -> npt.NDArray[np.int32]:
    """Return the number of boards that each combo wins against each other: (1326, 1326).

    >>> aces, kings = Combo.parse("AhAd"), Combo.parse("KhKd")
    >>> int(preflop_wins()[aces, kings]), int(preflop_wins()[kings, aces])
    (1410336, 292660)
    """
    with np.load(Path(__file__).with_name("preflop.npz")) as table:
        few = table["wins"]
    renamings = suit_renamings()
    # For each combo a renaming that makes it its class's representative.
    targets = REPRESENTATIVES[CLASS_OF_COMBO]
    renaming = (renamings == targets).argmax(axis=0)
    wins: npt.NDArray[np.int32] = few[CLASS_OF_COMBO[:, None], renamings[renaming]]
    return wins


def preflop_shares(rivals: Range) -> tuple[npt.NDArray[np.float64], ...]:
    """Weigh, for every combo, the boards it wins, splits and loses against a range."""
    wins, weights = preflop_wins(), rivals.weights
    won, lost = wins @ weights, weights @ wins
    every = BOARDS * _rivals_of_each(rivals)
    return won, np.maximum(every - won - lost, 0.0), lost


def _rivals_of_each(rivals: Range) -> npt.NDArray[np.float64]:
    """Weigh for every combo the rivals that share no card with it."""
    weight, number = (_apart(of) for of in (rivals.weights, (rivals.weights > 0).astype(float)))
    return np.where(number > 0, weight, 0.0)  # with nobody left, the weight is rounding


def _apart(weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    by_card = np.bincount(HIGH_CARDS, weights, 52) + np.bincount(LOW_CARDS, weights, 52)
    left: npt.NDArray[np.float64] = (
        weights.sum() - by_card[HIGH_CARDS] - by_card[LOW_CARDS] + weights
    )
    return left
