"""Expert in time of one core: its decisions at six players, and trials.

Times are the processor's; set ``OPENBLAS_NUM_THREADS=1``, since threads that wait count too.
"""

from time import process_time

import numpy as np

from benchmarks.comparison import Comparison, report, within
from villain.agents import make_agent
from villain.game import Hand, limit_holdem, no_limit_holdem, shuffle
from villain.game.rules import Rules

HANDS, ROUNDS, ALLOWED = 40, 3, 0.300
"""Hands of a round, rounds of which the best counts, and seconds allowed for a decision."""


def compare() -> list[Comparison]:
    rows = []
    for name, rules in (("no-limit", no_limit_holdem(6)), ("limit", limit_holdem(6))):
        rounds = [decisions(rules, seed) for seed in range(1, ROUNDS + 1)]
        for what, of in (
            ("on average", np.mean),
            ("in 95 % at most", lambda spent: np.quantile(spent, 0.95)),
            ("at most", np.max),
        ):
            claim = f"a decision at six players, {name}, {what}, in ms"
            rows.append(within(claim, min(float(of(spent)) for spent in rounds), ALLOWED))
    return rows


def decisions(rules: Rules, seed: int) -> np.ndarray:
    """The time of each decision of one expert among five persons."""
    players = [make_agent("expert", 1), *(make_agent("person", seed) for seed in range(2, 7))]
    rng, spent = np.random.default_rng(seed), list[float]()
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
