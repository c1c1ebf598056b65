"""How well the equilibrium player's ranges know what somebody holds, by its doubt.

    python -m tests.agents.measure_doubt --against person --hands 60 --seed 6

At its first decision on each street: the logarithm of the weight of what he really holds in the
range by Bayes, beside that in a range of all holdings alike. Below 0 the range knows less than
nothing. Every doubt sees the same hands.
"""

from argparse import ArgumentParser
from dataclasses import replace

import numpy as np

import villain.cli  # noqa: F401  first: it says how many threads NumPy may use
from villain.agents import make_agent
from villain.cards.combo import Combo
from villain.cards.range import possible
from villain.game import Hand, no_limit_holdem, shuffle
from villain.solver.resolving import Resolver
from villain.solver.street_solving import ResolverSettings

DOUBTS = (0.02, 0.05, 0.1, 0.2)
ITERATIONS = 30


def main() -> None:
    """Play some hands and print a table."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--against", default="person")
    parser.add_argument("--hands", type=int, default=60)
    parser.add_argument("--seed", type=int, default=6)
    asked = parser.parse_args()
    rules, rng = no_limit_holdem(2), np.random.default_rng(asked.seed)
    own = make_agent(f"equilibrium:iterations={ITERATIONS},doubt=0.02", 1)
    other = make_agent(asked.against, 2)
    settings = ResolverSettings(iterations=ITERATIONS)
    resolvers = [Resolver(replace(settings, doubt=doubt)) for doubt in DOUBTS]
    rows: dict[int, list[list[float]]] = {1: [], 2: [], 3: []}
    for number in range(asked.hands):
        hand, seat, last = Hand(rules, shuffle(rules, rng), ("a", "b")), number % 2, 0
        while hand.seat is not None:
            seen = hand.observation(hand.seat)
            if hand.seat == seat and seen.street > last:
                last = seen.street
                free = possible((*seen.hole, *seen.board))
                held = Combo.of(*hand.observation(1 - seat).hole)
                row = []
                for resolver in resolvers:
                    weights = resolver.follow(rules, seen.events, seat).ranges[1 - seat] * free
                    row.append(float(np.log(weights[held] / weights.sum() * free.sum())))
                rows[last].append(row)
            hand.act((own if hand.seat == seat else other).act(seen))
    for place, doubt in enumerate(DOUBTS):
        means = [f"{np.mean(row, axis=0)[place]:+.2f} ({len(row)})" for row in rows.values() if row]
        print(f"doubt {doubt:g}: {', '.join(means)}")


if __name__ == "__main__":
    main()
