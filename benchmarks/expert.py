"""Expert in time of one core: its decisions at six players, and trials.

Times are the processor's; set ``OPENBLAS_NUM_THREADS=1``, since threads that wait count too.
"""

from time import process_time

import numpy as np

from benchmarks.comparison import Comparison, report
from villain.agents import make_agent
from villain.game import Hand, limit_holdem, no_limit_holdem, shuffle
from villain.game.rules import Rules

HANDS, ALLOWED = 80, 0.300
"""Hands that are played, and seconds that are allowed for a decision."""


def compare() -> list[Comparison]:
    rows = []
    for name, rules in (("no-limit", no_limit_holdem(6)), ("limit", limit_holdem(6))):
        spent = decisions(rules)
        for what, value in (
            ("on average", spent.mean()),
            ("in 95 % at most", np.quantile(spent, 0.95)),
            ("at most", spent.max()),
        ):
            rows.append(
                Comparison(
                    f"a decision at six players, {name}, {what}, in ms",
                    f"{1000 * value:,.0f}",
                    f"{1000 * ALLOWED:,.0f}",
                    ALLOWED / float(value),
                    "at least 1",
                    bool(value <= ALLOWED),
                )
            )
    return rows


def decisions(rules: Rules) -> np.ndarray:
    """The time of each decision of one expert among five persons."""
    players = [make_agent("expert", 1), *(make_agent("person", seed) for seed in range(2, 7))]
    rng, spent = np.random.default_rng(1), list[float]()
    for number in range(HANDS):
        order = [(seat + number) % 6 for seat in range(6)]
        hand = Hand(rules, shuffle(rules, rng), tuple(f"player {who}" for who in order))
        while hand.seat is not None:
            who, start = order[hand.seat], process_time()
            action = players[who].act(hand.observation(hand.seat))
            if who == 0:
                spent.append(process_time() - start)
            hand.act(action)
        for seat, who in enumerate(order):
            players[who].watch(hand.observation(seat))
    return np.array(spent)


if __name__ == "__main__":
    report(compare, __doc__)
