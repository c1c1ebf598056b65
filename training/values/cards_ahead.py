"""Values before a card is dealt, from a network that knows them after it.

    python -m training.values.cards_ahead --cards 3 --network turn_start.npz --out FOLDER

For each board several pairs of ranges and stacks are valued at once, over some of the next cards;
files are as those of `turns`.
"""

import argparse
from argparse import RawTextHelpFormatter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from training.values.games import Games, add_options, make_files
from training.values.ranges import random_range
from training.values.rivers import RATIOS
from training.values.turns import divide, orders
from villain.cards.card import DECK, Card
from villain.kernels.arrays import FloatArray
from villain.solver.values.board_facts import BoardFacts
from villain.solver.values.network import ValueNetwork

BATCH, BOARDS = 12, 10
"""Pairs of ranges on each board, and boards in a file."""


def values_ahead(
    network: ValueNetwork,
    facts: BoardFacts,
    dealt: Sequence[tuple[Card, ...]],
    reaches: tuple[FloatArray, FloatArray],
    ratios: FloatArray,
) -> FloatArray:
    """Values in pots before the card, by player, row and holding, from those after some deals.

    What other deals would bring is taken to be the same beyond checking down.
    """
    shape = (2, *reaches[0].shape)
    sums, weights = np.zeros(shape), np.zeros(shape)
    for cards in dealt:
        after = BoardFacts((*facts.board, *cards))
        inside = np.searchsorted(facts.holdings, after.holdings)
        left = [reach[:, inside] for reach in reaches]
        shares, rivals = network.on(after).shares((left[0], left[1]), ratios)
        for player in (0, 1):
            down = after.showdowns(left[1 - player].astype(np.float32)) / 2
            sums[player][:, inside] += shares[player] * rivals[player] - down
            weights[player][:, inside] += rivals[player]
    values = np.empty(shape)
    for player in (0, 1):
        other = reaches[1 - player].astype(np.float32)
        down = divide(facts.showdowns(other) / 2, facts.rivals(other))
        values[player] = down + divide(sums[player], weights[player])
    return values


def make_boards(network: ValueNetwork, cards: int, seed: int, ahead: int) -> Games:
    """Values on some boards."""
    rng, games = np.random.default_rng(seed), Games()
    for _ in range(BOARDS):
        board = tuple(DECK[card] for card in rng.choice(52, cards, replace=False))
        facts = BoardFacts(board)
        strengths = orders(board, facts)
        deck = [card for card in DECK if card not in board]
        if cards:
            some = [(deck[place],) for place in rng.permutation(len(deck))[:ahead]]
        else:
            flops = [rng.choice(52, 3, replace=False) for _ in range(ahead)]
            some = [tuple(DECK[card] for card in flop) for flop in flops]
        both = [
            np.array([random_range(rng, facts.holdings, strengths) for _ in range(BATCH)])
            for _ in (0, 1)
        ]
        ratios = rng.choice(RATIOS, BATCH)
        values = values_ahead(network, facts, some, (both[0], both[1]), ratios)
        for row, ratio in enumerate(ratios):
            games.add(board, float(ratio), [one[row] for one in both], list(values[:, row]))
    return games


def main() -> None:
    """Value boards until time is up."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=RawTextHelpFormatter)
    add_options(parser)
    parser.add_argument("--network", type=Path, required=True, help="values after the card")
    parser.add_argument(
        "--cards", type=int, required=True, help="on the board: 3, or 0 before the flop"
    )
    parser.add_argument("--ahead", type=int, default=16, help="cards that may come next (16)")
    options = parser.parse_args()
    network = ValueNetwork.load(options.network)
    make_files(options, lambda seed: make_boards(network, options.cards, seed, options.ahead))


if __name__ == "__main__":
    main()
