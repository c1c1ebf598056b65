"""The games that AIVAT is for."""

from villain.errors import VillainError
from villain.game.rules import Rules, is_holdem


def check_adjustable(rules: Rules) -> None:
    """Raise unless AIVAT knows the game."""
    if not is_holdem(rules) or rules.players != 2:
        raise VillainError(
            f"{rules.name} with {rules.players} players; AIVAT is for hold'em between two"
        )
