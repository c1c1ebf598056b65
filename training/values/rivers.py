"""Solved rivers: what every holding has at their beginning."""

from functools import lru_cache

import numpy as np

from training.values.river_kernels import RiverTree, average, holding_values, solve_ranks
from villain.cards.card import Card, parse_distinct
from villain.cards.range import Range
from villain.kernels.arrays import FloatArray
from villain.kernels.showdown import rank_holdings
from villain.solver.betting import BettingTree
from villain.solver.sizes import BetSizes
from villain.solver.spot import FixedBets, Spot
from villain.solver.values.board_facts import BoardFacts
from villain.solver.values.features import LEAST_RATIO, MOST_RATIO
from villain.strength.situation import as_array

SIZES = "75%, a"
ITERATIONS = 60
RATIOS = np.geomspace(LEAST_RATIO, MOST_RATIO, 120)


@lru_cache(maxsize=512)
def river_tree(ratio: float, sizes: str = SIZES, limit: bool = False) -> RiverTree:
    """The betting of a river with a pot of 1; in limit the ratio is that of a bet to the pot."""
    both = (BetSizes.parse(sizes), BetSizes.parse(sizes))
    board, ranges = parse_distinct("Ks7d2c4h9s", "board"), Range(np.ones(1326))
    fixed = FixedBets((ratio, ratio, ratio)) if limit else None
    stack = 20 * ratio if limit else ratio
    spot = Spot(board, 1.0, (stack, stack), (ranges, ranges), both, fixed=fixed)
    nodes = BettingTree.of(spot).nodes
    width = max(len(node.children) for node in nodes)
    child = np.zeros((len(nodes), width), np.int32)
    pays = np.zeros((len(nodes), 3), np.float32)
    for number, node in enumerate(nodes):
        child[number, : len(node.children)] = node.children
        if node.end:
            pays[number] = node.end[0]
    return RiverTree(
        np.array([node.kind for node in nodes], np.int32),
        np.array([node.player for node in nodes], np.int32),
        np.array([len(node.moves) for node in nodes], np.int32),
        child,
        pays,
    )


class River:
    """A final board with its holdings sorted by rank."""

    def __init__(self, facts: BoardFacts, board: tuple[Card, ...] | None = None) -> None:
        board = board or facts.board
        ranks = rank_holdings(as_array(board), facts.first, facts.second)
        order = np.argsort(ranks, kind="stable")
        self.order = order[np.searchsorted(ranks[order], 1) :]  # without those the board blocks
        self.high, self.low = facts.first[self.order], facts.second[self.order]
        _, places = np.unique(ranks[self.order], return_inverse=True)
        self.rank_of = places.astype(np.int32)
        self.ranks = int(self.rank_of[-1]) + 1

    def solve(
        self, tree: RiverTree, reaches: tuple[FloatArray, FloatArray], iterations: int = ITERATIONS
    ) -> tuple[FloatArray, FloatArray]:
        """The counterfactual values of all holdings, in the order of the facts; 0 where blocked."""
        sorted_ = [reach[self.order].astype(np.float32) for reach in reaches]
        by_rank = [
            np.bincount(self.rank_of, reach, self.ranks).astype(np.float32) for reach in sorted_
        ]
        sums = solve_ranks(tree, by_rank[0], by_rank[1], iterations)
        chances = average(sums, tree)
        values = []
        for player in (0, 1):
            part = holding_values(
                tree, chances, self.rank_of, self.high, self.low, sorted_[1 - player], player
            )
            value = np.zeros(len(reaches[0]))
            value[self.order] = part
            values.append(value)
        return values[0], values[1]
