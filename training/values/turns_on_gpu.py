"""Turns solved on a GPU, every holding exactly.

    python -m training.values.turns_on_gpu --out FOLDER [--seconds 600] [--seed 1] [--rivers 24]
    python -m training.values.turns_on_gpu --out FOLDER --met MET        turns that `met` wrote

Boards, ranges and stacks are random, a few pairs of ranges on each board, or as they were met;
what rivers that are not solved bring beyond checking down is taken to be as much as those that are.
Some processes draw, the GPU solves: some 8,000 rivers a second on a large one.
"""

import argparse
import time
from argparse import RawTextHelpFormatter
from functools import partial

import numpy as np
import numpy.typing as npt
import torch

from training.values.drawn_streets import (
    BOARDS,
    PAIRS,
    DrawnStreets,
    add_drawing_options,
    draw_streets,
    drawn_until,
)
from training.values.games import Games, add_options
from training.values.gpu_rivers import GpuRivers, GpuTrees
from training.values.rivers import LIMIT, NO_LIMIT, RATIOS, RiverTree, river_tree
from villain.cards.card import DECK
from villain.kernels.solver_records import SHOWDOWN

RIVERS, COMMON = 48, 44
"""River cards on a turn, and those that any two holdings leave."""

CHECKED_DOWN = RiverTree(
    np.array([SHOWDOWN], np.int32),
    np.array([-1], np.int32),
    np.array([0], np.int32),
    np.zeros((1, 1), np.int32),
    np.array([[0.5, -0.5, 0.0]], np.float32),
)
"""A river without betting, for a pot of 1."""

_LEAST = 1e-9


def iterations_for(place: int) -> int:
    """Iterations that a river gets: deeper stacks more.

    With 200 for all, values are off by 0.0019 pots on average from those of 800, with 60 by 0.008.
    """
    ratio = RATIOS[place]
    return 80 if ratio < 1 and place not in LIMIT else 140 if ratio < 5 else 200


class TurnSolver:
    """Solves turns, so many rivers of each."""

    def __init__(self, rivers: int = RIVERS, often: float = 1.0) -> None:
        self.rivers = rivers
        trees = [river_tree(place) for place in range(len(RATIOS))]
        counts = [round(often * iterations_for(place)) for place in range(len(RATIOS))]
        self._solver = GpuRivers(GpuTrees.of([*trees, CHECKED_DOWN], [*counts, 0]))

    def solve(
        self, turns: DrawnStreets, rng: np.random.Generator
    ) -> tuple[torch.Tensor, npt.NDArray[np.int64], torch.Tensor]:
        """By turn what every holding has in pots: before the river card, and after one of them.

        That one is drawn from those that were solved; the second answer says which, in the order
        of the deck.
        """
        board_of = torch.from_numpy(turns.board_of).cuda()
        ranks = torch.from_numpy(turns.ranks).cuda()[board_of]
        cards = torch.from_numpy(turns.cards).cuda()[board_of]
        reach = torch.from_numpy(turns.ranges).cuda()
        many = len(board_of)
        held = torch.zeros((*cards.shape[:2], 52), device="cuda")
        held.scatter_(2, cards.long(), 1.0)
        rivals = _rivals(reach, held)

        def solve(trees: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
            games = torch.arange(many, dtype=torch.int32, device="cuda")
            games = games.repeat_interleave(rows.shape[1])
            values = self._solver.solve(trees, games, rows.flatten(0, 1), cards, reach)
            return values.reshape(many, rows.shape[1], *values.shape[1:])

        plain = torch.full((many,), len(RATIOS), dtype=torch.int32, device="cuda")
        checked = solve(plain, ranks)
        some = rng.permuted(np.tile(np.arange(RIVERS), (many, 1)), axis=1)[:, : self.rivers]
        rows = torch.arange(many, device="cuda")[:, None], torch.from_numpy(some).cuda()
        chosen = ranks[rows]
        after = solve(torch.from_numpy(turns.ratios).cuda().to(torch.int32), chosen)
        weights = torch.zeros_like(rivals)
        for river in range(self.rivers):
            open_ = (chosen[:, river] > 0)[:, None]
            weights += open_ * _rivals(reach * open_, held)
        extra = _divide((after - checked[rows]).sum(dim=1), weights)
        before = _divide(checked.sum(dim=1), COMMON * rivals) + extra
        open_ = (chosen[:, 0] > 0)[:, None]
        return before, some[:, 0], _divide(after[:, 0], _rivals(reach * open_, held)) * open_


def _rivals(reach: torch.Tensor, held: torch.Tensor) -> torch.Tensor:
    """For each holding of a player the other's weight that shares no card with it."""
    other = reach.flip(1)
    by_card = other @ held
    rivals = other.sum(dim=2, keepdim=True) - by_card @ held.transpose(1, 2) + other
    return rivals.clamp(min=0)


def _divide(values: torch.Tensor, rivals: torch.Tensor) -> torch.Tensor:
    return torch.where(rivals > _LEAST, values / rivals.clamp(min=_LEAST), 0.0)


def solved_games(solver: TurnSolver, turns: DrawnStreets, seed: int) -> Games:
    """Turns with their values, and one river of each at random."""
    before, rivers, after = solver.solve(turns, np.random.default_rng((seed, RIVERS)))
    values, kept, games = before.cpu().numpy(), after.cpu().numpy(), Games()
    for place, number in enumerate(turns.board_of):
        board = turns.boards[number]
        deck = [card for card in DECK if card not in board]
        ratio = float(RATIOS[turns.ratios[place]])
        cards = (*board, deck[rivers[place]])
        games.add(cards, ratio, list(turns.ranges[place]), list(values[place]), list(kept[place]))
    return games


def main() -> None:
    """Solve turns."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=RawTextHelpFormatter)
    add_options(parser)
    add_drawing_options(parser)
    parser.add_argument("--rivers", type=int, default=24, help="rivers of each turn (24)")
    parser.add_argument("--often", type=float, default=1.0, help="so many times the iterations (1)")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    alike = [LIMIT if options.limit else NO_LIMIT]
    solver, began, many = TurnSolver(options.rivers, options.often), time.monotonic(), 0
    for name, seed, turns in drawn_until(
        options, partial(draw_streets, alike=alike), alike, BOARDS * PAIRS
    ):
        solved_games(solver, turns, seed).save(options.out / f"{name}.npz")
        many += len(turns.ratios)
        if many % (40 * BOARDS * PAIRS) < len(turns.ratios):
            print(f"{many:,} turns, {time.monotonic() - began:.0f} s", flush=True)
    print(f"{many:,} turns in {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
