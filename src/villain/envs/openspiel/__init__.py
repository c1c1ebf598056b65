"""OpenSpiel both ways: our agents as its bots, its bots and policies as our agents.

OpenSpiel (``pip install open-spiel``) is nothing that Villain needs; only this package asks for it.

>>> import pyspiel
>>> from villain.envs.openspiel import bot
>>> game = pyspiel.load_game("kuhn_poker")
>>> players = [bot("raise", game, 0), bot("call", game, 1)]
>>> pyspiel.evaluate_bots(game.new_initial_state(), players, 7)
[-2.0, 2.0]
"""

from villain.errors import VillainError

try:
    import pyspiel  # noqa: F401
except ModuleNotFoundError:
    raise VillainError(
        "this takes OpenSpiel, which is not installed: pip install open-spiel"
    ) from None

from villain.envs.openspiel.agent import OpenSpielAgent
from villain.envs.openspiel.bot import VillainBot, bot
from villain.envs.openspiel.games import SpielGame, game_by_rules, rules_of

__all__ = ["OpenSpielAgent", "SpielGame", "VillainBot", "bot", "game_by_rules", "rules_of"]
