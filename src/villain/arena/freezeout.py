"""Freeze-outs: chips carry from hand to hand until one has them all."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from villain.agents.registry import make_agent
from villain.arena.clock import Clock
from villain.arena.seating import distinct_names
from villain.arena.table import Fault, play_hand
from villain.errors import VillainError
from villain.game.deal import shuffle
from villain.game.hand import Hand
from villain.game.rules import Rules

MOST_HANDS = 100_000
"""A freeze-out that is longer never ends: nobody bets."""


@dataclass(frozen=True)
class FreezeOut:
    """Who won, who went out in which order (the first out first), after how many hands."""

    winner: int
    out: tuple[int, ...]
    hands: int
    faults: tuple[Fault, ...] = ()


def play_freezeout(
    game: Callable[[int], Rules],
    agents: tuple[str, ...],
    *,
    seed: int = 0,
    patience: float = 10.0,
) -> FreezeOut:
    """Play until one has all the chips; ``game`` gives the rules for so many players.

    Who is out leaves the table, the others move up, and the button moves on every hand. Who
    fails folds, or checks where that is free.

    >>> from villain.game import one_card
    >>> play_freezeout(one_card, ("raise", "fold"), seed=1).winner
    0
    """
    full = game(len(agents))
    rng = np.random.default_rng((seed, 0))
    players = [
        make_agent(spec, int(np.random.SeedSequence((seed, 1, i)).generate_state(1)[0]))
        for i, spec in enumerate(agents)
    ]
    stacks = list(full.stacks)
    seated = list(range(len(agents)))
    out: list[int] = []
    faults: list[Fault] = []
    names = distinct_names(agents)
    with Clock(patience) as clock:
        for number in range(MOST_HANDS):
            rules = game(len(seated)).with_stacks(*(stacks[who] for who in seated))
            hand = Hand(rules, shuffle(rules, rng), tuple(names[who] for who in seated))
            failures = play_hand(hand, [players[who] for who in seated], clock)
            faults += [Fault(names[seated[seat]], number, why) for seat, why in failures]
            for seat, who in enumerate(seated):
                stacks[who] = hand.stacks[seat]
            out += [who for who in seated if not stacks[who]]
            seated = [who for who in seated if stacks[who]]
            if len(seated) == 1:
                return FreezeOut(seated[0], tuple(out), number + 1, tuple(faults))
            seated.append(seated.pop(0))
    raise VillainError(f"nobody has won after {MOST_HANDS:,} hands of {full.name}; nobody bets")
