"""Freeze-outs: chips carry from hand to hand until one has them all."""

import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass

from villain.agents.registry import AgentSpec, check_plays, make_agent
from villain.arena.clock import Clock
from villain.arena.seating import distinct_names
from villain.arena.table import Fault, play_hand
from villain.errors import VillainError
from villain.game.chance import agent_seed, deals, is_public, stream
from villain.game.deal import shuffle
from villain.game.hand import Hand
from villain.game.rules import Rules
from villain.registry import keep, name_of

Game = Callable[[int], Rules]
"""The rules of a game for so many players."""

MOST_HANDS = 100_000
"""A freeze-out that is longer never ends: nobody bets."""


@dataclass(frozen=True)
class FreezeOut:
    """The end of a freeze-out: who won, who went out (the first out first), how many hands."""

    winner: int
    out: tuple[int, ...]
    hands: int
    faults: tuple[Fault, ...] = ()


def play_freezeout(
    game: Game,
    agents: tuple[AgentSpec, ...],
    *,
    seed: int = 0,
    seating: tuple[int, ...] = (),
    strict: bool = False,
    patience: float = 10.0,
) -> FreezeOut:
    """Play until one has all the chips, first with the agents in the order of ``seating``.

    Who is out leaves the table, and the big blind moves on to the next who is left, so that
    nobody has it twice in a row (without blinds: the first to speak). Who fails folds, or checks
    where that is free.

    >>> from villain.game import one_card
    >>> play_freezeout(one_card, ("raise", "fold"), seed=1).winner
    0
    """
    full, agents = game(len(agents)), tuple(map(keep, agents))
    for spec in agents:
        check_plays(spec, full)
    rng = stream(seed, 0) if is_public(seed) else None
    players = [make_agent(spec, agent_seed(seed, i)) for i, spec in enumerate(agents)]
    stacks = list(full.stacks)
    seated = list(seating or range(len(agents)))
    out: list[int] = []
    faults: list[Fault] = []
    names = distinct_names(tuple(map(name_of, agents)))
    # What agents print is not part of the result.
    with Clock(patience) as clock, redirect_stdout(sys.stderr):
        for number in range(MOST_HANDS):
            rules = game(len(seated)).with_stacks(*(stacks[who] for who in seated))
            cards = shuffle(rules, rng) if rng else next(deals(rules, seed, number))
            hand = Hand(rules, cards, tuple(names[who] for who in seated), check=False)
            at_table = [players[who] for who in seated]
            faults += play_hand(hand, at_table, clock, number, strict=strict)
            for seat, who in enumerate(seated):
                stacks[who] = hand.stacks[seat]
            out += [who for who in seated if not stacks[who]]
            if len(out) == len(agents) - 1:
                winner = next(who for who in seated if stacks[who])
                return FreezeOut(winner, tuple(out), number + 1, tuple(faults))
            seated = _next_seats(game, rules, seated, stacks)
    raise VillainError(f"nobody has won after {MOST_HANDS:,} hands of {full.name}; nobody bets")


def _next_seats(game: Game, rules: Rules, seated: list[int], stacks: list[int]) -> list[int]:
    """Seat those who are left so that the big blind is the next after the present one."""
    big = _big_blind_seat(rules)
    left = [who for who in seated[big + 1 :] + seated[: big + 1] if stacks[who]]
    turn = _big_blind_seat(game(len(left)))
    return left[-turn:] + left[:-turn] if turn else left


def _big_blind_seat(rules: Rules) -> int:
    return rules.blinds.index(max(rules.blinds))
