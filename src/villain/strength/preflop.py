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
from villain.kernels.arrays import FloatArray

BOARDS = comb(48, 5)
"""The number of boards that two hands leave."""

SPURIOUS = comb(50, 5) - BOARDS
"""The boards that leave one hand possible and not the other, if the two have no common card."""

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
    wins.flags.writeable = False
    return wins


def shared_cards(combos: npt.NDArray[np.intp]) -> npt.NDArray[np.bool_]:
    """Mark, for each of these combos, all combos that have a card in common with it."""
    shared = np.zeros((len(combos), 1326), np.bool_)
    for one in (HIGH_CARDS, LOW_CARDS):
        for other in (HIGH_CARDS, LOW_CARDS):
            shared |= one[combos, None] == other
    return shared


def preflop_shares(combos: npt.NDArray[np.intp], rivals: Range) -> tuple[FloatArray, ...]:
    """Weigh, for each of these combos, the boards it wins, ties and loses against a range.

    Ties are counted pair by pair before anything is weighed, so that nothing is left to cancel.
    """
    held = np.flatnonzero(rivals.weights)
    weights, wins = rivals.weights[held], preflop_wins()
    won, lost = wins[np.ix_(combos, held)], wins[np.ix_(held, combos)].T
    tied = np.where(shared_cards(combos)[:, held], 0, BOARDS - won - lost)
    return won @ weights, tied @ weights, lost @ weights


def preflop_chance(combo: Combo, rivals: FloatArray) -> float:
    """The chance that a combo wins the showdown against a range, a tie counting as half.

    >>> round(preflop_chance(Combo.parse("KhKd"), Range("AA").weights), 2)
    0.18
    """
    won, tied, lost = preflop_shares(np.array([combo]), Range(rivals))
    return float(((won + tied / 2) / (won + tied + lost))[0])


def preflop_equity(one: Range, other: Range) -> tuple[FloatArray, int]:
    """Weigh the showdowns of two ranges by set of winners, and count them."""
    combos = np.flatnonzero(one.weights)
    won, tied, lost = (one.weights[combos] @ part for part in preflop_shares(combos, other))
    pairs = np.count_nonzero(~shared_cards(combos)[:, other.weights > 0])
    return np.array([0.0, won, lost, tied]), int(pairs) * BOARDS
