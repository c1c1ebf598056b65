"""Every registered agent keeps the laws."""

from functools import partial

import pytest

from villain.agents import Agent, agent_names, make_agent
from villain.checks import agents as laws

CHEAP = ("fold", "call", "raise", "random", "style", "baker:switch")
"""Agents that do not think long; the others of their classes differ in numbers only."""

THINKERS = dict.fromkeys(
    ("poki:sim-s", "poki:sim-a", "poki:sim-crowd", "huang:crowd", "expert", "simulator"),
    "trials=20",
)
THINKERS |= dict.fromkeys(("equilibrium", "villain"), "iterations=2")
"""Agents that think long: they are asked less often here, with fewer trials."""

SLOWEST = ("expert", "equilibrium", "villain")
"""Agents whose trials are not what takes long."""

every_agent = pytest.mark.parametrize("spec", agent_names())


def maker(spec: str) -> "partial[Agent]":
    return partial(make_agent, f"{spec}:{THINKERS[spec]}" if spec in THINKERS else spec)


def spots(spec: str, usual: int) -> int:
    return usual // (20 if spec in SLOWEST else 6) if spec in THINKERS else usual


def hands(spec: str, usual: int) -> int:
    return usual // (4 if spec in SLOWEST else 2) if spec in THINKERS else usual


@every_agent
def test_never_an_illegal_action(spec: str) -> None:
    laws.actions_are_legal(maker(spec), spots(spec, 300 if spec in CHEAP else 120))


@pytest.mark.slow
@every_agent
def test_never_an_illegal_action_in_more_spots(spec: str) -> None:
    laws.actions_are_legal(maker(spec), spots(spec, 1000))


@pytest.mark.slow
@pytest.mark.parametrize("spec", CHEAP)
def test_never_an_illegal_action_in_a_million_spots(spec: str) -> None:
    laws.actions_are_legal(maker(spec), 1_000_000)


@every_agent
def test_the_same_seed_plays_the_same(spec: str) -> None:
    laws.same_seed_same_play(maker(spec), spots(spec, 100 if spec in CHEAP else 60))


@every_agent
def test_a_pickled_agent_goes_on_as_the_original_would(spec: str) -> None:
    laws.pickled_goes_on_alike(maker(spec), hands(spec, 12))


@every_agent
def test_a_hidden_card_makes_no_difference(spec: str) -> None:
    laws.hidden_cards_make_no_difference(maker(spec), hands(spec, 24))


@every_agent
def test_what_it_tells_of_its_play_holds(spec: str) -> None:
    laws.told_chances_hold(maker(spec), 2 if spec in SLOWEST else hands(spec, 12))
