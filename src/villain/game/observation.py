"""What one seat may see."""

from typing import NamedTuple

from villain.cards.card import Card
from villain.game.actions import Legal
from villain.game.events import Event
from villain.game.rules import Rules


class Observation(NamedTuple):
    """The events that one seat has seen, what follows from them, and what it may do now.

    ``names`` say who sits where, since seats change from hand to hand. ``stacks`` are what is left
    behind, ``bets`` what lies in front of the seats on this street,
    ``pot`` everything that has been put in, bets included. ``legal`` is None if it is not this
    seat's turn.
    """

    seat: int
    names: tuple[str, ...]
    rules: Rules
    events: tuple[Event, ...]
    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    street: int
    pot: int
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    folded: tuple[bool, ...]
    legal: Legal | None
