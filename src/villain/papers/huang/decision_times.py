"""The time that agents think: every decision of some hands, on a clock."""

from collections.abc import Sequence
from time import perf_counter
from typing import NamedTuple

import numpy as np

from villain.agents.registry import make_agent
from villain.arena.seating import at_table, distinct_names
from villain.game.deal import shuffle
from villain.game.hand import Hand
from villain.game.rules import Rules
from villain.kernels.arrays import FloatArray

WARM = 20
"""The first hands do not count: compiled code and tables are loaded in them."""


class Thinking(NamedTuple):
    """Milliseconds a decision."""

    decisions: int
    mean: float
    median: float
    slowest: float

    def __str__(self) -> str:
        return f"{self.mean:.2f} (median {self.median:.2f}, 99 % within {self.slowest:.1f})"


def decision_times(rules: Rules, agents: Sequence[str], hands: int, seed: int) -> list[FloatArray]:
    """Let agents play one table in this process: the milliseconds of each one's decisions.

    What it costs to watch a hand's end is shared out among them.

    >>> from villain.game.presets import no_limit_holdem
    >>> spent = decision_times(no_limit_holdem(3), ("call", "raise", "call"), 30, 1)
    >>> [thinking(times).mean < 1 for times in spent]
    [True, True, True]
    """
    names = distinct_names(tuple(agents))
    players = [make_agent(spec, seed + number) for number, spec in enumerate(agents)]
    rng, seating = np.random.default_rng(seed), tuple(range(rules.players))
    spent: list[list[float]] = [[] for _ in agents]
    watched = np.zeros(len(players))
    for deal in range(WARM + hands):
        seated = at_table(seating, deal)
        hand = Hand(rules, shuffle(rules, rng), tuple(names[who] for who in seated))
        while hand.seat is not None:
            who, seen = seated[hand.seat], hand.observation(hand.seat)
            started = perf_counter()
            action = players[who].act(seen)
            if deal >= WARM:
                spent[who].append(perf_counter() - started)
            hand.act(action)
        for seat, who in enumerate(seated):
            seen = hand.observation(seat)
            started = perf_counter()
            players[who].watch(seen)
            watched[who] += (perf_counter() - started) * (deal >= WARM)
    return [
        1000 * (np.array(one) + extra / max(1, len(one)))
        for one, extra in zip(spent, watched, strict=True)
    ]


def thinking(times: FloatArray) -> Thinking:
    """Times summed up."""
    if not len(times):
        return Thinking(0, 0.0, 0.0, 0.0)
    mean, median = float(times.mean()), float(np.median(times))
    return Thinking(len(times), mean, median, float(np.quantile(times, 0.99)))
