"""Turns to be solved together, several on each board: at random, or as they were met."""

from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from training.values.met import STEPS
from training.values.ranges import random_range
from training.values.rivers import RATIOS
from training.values.turns import orders
from villain.cards.card import DECK, Card
from villain.solver.values.board_facts import BoardFacts
from villain.solver.values.features import BoardFeatures

BOARDS, PAIRS = 60, 4
"""Boards in a file of random turns, and pairs of ranges on each."""


class DrawnTurns(NamedTuple):
    """Turns to be solved; several of them may be on one board.

    By board the ranks of holdings after each river card and their cards; by turn its board, its
    place in `RATIOS` and both ranges.
    """

    boards: list[tuple[Card, ...]]
    ranks: npt.NDArray[np.int16]
    cards: npt.NDArray[np.uint8]
    board_of: npt.NDArray[np.int64]
    ratios: npt.NDArray[np.int64]
    ranges: npt.NDArray[np.float32]


def draw_turns(seed: int, boards: int = BOARDS, pairs: int = PAIRS) -> DrawnTurns:
    """Turns at random."""
    rng, drawn, ranges = np.random.default_rng(seed), list[tuple[Card, ...]](), []
    for _ in range(boards):
        board = tuple(DECK[card] for card in rng.choice(52, 4, replace=False))
        facts = BoardFacts(board)
        strengths = orders(board, facts)
        drawn.append(board)
        ranges += [random_range(rng, facts.holdings, strengths) for _ in range(2 * pairs)]
    both = np.array(ranges, np.float32).reshape(boards * pairs, 2, -1)
    ratios = rng.integers(len(RATIOS), size=boards * pairs)
    return _gather(drawn, np.repeat(np.arange(boards), pairs), ratios, both)


def met_turns_in(path: Path) -> DrawnTurns:
    """Turns of a file that `met` wrote, with the nearest ratios that there are."""
    with np.load(path) as stored:
        boards = [tuple(DECK[card] for card in board) for board in stored["boards"]]
        ranges = (stored["ranges"].astype(np.float32) / STEPS) ** 2
        ratios = np.abs(np.log(RATIOS) - np.log(stored["ratios"][:, None])).argmin(axis=1)
    some = np.flatnonzero(ranges.sum(axis=2).all(axis=1))
    kept = [boards[place] for place in some]
    shares = ranges[some] / ranges[some].sum(axis=2, keepdims=True)
    return _gather(kept, np.arange(len(some)), ratios[some], shares)


def _gather(
    boards: list[tuple[Card, ...]],
    board_of: npt.NDArray[np.int64],
    ratios: npt.NDArray[np.int64],
    ranges: npt.NDArray[np.float32],
) -> DrawnTurns:
    every = [BoardFacts(board) for board in boards]
    ranks = np.array([BoardFeatures(facts).runout_ranks for facts in every], np.int16)
    cards = np.array([np.stack([facts.first, facts.second], axis=1) for facts in every], np.uint8)
    return DrawnTurns(boards, ranks, cards, board_of, ratios, ranges)
