"""Rules as data, and the hand that is played by them."""

from villain.game.actions import CALL, FOLD, Action, IllegalActionError, Legal, raise_to
from villain.game.deal import Deal, shuffle
from villain.game.events import Acted, Board, Dealt, Event, Posted, Returned, Shown, Won
from villain.game.hand import Hand
from villain.game.observation import Observation
from villain.game.presets import (
    kuhn,
    leduc,
    limit_holdem,
    no_limit_holdem,
    one_card,
    pot_limit_holdem,
)
from villain.game.rules import UNLIMITED, Betting, Comparison, Rules

__all__ = [
    "CALL",
    "FOLD",
    "UNLIMITED",
    "Acted",
    "Action",
    "Betting",
    "Board",
    "Comparison",
    "Deal",
    "Dealt",
    "Event",
    "Hand",
    "IllegalActionError",
    "Legal",
    "Observation",
    "Posted",
    "Returned",
    "Rules",
    "Shown",
    "Won",
    "kuhn",
    "leduc",
    "limit_holdem",
    "no_limit_holdem",
    "one_card",
    "pot_limit_holdem",
    "raise_to",
    "shuffle",
]
