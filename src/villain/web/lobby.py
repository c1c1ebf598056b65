"""The choices before a table is opened."""

import logging
from functools import cache

from villain import __version__
from villain.agents.registry import agent_names, describe_agent, make_agent
from villain.errors import VillainError
from villain.game.observation import Observation
from villain.game.presets import no_limit_holdem
from villain.models.registry import MODELS, model_names
from villain.strategy.warming import warm_up
from villain.web.advice import advise_idly
from villain.web.beliefs import read_idly
from villain.web.forecasts import CHOOSER
from villain.web.messages import READER, AgentLine, Lobby, ReaderLine, Settings
from villain.web.seating import games_of, tables_of

log = logging.getLogger(__name__)

DEFAULT = ("loki:som", "loki:bpl", "loki:gom", "loki:bpt", "loki:maniac")
"""Six-handed with you: one that learns you, a loose one, one that reads, a tight and a wild one."""


def warm_up_table() -> None:
    """Let the default table play and be read, so that nobody waits for compilers later."""
    warm_up(no_limit_holdem(1 + len(DEFAULT)), _play_idly, *DEFAULT)
    warm_up(no_limit_holdem(2), read_idly, READER, CHOOSER)


def warm_up_readers() -> None:
    """Read a hand heads-up with every model, and play one who simulates what he reads."""
    rules, readers = no_limit_holdem(2), lobby().readers
    names = [one.name for one in readers if 2 in one.games.get(rules.betting.value, [])]
    warm_up(rules, advise_idly)
    warm_up(rules, _play_idly, "huang:exploit")
    warm_up(rules, read_idly, *(name for name in names if name in {*MODELS}))


def _play_idly(seen: Observation, *agents: str) -> None:
    """Let one of the agents act, for warming up."""
    agent = make_agent(agents[seen.seat % len(agents)])
    if seen.legal is None:
        agent.watch(seen)
    else:
        agent.act(seen)


def lobby() -> Lobby:
    """The agents that play hold'em, the models one can read with, and a sensible default."""
    return Lobby(
        agents=[line for name in agent_names() if (line := _agent_line(name)) and line.games],
        readers=[
            reader for name in model_names() if (reader := _reader_line(name)) and reader.games
        ],
        default=Settings(opponents=list(DEFAULT)),
        version=__version__,
    )


@cache
def _agent_line(name: str) -> AgentLine | None:
    try:
        described, games = describe_agent(name), tables_of(name)
    except VillainError as error:  # of a package that cannot be loaded
        log.warning("the agent %s is not offered: %s", name, error)
        return None
    parameters = described.parameters
    reads = parameters.get("model", "basic") != "basic" or "learn" in parameters
    return AgentLine(name=name, about=described.about, models=reads, games=games)


@cache
def _reader_line(name: str) -> ReaderLine | None:
    try:
        return ReaderLine(name=name, games=games_of(name))
    except VillainError as error:
        log.warning("the model %s is not offered: %s", name, error)
        return None
