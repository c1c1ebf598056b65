"""Rules of the house: the agents that may sit at a table, and the models that read there."""

import re
from collections.abc import Callable
from functools import partial

from villain.agents.registry import AGENTS, check_plays, knows_game
from villain.errors import VillainError
from villain.game.presets import GAMES
from villain.game.rules import Rules
from villain.models.registry import make_model
from villain.web.clones import cloned_player
from villain.web.messages import MOST_SEATS

_OF_FILES = re.compile(r"\b(like|store|hands|styles)\s*=")
"""Parameters that name files and players, also of a model within an agent."""

BETTINGS = {"limit": "limit hold'em", "nolimit": "no-limit hold'em"}
"""The games of the page, and what people call them."""


def tables_of(agent: str) -> dict[str, list[int]]:
    """With how many players an agent plays each game of the page.

    >>> tables_of("huang"), len(tables_of("call")["limit"])
    ({'nolimit': [2]}, 9)
    """
    return _tables(partial(knows_game, agent))


def games_of(model: str) -> dict[str, list[int]]:
    """With how many players a model reads each game of the page.

    >>> list(games_of("cards")), games_of("styles"), games_of("memory:som")
    (['nolimit'], {}, {'limit': [2], 'nolimit': [2]})
    """
    return _tables(make_model(model).reads)


def _tables(knows: Callable[[Rules], bool]) -> dict[str, list[int]]:
    tables = {
        game: [size for size in range(2, MOST_SEATS + 1) if knows(GAMES[game](size))]
        for game in BETTINGS
    }
    return {game: sizes for game, sizes in tables.items() if sizes}


def check_sits(agent: str, rules: Rules) -> None:
    """Raise if an agent does not play a game, or not with so many players, or names a file.

    Whether a player of the host's store may be cloned is for the table to say (`clones`).

    >>> check_sits("huang", GAMES["nolimit"](6))
    Traceback (most recent call last):
    ...
    villain.errors.VillainError: huang plays no-limit hold'em with 2 players, not with 6
    """
    if cloned_player(agent) is not None:
        agent = "person"
    elif names_file(agent):
        raise VillainError(f"{agent!r}: files of your own are offered by villain play --agent")
    sizes = tables_of(agent).get(rules.betting.value, [])
    if sizes and rules.players not in sizes:
        raise VillainError(f"{agent} plays {_not_with(sizes, rules)}")
    check_plays(agent, rules)


def names_file(agent: str) -> bool:
    """True if a text would have a file or a hand store opened: whoever sits down must not.

    >>> names_file("person:like=Ann,store=/home/ann/hands"), names_file("raise:pot=1.5")
    (True, False)
    """
    if ".py" in agent or _OF_FILES.search(agent):
        return True
    return bool(AGENTS.knows(agent) and AGENTS.paths_in(agent))


def check_reads(model: str, rules: Rules) -> None:
    """Raise if there is no such model, or if it does not read a game, or not with so many players.

    >>> check_reads("cards", GAMES["limit"](6))
    Traceback (most recent call last):
    ...
    villain.errors.VillainError: the model 'cards' does not read limit hold'em; choose another
    """
    if ".py" in model or "=" in model:  # whoever looks on must not have files loaded
        raise VillainError(f"{model!r} is not offered here; see villain play --model")
    if make_model(model).reads(rules):
        return
    sizes = games_of(model).get(rules.betting.value, [])
    if sizes and rules.players not in sizes:
        words = _not_with(sizes, rules)
        raise VillainError(f"the model {model!r} reads {words}; choose another")
    game = BETTINGS.get(rules.betting.value, rules.name)
    raise VillainError(f"the model {model!r} does not read {game}; choose another")


def _not_with(sizes: list[int], rules: Rules) -> str:
    several = " or ".join(str(size) for size in sizes)
    game = BETTINGS[rules.betting.value]
    return f"{game} with {several} players, not with {rules.players}"
