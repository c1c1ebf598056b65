"""The choices before a table is opened."""

import logging
from functools import cache
from math import isfinite

from villain import __version__
from villain.agents.cast import CAST, character_of, line_up
from villain.agents.families import FAMILIES, family_of
from villain.agents.registry import agent_names, describe_agent, make_agent
from villain.arena.ladder import ladder
from villain.errors import VillainError
from villain.game.observation import Observation
from villain.game.presets import no_limit_holdem
from villain.models.registry import MODELS, model_names
from villain.strategy.warming import warm_up
from villain.web.advice import advise_idly
from villain.web.beliefs import read_idly
from villain.web.forecasts import CHOOSER
from villain.web.messages import (
    MOST_SEATS,
    READER,
    AgentLine,
    CastLine,
    Lobby,
    ReaderLine,
    Settings,
)
from villain.web.seating import games_of, tables_of

log = logging.getLogger(__name__)

OPPONENTS = 5
"""At the usual table, unless somebody says another number."""


def warm_up_table() -> None:
    """Let the default table play and be read, so that nobody waits for compilers later."""
    opponents = line_up(OPPONENTS)
    warm_up(no_limit_holdem(1 + len(opponents)), _play_idly, *opponents)
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


def lobby(*, clones: bool = False) -> Lobby:
    """The agents that play hold'em, the models one can read with, and a sensible default."""
    names = dict.fromkeys([*(one.agent for one in CAST), *agent_names()])
    lines = [line for name in names if (line := _agent_line(name)) and line.games]
    return Lobby(
        cast=cast_lines(),
        agents=sorted(lines, key=lambda line: FAMILIES.index(line.family)),
        usual=[line_up(opponents) for opponents in range(1, MOST_SEATS)],
        clones=clones,
        readers=[
            reader for name in model_names() if (reader := _reader_line(name)) and reader.games
        ],
        default=Settings(opponents=line_up(OPPONENTS), shuffled=True),
        version=__version__,
    )


def cast_lines() -> list[CastLine]:
    """The cast as it stands on the ladder, the best first.

    Those who are not known well enough yet are those who think for long: they come before.
    """
    rungs = {rung.agent: rung for rung in ladder()}
    lines = []
    for one in CAST:
        rung = rungs.get(one.agent)
        finite = rung is not None and isfinite(rung.low)
        lines.append(
            CastLine(
                agent=one.agent,
                name=one.name,
                title=one.title,
                about=one.about,
                stars=rung.stars if rung else None,
                won=round(rung.mean) if rung else None,
                low=round(rung.low) if rung and finite else None,
                high=round(rung.high) if rung and finite else None,
                hands=rung.hands if rung else 0,
            )
        )
    places = [rung.agent for rung in ladder()]
    unknown = [line for line in reversed(lines) if line.stars is None]
    known = [line for line in lines if line.stars is not None]
    return [*unknown, *sorted(known, key=lambda line: places.index(line.agent))]


@cache
def _agent_line(name: str) -> AgentLine | None:
    try:
        described, games = describe_agent(name), tables_of(name)
    except VillainError as error:  # of a package that cannot be loaded
        log.warning("the agent %s is not offered: %s", name, error)
        return None
    parameters, character = described.parameters, character_of(name)
    reads = parameters.get("model", "basic") != "basic" or "learn" in parameters
    return AgentLine(
        name=name,
        title=f"{character.name}, {character.title}" if character else name,
        family=family_of(name),
        about=character.about if character else described.about,
        models=reads,
        games=games,
    )


@cache
def _reader_line(name: str) -> ReaderLine | None:
    try:
        return ReaderLine(name=name, games=games_of(name))
    except VillainError as error:
        log.warning("the model %s is not offered: %s", name, error)
        return None
