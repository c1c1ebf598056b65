"""Huang's agents in time of one core: ms a decision with what it learns, and hands a second."""

from time import process_time
from typing import NamedTuple

import numpy as np

from benchmarks.comparison import Comparison, at_least, report, within
from villain.agents import make_agent
from villain.game import Hand, no_limit_holdem, shuffle

HANDS, ROUNDS = 100, 3
HEADS_UP = (("call",), ("random",))
AGENTS = {
    "huang:mc-random": (0.008, HEADS_UP),
    "huang:mc-self-model": (0.008, HEADS_UP),
    "huang:exploit": (0.008, HEADS_UP),
    "cheze": (0.001, (*HEADS_UP, ("call", "random"))),
}
"""Seconds a decision, and against whom. The first two try three actions in 100 trials each."""

TABLE = 10 * 10_000 * 2 / 3600 / 2
"""Hands a second on each of two cores, so that Table 5.1 takes an hour at full scale."""


class Spent(NamedTuple):
    """What a match cost: the agent's own time for decisions and lessons, and all of it."""

    decisions: int
    own: float
    hands: int
    whole: float


def compare() -> list[Comparison]:
    rows: list[Comparison] = []
    for spec, (allowed, matches) in AGENTS.items():
        for rivals in matches:
            # Other deals in every match: a board that was seen before would cost nothing.
            seeds = range((ROUNDS + 1) * len(rows), (ROUNDS + 1) * (len(rows) + 1))
            against = " and ".join(rivals)
            play((spec, *rivals), 5, seeds[0])  # compiles, and loads the tables
            rounds = [play((spec, *rivals), HANDS, seed) for seed in seeds[1:]]
            each = min(spent.own / spent.decisions for spent in rounds)
            speed = max(spent.hands / spent.whole for spent in rounds)
            rows += [
                within(f"{spec} against {against}, a decision in ms", each, allowed),
                at_least(f"{spec} against {against}, hands a second", speed, TABLE, 1),
            ]
    return rows


def play(specs: tuple[str, ...], hands: int, seed: int) -> Spent:
    """A match in which the button moves, for the first of the agents; every board is new."""
    count, rng = len(specs), np.random.default_rng(seed)
    rules, players = no_limit_holdem(count), [make_agent(spec, 1) for spec in specs]
    decisions, own, began = 0, 0.0, process_time()
    for number in range(hands):
        seats = [(number + seat) % count for seat in range(count)]
        hand = Hand(rules, shuffle(rules, rng), tuple(specs[who] for who in seats))
        while hand.seat is not None:
            who, seen = seats[hand.seat], hand.observation(hand.seat)
            started = process_time()
            action = players[who].act(seen)
            if who == 0:
                own += process_time() - started
                decisions += 1
            hand.act(action)
        for seat, who in enumerate(seats):
            seen, started = hand.observation(seat), process_time()
            players[who].watch(seen)
            if who == 0:
                own += process_time() - started
    return Spent(decisions, own, hands, process_time() - began)


if __name__ == "__main__":
    report(compare, __doc__)
