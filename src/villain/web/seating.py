"""Which agents may sit at which table, and which models read there."""

from villain.agents.registry import check_plays, find_agent
from villain.errors import VillainError
from villain.game.presets import GAMES
from villain.game.rules import Rules
from villain.models.registry import make_model
from villain.web.messages import MOST_SEATS

BETTINGS = {"limit": "limit hold'em", "nolimit": "no-limit hold'em"}
"""The games of the page, and what people call them."""


def tables_of(agent: str) -> dict[str, list[int]]:
    """With how many players an agent plays each game of the page.

    >>> tables_of("huang"), len(tables_of("call")["limit"])
    ({'nolimit': [2]}, 9)
    """
    kind, _, _ = find_agent(agent)
    found = {
        game: [size for size in range(2, MOST_SEATS + 1) if kind.plays(GAMES[game](size))]
        for game in BETTINGS
    }
    return {game: sizes for game, sizes in found.items() if sizes}


def games_of(model: str) -> list[str]:
    """The games of the page that a model reads, with any number of players.

    >>> games_of("cards"), games_of("generic"), games_of("styles"), games_of("memory:som")
    (['nolimit'], ['limit', 'nolimit'], [], [])
    """
    made, sizes = make_model(model), (2, MOST_SEATS)
    return [game for game in BETTINGS if all(made.reads(GAMES[game](size)) for size in sizes)]


def check_sits(agent: str, rules: Rules) -> None:
    """Raise if an agent does not play a game, or not with so many players.

    >>> check_sits("huang", GAMES["nolimit"](6))
    Traceback (most recent call last):
    ...
    villain.errors.VillainError: huang plays no-limit hold'em with 2 players, not with 6
    """
    betting = rules.betting.value
    sizes = tables_of(agent).get(betting, [])
    if sizes and rules.players not in sizes:
        several = " or ".join(str(size) for size in sizes)
        raise VillainError(
            f"{agent} plays {BETTINGS[betting]} with {several} players, not with {rules.players}"
        )
    check_plays(agent, rules)


def check_reads(model: str, rules: Rules) -> None:
    """Raise if there is no such model, or if it does not read a game.

    >>> check_reads("cards", GAMES["limit"](6))
    Traceback (most recent call last):
    ...
    villain.errors.VillainError: the model 'cards' does not read limit hold'em; choose another
    """
    if not make_model(model).reads(rules):
        game = BETTINGS.get(rules.betting.value, rules.name)
        raise VillainError(f"the model {model!r} does not read {game}; choose another")
