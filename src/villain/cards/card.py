"""A card is a number 0–51 with a face: ``As``, ``Td``, ``9c``."""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from villain.errors import ImpossibleError, NotationError

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SYMBOLS = "♣♦♥♠"

_RANK = {rank: index for index, rank in enumerate(RANKS)}
_SUIT = {suit: index for index, suit in enumerate(SUITS)}
_SUIT |= {symbol: index for index, symbol in enumerate(SYMBOLS)}
_SUIT |= {symbol: index for index, symbol in enumerate("♧♢♡♤")}

_CARD = re.compile(r"(10|[2-9TJQKAtjqka])([cdhsCDHS♣♦♥♠♧♢♡♤])\ufe0f?")
_GAP = re.compile(r"[\s,;]*")


_NUMBERS = range(52)


class Card(int):
    """One of the 52 cards: ``4 * rank + suit``, from the deuce of clubs to the ace of spades.

    >>> card = Card.parse("A♠")
    >>> card, int(card), card.symbol
    (As, 51, 'A♠')
    """

    __slots__ = ()

    def __new__(cls, number: int) -> "Card":
        """Make a card of its number."""
        if number not in _NUMBERS:
            raise NotationError(f"{number} is not a card; cards are numbered 0 to 51")
        return super().__new__(cls, number)

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Read one card."""
        cards = parse_cards(text)
        if len(cards) != 1:
            raise NotationError(f"{text!r} should be one card, such as As or T♦")
        return cards[0]

    @property
    def rank(self) -> int:
        """0 for a deuce to 12 for an ace."""
        return self >> 2

    @property
    def suit(self) -> int:
        """Clubs 0, diamonds 1, hearts 2, spades 3."""
        return self & 3

    @property
    def symbol(self) -> str:
        """The card with a suit sign, such as ``A♠``."""
        return RANKS[self.rank] + SYMBOLS[self.suit]

    def __str__(self) -> str:
        return RANKS[self.rank] + SUITS[self.suit]

    __repr__ = __str__


DECK = tuple(Card(number) for number in range(52))


def rank_index(letter: str) -> int:
    """0–12 for a rank's letter, large or small."""
    return _RANK[letter.upper()]


def suit_index(letter: str) -> int:
    """0–3 for a suit's letter or sign."""
    return _SUIT[letter.lower()]


def parse_cards(text: str, what: str = "cards") -> tuple[Card, ...]:
    """Read any number of cards, in any spacing.

    >>> parse_cards("AsTd9c") == parse_cards("As, Td 9♣") == parse_cards("as 10d;9C")
    True
    >>> parse_cards("As Tx")
    Traceback (most recent call last):
    ...
    villain.errors.NotationError: cards 'As Tx': 'Tx' at position 4 is not a card; \
write rank and suit, such as As, Td, 9c or Q♥
    """
    text = unicodedata.normalize("NFKC", text)
    cards = []
    at = _end_of_gap(text, 0)
    while at < len(text):
        match = _CARD.match(text, at)
        if match is None:
            wrong = re.split(r"[\s,;]", text[at:], maxsplit=1)[0]
            raise NotationError(
                f"{what} {text!r}: {wrong!r} at position {at + 1} is not a card; "
                "write rank and suit, such as As, Td, 9c or Q♥"
            )
        rank, suit = match.groups()
        cards.append(Card(4 * (8 if rank == "10" else rank_index(rank)) + suit_index(suit)))
        at = _end_of_gap(text, match.end())
    return tuple(cards)


def _end_of_gap(text: str, at: int) -> int:
    gap = _GAP.match(text, at)
    return gap.end() if gap else at


def parse_distinct(text: str, what: str = "cards") -> tuple[Card, ...]:
    """Read cards, none of them twice."""
    return distinct(parse_cards(text, what), what)


def distinct(cards: Sequence[Card], what: str = "cards") -> tuple[Card, ...]:
    """Return the cards; raise if one of them stands twice."""
    for place, card in enumerate(cards):
        if card in cards[:place]:
            raise ImpossibleError(
                f"{what} {show(cards)!r}: {card} stands twice, as card {cards.index(card) + 1} and "
                f"as card {place + 1}; every card can be there once"
            )
    return tuple(cards)


def show(cards: Iterable[Card]) -> str:
    """Cards as people write them, with spaces.

    >>> show(parse_cards("AsTd"))
    'As Td'
    """
    return " ".join(str(card) for card in cards)
