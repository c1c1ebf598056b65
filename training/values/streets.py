"""Streets solved with a network at their end: what every holding has at their beginning.

    python -m training.values.streets --cards 4 --network turn_end.npz --out FOLDER [--seconds 600]

Boards, ranges and stacks are random; files are as those of `turns`.
"""

import argparse
from argparse import RawTextHelpFormatter
from pathlib import Path

import numpy as np

from training.values.games import Games, add_options, make_files
from training.values.ranges import BEFORE_FLOP, random_range
from training.values.rivers import RATIOS
from training.values.turns import orders
from villain.cards.card import DECK, Card
from villain.game.actions import CALL, raise_to
from villain.game.presets import no_limit_holdem
from villain.game.public_state import PublicState
from villain.kernels.arrays import FloatArray
from villain.solver.street_betting import BetMenu, street_tree
from villain.solver.street_game import street_game
from villain.solver.street_solution import StreetSolution
from villain.solver.values.board_facts import BoardFacts
from villain.solver.values.network import ValueNetwork

CHUNK = 50
POT = 2000
"""Chips in the pot at the beginning of a street, with blinds of 1 and 2."""

MENU = BetMenu(bets=(0.75,), raises=(1.0,), all_in=3.0, most=2)
ITERATIONS, EVERY = 40, 2
BEFORE = 0.6
"""So often ranges on the flop go by what hands were worth before it, as most do in play."""


def street_start(board: tuple[Card, ...], ratio: float) -> PublicState:
    """A table at the beginning of a street, with so many pots behind."""
    stack = max(round(ratio * POT), 4)
    state = PublicState.at_start(no_limit_holdem(2, stack=POT // 2 + stack))
    state.act(raise_to(POT // 2))
    state.act(CALL)
    state.deal(board[:3])
    for card in board[3:]:
        state.act(CALL)
        state.act(CALL)
        state.deal((card,))
    return state


def solve_street(
    network: ValueNetwork,
    board: tuple[Card, ...],
    ranges: tuple[FloatArray, FloatArray],
    ratio: float,
    iterations: int = ITERATIONS,
) -> list[FloatArray]:
    """What each holding of the board has, in pots beyond half the pot; ranges are by holding."""
    facts = BoardFacts(board)
    wide = []
    for held in ranges:
        weights = np.zeros(1326)
        weights[facts.holdings] = held
        wide.append(weights)
    game = street_game(street_tree(street_start(board, ratio), MENU), wide)
    solution = StreetSolution(game, network.on(game.facts), every=EVERY)
    solution.improve(iterations)
    return [solution.values(player) / POT for player in (0, 1)]


def make_streets(network: ValueNetwork, cards: int, seed: int, count: int = CHUNK) -> Games:
    """So many solved streets."""
    rng, games = np.random.default_rng(seed), Games()
    for _ in range(count):
        board = tuple(DECK[card] for card in rng.choice(52, cards, replace=False))
        facts = BoardFacts(board)
        strengths = orders(board, facts)
        if cards == 3 and rng.random() < BEFORE:
            strengths = [BEFORE_FLOP[facts.holdings]]
        both = tuple(random_range(rng, facts.holdings, strengths) for _ in (0, 1))
        ratio = float(rng.choice(RATIOS))
        games.add(board, ratio, both, solve_street(network, board, (both[0], both[1]), ratio))
    return games


def main() -> None:
    """Solve streets until time is up."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=RawTextHelpFormatter)
    add_options(parser)
    parser.add_argument("--network", type=Path, required=True, help="values at the street's end")
    parser.add_argument("--cards", type=int, required=True, help="on the board: 3 or 4")
    options = parser.parse_args()
    network = ValueNetwork.load(options.network)
    make_files(options, lambda seed: make_streets(network, options.cards, seed))


if __name__ == "__main__":
    main()
