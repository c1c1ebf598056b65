"""The solver in time of one core: a river and a turn to two distances, a flop on all cores.

    python -m benchmarks.solver               river and turn, with where the time goes
    python -m benchmarks.solver --flop        a three-bet pot as well: minutes, and 2 GB
    python -m benchmarks.solver --json        the figures alone, for `python -m benchmarks`
    python -m benchmarks.solver --schemes     iterations that each scheme needs, spot by spot

Allowed times are for a core that ranks 250 million random seven-card hands a second; on another one
they are scaled by that figure, which is measured first. *Theirs* is an open solver in Rust, on
another machine. Times are the processor's, but for the flop.
"""

import argparse
import json
import os
import sys
from dataclasses import asdict
from time import monotonic, process_time
from typing import NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.comparison import Comparison, within
from villain.kernels.evaluator import rank_hands
from villain.solver.schemes import SCHEMES
from villain.solver.solution import Solution
from villain.solver.solvable import Solvable, plan_spot, solvable_spot
from villain.solver.spot import Spot

EVERYTHING = "22+, A2+, K2+, Q2+, J2+, T2+, 92+, 82+, 72+, 62+, 52+, 42+, 32"
TIGHT = "22+, A9s+, ATo+, KTs+, QTs+, JTs, T9s, 98s, 87s, 76s"
LOOSE = "22+, A2s+, A8o+, K9s+, KTo+, QTs+, QJo, JTs, T9s, 98s, 87s"
THREE_BETTOR = "66+, A8s+, A5s-A2s, ATo+, K9s+, KJo+, QTs+, QJo, J9s+, T9s, 98s, 87s, 76s"
CALLER = "22+, A2s+, A9o+, K8s+, KTo+, Q9s+, QTo+, J9s+, JTo, T8s+, 98s, 87s, 76s, 65s"

RIVER = Spot.parse(
    "Ks7d2c4h9s", pot=10, stacks=50, ranges=(EVERYTHING, EVERYTHING), sizes="33%, 75%, 150%, a"
)
TURN = Spot.parse("Ks7d2c4h", pot=10, stacks=40, ranges=(TIGHT, LOOSE), sizes="50%, a")
FLOP = Spot.parse("Qs8s3d", pot=20, stacks=80, ranges=(THREE_BETTOR, CALLER), sizes="50%, 100%")

USUAL = 250e6
DISTANCES = (0.01, 0.005, 0.002, 0.001)


class Goal(NamedTuple):
    """A spot, a distance in pots, the seconds that are allowed, and those of the other solver."""

    name: str
    spot: Spot
    distance: float
    allowed: float
    theirs: float


