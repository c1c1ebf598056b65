"""Values before a card is dealt, from a network that knows them after it.

    python -m training.values.cards_ahead --cards 3 --network turn_start.npz --out FOLDER

For each board several pairs of ranges and stacks are valued at once, over some of the next cards;
files are as those of `turns`. With ``--solve`` the network knows the end of the next street, which
is solved after every card: slow, and right as far as that network is.
"""

import argparse
from argparse import RawTextHelpFormatter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from training.values.games import Games, add_options, make_files
from training.values.ranges import BEFORE_FLOP, random_range
from training.values.rivers import RATIOS
from training.values.streets import solve_street
from training.values.turns import divide, orders
from villain.cards.card import DECK, Card
from villain.kernels.arrays import FloatArray
from villain.solver.values.board_facts import BoardFacts, class_means
from villain.solver.values.network import ValueNetwork

BATCH, BOARDS = 12, 10
"""Pairs of ranges on each board, and boards in a file."""

FIRST_BATCH = 60
"""Pairs of ranges before the flop in a file."""


Valuer: TypeAlias = Callable[
    [BoardFacts, tuple[FloatArray, FloatArray], FloatArray], npt.NDArray[Any]
]
"""From a board, both weights (rows of holdings) and ratios to values in pots, by player and row."""


def values_ahead(
    valuer: Valuer,
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
        shares = valuer(after, (left[0], left[1]), ratios)
        for player in (0, 1):
            other = left[1 - player].astype(np.float32)
            rivals = after.rivals(other)
            sums[player][:, inside] += shares[player] * rivals - after.showdowns(other) / 2
            weights[player][:, inside] += rivals
    values = np.empty(shape)
    for player in (0, 1):
        other = reaches[1 - player].astype(np.float32)
        down = divide(facts.showdowns(other) / 2, facts.rivals(other))
        values[player] = down + divide(sums[player], weights[player])
    return values


def by_network(network: ValueNetwork) -> Valuer:
    """Values by a network."""
    return lambda facts, reaches, ratios: network.on(facts).shares(reaches, ratios)[0]


def by_solving(network: ValueNetwork) -> Valuer:
    """Values by solving the street, with a network at its end."""

    def solve(
        facts: BoardFacts, reaches: tuple[FloatArray, FloatArray], ratios: FloatArray
    ) -> FloatArray:
        rows = zip(*reaches, ratios, strict=True)
        solved = [solve_street(network, facts.board, (one, two), r) for one, two, r in rows]
        return np.array(solved).swapaxes(0, 1)

    return solve


def make_boards(
    valuer: Valuer, cards: int, seed: int, ahead: int, batch: int = BATCH, boards: int = BOARDS
) -> Games:
    """Values on some boards."""
    rng, games = np.random.default_rng(seed), Games()
    for _ in range(boards):
        board = tuple(DECK[card] for card in rng.choice(52, cards, replace=False))
        facts = BoardFacts(board)
        deck = [card for card in DECK if card not in board]
        some = [(deck[place],) for place in rng.permutation(len(deck))[:ahead]]
        strengths = orders(board, facts)
        ranges = [random_range(rng, facts.holdings, strengths) for _ in range(2 * batch)]
        _add_values(games, rng, valuer, facts, some, np.array(ranges))
    return games


def make_openings(valuer: Valuer, seed: int, ahead: int) -> Games:
    """Values before the flop, over some flops; all hands of a class are alike."""
    rng, games, facts = np.random.default_rng(seed), Games(), BoardFacts(())
    flops = [tuple(DECK[card] for card in rng.choice(52, 3, replace=False)) for _ in range(ahead)]
    ranges = [random_range(rng, facts.holdings, [BEFORE_FLOP]) for _ in range(2 * FIRST_BATCH)]
    _add_values(games, rng, valuer, facts, flops, class_means(np.array(ranges)))
    return games


def _add_values(
    games: Games,
    rng: np.random.Generator,
    valuer: Valuer,
    facts: BoardFacts,
    dealt: Sequence[tuple[Card, ...]],
    ranges: FloatArray,
) -> None:
    one, two = np.split(ranges, 2)
    ratios = rng.choice(RATIOS, len(one))
    values = values_ahead(valuer, facts, dealt, (one, two), ratios)
    if not facts.board:
        values = class_means(values)
    for row, ratio in enumerate(ratios):
        games.add(facts.board, float(ratio), [one[row], two[row]], list(values[:, row]))


def main() -> None:
    """Value boards until time is up."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=RawTextHelpFormatter)
    add_options(parser)
    parser.add_argument("--network", type=Path, required=True, help="values after the card")
    parser.add_argument(
        "--cards", type=int, required=True, help="on the board: 3, or 0 before the flop"
    )
    parser.add_argument("--ahead", type=int, default=16, help="cards that may come next (16)")
    parser.add_argument(
        "--solve",
        action="store_true",
        help="solve every street after the card, with the network at its end: to judge by",
    )
    options = parser.parse_args()
    network = ValueNetwork.load(options.network)
    valuer = by_solving(network) if options.solve else by_network(network)
    batch, boards = (1, 1) if options.solve else (BATCH, BOARDS)
    if options.cards:
        make_files(
            options,
            lambda seed: make_boards(valuer, options.cards, seed, options.ahead, batch, boards),
        )
    else:
        make_files(options, lambda seed: make_openings(valuer, seed, options.ahead))


if __name__ == "__main__":
    main()
