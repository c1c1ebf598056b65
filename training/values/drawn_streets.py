"""Streets to be solved together, several on each board: at random, or as they were met."""

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from training.values.met import STEPS
from training.values.ranges import BEFORE_FLOP, orders, random_range
from training.values.rivers import NO_LIMIT, RATIOS
from villain.cards.card import DECK, Card
from villain.kernels.arrays import FloatArray, RankArray
from villain.kernels.showdown import rank_holdings
from villain.solver.values.board_facts import BoardFacts
from villain.solver.values.features import BoardFeatures
from villain.strength.situation import as_array
from villain.work import Workplace, run_in_order

BOARDS, PAIRS = 60, 4
"""Boards in a file of random turns, and pairs of ranges on each."""

BEFORE = 0.6
"""So often ranges on the flop go by what hands were worth before it, as most do in play."""

FLOP = 3

PROCESSES = 8
"""So many draw, if nothing else is asked for."""


class DrawnStreets(NamedTuple):
    """Streets to be solved; equally many of them on each board, one board after the other.

    By board the ranks of holdings after each run-out, their ranks now, and their cards; by game its
    board, its place in `RATIOS` and both ranges.
    """

    boards: list[tuple[Card, ...]]
    ranks: npt.NDArray[np.int16]
    now: npt.NDArray[np.int16]
    cards: npt.NDArray[np.uint8]
    board_of: npt.NDArray[np.int64]
    ratios: npt.NDArray[np.int64]
    ranges: npt.NDArray[np.float32]


def draw_streets(
    seed: int,
    cards: int = 4,
    boards: int = BOARDS,
    pairs: int = PAIRS,
    alike: Sequence[npt.NDArray[np.int64]] = (NO_LIMIT,),
) -> DrawnStreets:
    """Streets at random, on boards of so many cards.

    Their places in `RATIOS` are all of one of the sets that are ``alike``.
    """
    rng, drawn, ranges = np.random.default_rng(seed), list[tuple[Card, ...]](), []
    sizes = np.array([len(some) for some in alike], float)
    some = alike[rng.choice(len(alike), p=sizes / sizes.sum())]
    for _ in range(boards):
        board = tuple(DECK[card] for card in rng.choice(52, cards, replace=False))
        facts = BoardFacts(board)
        strengths = orders(board, facts)
        drawn.append(board)
        ranges += [one for _ in range(pairs) for one in draw_pair(rng, facts, strengths)]
    both = np.array(ranges, np.float32).reshape(boards * pairs, 2, -1)
    ratios = rng.choice(some, size=boards * pairs)
    return _gather(drawn, np.repeat(np.arange(boards), pairs), ratios, both)


def draw_pair(
    rng: np.random.Generator, facts: BoardFacts, strengths: list[FloatArray]
) -> tuple[FloatArray, FloatArray]:
    """Both ranges; on the flop most go by what hands were worth before it."""
    if len(facts.board) == FLOP and rng.random() < BEFORE:
        strengths = [BEFORE_FLOP[facts.holdings]]
    one, two = (random_range(rng, facts.holdings, strengths) for _ in (0, 1))
    return one, two


class MetStreets(NamedTuple):
    """Streets that `met` wrote: ratios are the places of the nearest in `RATIOS`."""

    boards: list[tuple[Card, ...]]
    ratios: npt.NDArray[np.int64]
    ranges: npt.NDArray[np.float32]

    def gather(self) -> DrawnStreets:
        """The same with all that is known of their boards."""
        return _gather(self.boards, np.arange(len(self.boards)), self.ratios, self.ranges)


def met_in(folder: Path, alike: Sequence[npt.NDArray[np.int64]], at_once: int) -> list[MetStreets]:
    """All streets in a folder, so many together; their ratios are of one of the sets ``alike``."""
    boards, places, ranges = list[tuple[Card, ...]](), [], []
    for path in sorted(folder.glob("*.npz")):
        with np.load(path) as stored:
            boards += [tuple(DECK[card] for card in board) for board in stored["boards"]]
            ranges.append((stored["ranges"].astype(np.float32) / STEPS) ** 2)
            near = np.log(RATIOS[NO_LIMIT]) - np.log(stored["ratios"][:, None])
            places.append(np.abs(near).argmin(axis=1))
    every, all_places = np.concatenate(ranges), np.concatenate(places)
    sums = every.sum(axis=2, keepdims=True)
    held = (sums > 0).all(axis=(1, 2))
    parts = []
    for together in alike:
        some = np.flatnonzero(held & np.isin(all_places, together))
        for rows in np.array_split(some, max(-(-len(some) // at_once), 1)):
            if len(rows):
                kept = [boards[row] for row in rows]
                parts.append(MetStreets(kept, all_places[rows], every[rows] / sums[rows]))
    return parts


def drawn_until(
    options: argparse.Namespace,
    draw: Callable[[int], DrawnStreets],
    alike: Sequence[npt.NDArray[np.int64]],
    at_once: int,
) -> Iterator[tuple[str, int, DrawnStreets]]:
    """Streets with the names of their files and their seeds, made by several workers.

    They are those of all files in the folder ``options.met``, or drawn until time is up.
    """
    began, workplace = time.monotonic(), drawing_place(options)
    if options.met:
        parts = met_in(options.met, alike, at_once)
        drawn = run_in_order(MetStreets.gather, parts, workplace, fresh=True)
        yield from ((f"met-{number}", number, streets) for number, streets in enumerate(drawn))
        return
    first = options.seed * 1_000_000
    drawn = run_in_order(draw, count(first), workplace, fresh=True)
    for number, streets in enumerate(drawn, first):
        yield str(number), number, streets
        if time.monotonic() - began >= options.seconds:
            return


def drawing_place(options: argparse.Namespace) -> Workplace:
    """Where streets are drawn."""
    workplace = Workplace.parse(options.on, options.workers)
    if workplace.is_elsewhere or options.workers is not None:
        return workplace
    return replace(workplace, workers=PROCESSES)


def add_drawing_options(parser: argparse.ArgumentParser) -> None:
    """What commands are told that take drawn streets."""
    parser.add_argument("--met", type=Path, help="a folder of streets that were met: all of them")
    parser.add_argument("--limit", action="store_true", help="limit instead of no-limit")
    parser.add_argument(
        "--workers", type=int, help=f"who draw ({PROCESSES} processes, or a whole cluster)"
    )
    parser.add_argument(
        "--on", default="processes", help="where to draw: ray://HOST:10001, see docs (processes)"
    )


def ranks_now(facts: BoardFacts) -> RankArray:
    """The ranks of holdings on a board as it is."""
    return rank_holdings(as_array(facts.board), facts.first, facts.second)


def _gather(
    boards: list[tuple[Card, ...]],
    board_of: npt.NDArray[np.int64],
    ratios: npt.NDArray[np.int64],
    ranges: npt.NDArray[np.float32],
) -> DrawnStreets:
    every = [BoardFacts(board) for board in boards]
    ranks = np.array([BoardFeatures(facts).runout_ranks for facts in every], np.int16)
    now = np.array([ranks_now(facts) for facts in every], np.int16)
    cards = np.array([np.stack([facts.first, facts.second], axis=1) for facts in every], np.uint8)
    return DrawnStreets(boards, ranks, now, cards, board_of, ratios, ranges)
