"""What a turn costs that was solved with the network at its end, in the whole game to the river.

    python -m tests.solver.measure_turns --turns 50 --seed 71

Random boards, ranges and stacks. Each player in turn is held to the strategy for the turn that the
network's values gave; rivers and the other player are free. What he then has less than in the whole
game's solution is his loss; a turn's is the mean of both, in parts of the pot.
"""

from argparse import ArgumentParser

import numpy as np

import villain.cli  # noqa: F401  first: it says how many threads NumPy may use
from tests.solver.test_street_games import held_to
from training.values.ranges import orders, played_range
from training.values.street_shapes import POT, street_start
from villain.cards.card import DECK
from villain.cards.range import Range
from villain.kernels.arrays import FloatArray
from villain.solver.sizes import BetSizes
from villain.solver.solution import Solution
from villain.solver.solvable import solvable_spot
from villain.solver.spot import Spot
from villain.solver.street_betting import BetMenu, street_tree
from villain.solver.street_game import street_game
from villain.solver.street_solution import StreetSolution
from villain.solver.values.board_facts import BoardFacts
from villain.solver.values.checked_down import CheckedDown
from villain.solver.values.sources import NETWORKS

MENU = BetMenu(bets=(0.75,), raises=(), all_in=1e6, committed=1.0, most=1)
SIZES = BetSizes.parse("turn 75%, a / a; river 75%, a / a")
STACKS, BETS = (0.3, 12), (0.05, 0.5)
"""Between these stacks are behind, and bets in limit, in pots."""

MOST, NEAR = 300, 1e-3
"""Holdings of each range, and how near to equilibrium whole games are solved, in pots."""


def some_range(rng: np.random.Generator, facts: BoardFacts) -> FloatArray:
    """A range as betting makes it, its lightest holdings left out."""
    weights = played_range(rng, facts.holdings, orders(facts.board, facts))
    weights[weights < np.sort(weights)[-MOST]] = 0
    wide = np.zeros(1326)
    wide[facts.holdings] = weights / weights.max()
    return wide


def losses(
    rng: np.random.Generator, iterations: int, *, limit: bool = False
) -> tuple[float, list[float]]:
    """A random turn's ratio of stack (in limit: of a bet) to pot; what either way of valuing loses.

    The network's loss comes first, then that of checking down.
    """
    board = tuple(DECK[card] for card in rng.choice(52, 4, replace=False))
    ranges = [some_range(rng, BoardFacts(board)) for _ in (0, 1)]
    ratio = float(np.exp(rng.uniform(*np.log(BETS if limit else STACKS))))
    state = street_start(board, ratio, limit=limit)
    one, two = Range(ranges[0]), Range(ranges[1])
    whole = solvable_spot(Spot.of(state, (one, two), (SIZES, SIZES), all_in=1.0))
    free = Solution(whole)
    free.solve(to=NEAR)
    street = street_game(street_tree(state, MENU), ranges)
    lost = []
    rules = state.rules
    for end in (NETWORKS.at_end(street.facts, rules), CheckedDown(street.facts)):
        solution = StreetSolution(street, end)
        solution.improve(iterations)
        both = 0.0
        for player in (0, 1):
            locked = Solution(whole, locks=held_to(solution, whole, player).locks)
            locked.solve(to=NEAR, iterations=200)
            both += free.value(player) - locked.value(player)
        lost.append(both / 2 / POT)
    return ratio, lost


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=50)
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--seed", type=int, default=71)
    parser.add_argument("--limit", action="store_true", help="limit instead of no-limit")
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    rows = []
    for number in range(options.turns):
        ratio, lost = losses(rng, options.iterations, limit=options.limit)
        rows.append(lost)
        print(f"{number + 1:3}  ratio {ratio:5.2f}  {lost[0]:.4f}  {lost[1]:.4f}", flush=True)
    table = np.array(rows)
    spread = 1.96 * table.std(axis=0, ddof=1) / np.sqrt(len(table))
    for name, mean, around, most in zip(
        ("network", "checked down"), table.mean(axis=0), spread, table.max(axis=0), strict=True
    ):
        print(f"{name}: {mean:.4f} ± {around:.4f} of the pot, at most {most:.4f}")


if __name__ == "__main__":
    main()
