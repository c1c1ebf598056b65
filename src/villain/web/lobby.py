"""The choices before a table is opened."""

import logging
from functools import cache

from villain import __version__
from villain.agents.registry import agent_names, describe_agent
from villain.errors import VillainError
from villain.game.actions import CALL
from villain.models.registry import MODELS, model_names
from villain.web.beliefs import of_them, of_you
from villain.web.messages import READER, AgentLine, Lobby, ReaderLine, Settings
from villain.web.seating import games_of, tables_of
from villain.web.table import PageTable

log = logging.getLogger(__name__)

WARM = 5
"""Hands to warm up with: enough to come to a river."""

DEFAULT = ("loki:som", "loki:bpl", "loki:gom", "loki:bpt", "loki:maniac")
"""Six-handed with you: one that learns you, a loose one, one that reads, a tight and a wild one."""


def warm_up() -> None:
    """Play a few hands at the default table, so that nobody waits for compilers later."""
    table = PageTable(Settings(opponents=list(DEFAULT), seed=1))
    for _ in range(WARM):
        while not table.hand.over:
            table.act(CALL if table.turn == table.you else table.choose())
        of_you(table, 1)
        of_them(table, 1, table.reader(READER))
        table.deal()


def warm_up_readers() -> None:
    """Read a hand heads-up with every model, against one who reads himself."""
    table = PageTable(Settings(opponents=["huang:exploit"], seed=1))
    while not table.hand.over:
        for reader in lobby().readers:
            if reader.name in {*MODELS} and 2 in reader.games.get(table.settings.betting, []):
                of_them(table, 1, table.reader(reader.name))
        of_you(table, 1)
        table.act(CALL if table.turn == table.you else table.choose())


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
