"""Everything that happens in a hand, in order. Events do not change."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from villain.cards.card import Card, show

Cards: TypeAlias = tuple[Card, ...]


class Posted(NamedTuple):
    """A seat pays an ante, a blind, or dead chips that are no bet."""

    seat: int
    chips: int
    kind: str

    def __str__(self) -> str:
        kind = "dead chips" if self.kind == "dead" else self.kind
        return f"seat {self.seat} posts {kind} {self.chips}"


class Dealt(NamedTuple):
    """A seat gets its hole cards; None for eyes that may not see them."""

    seat: int
    cards: Cards | None

    def __str__(self) -> str:
        return f"seat {self.seat} is dealt {show(self.cards) if self.cards else 'hidden cards'}"


class Acted(NamedTuple):
    """A seat folds, calls or raises: the chips it adds, and what then lies in front of it."""

    seat: int
    kind: str
    chips: int
    to: int

    def __str__(self) -> str:
        if self.kind == "raise":
            return f"seat {self.seat} raises to {self.to}"
        if self.kind == "call":
            return (
                f"seat {self.seat} calls {self.chips}" if self.chips else f"seat {self.seat} checks"
            )
        return f"seat {self.seat} folds"


class Board(NamedTuple):
    """Cards come on the board, before the betting of a street."""

    street: int
    cards: Cards

    def __str__(self) -> str:
        return f"board: {show(self.cards)}"


class Returned(NamedTuple):
    """A bet that nobody called goes back."""

    seat: int
    chips: int

    def __str__(self) -> str:
        return f"{self.chips} go back to seat {self.seat}"


class Shown(NamedTuple):
    """A seat shows its hole cards at the showdown."""

    seat: int
    cards: Cards

    def __str__(self) -> str:
        return f"seat {self.seat} shows {show(self.cards)}"


class Won(NamedTuple):
    """A seat takes chips from a pot (0: the main pot)."""

    seat: int
    chips: int
    pot: int

    def __str__(self) -> str:
        where = f" from side pot {self.pot}" if self.pot else ""
        return f"seat {self.seat} wins {self.chips}{where}"


Event: TypeAlias = Posted | Dealt | Acted | Board | Returned | Shown | Won


@cache
def hidden_cards(players: int) -> tuple[Dealt, ...]:
    """Everybody gets cards, for eyes that may not see them."""
    return tuple(Dealt(seat, None) for seat in range(players))


# Dealt(...) and the like pass through Python before they make a tuple, and take twice the time.
def dealt(holes: Sequence[Cards]) -> list[Dealt]:
    """Everybody gets his cards; whose are not known gets hidden ones."""
    if () in holes:
        return [Dealt(seat, cards or None) for seat, cards in enumerate(holes)]
    return [tuple.__new__(Dealt, cards) for cards in enumerate(holes)]


def shown(holes: Mapping[int, Cards]) -> list[Shown]:
    """These seats show their cards."""
    return [tuple.__new__(Shown, cards) for cards in holes.items()]


def board_cards(street: int, cards: Cards) -> Board:
    """Cards come on the board."""
    return tuple.__new__(Board, (street, cards))
