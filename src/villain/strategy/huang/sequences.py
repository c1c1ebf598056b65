"""Follows the betting of a hand: which action sequence a seat faces, and what it does [huang]."""

from typing import NamedTuple

from villain.game.events import Acted, Board, Event, Posted
from villain.game.observation import Observation
from villain.game.rules import Rules
from villain.strategy.huang.abstraction import FOLD, RAISE, Abstraction


class SequenceTeller:
    """The betting of one hand so far; it is told every action, in order.

    At a table of more than two, everybody else is *the other*.

    >>> teller = SequenceTeller(Abstraction())
    >>> for move in [(0, 1, 3), (0, 0, 2), (0, 1, 1), (1, 0, 1)]:
    ...     teller.follow(*move)
    >>> teller.faced(1, 1)  # seat 1 was raised before the flop, and is checked to
    '1211'
    """

    __slots__ = ("_abstraction", "actions", "before", "raiser", "raises", "street")

    def __init__(self, abstraction: Abstraction) -> None:
        self._abstraction = abstraction
        self.street = self.raises = 0
        self.raiser: int | None = None
        self.before: tuple[int, int | None] = (0, None)
        self.actions: list[int] = []

    def faced(self, seat: int, street: int) -> str:
        """What a seat faces that has to act on a street: this one, or the one that begins."""
        if street != self.street:
            self._begin(street)
        raises, raiser = self.before
        other_was_last = raiser is not None and raiser != seat
        return self._abstraction.sequence(street, raises, other_was_last, self.actions)

    def follow(self, street: int, seat: int, action: int) -> None:
        """Take in an action."""
        if street != self.street:
            self._begin(street)
        if action >= RAISE:
            self.raises, self.raiser = self.raises + 1, seat
        self.actions.append(action)

    def _begin(self, street: int) -> None:
        self.before = (self.raises, self.raiser)
        self.street, self.raises, self.raiser = street, 0, None
        self.actions.clear()


class Move(NamedTuple):
    """What a seat faced and did. ``could_raise``: whether its chips and the others' allowed it."""

    seat: int
    street: int
    sequence: str
    action: int
    owed: int
    could_raise: bool
    board_cards: int


class BettingTeller:
    """Follows the events of a hand, and tells its moves."""

    def __init__(self, rules: Rules, abstraction: Abstraction) -> None:
        self._rules, self._abstraction = rules, abstraction
        self.sequences = SequenceTeller(abstraction)
        self.street = self.pot = self.board_cards = 0
        self.bets, self.stacks = [0] * rules.players, list(rules.stacks)
        self.inside = set(range(rules.players))
        self.acted: set[int] = set()

    def tell(self, event: Event) -> Move | None:
        """Take in an event; if it is an action, say what was faced and done."""
        move = None
        if isinstance(event, Acted):
            move = self._move(event)
            self._pay(event.seat, event.chips)
            self.bets[event.seat] += event.chips
            self.acted.add(event.seat)
            if event.kind == "fold":
                self.inside.discard(event.seat)
        elif isinstance(event, Posted):
            self._pay(event.seat, event.chips)
            if event.kind == "blind":
                self.bets[event.seat] += event.chips
        elif isinstance(event, Board):
            self.board_cards += len(event.cards)
            if event.street:
                self.street, self.bets = event.street, [0] * len(self.bets)
                self.acted.clear()
        return move

    def faced(self, seat: int) -> str:
        """The action sequence that a seat faces if it has to act now.

        Heads-up a call ends what there is to call. With more players it does not, so that where
        something is owed the calls after the last raise are left out.
        """
        found = self.sequences.faced(seat, self.street)
        if len(self.stacks) > 2 and self.owed(seat):
            return found[:3] + found[3:].rstrip("1")
        return found

    def owed(self, seat: int) -> int:
        """What a call costs a seat."""
        return max(0, min(max(self.bets) - self.bets[seat], self.stacks[seat]))

    def could_raise(self, seat: int) -> bool:
        """Whether there are chips to raise with, and somebody to raise."""
        others = any(self.stacks[other] for other in self.inside if other != seat)
        return others and self.stacks[seat] > self.owed(seat)

    def _move(self, event: Acted) -> Move:
        seat = event.seat
        owed, sequence = self.owed(seat), self.faced(seat)
        action = self._abstraction.action(event.kind, event.chips, owed, self.pot)
        could_raise = self.could_raise(seat)
        if action != FOLD:  # with more than two players others go on
            self.sequences.follow(self.street, seat, action)
        return Move(seat, self.street, sequence, action, owed, could_raise, self.board_cards)

    def _pay(self, seat: int, chips: int) -> None:
        self.pot += chips
        self.stacks[seat] -= chips


def follow(seen: Observation, abstraction: Abstraction) -> BettingTeller:
    """The betting of a hand so far."""
    teller = BettingTeller(seen.rules, abstraction)
    for event in seen.events:
        teller.tell(event)
    return teller
