"""Situations as rows of small whole numbers, and what a player did there as two more.

A *situation* has a code for each of `COLUMNS`: a flag, one of a few kinds, or a ratio of chips on a
logarithmic grid whose ends stand for all beyond them. All of it is public, and the same in cents
as in dollars. `TABLES` have what a network reads of each code, in training as in play.
"""

from bisect import bisect
from functools import lru_cache
from math import log2
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.game.situation import Decision, Situation
from villain.models.predictors.inputs import texture
from villain.models.predictors.legal import ACTIONS

Codes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

MOST_PLAYERS = 10
FAR = 3.0
"""No input is larger."""

DEEP = 40
"""In limit more big blinds than these are as good as any number of them."""

SIZES = 24
LIMIT_SIZE, NO_SIZE = SIZES, SIZES + 1
"""Codes of a raise that the rules sized, and of what is no raise."""

SIZE_IN_POTS = 2.0 ** ((np.arange(SIZES) - SIZES // 2) / 4)
"""Chips put in beyond the call, in parts of the pot after it, by code: an eighth to 6.7 pots."""


class Kinds(NamedTuple):
    """A column of so many kinds: an input for each, or one for a flag."""

    name: str
    size: int

    def table(self) -> Floats:
        """The inputs of each code."""
        table = np.eye(self.size, dtype=np.float32)
        return table[:, 1:] if self.size == 2 else table


class Grid:
    """A column of ratios: 0 for nothing, then codes from 2^low to 2^high, so many an octave.

    These ends are the first and the last of the ``knots``. The inputs are whether there is nothing,
    the logarithm (about ``centre``, in ``spread``), and how near it is to each knot, of which the
    two on both sides of it share a one.
    """

    def __init__(
        self, name: str, steps: int, centre: float, spread: float, knots: tuple[float, ...]
    ) -> None:
        self.name = name
        low, high = knots[0], knots[-1]
        self._logarithms = np.linspace(low, high, round(steps * (high - low)) + 1)
        self._edges = (2.0 ** (self._logarithms[1:] - 0.5 / steps)).tolist()
        self._centre, self._spread, self._knots = centre, spread, knots
        self.size = len(self._logarithms) + 1

    def code(self, part: float, whole: float) -> int:
        """The code of a ratio; whatever it is, there is one."""
        if part <= 0:
            return 0
        return 1 + bisect(self._edges, part / whole) if whole > 0 else self.size - 1

    @property
    def values(self) -> npt.NDArray[np.float64]:
        """The ratio that each code stands for."""
        values: npt.NDArray[np.float64] = np.concatenate([[0.0], 2.0**self._logarithms])
        return values

    def table(self) -> Floats:
        """The inputs of each code."""
        hats = [np.interp(self._logarithms, self._knots, row) for row in np.eye(len(self._knots))]
        inputs = np.zeros((self.size, 2 + len(hats)), np.float32)
        inputs[0, 0] = 1.0
        inputs[1:, 1] = np.clip((self._logarithms - self._centre) / self._spread, -FAR, FAR)
        inputs[1:, 2:] = np.array(hats).T
        return inputs


class PlaceColumn(NamedTuple):
    """A column of places from first to last in so many steps; its inputs are those of a grid."""

    name: str
    steps: int
    knots: int

    @property
    def size(self) -> int:
        """The number of codes."""
        return self.steps + 1

    def table(self) -> Floats:
        """The inputs of each code."""
        places, knots = np.linspace(-1, 1, self.size), np.linspace(-1, 1, self.knots)
        hats = [np.interp(places, knots, row) for row in np.eye(self.knots)]
        return np.array([places, *hats], np.float32).T


OWED_TO_POT = Grid("owed to pot", 8, -1.2, 0.6, (-6, -4, -3, -2.5, -2, -1.5, -1, -0.5, 0))
OWED_TO_STACK = Grid("owed to stack", 4, -5.6, 1.8, (-10, -8, -7, -6, -5, -4, -3, -2, -1, 0))
POT = Grid("pot in big blinds", 4, 2.0, 1.4, (-1, 0, 1, 2, 3, 4, 5, 6, 8, 10))
STACK = Grid("stack in big blinds", 4, 6.3, 1.2, (-2, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10))
STACK_TO_POT = Grid("stack to pot", 4, 4.2, 1.8, (-5, -3, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9))
PUT_IN = Grid("put in, in big blinds", 4, 0.6, 1.4, (-2, -1, 0, 1, 2, 3, 4, 5, 7, 9))
EFFECTIVE = Grid(
    "what can be matched, to pot", 4, 3.0, 1.8, (-5, -3, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9)
)
RAISED = Grid("last raise in pots", 4, -0.4, 0.8, (-4, -3, -2, -1.5, -1, -0.5, 0, 0.5, 1, 2, 3))
PLACES = 10
"""The steps in which the place of who raised is given, if somebody did."""

COLUMNS: tuple[Kinds | Grid | PlaceColumn, ...] = (
    Kinds("limit", 2),
    Kinds("street", 4),
    Kinds("players", MOST_PLAYERS - 1),
    Kinds("left", MOST_PLAYERS - 1),
    Kinds("behind", MOST_PLAYERS),
    PlaceColumn("position", 20, 5),
    Kinds("blind", 3),
    Kinds("raises", 6),
    Kinds("calls", 5),
    Kinds("raises before", 5),
    Kinds("last", 4),
    Kinds("acted", 2),
    Kinds("aggressor", 3),
    Kinds("could raise", 2),
    Kinds("could fold", 2),
    OWED_TO_POT,
    OWED_TO_STACK,
    POT,
    STACK,
    STACK_TO_POT,
    PUT_IN,
    Kinds("board paired", 2),
    Kinds("most of a suit", 6),
    Kinds("most within a straight", 6),
    Kinds("highest card", 14),
    Kinds("last card pairs", 2),
    Kinds("last card makes a flush possible", 2),
    Kinds("last card makes a straight possible", 2),
    Kinds("last card is the highest", 2),
    Kinds("raises before the flop", 5),
    Kinds("raiser", PLACES + 2),
    Kinds("opener", PLACES + 2),
    RAISED,
    EFFECTIVE,
)
"""The meaning of the codes of a situation, in their order."""

TABLES = tuple(column.table() for column in COLUMNS)
"""For each column the inputs of each code."""


def codes_of(situation: Situation) -> list[int]:
    """The codes of what a player faces."""
    owed, pot, blind = situation.owed, situation.bet_pot, situation.big_blind
    deep = DEEP * blind if situation.limit else situation.stack
    stack, effective = min(situation.stack, deep), min(situation.effective, deep)
    return [
        situation.limit,
        min(situation.street, 3),
        min(situation.players, MOST_PLAYERS) - 2,
        min(max(situation.left, 2), MOST_PLAYERS) - 2,
        min(situation.behind, MOST_PLAYERS - 1),
        round(20 * situation.position),
        situation.blind,
        min(situation.raises, 5),
        min(situation.calls, 4),
        min(situation.raises_before, 4),
        situation.last,
        situation.acted,
        situation.aggressor,
        situation.could_raise,
        situation.could_fold,
        OWED_TO_POT.code(owed, pot),
        OWED_TO_STACK.code(owed, stack),
        POT.code(pot, blind),
        STACK.code(stack, blind),
        STACK_TO_POT.code(stack, pot),
        PUT_IN.code(situation.put_in, blind),
        *looks(situation.board),
        min(situation.opening, 4),
        _place(situation.raiser),
        _place(situation.opener),
        RAISED.code(situation.raised, 1),
        EFFECTIVE.code(effective, pot),
    ]


def _place(place: float) -> int:
    return 0 if place < 0 else 1 + round(PLACES * place)


@lru_cache(maxsize=4096)
def looks(board: tuple[Card, ...]) -> tuple[int, ...]:
    """Eight codes: the texture of the board, and what its last card changed."""
    paired, suited, connected, highest = _texture(board)
    if len(board) < 4:
        return (paired, suited, connected, highest, 0, 0, 0, 0)
    before = _texture(board[:-1])
    return (
        paired,
        suited,
        connected,
        highest,
        board[-1].rank in {card.rank for card in board[:-1]},
        suited >= 3 > before[1],
        connected >= 3 > before[2],
        highest > before[3],
    )


def _texture(board: tuple[Card, ...]) -> tuple[int, int, int, int]:
    """A flag for a pair, the most of a suit and within five ranks, and 1 to 13: the highest."""
    if not board:
        return (0, 0, 0, 0)
    paired, suited, connected, highest = texture(board)
    return round(paired), 1 + round(3 * suited), round(4 * connected), 1 + round(12 * highest)


def codes_of_decider(situation: Situation) -> list[int]:
    """His situation; where one folds for nothing he leaves, which counts as no decision of his."""
    return codes_of(situation._replace(could_fold=situation.owed > 0))


def deed(decision: Decision) -> tuple[int, int]:
    """An action (0 fold, 1 call, 2 raise), and the size of a raise as one of `SIZES`.

    A size is what he put in beyond the call, in parts of the pot after the call.
    """
    action, situation = ACTIONS[decision.kind], decision.situation
    if decision.kind != "raise":
        return action, NO_SIZE
    if situation.limit:
        return action, LIMIT_SIZE
    return action, size_code(
        (decision.chips - situation.owed) / max(situation.bet_pot + situation.owed, 1)
    )


def size_code(pots: float) -> int:
    """The code of a raise by so many pots.

    >>> [size_code(pots) for pots in (0.01, 0.5, 1, 100)]
    [0, 8, 12, 23]
    """
    place = round(4 * log2(pots)) + SIZES // 2 if pots > 0 else 0
    return min(max(place, 0), SIZES - 1)
