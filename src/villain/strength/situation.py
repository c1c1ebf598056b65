"""The known cards, checked; ranges, cut down to what is possible."""

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np

from villain.cards.card import DECK, Card, distinct, parse_distinct, show
from villain.cards.combo import Combo
from villain.cards.range import HIGH_CARDS, LOW_CARDS, Range
from villain.errors import ImpossibleError, NotationError
from villain.kernels.arrays import CardArray, FloatArray

Cards: TypeAlias = str | Iterable[Card]
RangeLike: TypeAlias = str | Range | Combo


CANNOT_BE_DEALT = (
    "these ranges cannot be dealt together: every choice of hands shares a card; "
    "give some of them other cards"
)


def read_cards(cards: Cards, what: str) -> tuple[Card, ...]:
    """Take cards as text or as they are; none may stand twice."""
    if isinstance(cards, str):
        return parse_distinct(cards, what)
    return distinct([Card(card) for card in cards], what)


def read_board(board: Cards, *, least: int = 0) -> tuple[Card, ...]:
    """Take a board of nothing or three to five cards."""
    cards = read_cards(board, "board")
    sizes = [size for size in (0, 3, 4, 5) if size >= least]
    if len(cards) not in sizes:
        wanted = "three, four or five" if least else "none, three, four or five"
        raise NotationError(f"board {show(cards)!r} has {len(cards)} cards; it takes {wanted}")
    return cards


def read_hole(hole: str | Combo) -> Combo:
    """Take a hand of two cards."""
    return hole if isinstance(hole, Combo) else Combo.parse(hole)


def check_apart(**places: Iterable[Card]) -> None:
    """Raise where a card is in two places (hole, board, dead)."""
    seen: dict[Card, str] = {}
    for place, cards in places.items():
        for card in cards:
            if card in seen:
                raise ImpossibleError(
                    f"{card} is in the {seen[card]} and in the {place}; a card can be in one place"
                )
            seen[card] = place


def check_enough_cards(players: int, dead: int) -> None:
    """Raise where the deck is too small for so many hands and a full board."""
    needed, left = 2 * players + 5, 52 - dead
    if left < needed:
        raise ImpossibleError(
            f"{players} hands and a full board take {needed} cards; {dead} dead ones leave {left}"
        )


def read_range(hands: RangeLike) -> Range:
    """Take a range as text, as a combo, or as it is."""
    if isinstance(hands, Combo):
        return Range({hands: 1.0})
    if isinstance(hands, str | Range):
        return Range(hands) if isinstance(hands, str) else hands
    raise NotationError(f"{hands!r} is no range; give text, a Range or a Combo")


def possible_range(hands: RangeLike, known: Iterable[Card], what: str = "range") -> Range:
    """Take a range without the combos that known cards rule out; something must be left."""
    blank = isinstance(hands, str) and not hands.strip()
    full = Range("none") if blank else read_range(hands)
    if not full:
        raise ImpossibleError(f"the {what} is empty; it needs at least one hand, such as QQ+")
    known = tuple(known)
    left = full.without(*known)
    if not left:
        shown = hands if isinstance(hands, str) else str(full)
        raise ImpossibleError(
            f"no hand of the {what} {shown!r} is possible: every combo contains one of the known "
            f"cards ({show(known)})"
        )
    return left


def deck_without(*known: Card) -> CardArray:
    """The other cards, as a kernel takes them."""
    return np.array([card for card in DECK if card not in known], np.uint8)


def as_array(cards: Iterable[Card]) -> CardArray:
    """Cards as a kernel takes them."""
    return np.array(tuple(cards), np.uint8)


def holdings_in(hands: Range) -> tuple[CardArray, CardArray, FloatArray]:
    """The combos that have weight: two arrays of cards, and their weights."""
    combos = np.flatnonzero(hands.weights)
    return HIGH_CARDS[combos], LOW_CARDS[combos], hands.weights[combos]
