"""Streets valued on a GPU, for networks at their starts and at the ends of those before them.

    python -m training.values.streets_on_gpu starts --cards 4 --network turn_end.npz --out FOLDER
    python -m training.values.streets_on_gpu ends --cards 3 --network turn_start.npz --out FOLDER
    python -m training.values.streets_on_gpu ends --cards 3 --network turn_end.npz --solve --out F
    python -m training.values.streets_on_gpu ends --cards 0 --network flop_start.npz --out FOLDER

At their starts streets are solved with a network at their ends. Ends are the means of what a
network knows after every card that may come (before the flop: after every flop), or with --solve of
every turn solved, to judge by. Boards, ranges and stacks are random, or with --met as `met` wrote
them. Files are as those of `turns_on_gpu`, with what a network is trained on beside them.
"""

import argparse
import time
from argparse import RawTextHelpFormatter
from functools import partial
from pathlib import Path

import numpy as np
import torch

from training.values.drawn_streets import (
    DrawnStreets,
    add_drawing_options,
    draw_streets,
    drawing_place,
    drawn_until,
)
from training.values.examples import save_examples
from training.values.games import Games, add_options
from training.values.gpu_boards import GpuBoards, GpuNetwork, boards_of
from training.values.gpu_cards_ahead import FlopsAhead, TurnsAhead, flop_parts, with_turns
from training.values.gpu_examples import examples, save_valued
from training.values.gpu_streets import ITERATIONS, GpuStreets
from training.values.ranges import BEFORE_FLOP, random_range
from training.values.rivers import LIMIT, NO_LIMIT, RATIOS
from training.values.street_shapes import alike_ratios
from villain.cards.card import DECK
from villain.cards.range import CLASS_OF_COMBO
from villain.solver.values.board_facts import BoardFacts, class_means
from villain.solver.values.features import BoardFeatures
from villain.solver.values.network import ValueNetwork
from villain.strength.preflop import REPRESENTATIVES
from villain.work import run_in_order

STARTS = {3: (24, 12), 4: (80, 8)}
"""Boards in a file of starts, and pairs of ranges on each, by the cards on the board."""

ENDS, SOLVED, OPENINGS = (16, 8), (4, 4), 8
"""The same of ends of the flop, by a network and solved; and pairs before the flop in a file."""

MET_PAIRS = 4
"""So many more boards are in a file where each was met once."""


