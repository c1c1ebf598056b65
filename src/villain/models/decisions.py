"""What players decided, and in which situation: events told as a model wants to hear them."""

from typing import NamedTuple

from villain.game.events import Acted, Board, Event, Posted, Won
from villain.game.observation import Observation


class Decision(NamedTuple):
    """A player's action and what he faced: all of it public.

    ``owed`` is what a call would have cost, ``pot`` what lay in the middle and before the players,
    ``raises`` how many bets and raises the street had seen, ``left`` how many were still in, with
    himself, ``could_raise`` whether chips and rules allowed it; ``kind`` and ``chips`` are what he
    did.
    """

    seat: int
    name: str
    street: int
    owed: int
    pot: int
    raises: int
    left: int
    could_raise: bool
    kind: str
    chips: int


def decisions(seen: Observation) -> list[Decision]:
    """All decisions of a hand so far, in order; a longer observation only adds to the list."""
    rules, found = seen.rules, []
    stacks, bets = list(rules.stacks), [0] * rules.players
    inside = set(range(rules.players))
    street, pot, raises, current = 0, 0, 0, max(rules.blinds)
    for event in seen.events:
        if isinstance(event, Posted):
            pot += event.chips
            stacks[event.seat] -= event.chips
            if event.kind == "blind":
                bets[event.seat] += event.chips
        elif isinstance(event, Board) and event.street:
            street, raises, current = event.street, 0, 0
            bets = [0] * rules.players
        elif isinstance(event, Acted):
            seat = event.seat
            owed = max(0, current - bets[seat])
            cap = rules.most_raises[street]
            could_raise = (
                stacks[seat] > owed
                and (cap is None or raises < cap)
                and any(bets[s] + stacks[s] > current for s in inside if s != seat)
            )
            name, kind, chips = seen.names[seat], event.kind, event.chips
            found.append(
                Decision(
                    seat, name, street, owed, pot, raises, len(inside), could_raise, kind, chips
                )
            )
            pot += chips
            stacks[seat] -= chips
            bets[seat] += chips
            if kind == "fold":
                inside.remove(seat)
            elif kind == "raise":
                raises += 1
                current = event.to
    return found


class Follower:
    """Tells which decisions of a hand are new since the last look.

    A hand is over with its last pot; what is seen after that, or what does not continue what was
    seen before, is a new hand.
    """

    def __init__(self) -> None:
        self._before: tuple[Event, ...] = ()

    def news(self, seen: Observation) -> tuple[bool, list[Decision]]:
        """Whether this is a new hand, and the decisions that are new."""
        before = self._before
        goes_on = (
            bool(before)
            and not isinstance(before[-1], Won)
            and seen.events[: len(before)] == before
        )
        known = sum(isinstance(event, Acted) for event in before) if goes_on else 0
        self._before = seen.events
        return not goes_on, decisions(seen)[known:]
