"""Villain: poker by reading the opponent.

Names are loaded when they are first used, so that ``import villain`` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from villain.agents import Agent, make_agent
    from villain.arena import Match
    from villain.arena import play_match as play
    from villain.cards import Card, Combo, Range, StartingClass, parse_cards
    from villain.errors import VillainError
    from villain.game import Hand
    from villain.hands.store.hand_store import HandStore
    from villain.models.model import OpponentModel
    from villain.models.predictors.predictor import Predictor
    from villain.models.registry import make_model
    from villain.profiles.profile import read_profile as profile
    from villain.solver.solving import solve
    from villain.solver.spot import Spot
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
    "Agent",
    "Card",
    "Combo",
    "Hand",
    "HandStore",
    "Match",
    "OpponentModel",
    "Predictor",
    "Range",
    "Spot",
    "StartingClass",
    "VillainError",
    "all_strengths",
    "equity",
    "evaluate",
    "hand_strength",
    "hand_strength_against_each",
    "income_rates",
    "make_agent",
    "make_model",
    "parse_cards",
    "play",
    "profile",
    "rank_hands",
    "solve",
]

_ROOMS = {
    "agents": "Agent make_agent",
    "arena": "Match play=play_match",
    "cards": "Card Combo Range StartingClass parse_cards",
    "errors": "VillainError",
    "game": "Hand",
    "profiles.profile": "profile=read_profile",
    "hands.store.hand_store": "HandStore",
    "models.model": "OpponentModel",
    "models.predictors.predictor": "Predictor",
    "models.registry": "make_model",
    "solver.solving": "solve",
    "solver.spot": "Spot",
    "strength": "all_strengths equity evaluate hand_strength hand_strength_against_each "
    "income_rates rank_hands",
}
"""Where each name is; a name of ours that differs from the one there is written before it."""

_PLACES = {
    name.partition("=")[0]: (room, name.rpartition("=")[2])
    for room, names in _ROOMS.items()
    for name in names.split()
}


def __getattr__(name: str) -> Any:  # noqa: ANN401
    if name not in _PLACES:
        raise AttributeError(f"module 'villain' has no attribute {name!r}")
    room, attribute = _PLACES[name]
    return getattr(import_module(f"villain.{room}"), attribute)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