def start_values(
    network: GpuNetwork, streets: DrawnStreets, iterations: int, device: torch.device
) -> tuple[GpuBoards, torch.Tensor]:
    """What holdings have at the starts of streets, which are solved."""
    cards, many = len(streets.boards[0]), len(streets.boards)
    boards = boards_of(streets.ranks, streets.now, streets.cards, cards, device)
    reaches = torch.from_numpy(streets.ranges).to(device)
    shape = (many, len(reaches) // many)
    solved = GpuStreets(
        network.on(boards),
        reaches.view(*shape, 2, -1),
        streets.ratios.reshape(shape),
        cards,
    )
    solved.improve(iterations)
    return boards, solved.values()


def end_values(
    network: GpuNetwork, streets: DrawnStreets, iterations: int, device: torch.device
) -> tuple[GpuBoards, torch.Tensor]:
    """What holdings have at the ends of flops; with iterations turns are solved."""
    boards = boards_of(streets.ranks, streets.now, streets.cards, 3, device)
    turns = TurnsAhead(with_turns(streets), boards, device)
    shape = (len(streets.boards), len(streets.ranges) // len(streets.boards))
    reaches = torch.from_numpy(streets.ranges).to(device).view(*shape, 2, -1)
    places = streets.ratios.reshape(shape)
    values = turns.values(
        network.on(turns.boards),
        reaches,
        RATIOS[places],
        places if iterations else None,
        iterations,
    )
    return boards, values


def make_streets(options: argparse.Namespace, device: torch.device) -> None:
    """Starts of streets, or ends of flops, until time is up."""
    network = GpuNetwork(ValueNetwork.load(options.network), device)
    starts, cards = options.what == "starts", options.cards
    iterations = options.iterations if starts or options.solve else 0
    boards, pairs = STARTS[cards] if starts else SOLVED if options.solve else ENDS
    limit, places = options.limit, LIMIT if options.limit else NO_LIMIT
    alike = alike_ratios(cards if starts else 4, limit=limit) if iterations else [places]
    draw = partial(draw_streets, cards=cards, boards=boards, pairs=pairs, alike=alike)
    value = start_values if starts else end_values
    began, many, told = time.monotonic(), 0, 0.0
    for name, seed, streets in drawn_until(options, draw, alike, boards * MET_PAIRS):
        valued = value(network, streets, iterations, device)
        save_valued(options.out / f"{name}.npz", streets, *valued, seed)
        many += len(streets.ratios)
        if time.monotonic() - told > 10:
            told = time.monotonic()
            print(f"{many:,} games, {told - began:.0f} s", flush=True)
    print(f"{many:,} games in {time.monotonic() - began:.0f} s", flush=True)


def make_openings(options: argparse.Namespace, device: torch.device) -> None:
    """Ends of the betting before the flop, until time is up."""
    began, many, facts = time.monotonic(), 0, BoardFacts(())
    flops, often = FlopsAhead.all_flops()
    wanted = [tuple(DECK[card] for card in sorted(flop)) for flop in flops]
    parts = list(run_in_order(flop_parts, wanted, drawing_place(options), fresh=True))
    ahead = FlopsAhead(flops, often, parts, device)
    ends = GpuNetwork(ValueNetwork.load(options.network), device).on(ahead.boards)
    cards = np.stack([facts.first, facts.second], axis=1)
    edge = torch.from_numpy(facts.edge).to(device)[None]
    ranks = torch.from_numpy(BoardFeatures(facts).runout_ranks).to(device)[None]
    before = GpuBoards(ranks, None, torch.from_numpy(cards).to(device)[None], 0, edge)
    number = options.seed * 1_000_000
    print(f"{len(flops):,} flops, {time.monotonic() - began:.0f} s", flush=True)
    while time.monotonic() - began < options.seconds:
        rng, shape = np.random.default_rng(number), (1, OPENINGS, 2, facts.size)
        rows = [random_range(rng, facts.holdings, [BEFORE_FLOP]) for _ in range(2 * OPENINGS)]
        by_class = class_means(np.array(rows))[:, REPRESENTATIVES].reshape(OPENINGS, 2, -1)
        by_class = torch.from_numpy((by_class / by_class.max(axis=2, keepdims=True)).astype("f4"))
        ratios = rng.choice(RATIOS[LIMIT if options.limit else NO_LIMIT], OPENINGS)
        values = ahead.values(ends, by_class.to(device), ratios)[..., CLASS_OF_COMBO]
        reaches = by_class.to(device)[..., CLASS_OF_COMBO].view(shape)
        valued = examples(before, reaches, ratios[None], values.view(shape), number)
        path, games = options.out / f"{number}.npz", Games()
        save_examples(path, 0, valued)
        for row, ratio in enumerate(ratios):
            both = (one.view(OPENINGS, 2, -1)[row].cpu().numpy() for one in (reaches, values))
            games.add((), float(ratio), *(list(numbers) for numbers in both))
        games.save(path)
        many, number = many + OPENINGS, number + 1
    print(f"{many:,} games in {time.monotonic() - began:.0f} s", flush=True)


def main() -> None:
    """Value streets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=RawTextHelpFormatter)
    parser.add_argument("what", choices=("starts", "ends"), help="of streets")
    add_options(parser)
    add_drawing_options(parser)
    parser.add_argument(
        "--network", type=Path, required=True, help="values after the street or card"
    )
    parser.add_argument("--cards", type=int, choices=(0, 3, 4), required=True, help="on the board")
    parser.add_argument("--solve", action="store_true", help="solve every turn after a flop")
    parser.add_argument(
        "--iterations",
        type=int,
        default=ITERATIONS,
        help=f"of what is solved ({ITERATIONS})",
    )
    parser.add_argument("--device", default="cuda", help="of PyTorch (cuda)")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    device = torch.device(options.device)
    with torch.no_grad():
        (make_openings if options.cards == 0 else make_streets)(options, device)


if __name__ == "__main__":
    main()
