"""How long the equilibrium player thinks: processor time a decision by street, and memory.

python -m benchmarks.equilibrium --against person --hands 30 --seed 1
"""

import resource
from argparse import ArgumentParser
from time import process_time

import numpy as np

import villain.cli  # noqa: F401  first: it says how many threads NumPy may use
from villain.agents import make_agent
from villain.game import Hand, no_limit_holdem, shuffle

STREETS = ("before the flop", "flop", "turn", "river")


def main() -> None:
    """Play some hands and print a table."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--agent", default="equilibrium")
    parser.add_argument("--against", default="person")
    parser.add_argument("--stack", type=int, default=100, help="big blinds")
    parser.add_argument("--hands", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rules = no_limit_holdem(2, stack=2 * asked.stack)
    players = make_agent(asked.agent, asked.seed), make_agent(asked.against, asked.seed + 1)
    rng = np.random.default_rng(asked.seed)
    times: list[list[float]] = [[] for _ in STREETS]
    for number in range(asked.hands):
        own = number % 2
        hand = Hand(rules, shuffle(rules, rng), ("one", "other"))
        while hand.seat is not None:
            seen = hand.observation(hand.seat)
            began = process_time()
            action = players[hand.seat != own].act(seen)
            if hand.seat == own:
                times[seen.street].append(process_time() - began)
            hand.act(action)
    print(f"{'':16}decisions   median      90 %      most")
    everything = [one for spent in times for one in spent]
    for street, spent in zip((*STREETS, "all"), (*times, everything), strict=True):
        if spent:
            middle, high, most = np.quantile(spent, (0.5, 0.9, 1))
            print(f"{street:16}{len(spent):9}{middle:7.2f} s{high:8.2f} s{most:8.2f} s")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"memory {memory:.0f} MB, {asked.against} included")


if __name__ == "__main__":
    main()
