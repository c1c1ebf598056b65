"""Persons in time of one core: their decisions at two, six and ten players, no-limit and limit.

Times are the processor's; set ``OPENBLAS_NUM_THREADS=1``, since threads that wait count too. Every
style sits down; hands before the clock counts let kernels be compiled.
"""

from time import process_time

import numpy as np

from benchmarks.comparison import Comparison, report, within
from villain.agents import make_agent
from villain.game import Hand, limit_holdem, no_limit_holdem, shuffle
from villain.game.rules import Rules
from villain.kernels.arrays import FloatArray
from villain.models.crowd.people import STYLES

DECISIONS, BEFORE, ROUNDS, ALLOWED = 200, 20, 3, 0.015
"""Decisions timed, hands before them, rounds of which the best counts, and seconds allowed."""


def compare() -> list[Comparison]:
    rows = []
    for name, game in (("no-limit", no_limit_holdem), ("limit", limit_holdem)):
        for players in (2, 6, 10):
            rounds = [decisions(game(players), seed) for seed in range(1, ROUNDS + 1)]
            for what, of in (
                ("on average", np.mean),
                ("in 95 % at most", lambda spent: np.quantile(spent, 0.95)),
                ("at most", np.max),
            ):
                claim = f"a decision at {players} players, {name}, {what}, in ms"
                rows.append(within(claim, min(float(of(spent)) for spent in rounds), ALLOWED))
    return rows


def decisions(rules: Rules, seed: int) -> FloatArray:
    """The time of each decision of persons of all styles at one table."""
    styles = (*STYLES, "regular", "loose", "station", "rock")
    persons = [
        make_agent(f"person:style={style}", seed)
        for seed, style in enumerate(styles[: rules.players])
    ]
    rng, spent, hands = np.random.default_rng(seed), list[float](), 0
    while len(spent) < DECISIONS:
        hand = Hand(rules, shuffle(rules, rng), tuple(styles[: rules.players]))
        while hand.seat is not None:
            start = process_time()
            action = persons[hand.seat].act(hand.observation(hand.seat))
            if hands >= BEFORE:
                spent.append(process_time() - start)
            hand.act(action)
        hands += 1
    return np.array(spent)


if __name__ == "__main__":
    report(compare, __doc__)
