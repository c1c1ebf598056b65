"""Twins of real tables: agents in the players' chairs, with their stacks and blinds."""

from collections.abc import Sequence

import numpy as np

from villain.agents.agent import Agent
from villain.agents.registry import AgentSpec, check_plays, make_agent
from villain.evaluation.realism.real_tables import RealTable, TableHand
from villain.evaluation.realism.showing import ShowingHabits
from villain.game.deal import shuffle
from villain.game.events import Shown
from villain.game.hand import Hand


def play_twin(
    table: RealTable, agents: Sequence[AgentSpec], habits: ShowingHabits, seed: Sequence[int]
) -> RealTable:
    """Play the hands of a real table anew, with other cards and other players.

    Everybody is replaced by an agent, drawn from a list, who stays in his place for all his hands.
    Hands begin as the real ones did: chairs, stacks, blinds and antes are the same. So whatever
    differs is how they play.
    """
    rng = np.random.default_rng(tuple(seed))
    seated: dict[str, Agent] = {}
    twin = []
    for real in table:
        rules, names = real.hand.rules, real.hand.names
        for name in names:
            if name not in seated:
                spec = agents[int(rng.integers(len(agents)))]
                check_plays(spec, rules)
                seated[name] = make_agent(spec, int(rng.integers(2**31)))
        players = [seated[name] for name in names]
        places = list(seated)
        aliases = tuple(f"player {places.index(name) + 1}" for name in names)
        hand = play(Hand(rules, shuffle(rules, rng), aliases), players)
        shown = {event.seat: event.cards for event in hand.events if isinstance(event, Shown)}
        twin.append(habits.hide(TableHand(hand, shown), rng))
    return twin


def play(hand: Hand, players: Sequence[Agent]) -> Hand:
    """Let agents play a hand to its end, and see it."""
    while hand.seat is not None:
        hand.act(players[hand.seat].act(hand.observation(hand.seat)))
    for seat, player in enumerate(players):
        watch = getattr(player, "watch", None)
        if watch is not None:
            watch(hand.observation(seat))
    return hand
