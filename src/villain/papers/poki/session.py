"""Hands at one table, one after the other, for those who want to look at each decision."""

from collections.abc import Iterator

import numpy as np

from villain.agents.agent import Agent
from villain.agents.registry import make_agent
from villain.arena.seating import distinct_names
from villain.game.deal import shuffle
from villain.game.hand import Hand
from villain.game.presets import limit_holdem


def deal_session(specs: tuple[str, ...], seed: int) -> Iterator[tuple[Hand, list[Agent]]]:
    """A new hand with its agents by seat, again and again; whoever takes it plays it to its end.

    The button moves on every hand, and when the next is dealt everybody has seen how the last
    one ended.
    """
    names, rules = distinct_names(specs), limit_holdem(len(specs))
    rng = np.random.default_rng(seed)
    agents = [make_agent(spec, seed + number) for number, spec in enumerate(specs)]
    turn = 0
    while True:
        hand = Hand(rules, shuffle(rules, rng), names[turn:] + names[:turn])
        seated = agents[turn:] + agents[:turn]
        yield hand, seated
        for seat, agent in enumerate(seated):
            agent.watch(hand.observation(seat))
        turn = (turn + 1) % len(names)
