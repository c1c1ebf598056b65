"""Laws that every registered agent must keep."""

import pickle

import numpy as np
import pytest

from tests.game.oracles import random_action
from tests.game.table import GAMES
from villain.agents import agent_names, make_agent
from villain.game import Action, Hand, Rules, shuffle

FEW, MANY = 300, 1_000_000
EXPENSIVE = {"baker:simulation"}
"""Agents that think too long for a million spots."""


def play(spec: str, seed: int, spots: int) -> list[Action]:
    """Ask an agent in so many random spots, all seats playing at random otherwise."""
    rng = np.random.default_rng(seed)
    agent = make_agent(spec, seed)
    games = [rules for rules in GAMES if agent.plays(rules)]
    taken: list[Action] = []
    while len(taken) < spots:
        rules: Rules = games[int(rng.integers(len(games)))]
        hand = Hand(rules, shuffle(rules, rng))
        mine = int(rng.integers(rules.players))
        while hand.seat is not None:
            assert hand.legal is not None
            if hand.seat == mine:
                taken.append(agent.act(hand.observation(mine)))
                hand.act(taken[-1])  # raises if it is illegal
            else:
                hand.act(random_action(hand.legal, rng))
        agent.watch(hand.observation(mine))
    return taken


@pytest.mark.parametrize("spec", agent_names())
def test_never_an_illegal_action(spec: str) -> None:
    play(spec, seed=1, spots=FEW)


@pytest.mark.slow
@pytest.mark.parametrize("spec", [name for name in agent_names() if name not in EXPENSIVE])
def test_never_an_illegal_action_in_a_million_spots(spec: str) -> None:
    play(spec, seed=1, spots=MANY)


@pytest.mark.parametrize("spec", agent_names())
def test_the_same_seed_plays_the_same(spec: str) -> None:
    assert play(spec, seed=2, spots=100) == play(spec, seed=2, spots=100)


@pytest.mark.parametrize("spec", agent_names())
def test_a_pickled_agent_goes_on_as_the_original_would(spec: str) -> None:
    rng = np.random.default_rng(3)
    agent = make_agent(spec, 3)
    rules = next(rules for rules in reversed(GAMES) if agent.plays(rules))
    for _ in range(20):
        hand = Hand(rules, shuffle(rules, rng))
        assert hand.seat is not None
        seen = hand.observation(hand.seat)
        copy = pickle.loads(pickle.dumps(agent))
        assert copy.act(seen) == agent.act(seen)
