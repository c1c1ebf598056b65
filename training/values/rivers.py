"""Rivers that are solved for training: their betting, whatever is behind."""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.cards.card import parse_distinct
from villain.cards.range import Range
from villain.solver.betting import BettingTree
from villain.solver.sizes import BetSizes
from villain.solver.spot import FixedBets, Spot
from villain.solver.values.features import LEAST_RATIO, MOST_RATIO

SIZES = "75%, a"
NO_LIMIT, LIMIT = np.arange(120), np.arange(120, 180)
"""Places of the ratios of each game."""

RATIOS = np.concatenate(
    [np.geomspace(LEAST_RATIO, MOST_RATIO, len(NO_LIMIT)), np.geomspace(0.04, 1.2, len(LIMIT))]
)
"""Ratios of the stack to the pot; and in limit of a bet on the turn or the river to it."""


class RiverTree(NamedTuple):
    """The betting of a river, parents before children; ``pays``: player 0 wins, loses, ties."""

    kind: npt.NDArray[np.int32]
    player: npt.NDArray[np.int32]
    actions: npt.NDArray[np.int32]
    child: npt.NDArray[np.int32]
    pays: npt.NDArray[np.float32]


@cache
def river_tree(place: int) -> RiverTree:
    """The betting of a river with a pot of 1, for one of the `RATIOS`."""
    both, ratio = (BetSizes.parse(SIZES), BetSizes.parse(SIZES)), float(RATIOS[place])
    board, ranges = parse_distinct("Ks7d2c4h9s", "board"), Range(np.ones(1326))
    fixed = FixedBets((ratio, ratio, ratio)) if place in LIMIT else None
    stack = 20 * ratio if fixed else ratio
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
