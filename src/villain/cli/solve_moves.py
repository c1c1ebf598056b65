"""How moves are shown: one sign and one colour each, on the screen and in pictures."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.cards.combo import CLASSES
from villain.cards.range import CLASS_OF_COMBO, possible
from villain.kernels.arrays import FloatArray
from villain.solver.betting import Move
from villain.solver.reports import DecisionReport

FOLD, PASSIVE, ALL_IN = "#3d7cb8", "#5fb46a", "#6b0f1a"
REDS = ("#f2a08a", "#e8624f", "#c9302c", "#9c1c24")
"""Bets and raises, the larger the darker; all-in is the darkest."""

DARK = {FOLD, ALL_IN, *REDS[2:]}
"""Colours on which one writes in white."""


class ShownMove(NamedTuple):
    """A move as it is shown: its words, a sign of one letter, and its colour."""

    words: str
    sign: str
    colour: str

    @property
    def ink(self) -> str:
        """The colour in which one writes on it."""
        return "#ffffff" if self.colour in DARK else "#101010"


def show_moves(moves: Sequence[Move]) -> list[ShownMove]:
    """The moves of a decision, with signs and colours of their own.

    >>> moves = [Move("check"), Move("raise", 2, "33%", True), Move("raise", 97, "a", True, True)]
    >>> [(move.words, move.sign) for move in show_moves(moves)]
    [('check', 'x'), ('bet 2 (33%)', 'b'), ('bet 97 all-in', 'a')]
    """
    sized = [move for move in moves if move.kind == "raise" and not move.all_in]
    shown = []
    for move in moves:
        if move.kind == "raise" and move.all_in:
            sign, colour = "a", ALL_IN
        elif move.kind == "raise":
            place = sized.index(move)
            sign = ("b" if move.opens else "r") if len(sized) == 1 else f"{place + 1:x}"
            # Few sizes stand far apart on the scale; a single one is the usual red.
            apart = (len(REDS) - 1) / max(len(sized) - 1, 2)
            step = 1 if len(sized) == 1 else round(place * apart)
            colour = REDS[step]
        else:
            sign = {"fold": "f", "check": "x", "call": "c"}[move.kind]
            colour = FOLD if move.kind == "fold" else PASSIVE
        shown.append(ShownMove(move_words(move), sign, colour))
    return shown


def move_words(move: Move) -> str:
    """A move with its size, where that says more than its chips."""
    return f"{move} ({move.size})" if move.size and not move.all_in else str(move)


class ClassGrid(NamedTuple):
    """A decision by the 169 classes: chances by move, and how often a class is there.

    ``presence`` is 1 for the class whose holdings are most often there, 0 for those that never are.
    """

    chances: FloatArray
    presence: FloatArray


def grid_of_report(report: DecisionReport) -> ClassGrid:
    """The chances of whoever acts, averaged over the holdings of each class."""
    own = report.own
    classes = CLASS_OF_COMBO[own.holdings]
    weights = np.nan_to_num(own.weights)
    total = np.bincount(classes, weights, len(CLASSES))
    there = total > 0
    chances = np.array(
        [np.bincount(classes, weights * row, len(CLASSES)) for row in report.chances]
    )
    chances[:, there] /= total[there]
    reach = report.place.shown(report.player, report.place.reach[report.player])
    left = np.bincount(CLASS_OF_COMBO, possible(report.place.cards), len(CLASSES))
    means = np.bincount(classes, reach * (weights > 0), len(CLASSES)) / np.maximum(left, 1)
    return ClassGrid(chances, means / max(float(means.max()), 1e-300))


def split(chances: npt.NDArray[np.float64], parts: int) -> list[int]:
    """Which move each of so many equal parts is for, as near to the chances as can be.

    >>> split(np.array([0.5, 0.3, 0.2]), 5)
    [0, 0, 0, 1, 2]
    >>> split(np.array([0.99, 0.01]), 5)
    [0, 0, 0, 0, 0]
    """
    exact = chances / chances.sum() * parts
    counts = np.floor(exact).astype(int)
    rest = np.argsort(-(exact - counts), kind="stable")[: parts - counts.sum()]
    counts[rest] += 1
    return [int(move) for move, count in enumerate(counts) for _ in range(count)]