GOALS = (
    Goal("river, 1,081 holdings each, four sizes, to 0.5 %", RIVER, 0.005, 0.35, 0.17),
    Goal("the same to 0.1 %", RIVER, 0.001, 1.1, 0.52),
    Goal("turn, 165 and 253 holdings, to 0.5 %", TURN, 0.005, 3.2, 1.6),
    Goal("the same to 0.1 %", TURN, 0.001, 7.0, 3.4),
)
FLOP_GOAL = Goal("three-bet-pot flop, 203 and 290 holdings, to 0.5 %", FLOP, 0.005, 300.0, 20.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--flop", action="store_true", help="also the flop, on all cores")
    parser.add_argument("--schemes", action="store_true", help="compare the schemes instead")
    parser.add_argument("--json", action="store_true", help="river and turn alone, as JSON")
    options = parser.parse_args()
    screen = Console(width=120)
    if options.json:
        rows = compare()
        print(json.dumps([asdict(row) for row in rows], indent=2))
        sys.exit(0 if all(row.met for row in rows) else 1)
    if options.schemes:
        screen.print(compare_schemes())
        return
    speed = evaluations()
    screen.print(f"{speed / 1e6:,.0f} million seven-card hands a second")
    table = Table("", "seconds", "allowed", "theirs", "iterations", box=None, pad_edge=False)
    met = True
    for goal in GOALS:
        seconds, iterations = best_of(goal, 3)
        allowed = goal.allowed * USUAL / speed
        met &= seconds <= allowed
        table.add_row(
            goal.name, f"{seconds:.2f}", f"{allowed:.2f}", f"{goal.theirs:.2f}", str(iterations)
        )
    if options.flop:
        seconds, gigabytes, iterations = solve_flop()
        met &= seconds <= FLOP_GOAL.allowed
        name = f"{FLOP_GOAL.name}, {gigabytes:.1f} GB"
        table.add_row(
            name,
            f"{seconds:.0f}",
            f"{FLOP_GOAL.allowed:.0f}",
            f"{FLOP_GOAL.theirs:.0f}",
            str(iterations),
        )
    screen.print(table)
    screen.print(where_time_goes())
    sys.exit(0 if met else 1)


def compare() -> list[Comparison]:
    """River and turn beside the times that are allowed on this core."""
    slower = USUAL / evaluations()
    return [
        within(f"{goal.name}, in ms", best_of(goal, 3)[0], goal.allowed * slower) for goal in GOALS
    ]


def evaluations(hands: int = 2_000_000) -> float:
    """Random seven-card hands ranked a second."""
    rng = np.random.default_rng(1)
    cards = rng.random((hands // 10, 52)).argpartition(7, axis=1)[:, :7].astype(np.uint8)
    cards, ranks = np.tile(cards, (10, 1)), np.empty(hands, np.int16)
    rank_hands(cards, ranks)
    spent = []
    for _ in range(5):
        start = process_time()
        rank_hands(cards, ranks)
        spent.append(process_time() - start)
    return hands / min(spent)


def best_of(goal: Goal, times: int) -> tuple[float, int]:
    """The least processor time in which the goal is reached, set-up and all looks included."""
    Solution(solvable_spot(goal.spot)).solve(iterations=2)
    spent = []
    for _ in range(times):
        start = process_time()
        solution = Solution(solvable_spot(goal.spot))
        solution.solve(to=goal.distance)
        spent.append(process_time() - start)
    return min(spent), solution.iterations


def solve_flop() -> tuple[float, float, int]:
    cores = os.cpu_count() or 1
    plan, _, _ = plan_spot(FLOP)
    start = monotonic()
    solution = Solution(solvable_spot(FLOP), threads=cores)
    solution.solve(to=FLOP_GOAL.distance)
    return monotonic() - start, plan.gigabytes(8.0), solution.iterations


def where_time_goes() -> Table:
    """One iteration of river and turn: set-up, learning, and a look at the distance."""
    table = Table("", "set-up", "an iteration", "a look", box=None, pad_edge=False)
    for name, spot in (("river", RIVER), ("turn", TURN)):
        start = process_time()
        game = solvable_spot(spot)
        solution = Solution(game)
        set_up = process_time() - start
        start = process_time()
        solution.improve(20)
        iteration = (process_time() - start) / 20
        start = process_time()
        solution.distance()
        look = process_time() - start
        table.add_row(name, *(f"{1000 * part:.1f} ms" for part in (set_up, iteration, look)))
    return table


def compare_schemes() -> Table:
    """The iterations after which each scheme was found at each distance, looked at every five."""
    table = Table("spot", "scheme", *(f"{100 * one:g} %" for one in DISTANCES), box=None)
    small = Spot.parse("Ah8d8c4h9h", pot=20, stacks=30, ranges=(TIGHT, LOOSE), sizes="50%, 100%, a")
    for name, spot in (("river", RIVER), ("small river", small), ("turn", TURN)):
        game = solvable_spot(spot)
        for scheme in SCHEMES:
            table.add_row(name, scheme, *iterations_needed(game, scheme))
    return table


def iterations_needed(game: Solvable, scheme: str, most: int = 400) -> list[str]:
    solution, needed = Solution(game, scheme=scheme), list[str]()
    while len(needed) < len(DISTANCES) and solution.iterations < most:
        solution.improve(5)
        distance = solution.distance()
        while len(needed) < len(DISTANCES) and distance <= DISTANCES[len(needed)]:
            needed.append(str(solution.iterations))
    return needed + [""] * (len(DISTANCES) - len(needed))


if __name__ == "__main__":
    main()
