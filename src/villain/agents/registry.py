"""Agents by what a person calls them: names with parameters, files, classes and objects."""

from typing import NamedTuple, TypeAlias

import numpy as np

from villain.agents.agent import Agent
from villain.errors import VillainError
from villain.game.presets import GAMES
from villain.game.rules import Rules
from villain.registry import Entry, Registry, Snapshot, name_of

AgentSpec: TypeAlias = "str | type[Agent] | Agent | Snapshot[Agent]"
"""Whatever means an agent: see `villain.registry`."""

_ROOM = "villain.agents"
_STYLE, _LOKI, _POKI = f"{_ROOM}.styles:StylePlayer", f"{_ROOM}.loki:Loki", f"{_ROOM}.poki:Poki"
_HUANG, _SANDER = f"{_ROOM}.huang:Huang", f"{_ROOM}.sander:Sander"
_ENTRIES = {
    "fold": Entry(f"{_ROOM}.blind:Folder"),
    "call": Entry(f"{_ROOM}.blind:Caller"),
    "raise": Entry(f"{_ROOM}.blind:Raiser"),
    "random": Entry(f"{_ROOM}.blind:Random"),
    "style": Entry(_STYLE),
    "baker:la": Entry(_STYLE, {"alpha": 0.1, "beta": 0.2}, "Loose aggressive."),
    "baker:lp": Entry(_STYLE, {"alpha": 0.1, "beta": 0.9}, "Loose passive."),
    "baker:ta": Entry(_STYLE, {"alpha": 0.5, "beta": 0.6}, "Tight aggressive."),
    "baker:tp": Entry(_STYLE, {"alpha": 0.5, "beta": 0.9}, "Tight passive."),
    "baker:anti-la": Entry(_STYLE, {"alpha": 0.6, "beta": 0.8}, "Printed as best against LA."),
    "baker:anti-lp": Entry(_STYLE, {"alpha": 0.8, "beta": 0.9}, "Printed as best against LP."),
    "baker:anti-ta": Entry(_STYLE, {"alpha": 0.0, "beta": 0.7}, "Printed as best against TA."),
    "baker:anti-tp": Entry(_STYLE, {"alpha": 0.0, "beta": 0.8}, "Printed as best against TP."),
    "baker:switch": Entry(f"{_ROOM}.styles:Switcher"),
    "baker:analysis": Entry(f"{_ROOM}.style_analyst:StyleAnalyst"),
    "baker:simulation": Entry(f"{_ROOM}.style_simulator:StyleSimulator"),
    "loki": Entry(_LOKI),
    "loki:bpm": Entry(
        _LOKI, {"model": "basic", "style": "moderate"}, "The basic player, moderate."
    ),
    "loki:bpt": Entry(_LOKI, {"model": "basic", "style": "tight"}, "The basic player, tight."),
    "loki:bpl": Entry(_LOKI, {"model": "basic", "style": "loose"}, "The basic player, loose."),
    "loki:gom": Entry(_LOKI, {"model": "generic"}, "With the generic opponent model."),
    "loki:som": Entry(_LOKI, {"model": "specific"}, "With specific opponent models."),
    "loki:maniac": Entry(_LOKI, {"style": "maniac"}, "Plays nearly everything, and raises it."),
    "loki:rock": Entry(_LOKI, {"style": "rock"}, "Waits for the best hands."),
    "loki:passive": Entry(_LOKI, {"style": "passive"}, "Plays nearly everything, and only calls."),
    "person": Entry(f"{_ROOM}.person:Person"),
    "gears": Entry(f"{_ROOM}.gears:GearChanger"),
    "poki": Entry(_POKI, {}, "By a formula, with a statistical model."),
    "poki:sim-s": Entry(
        _POKI, {"model": "statistics", "trials": 500}, "By simulation, with the statistical model."
    ),
    "poki:sim-a": Entry(
        _POKI,
        {"model": "chooser", "trials": 500},
        "By simulation, with the model that has predicted each opponent best.",
    ),
    "poki:sim-crowd": Entry(
        _POKI,
        {"model": "crowd", "trials": 500},
        "By simulation, with the crowd's network, which knows how people play.",
    ),
    "huang": Entry(_HUANG),
    "huang:mc-random": Entry(
        _HUANG, {"own": "staying"}, "Goes on at random in its trials, without folds."
    ),
    "huang:mc-self-model": Entry(
        _HUANG,
        {"own": "thesis", "cards": False},
        "Goes on in its trials by its own frequencies, not by its cards.",
    ),
    "huang:no-model": Entry(
        _HUANG, {"own": "staying", "learn": False}, "Takes everybody for the average of all."
    ),
    "huang:exploit": Entry(f"{_ROOM}.huang_exploit:HuangExploit"),
    "huang:crowd": Entry(f"{_ROOM}.huang_crowd:HuangCrowd"),
    "expert": Entry(f"{_ROOM}.expert:Expert"),
    "equilibrium": Entry(f"{_ROOM}.equilibrium:Equilibrium"),
    "villain": Entry(f"{_ROOM}.villain:Villain"),
    "cheze": Entry(f"{_ROOM}.cheze:Cheze"),
    "sander:baseline": Entry(_SANDER),
    "sander:model": Entry(
        _SANDER,
        {"model": "memory:blend"},
        "The same against the hands that it remembers behind such betting.",
    ),
    "sander:alternating": Entry(f"{_ROOM}.sander_alternating:AlternatingSander"),
    "simulator": Entry(f"{_ROOM}.simulator:Simulator"),
}

