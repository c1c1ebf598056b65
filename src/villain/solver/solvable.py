"""A game ready to be solved: its betting, its boards, and the holdings of both players."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.cards.card import DECK
from villain.cards.range import HIGH_CARDS, LOW_CARDS
from villain.errors import VillainError
from villain.kernels.evaluator import key_and_bits
from villain.kernels.showdown import rank_on
from villain.kernels.solver_records import (
    CHANCE,
    DECISION,
    BoardsRecord,
    IntArray,
    SideRecord,
    TreeRecord,
    ValueArray,
)
from villain.solver.betting import RIVER, BettingNode, BettingTree
from villain.solver.boards import (
    BoardList,
    boards_record,
    exchange_combos,
    list_boards,
    side_record,
    suit_classes,
)
from villain.solver.spot import Spot

GIGABYTE = 1 << 30
MEMORY = 4.0
"""Gigabytes that a solution may take, if nothing else is said."""


class TreePlan(NamedTuple):
    """What a game would take before it is built: numbers that are learned, boards, bytes."""

    nodes: int
    decisions: int
    boards: tuple[int, ...]
    numbers: int

    def gigabytes(self, bytes_each: float) -> float:
        """The memory of what is learned, in gigabytes."""
        return self.numbers * bytes_each / GIGABYTE


@dataclass(frozen=True, eq=False)
class Solvable:
    """A game of two as arrays.

    ``holdings`` are by player the numbers of combos (or cards, in small games); ``weights`` how
    likely each is to be dealt, relative to others; ``pot`` is what values are counted in. In a
    ``raked`` game the two do not win what the other loses.
    """

    tree: BettingTree
    boards: BoardList
    tree_record: TreeRecord
    boards_record: BoardsRecord
    sides: tuple[SideRecord, SideRecord]
    holdings: tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]
    weights: tuple[ValueArray, ValueArray]
    pot: float
    first_street: int
    numbers: int
    slots: int
    raked: bool = False

    @property
    def dtype(self) -> np.dtype[np.generic]:
        """The precision in which it is computed."""
        return self.weights[0].dtype

    @cached_property
    def together(self) -> float:
        """The weight of all deals: pairs of holdings that share no card."""
        return float((self.weights[0].astype(float) * self.rivals(0)).sum())

    def rivals(self, player: int) -> npt.NDArray[np.float64]:
        """For each holding of a player the weight of the other's that share no card with it."""
        return rival_weights(
            self.sides[player], self.sides[1 - player], self.weights[1 - player].astype(float)
        )

    def size(self, player: int) -> int:
        """The number of a player's holdings."""
        return len(self.holdings[player])

    def node(self, number: int) -> BettingNode:
        """A node of the betting."""
        return self.tree.nodes[number]

    def boards_on(self, street: int) -> int:
        """The number of boards on a street."""
        return self.boards.street.count(street - self.first_street)


