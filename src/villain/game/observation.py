"""Observations: all that one seat may see of a hand."""

from itertools import count, takewhile
from typing import NamedTuple

from villain.cards.card import Card
from villain.game.actions import Legal
from villain.game.events import Acted, Dealt, Event
from villain.game.public_state import PublicState
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


def observe(
    state: PublicState,
    seat: int,
    names: tuple[str, ...],
    events: tuple[Event, ...],
    hole: tuple[Card, ...] = (),
) -> Observation:
    """What a seat sees of a table after these events, with these cards of its own."""
    legal = state.legal if seat == state.seat else None
    return Observation(seat, names, state.rules, events, hole, state.board, *state.facts, legal)


def without_hole(seen: Observation) -> Observation:
    """The same for somebody who has not looked at his cards."""
    events = tuple(Dealt(e.seat, None) if isinstance(e, Dealt) else e for e in seen.events)
    return seen._replace(events=events, hole=())


def among_strangers(name: str, seat: int, players: int) -> tuple[str, ...]:
    """The names of a table at which only one player is known.

    >>> among_strangers("Ann", 1, 3)
    ('stranger 1', 'Ann', 'stranger 2')
    """
    others = (other for number in count(1) if (other := f"stranger {number}") != name)
    return tuple([name if one == seat else next(others) for one in range(players)])


def just_after(before: Observation, event: Event) -> Observation:
    """The view before an action, and the action, but not what the dealer did next."""
    assert isinstance(event, Acted)
    seat = event.seat
    stacks, bets, folded = list(before.stacks), list(before.bets), list(before.folded)
    stacks[seat] -= event.chips
    bets[seat] = event.to
    folded[seat] = event.kind == "fold"
    return before._replace(
        events=(*before.events, event),
        pot=before.pot + event.chips,
        stacks=tuple(stacks),
        bets=tuple(bets),
        folded=tuple(folded),
        legal=None,
    )


def street_actions(seen: Observation) -> list[Acted]:
    """The actions of this street, in order."""
    latest_first = takewhile(lambda event: isinstance(event, Acted), reversed(seen.events))
    return [event for event in latest_first if isinstance(event, Acted)][::-1]


def street_so_far(seen: Observation) -> tuple[int, int]:
    """The raises that this street has seen, and how many have yet to act on it for the first time.

    Whoever is all-in will not act, and less than half a bet is no raise in limit.
    """
    state = PublicState.after(seen.rules, seen.events)
    waiting = sum(
        seat != seen.seat and state.stacks[seat] > 0 and not state.has_acted(seat)
        for seat in state.inside
    )
    return state.raises, waiting
