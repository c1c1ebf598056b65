"""The records of the solver: the betting tree, the boards, both sides, what is learned, and where.

Numbers that are computed with are of one type throughout, single or double precision.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from villain.kernels.arrays import CardArray

IntArray: TypeAlias = npt.NDArray[np.int32]
LongArray: TypeAlias = npt.NDArray[np.int64]
ShortArray: TypeAlias = npt.NDArray[np.int16]
ValueArray: TypeAlias = npt.NDArray[Any]
"""float32 or float64; what is stored may also be int16 with a scale."""

DECISION, FOLDED, SHOWDOWN, CHANCE = range(4)
"""Kinds of nodes."""

UPDATE, AVERAGE, BEST = range(3)
"""What the player whose values are wanted does: learn from them, play his average, or his best."""

IGNORED, BLENDED, BOUND = range(3)
"""What locks do: nothing; they are mixed into what is played at their nodes; or they bind a share
of the other player for the whole hand."""

ONE, POSITIVE, NEGATIVE, KEPT, SHARE, REST, ROUNDING = range(7)
"""The numbers of a pass: 1, factors of positive and negative regrets and of the average so far, the
bound share of the other player and the rest of him, and where whole numbers are rounded up."""


class TreeRecord(NamedTuple):
    """The betting, without cards: nodes by number, a parent before its children.

    ``child`` is by node and action. ``base`` and ``slot`` say where a decision's numbers and its
    number for the first board of its street are. ``pays`` is what each player has in the end, by
    node and player: if he wins, loses, ties. ``leaf`` numbers the ends of the first street.
    """

    kind: ShortArray
    player: ShortArray
    actions: IntArray
    child: IntArray
    base: LongArray
    slot: LongArray
    leaf: IntArray
    pays: ValueArray


class BoardsRecord(NamedTuple):
    """The boards: the first is the one at the start, the others have one ``card`` more.

    What can come next are the boards ``first`` to ``last`` (excluded), each with the renamings of
    suits ``renamed`` to ``renamed_to`` that make other boards of it; ``scale`` is one over the
    number of cards that may come. ``place`` counts the boards of a street. At the end of the hand
    ``row`` is where the order of holdings is.
    """

    card: IntArray
    first: IntArray
    last: IntArray
    renamed: IntArray
    renamed_to: IntArray
    place: LongArray
    row: IntArray
    scale: ValueArray


class SideRecord(NamedTuple):
    """The holdings of one player, each with two cards.

    ``same`` is the other player's number of the same holding, or -1. ``renamed`` is by renaming of
    suits and holding. The holdings that have a card are ``holders`` from ``held[card]`` on.
    By final board: the holdings in the ``order`` of their strength, their cards (``high``, ``low``)
    and ``ranks`` in that order, and how many can be held.
    """

    one: CardArray
    two: CardArray
    same: IntArray
    renamed: IntArray
    held: IntArray
    holders: IntArray
    order: npt.NDArray[np.uint16]
    ranks: ShortArray
    high: CardArray
    low: CardArray
    ranked: IntArray


class LearnedRecord(NamedTuple):
    """Regrets, the last regrets for prediction, sums of strategies; and locks by slot.

    All are in one row: for each decision and board the actions, and for each action the holdings.
    A lock has its strategy from ``policy_at`` on, and its share by holding from ``share_at`` on.
    """

    regrets: ValueArray
    regret_scale: ValueArray
    predicted: ValueArray
    sums: ValueArray
    sum_scale: ValueArray
    lock: IntArray
    policy_at: LongArray
    share_at: LongArray
    policy: ValueArray
    share: ValueArray


class PassRecord(NamedTuple):
    """One pass: for whom, what he does, if the other plays his average, and how locks count."""

    player: int
    own: int
    average: bool
    locks: int
    clipped: bool
    predictive: bool
    given: bool


class WorkRecord(NamedTuple):
    """Room to work in, a row for each depth of the tree; ``numbers`` are those of the pass."""

    numbers: ValueArray
    reach: ValueArray
    bound: ValueArray
    values: ValueArray
    chances: ValueArray
    own_chances: ValueArray
    fixed: ValueArray
    spare: ValueArray
    by_card: ValueArray
    node: IntArray
    step: IntArray
    board: IntArray
    reach_at: IntArray
    value_at: IntArray
