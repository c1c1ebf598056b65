"""The games that AIVAT is for."""

from villain.errors import VillainError
from villain.game.rules import Rules, is_holdem


def is_adjustable(rules: Rules) -> bool:
    """True if AIVAT is for a game: hold'em between two."""
    return is_holdem(rules) and rules.players == 2


def check_adjustable(rules: Rules) -> None:
    """Raise unless AIVAT knows the game."""
    if not is_adjustable(rules):
        raise VillainError(
            f"{rules.name} with {rules.players} players; AIVAT is for hold'em between two"
        )