_UNLISTED = {"openspiel": Entry("villain.envs.openspiel:OpenSpielAgent")}
"""Works where OpenSpiel is installed."""

AGENTS: Registry[Agent] = Registry(
    "agent",
    lambda kind: hasattr(kind, "act"),
    "with a method act(observation)",
    _ENTRIES,
    _UNLISTED,
)
"""Every agent; an entry point of another package in ``villain.agents`` adds one."""


def agent_names() -> list[str]:
    """The names that need no file."""
    return AGENTS.names()


class Description(NamedTuple):
    """An agent in a sentence, its parameters with their defaults, and its games.

    ``means`` is what the name is short for, if it is.
    """

    about: str
    parameters: dict[str, object]
    games: list[str]
    means: str


def describe_agent(name: str) -> Description:
    """All about one of the agents that need no file; of one that cannot be loaded, why."""
    try:
        about, parameters, means = AGENTS.describe(name, "seed")
    except VillainError as error:
        return Description(str(error), {}, [], "")
    games = [game for game in GAMES if knows_game(name, GAMES[game](2))]
    return Description(about, parameters, games, means)


def make_agent(spec: AgentSpec, seed: int = 0) -> Agent:
    """Make an agent of its name and parameters; of a class; or take one that is there.

    A copy of an object that was kept has its generator ``rng`` seeded, as a new agent has.

    >>> make_agent("raise:pot=1.5").pot
    1.5
    >>> make_agent("cal")
    Traceback (most recent call last):
    ...
    villain.errors.VillainError: no agent is called 'cal'; did you mean 'call'? There are: fold, ...
    """
    agent = AGENTS.make(spec, seed=seed)
    if isinstance(spec, Snapshot):
        reseed(agent, seed)
    return agent


def reseed(agent: Agent, seed: int) -> None:
    """Give an agent fresh chance, if it has a generator as agents should."""
    if hasattr(agent, "rng"):
        agent.rng = np.random.default_rng(seed)


def knows_game(spec: AgentSpec, rules: Rules) -> bool:
    """True if an agent knows how to play a game, as its class says."""
    plays = getattr(AGENTS.kind(spec), "plays", Agent.plays)
    try:
        return bool(plays(rules))
    except Exception as error:
        raise VillainError(
            f"agent {name_of(spec)!r}: plays(rules) should be a class method that says whether it "
            f"knows a game: {type(error).__name__}: {error}"
        ) from None


def check_plays(spec: AgentSpec, rules: Rules) -> None:
    """Raise if an agent does not know how to play a game."""
    if not knows_game(spec, rules):
        raise VillainError(
            f"agent {name_of(spec)!r} does not play {rules.name} with {rules.players} players; "
            "see villain agents"
        )
