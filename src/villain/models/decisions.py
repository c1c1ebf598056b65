"""What players decided, and in which situation: events told as a model wants to hear them."""

from typing import NamedTuple

from villain.cards.card import Card
from villain.game.events import Acted, Board, Event, Posted, Shown, Won
from villain.game.observation import Observation
from villain.game.rules import Betting, Rules


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


class Teller:
    """Keeps the public state of a hand while events pass by, and tells the decisions."""

    def __init__(self, rules: Rules, names: tuple[str, ...]) -> None:
        self.rules, self.names = rules, names
        self.stacks, self.bets = list(rules.stacks), [0] * rules.players
        self.inside = set(range(rules.players))
        self.street = self.pot = self.raises = 0
        self.current = self.level = max(rules.blinds)

    def tell(self, event: Event) -> Decision | None:
        """Take in an event; if somebody acted, say what he decided."""
        decision = self._decision(event) if isinstance(event, Acted) else None
        self.follow(event)
        return decision

    def follow(self, event: Event) -> None:
        """Take in an event."""
        if isinstance(event, Acted):
            self._pay(event.seat, event.chips)
            self.bets[event.seat] += event.chips
            if event.kind == "fold":
                self.inside.remove(event.seat)
            elif event.kind == "raise":
                self._raise(event.to)
        elif isinstance(event, Posted):
            self._pay(event.seat, event.chips)
            if event.kind == "blind":
                self.bets[event.seat] += event.chips
        elif isinstance(event, Board) and event.street:
            self.street, self.raises, self.current, self.level = event.street, 0, 0, 0
            self.bets = [0] * self.rules.players

    def _raise(self, to: int) -> None:
        """Count a raise; in limit an all-in for less than half a bet is none, as in `Hand`."""
        self.current = to
        limit = self.rules.betting is Betting.LIMIT
        if not limit or 2 * (to - self.level) >= self.rules.bets[self.street]:
            self.raises += 1
            self.level = to

    def _pay(self, seat: int, chips: int) -> None:
        self.pot += chips
        self.stacks[seat] -= chips

    def owed_by(self, seat: int) -> int:
        """What a call costs a seat."""
        current = self.current
        others = [other for other in self.inside if other != seat]
        if others and not any(self.stacks[other] for other in others):
            # Beside players who are all-in one matches what they have put in, and no more.
            current = max(self.bets[other] for other in others)
        return min(max(0, current - self.bets[seat]), self.stacks[seat])

    def may_raise(self, seat: int, owed: int) -> bool:
        """Whether chips and the cap allow a seat that owes so much to raise."""
        cap, level = self.rules.most_raises[self.street], self.bets[seat] + owed
        return (
            self.stacks[seat] > owed
            and (cap is None or self.raises < cap)
            and any(
                self.bets[other] + self.stacks[other] > level
                for other in self.inside
                if other != seat
            )
        )

    def _decision(self, event: Acted) -> Decision:
        seat = event.seat
        owed = self.owed_by(seat)
        return Decision(
            seat,
            self.names[seat],
            self.street,
            owed,
            self.pot,
            self.raises,
            len(self.inside),
            self.may_raise(seat, owed),
            event.kind,
            event.chips,
        )


def decisions(seen: Observation) -> list[Decision]:
    """All decisions of a hand so far, in order; a longer observation only adds to the list."""
    teller = Teller(seen.rules, seen.names)
    return [told for event in seen.events if (told := teller.tell(event)) is not None]


def goes_on(before: tuple[object, ...], seen: Observation) -> bool:
    """Whether these events are of a hand that is not over, and what is seen continues it."""
    ended = not before or isinstance(before[-1], Won)
    return not ended and seen.events[: len(before)] == before


class Follower:
    """Tells which decisions of a hand are new since the last look.

    A hand is over with its last pot; what is seen after that, or what does not continue what was
    seen before, is a new hand.
    """

    def __init__(self) -> None:
        self._before: tuple[Event, ...] = ()
        self._teller: Teller | None = None

    def knows(self, seen: Observation) -> bool:
        """Whether this is all that was seen last."""
        return seen.events == self._before

    def news(self, seen: Observation) -> tuple[bool, list[Decision]]:
        """Whether this is a new hand, and the decisions that are new."""
        before, teller = self._before, self._teller
        same_hand = goes_on(before, seen)
        if teller is None or not same_hand:
            before, teller = (), Teller(seen.rules, seen.names)
        fresh = [
            told for event in seen.events[len(before) :] if (told := teller.tell(event)) is not None
        ]
        self._before, self._teller = seen.events, teller
        return not same_hand, fresh


def may_raise(seen: Observation, seat: int, owed: int) -> bool:
    """Whether a seat that owes so much could raise now, as far as chips and the cap allow."""
    cap = seen.rules.most_raises[seen.street]
    if cap is not None:
        street = seen.events[_street_start(seen) :]
        raises = sum(isinstance(event, Acted) and event.kind == "raise" for event in street)
        if raises >= cap:
            return False
    return seen.stacks[seat] > owed and any(
        seen.stacks[other] > 0 for other, out in enumerate(seen.folded) if other != seat and not out
    )


def _street_start(seen: Observation) -> int:
    """Where in the events the present street begins."""
    for place in range(len(seen.events) - 1, -1, -1):
        if isinstance(seen.events[place], Board):
            return place
    return 0


def shown_cards(seen: Observation) -> dict[int, tuple[Card, ...]]:
    """What was shown at the end of the hand, by seat."""
    found = {}
    for event in reversed(seen.events):
        if isinstance(event, Shown):
            found[event.seat] = event.cards
        elif not isinstance(event, Won):
            break
    return found
