"""Turns whose rivers were solved: what every holding has before the river card.

    python -m training.values.turns --out FOLDER [--seconds 600] [--seed 1] [--rivers 24] [--limit]
    python -m training.values.turns --out FOLDER --met person      turns of equilibrium against it
    python -m training.values.turns --out FOLDER --met hands.log.xz         turns of these hands

Boards, ranges and stacks are random, or as they were met. Each file has so many turns: the boards,
the ratio of the stack (in limit: of a bet) to the pot, both ranges, and what each holding of both
has, in pots beyond half the pot. One of the rivers of each turn is kept too.
"""

import argparse
from argparse import RawTextHelpFormatter
from collections.abc import Iterator
from functools import partial
from itertools import islice

import numpy as np

from training.values.games import Games, add_options, make_files
from training.values.met import MetTurn, met_turns
from training.values.ranges import random_range
from training.values.rivers import RATIOS, River, river_tree
from villain.cards.card import DECK, Card
from villain.kernels.arrays import FloatArray
from villain.kernels.showdown import rank_holdings
from villain.solver.values.board_facts import BoardFacts
from villain.solver.values.features import BoardFeatures
from villain.strength.situation import as_array

CHUNK = 100
"""Turns in a file."""

LIMIT_RATIOS = np.geomspace(0.025, 1.2, 60)


def iterations_for(ratio: float) -> int:
    """Iterations that a river needs: deeper stacks more."""
    return 60 if ratio < 1 else 100 if ratio < 5 else 160


def divide(values: FloatArray, rivals: FloatArray) -> FloatArray:
    """Values per unit of the other's weight."""
    return np.divide(values, rivals, out=np.zeros_like(values), where=rivals > 1e-9)


def orders(board: tuple[Card, ...], facts: BoardFacts) -> list[FloatArray]:
    """The strengths that betting went by on the streets so far, 0 to 1."""
    strengths = []
    for cards in range(3, len(board)):
        ranks = rank_holdings(as_array(board[:cards]), facts.first, facts.second)
        strengths.append(np.argsort(np.argsort(ranks, kind="stable")) / len(ranks))
    strengths.append(BoardFeatures(facts).strengths.astype(np.float64))
    return strengths


def solve_turn(
    rng: np.random.Generator,
    facts: BoardFacts,
    ranges: tuple[FloatArray, FloatArray],
    ratio: float,
    rivers: int,
    *,
    limit: bool = False,
) -> tuple[list[FloatArray], Card, list[FloatArray]]:
    """Values before the river card, from some of the rivers; and one river with its values.

    What is not solved is corrected by what checking down is worth on all rivers and on these.
    """
    board = facts.board
    deck = [card for card in DECK if card not in board]
    cards = [deck[place] for place in rng.permutation(len(deck))[:rivers]]
    tree = river_tree(ratio, limit=limit)
    sums = [np.zeros(facts.size) for _ in (0, 1)]
    weights = [np.zeros(facts.size) for _ in (0, 1)]
    checked = [np.zeros(facts.size) for _ in (0, 1)]
    kept: list[FloatArray] = []
    for card in cards:
        blocked = (facts.first == card) | (facts.second == card)
        left = tuple(np.where(blocked, 0.0, one) for one in ranges)
        river = River(facts, (*board, card))
        values = river.solve(tree, (left[0], left[1]), iterations_for(ratio))
        river_facts = BoardFacts((*board, card))
        inside = np.searchsorted(facts.holdings, river_facts.holdings)
        for player in (0, 1):
            other = left[1 - player][inside]
            sums[player] += values[player]
            weights[player][inside] += river_facts.rivals(other[None])[0]
            checked[player][inside] += river_facts.showdowns(other[None])[0] / 2
        if not kept:
            rivals = [facts.rivals(left[1 - player][None])[0] for player in (0, 1)]
            kept = [
                divide(values[player], np.where(blocked, 0, rivals[player])) for player in (0, 1)
            ]
    exact = []
    for player in (0, 1):
        rivals = facts.rivals(ranges[1 - player][None])[0]
        all_in = facts.showdowns(ranges[1 - player][None])[0] / 2
        # What rivers bring beyond checking down, and what that is worth on all of them.
        extra = divide(sums[player] - checked[player], weights[player])
        exact.append(divide(all_in, rivals) + extra)
    return exact, cards[0], kept


def make_turns(seed: int, rivers: int, count: int = CHUNK, *, limit: bool = False) -> Games:
    """So many solved turns."""
    rng, games = np.random.default_rng(seed), Games()
    for _ in range(count):
        board = tuple(DECK[card] for card in rng.choice(52, 4, replace=False))
        facts = BoardFacts(board)
        strengths = orders(board, facts)
        both = tuple(random_range(rng, facts.holdings, strengths) for _ in (0, 1))
        ratio = float(rng.choice(LIMIT_RATIOS if limit else RATIOS))
        exact, card, kept = solve_turn(rng, facts, (both[0], both[1]), ratio, rivers, limit=limit)
        games.add((*board, card), ratio, both, exact, kept)
    return games


def make_met_turns(met: Iterator[MetTurn], seed: int, rivers: int, count: int = CHUNK) -> Games:
    """So many turns as they were met, solved."""
    rng, games = np.random.default_rng(seed), Games()
    for board, ranges, ratio in islice(met, count):
        facts = BoardFacts(board)
        one, two = (held[facts.holdings] for held in ranges)
        near = float(RATIOS[np.abs(RATIOS - ratio).argmin()])
        exact, card, kept = solve_turn(rng, facts, (one, two), near, rivers)
        games.add((*board, card), near, (one, two), exact, kept)
    return games


def main() -> None:
    """Solve turns until time is up."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=RawTextHelpFormatter)
    add_options(parser)
    parser.add_argument("--rivers", type=int, default=12, help="rivers of each turn (12)")
    parser.add_argument("--limit", action="store_true", help="limit instead of no-limit")
    parser.add_argument("--met", help="an agent that equilibrium meets, or a log of hands")
    parser.add_argument("--after", type=int, default=0, help="met turns to leave out first (0)")
    parser.add_argument("--count", type=int, default=CHUNK, help=f"turns in a file ({CHUNK})")
    options = parser.parse_args()
    if options.met is None:
        make = partial(make_turns, rivers=options.rivers, count=options.count, limit=options.limit)
    else:
        met = met_turns(options.met, options.seed, options.after)
        make = partial(make_met_turns, met, rivers=options.rivers, count=options.count)
    make_files(options, make)


if __name__ == "__main__":
    main()
