"""The best answer to a player whose policy is known: one pass over betting and sampled boards.

He does what a table says for the sort of his holding; all holdings of the one who answers are
looked at together. Each decides by what is best on average over the boards that may come.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.kernels.arrays import CardArray
from villain.kernels.compiled import kernel
from villain.kernels.copying import copy_row
from villain.kernels.solver_ends import fold_values, showdown_values
from villain.kernels.solver_records import (
    CHANCE,
    DECISION,
    FOLDED,
    IntArray,
    ShortArray,
    SideRecord,
    ValueArray,
)

MOST_DEPTH = 48
"""Betting and cards go no deeper."""


class PlanTree(NamedTuple):
    """The betting of streets to come: nodes by number.

    ``ours`` marks decisions of the one who answers. At the others ``policy`` has the chance of each
    action, by node, sort of holding and action. ``pays`` is what he has in the end, by node: if he
    wins, loses, ties.
    """

    kind: ShortArray
    ours: npt.NDArray[np.bool_]
    actions: IntArray
    child: IntArray
    pays: ValueArray
    policy: ValueArray


class PlanBoards(NamedTuple):
    """Boards that may come: ``first`` to ``last`` (excluded) follow one, with up to three cards.

    A card of -1 is none. ``scale`` is by board and holding what a sum over the boards after it is
    multiplied by; ``sorts`` are those of holdings, by board; ``row`` is that of a final board.
    """

    cards: IntArray
    first: IntArray
    last: IntArray
    row: IntArray
    scale: ValueArray
    sorts: CardArray


@kernel
def answer_values(
    tree: PlanTree, boards: PlanBoards, side: SideRecord, reach: ValueArray
) -> ValueArray:
    """What each holding has with its best answer, from the first node and board on.

    ``reach`` are the weights of the other's holdings there; both have all holdings of the board.
    """
    count = len(reach)
    nodes, places = np.zeros(MOST_DEPTH, np.int32), np.zeros(MOST_DEPTH, np.int32)
    steps = np.zeros(MOST_DEPTH, np.int32)
    weights = np.zeros((MOST_DEPTH, count), np.float32)
    values = np.zeros((MOST_DEPTH, count), np.float32)
    by_card = np.zeros(52, np.float32)
    weights[0] = reach
    depth = 0
    while depth >= 0:
        node, board, step = nodes[depth], places[depth], steps[depth]
        kind, mine = tree.kind[node], values[depth]
        if kind == DECISION:
            ours = tree.ours[node]
            if step > 0:
                _take(mine, values[depth + 1], step == 1, ours)
                if step == tree.actions[node]:
                    depth -= 1
                    continue
            before, after = weights[depth], weights[depth + 1]
            if ours:
                copy_row(before, after)
            else:
                policy, sorts = tree.policy[node], boards.sorts[board]
                for h in range(count):
                    after[h] = before[h] * policy[sorts[h], step]
            nodes[depth + 1], places[depth + 1] = tree.child[node, step], board
        elif kind == CHANCE:
            following = boards.first[board] + step
            if step > 0:
                _without(side, boards.cards[following - 1], values[depth + 1])
                _take(mine, values[depth + 1], step == 1, False)
                if following == boards.last[board]:
                    scale = boards.scale[board]
                    for h in range(count):
                        mine[h] *= scale[h]
                    depth -= 1
                    continue
            weights[depth + 1] = weights[depth]
            _without(side, boards.cards[following], weights[depth + 1])
            nodes[depth + 1], places[depth + 1] = tree.child[node, 0], following
        else:
            if kind == FOLDED:
                fold_values(side, side, weights[depth], tree.pays[node, 0], by_card, mine)
            else:
                row, pays = boards.row[board], tree.pays[node]
                showdown_values(side, side, row, weights[depth], pays, by_card, mine)
            depth -= 1
            continue
        steps[depth] = step + 1
        depth += 1
        steps[depth] = 0
    best: ValueArray = values[0]
    return best


@kernel
def _take(values: ValueArray, below: ValueArray, first: bool, best: bool) -> None:
    """Take in the values of one more action or board: the best of all, or their sum."""
    for h in range(len(values)):
        if first:
            values[h] = below[h]
        elif not best:
            values[h] += below[h]
        elif below[h] > values[h]:
            values[h] = below[h]


@kernel
def _without(side: SideRecord, cards: IntArray, values: ValueArray) -> None:
    """Leave out holdings that share a card with those that were dealt."""
    for card in cards:
        if card >= 0:
            for place in range(side.held[card], side.held[card + 1]):
                values[side.holders[place]] = 0
