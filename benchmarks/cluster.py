"""How fast a cluster of two workers on this machine is beside two processes.

    python -m benchmarks.cluster --rounds 5

Each round plays the same matches in two processes, on Ray and on Dask, one after the other, so
that what else the machine does is shared out; the next round has other cards, since workers that
stay remember boards. The first round, in which everything is loaded and compiled, does not count.
Processes are forked anew for each tournament, from a process that has played already, and so begin
nearly as warm as a cluster. Needs the extra ``cluster``.
"""

import argparse
from dataclasses import replace
from statistics import median
from time import perf_counter

import numpy as np

from villain.arena import RoundRobinPlan, play_round_robin
from villain.game import limit_holdem
from villain.work import Workers, Workplace

AGENTS = ("loki:bpm", "loki:bpt", "poki")


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--deals", type=int, default=1000, help="of each pair (1000)")
    parser.add_argument("--rounds", type=int, default=5, help="that count (5)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--on", nargs="*", default=["ray", "dask"], help="places (ray dask)")
    options = parser.parse_args()
    plan = RoundRobinPlan(limit_holdem(2), AGENTS, options.deals, options.seed)
    places: dict[str, Workers] = {"2 processes": 2}
    places |= {on: Workplace.parse(on, 2) for on in options.on}
    play_round_robin(replace(plan, deals=20))
    seconds: dict[str, list[float]] = {name: [] for name in places}
    for number in range(options.rounds + 1):
        for name, where in places.items():
            took = _seconds(replace(plan, seed=plan.seed + number), where)
            if number:
                seconds[name].append(took)
    hands = len(plan.matches()) * 2 * options.deals
    seeds = f"seeds from {options.seed} on"
    print(f"{' '.join(AGENTS)}, limit, {hands:,} hands, {seeds}, two at a time")
    base = np.array(seconds["2 processes"])
    for name, all_took in seconds.items():
        shares = base / np.array(all_took)
        best, middle = min(all_took), median(all_took)
        print(
            f"{name:12} best {best:6.2f} s, median {middle:6.2f} s; efficiency "
            f"{base.min() / best:4.0%} by the best, {median(shares):4.0%} by the median of rounds "
            f"({min(shares):.0%} to {max(shares):.0%})"
        )


def _seconds(plan: RoundRobinPlan, workers: Workers) -> float:
    began = perf_counter()
    play_round_robin(plan, workers=workers)
    return perf_counter() - began


if __name__ == "__main__":
    main()
