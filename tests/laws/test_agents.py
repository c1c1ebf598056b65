"""Laws that every registered agent must keep."""

import pickle

import numpy as np
import pytest

from tests.game.oracles import random_action
from tests.game.table import GAMES, other_hidden_cards
from villain.agents import Agent, agent_names, make_agent
from villain.game import Action, Hand, Rules, shuffle

FEW, MANY = 300, 1_000_000
CHEAP = ("fold", "call", "raise", "random", "style", "baker:switch")
"""Agents that do not think long; the others of their classes differ in numbers only."""

THINKERS = ("poki:sim-s", "poki:sim-a", "poki:sim-crowd", "huang:crowd", "simulator")
"""Agents that think long: they are asked less often here, with fewer trials."""

NAMES = tuple("me baker:la call baker:tp#2 style:alpha=0.2,beta=0.3 Ann fold raise".split())
NAMES += tuple("loki:bpm Bob Cid Dan".split())


def make(spec: str, seed: int = 0) -> Agent:
    return make_agent(f"{spec}:trials=20" if spec in THINKERS else spec, seed)


def play(spec: str, seed: int, spots: int) -> list[Action]:
    """Ask an agent in so many random spots, all seats playing at random otherwise."""
    rng = np.random.default_rng(seed)
    agent = make(spec, seed)
    spots = spots // 6 if spec in THINKERS else spots
    games = [rules for rules in GAMES if agent.plays(rules)]
    taken: list[Action] = []
    while len(taken) < spots:
        rules: Rules = games[int(rng.integers(len(games)))]
        hand = Hand(rules, shuffle(rules, rng), NAMES[: rules.players])
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
@pytest.mark.parametrize("spec", CHEAP)
def test_never_an_illegal_action_in_a_million_spots(spec: str) -> None:
    play(spec, seed=1, spots=MANY)


@pytest.mark.parametrize("spec", agent_names())
def test_the_same_seed_plays_the_same(spec: str) -> None:
    assert play(spec, seed=2, spots=100) == play(spec, seed=2, spots=100)


@pytest.mark.parametrize("spec", agent_names())
def test_a_pickled_agent_goes_on_as_the_original_would(spec: str) -> None:
    rng = np.random.default_rng(3)
    agent = make(spec, 3)
    games = [rules for rules in reversed(GAMES) if agent.plays(rules)]
    rules = max(games, key=lambda rules: rules.players > 2)
    for _ in range(12):
        hand = Hand(rules, shuffle(rules, rng), NAMES[: rules.players])
        while hand.seat is not None:
            assert hand.legal is not None
            if hand.seat == 0:
                copy = pickle.loads(pickle.dumps(agent))
                seen = hand.observation(0)
                action = agent.act(seen)
                assert copy.act(seen) == action
                hand.act(action)
            else:
                hand.act(random_action(hand.legal, rng))
        agent.watch(hand.observation(0))


@pytest.mark.parametrize("spec", agent_names())
def test_a_hidden_card_makes_no_difference(spec: str) -> None:
    """Two hands that look the same to an agent that has seen nothing, with other cards hidden."""
    rng = np.random.default_rng(4)
    games = [rules for rules in GAMES if make(spec).plays(rules)]
    for number in range(24):
        rules = games[number % len(games)]
        deal = shuffle(rules, rng)
        hands = Hand(rules, deal), Hand(rules, other_hidden_cards(rules, deal, rng))
        agents = make(spec, number), make(spec, number)
        while hands[0].seat is not None:
            assert hands[0].legal is not None
            if hands[0].seat == 0:
                one, other = (
                    agent.act(hand.observation(0))
                    for agent, hand in zip(agents, hands, strict=True)
                )
                assert one == other
            else:
                one = random_action(hands[0].legal, rng)
            for hand in hands:
                hand.act(one)
