"""How far the value networks of the flop and the turn are off, beside streets that are solved.

    python -m tests.solver.measure_values flop_end --games 40 --seed 961
    python -m tests.solver.measure_values turn_start --games 100 --seed 962 --limit

Random boards, ranges and stacks, as the networks learned from. At the start of a street it is
solved, with the network at its end. At the end of the flop the turn is solved so after each of the
49 cards that may come; what holdings have on average is what the network should have said. Errors
are means over both ranges, in pots.
"""

from argparse import ArgumentParser

import numpy as np

import villain.cli  # noqa: F401  first: it says how many threads NumPy may use
from training.values.drawn_streets import draw_pair
from training.values.ranges import orders
from training.values.rivers import LIMIT, NO_LIMIT, RATIOS
from training.values.street_shapes import MENU, POT, street_start
from villain.cards.card import DECK, Card
from villain.game.public_state import PublicState
from villain.kernels.arrays import FloatArray
from villain.solver.street_betting import street_tree
from villain.solver.street_game import street_game
from villain.solver.street_solution import StreetSolution
from villain.solver.values.board_facts import BoardFacts, facts_of
from villain.solver.values.checked_down import CheckedDown
from villain.solver.values.end_values import EndValues
from villain.solver.values.sources import NETWORKS

CARDS = {"flop": 3, "turn": 4}

CARDS_LEFT = 45
"""Cards that may come after the flop once both hands are known."""

_NOTHING = 1e-12

Ranges = tuple[FloatArray, FloatArray]


def errors(
    rng: np.random.Generator, where: str, iterations: int, *, limit: bool
) -> tuple[float, FloatArray]:
    """A random street's ratio, and how far the network and checking down are off there."""
    street, place = where.split("_")
    board = tuple(DECK[card] for card in rng.choice(52, CARDS[street], replace=False))
    facts = facts_of(board)
    ranges = draw_pair(rng, facts, orders(board, facts))
    ratio = float(RATIOS[rng.choice(LIMIT if limit else NO_LIMIT)])
    state = street_start(board, ratio, limit=limit)
    network: EndValues | None
    if place == "start":
        true = _solved(state, ranges, iterations)
        network = NETWORKS.at_start(facts, state.rules)
    else:
        true = _over_turns(board, ratio, ranges, iterations, limit=limit)
        network = NETWORKS.at_end(facts, state.rules)
    assert network is not None
    off = []
    for ends in (network, CheckedDown(facts)):
        said, both = _said(ends, facts, ranges, state.stacks[0]), 0.0
        for player in (0, 1):
            weights = ranges[player] * facts.rivals(ranges[1 - player][None])[0]
            both += float(weights @ np.abs(said[player] - true[player])) / weights.sum() / 2
        off.append(both)
    return ratio, np.array(off)


def _solved(state: PublicState, ranges: Ranges, iterations: int) -> list[FloatArray]:
    """What holdings of both have on a street, in pots; ranges are those of its board."""
    wide = [np.zeros(1326) for _ in ranges]
    for row, held in zip(wide, ranges, strict=True):
        row[facts_of(state.board).holdings] = held
    street = street_game(street_tree(state, MENU), wide)
    solution = StreetSolution(street, NETWORKS.at_end(street.facts, state.rules))
    solution.improve(iterations)
    return [solution.values(player) / POT for player in (0, 1)]


def _over_turns(
    board: tuple[Card, ...], ratio: float, ranges: Ranges, iterations: int, *, limit: bool
) -> list[FloatArray]:
    """What holdings of both have on average over all turns, in pots."""
    flop = facts_of(board)
    sums = [np.zeros(1326) for _ in ranges]
    for card in DECK:
        if card in board:
            continue
        state = street_start((*board, card), ratio, limit=limit)
        turn = facts_of(state.board)
        inside = np.isin(flop.holdings, turn.holdings)
        left = ranges[0][inside], ranges[1][inside]
        for player, each in enumerate(_solved(state, left, iterations)):
            sums[player][turn.holdings] += each * turn.rivals(left[1 - player][None])[0]
    return [
        sums[player][flop.holdings]
        / np.maximum(CARDS_LEFT * flop.rivals(ranges[1 - player][None])[0], _NOTHING)
        for player in (0, 1)
    ]


def _said(ends: EndValues, facts: BoardFacts, ranges: Ranges, stack: int) -> list[FloatArray]:
    """What holdings of both have by a value function, in pots."""
    one, two = (held[None].astype(np.float32) for held in ranges)
    values = ends.values((one, two), np.array([float(POT)]), np.array([float(stack)]))
    rivals = (facts.rivals(other[None])[0] for other in ranges[::-1])
    return [
        value[0] / np.maximum(other, _NOTHING) / POT
        for value, other in zip(values, rivals, strict=True)
    ]


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("where", choices=("flop_end", "flop_start", "turn_start"))
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--iterations", type=int, default=60)
    parser.add_argument("--seed", type=int, default=961)
    parser.add_argument("--limit", action="store_true", help="limit instead of no-limit")
    options = parser.parse_args()
    rng, rows = np.random.default_rng(options.seed), []
    for number in range(options.games):
        ratio, off = errors(rng, options.where, options.iterations, limit=options.limit)
        rows.append(off)
        print(f"{number + 1:3}  ratio {ratio:5.2f}  {off[0]:.4f}  {off[1]:.4f}", flush=True)
    table = np.array(rows)
    spread = 1.96 * table.std(axis=0, ddof=1) / np.sqrt(len(table))
    for name, mean, around in zip(
        ("network", "checked down"), table.mean(axis=0), spread, strict=True
    ):
        print(f"{name}: {mean:.4f} ± {around:.4f} pots")


if __name__ == "__main__":
    main()
