"""Villain: poker by reading the opponent.

Names are loaded when they are first used, so that ``import villain`` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from villain.cards import Card, Combo, Range, StartingClass, parse_cards
    from villain.errors import VillainError
    from villain.strength import (
        all_strengths,
        equity,
        evaluate,
        hand_strength,
        hand_strength_against_each,
        income_rates,
        rank_hands,
    )

__version__ = "0.1.0"

__all__ = [
    "Card",
    "Combo",
    "Range",
    "StartingClass",
    "VillainError",
    "all_strengths",
    "equity",
    "evaluate",
    "hand_strength",
    "hand_strength_against_each",
    "income_rates",
    "parse_cards",
    "rank_hands",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401
    if name in __all__:
        for room in ("errors", "cards", "strength"):
            found = getattr(import_module(f"villain.{room}"), name, None)
            if found is not None:
                return found
    raise AttributeError(f"module 'villain' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
