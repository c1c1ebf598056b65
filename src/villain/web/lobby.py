"""What can be chosen before a table is opened."""

from functools import cache

from villain import __version__
from villain.agents.registry import agent_names, describe_agent
from villain.game.presets import limit_holdem
from villain.models.registry import MODELS, make_model
from villain.web.messages import AgentLine, Lobby, Settings

DEFAULT = ("loki:som", "loki:bpl", "loki:gom", "loki:bpt", "loki:style=maniac")
"""Six-handed with you: one that learns you, a loose one, one that reads, a tight and a wild one."""


@cache
def lobby() -> Lobby:
    """The agents that play hold'em, the models one can read with, and a sensible default."""
    agents = []
    for name in agent_names():
        told = describe_agent(name)
        games = [game for game in told.games if game in ("limit", "nolimit")]
        if games:
            models = told.parameters.get("model", "basic") != "basic"
            agents.append(AgentLine(name=name, about=told.about, models=models, games=games))
    agents.append(
        AgentLine(
            name="loki:style=maniac",
            about="Loki gone wild: plays nearly everything, and raises it.",
            models=True,
            games=["limit", "nolimit"],
        )
    )
    agents.append(
        AgentLine(
            name="loki:style=rock",
            about="Loki asleep: waits for the best hands.",
            models=True,
            games=["limit", "nolimit"],
        )
    )
    readers = [name for name in MODELS if make_model(name).reads(limit_holdem())]
    return Lobby(
        agents=agents,
        readers=readers,
        default=Settings(opponents=list(DEFAULT)),
        version=__version__,
    )