def rival_weights(
    own: SideRecord, other: SideRecord, reach: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """For each of one side's holdings the weight of the other's that share no card with it."""
    by_card = np.zeros(2 * 52 + len(reach))
    np.add.at(by_card, other.one, reach)
    np.add.at(by_card, other.two, reach)
    twins = np.where(own.same >= 0, reach[np.maximum(own.same, 0)], 0.0)
    rivals: npt.NDArray[np.float64] = reach.sum() - by_card[own.one] - by_card[own.two] + twins
    return rivals


def plan_spot(spot: Spot) -> tuple[TreePlan, BettingTree, BoardList]:
    """How large the solution of a spot would be."""
    tree = BettingTree.of(spot)
    weights = [spot.range_of(player).weights for player in (0, 1)]
    board = tuple(int(card) for card in spot.board)
    classes = suit_classes(board, weights)
    boards = list_boards(board, classes, range(52), RIVER - spot.street)
    counts = boards.counts(range(RIVER - spot.street + 1))
    sizes = [int((held > 0).sum()) for held in weights]
    numbers = sum(
        len(node.moves) * sizes[node.player] * counts[node.street - spot.street]
        for node in tree.nodes
        if node.kind == DECISION
    )
    plan = TreePlan(len(tree.nodes), tree.decisions(), tuple(counts.values()), numbers)
    return plan, tree, boards


def solvable_spot(
    spot: Spot,
    *,
    memory: float = MEMORY,
    bytes_each: float = 8.0,
    dtype: npt.DTypeLike = np.float32,
) -> Solvable:
    """A spot as arrays; refused if what is to be learned takes more gigabytes than ``memory``."""
    plan, tree, boards = plan_spot(spot)
    need = plan.gigabytes(bytes_each)
    if need > memory:
        half = plan.gigabytes(4.0)
        hint = f"16-bit storage takes {half:.1f} GB; " if bytes_each > 4 and half <= memory else ""
        raise VillainError(
            f"this tree takes {need:,.1f} GB, and {memory:g} GB are allowed; {hint}take fewer "
            "sizes, smaller ranges or a later street, or allow more memory"
        )
    weights = [spot.range_of(player).weights for player in (0, 1)]
    holdings = (np.flatnonzero(weights[0]), np.flatnonzero(weights[1]))
    final = RIVER - spot.street
    ends = np.array(
        [
            cards
            for cards, street in zip(boards.cards, boards.street, strict=True)
            if street == final
        ],
        np.uint8,
    )
    sides = tuple(
        _holdem_side(holdings[player], holdings[1 - player], boards, ends) for player in (0, 1)
    )
    return assemble(
        tree,
        boards,
        (sides[0], sides[1]),
        holdings,
        (weights[0][holdings[0]], weights[1][holdings[1]]),
        pot=spot.whole_pot,
        first_street=spot.street,
        unknown=len(DECK) - len(spot.board) - 4,
        dtype=dtype,
        raked=spot.rake > 0,
    )


def assemble(
    tree: BettingTree,
    boards: BoardList,
    sides: tuple[SideRecord, SideRecord],
    holdings: tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]],
    weights: tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]],
    *,
    pot: float,
    first_street: int,
    unknown: int,
    dtype: npt.DTypeLike,
    raked: bool = False,
) -> Solvable:
    """Put the parts of a game together."""
    final = max(boards.street)
    counts = boards.counts(range(final + 1))
    record, numbers, slots = _tree_record(
        tree, (len(holdings[0]), len(holdings[1])), counts, first_street, dtype
    )
    scaled = tuple((held / held.max()).astype(dtype) for held in weights)
    return Solvable(
        tree,
        boards,
        record,
        boards_record(boards, unknown, dtype, final=final),
        sides,
        holdings,
        (scaled[0], scaled[1]),
        pot,
        first_street,
        numbers,
        slots,
        raked,
    )


def _holdem_side(
    own: npt.NDArray[np.int64],
    other: npt.NDArray[np.int64],
    boards: BoardList,
    ends: npt.NDArray[np.uint8],
) -> SideRecord:
    cards = HIGH_CARDS[own], LOW_CARDS[own]
    places = np.full(1326, -1, np.int64)
    places[own] = np.arange(len(own))
    renamed = np.zeros((len(boards.exchanges), len(own)), np.int32)
    for row, (one, two) in zip(renamed, boards.exchanges, strict=True):
        row[:] = places[exchange_combos(one, two)[own]]
    twins = np.full(1326, -1, np.int32)
    twins[other] = np.arange(len(other))
    ranks = np.empty((len(ends), len(own)), np.int16)
    for board, row_ranks in zip(ends, ranks, strict=True):
        key, bits = key_and_bits(board)
        rank_on(key, bits, 7, *cards, row_ranks)
    return side_record(cards, twins[own], renamed, ranks)


def _tree_record(
    tree: BettingTree,
    sizes: tuple[int, int],
    counts: dict[int, int],
    first_street: int,
    dtype: npt.DTypeLike,
) -> tuple[TreeRecord, int, int]:
    nodes = tree.nodes
    width = max(max(len(node.children) for node in nodes), 1)
    child = np.zeros((len(nodes), width), np.int32)
    base, slot = np.zeros(len(nodes), np.int64), np.zeros(len(nodes), np.int64)
    leaf, pays = np.full(len(nodes), -1, np.int32), np.zeros((len(nodes), 2, 3), dtype)
    numbers = slots = leaves = 0
    for number, node in enumerate(nodes):
        child[number, : len(node.children)] = node.children
        if node.kind == DECISION:
            boards = counts[node.street - first_street]
            base[number], slot[number] = numbers, slots
            numbers += len(node.moves) * sizes[node.player] * boards
            slots += boards
        elif node.kind == CHANCE and node.street == first_street:
            leaf[number] = leaves
            leaves += 1
        if node.end:
            pays[number] = node.end
    record = TreeRecord(
        np.array([node.kind for node in nodes], np.int16),
        np.array([node.player for node in nodes], np.int16),
        np.array([len(node.moves) for node in nodes], np.int32),
        child,
        base,
        slot,
        leaf,
        pays,
    )
    return record, numbers, slots


def leaf_tasks(game: Solvable) -> IntArray:
    """All ends of the first street with all boards that may follow: node, number of leaf, board."""
    record, boards = game.tree_record, game.boards_record
    tasks = [
        (number, record.leaf[number], board)
        for number in np.flatnonzero(record.leaf >= 0)
        for board in range(boards.first[0], boards.last[0])
    ]
    return np.array(tasks, np.int32).reshape(-1, 3)
