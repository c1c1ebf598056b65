"""The 1,326 combos of two cards and the 169 classes they fall into."""

from functools import cached_property

from villain.cards.card import DECK, RANKS, Card, parse_distinct
from villain.errors import ImpossibleError, NotationError

_NUMBERS = range(1326)


class Combo(int):
    """Two cards as a number 0–1325: ``high * (high - 1) // 2 + low``.

    >>> combo = Combo.parse("KhAh")
    >>> combo, int(combo), combo.cards, combo.starting_class
    (AhKh, 1271, (Ah, Kh), AKs)
    """

    def __new__(cls, number: int) -> "Combo":
        """Make a combo of its number."""
        if number not in _NUMBERS:
            raise NotationError(f"{number} is not a combo; combos are numbered 0 to 1325")
        return super().__new__(cls, number)

    @classmethod
    def of(cls, one: int, other: int) -> "Combo":
        """Make the combo of two different cards, in either order."""
        low, high = sorted((Card(one), Card(other)))
        if low == high:
            raise ImpossibleError(f"a hand of {low} and {low}; it takes two different cards")
        return COMBOS[high * (high - 1) // 2 + low]

    @classmethod
    def parse(cls, text: str, what: str = "hand") -> "Combo":
        """Read a hand of two cards."""
        cards = parse_distinct(text, what)
        if len(cards) != 2:
            raise NotationError(
                f"{what} {text!r} has {len(cards)} card{'s' * (len(cards) != 1)}; "
                "it takes two, such as AhKh"
            )
        return cls.of(*cards)

    @cached_property
    def cards(self) -> tuple[Card, Card]:
        """The two cards, the higher one first."""
        high = 1
        while (high + 1) * high // 2 <= self:
            high += 1
        return DECK[high], DECK[self - high * (high - 1) // 2]

    @cached_property
    def starting_class(self) -> "StartingClass":
        """The class, such as ``AKs``."""
        high, low = self.cards
        return StartingClass.of(high.rank, low.rank, suited=high.suit == low.suit)

    def __str__(self) -> str:
        return "".join(map(str, self.cards))

    __repr__ = __str__


class StartingClass(int):
    """One of the 169 classes as a number, row by row of the usual grid: AA, AKs … 32o, 22.

    Pairs are on the diagonal, suited classes to the right of it, offsuit ones below.

    >>> StartingClass.of(12, 11, suited=True), len(StartingClass.of(12, 11, suited=True).combos)
    (AKs, 4)
    """

    @classmethod
    def of(cls, one: int, other: int, *, suited: bool) -> "StartingClass":
        """Make the class of two ranks (0–12)."""
        high, low = 12 - max(one, other), 12 - min(one, other)
        return CLASSES[13 * high + low if suited else 13 * low + high]

    @property
    def row(self) -> int:
        """The row of the grid, 0 for aces."""
        return self // 13

    @property
    def column(self) -> int:
        """The column of the grid, 0 for aces."""
        return self % 13

    @property
    def high(self) -> int:
        """The higher rank (0–12)."""
        return 12 - min(self.row, self.column)

    @property
    def low(self) -> int:
        """The lower rank (0–12)."""
        return 12 - max(self.row, self.column)

    @property
    def suffix(self) -> str:
        """``s`` for suited, ``o`` for offsuit, nothing for a pair."""
        return "" if self.row == self.column else "s" if self.column > self.row else "o"

    @cached_property
    def combos(self) -> tuple[Combo, ...]:
        """Its four, six or twelve combos."""
        return tuple(combo for combo in COMBOS if combo.starting_class == self)

    def __str__(self) -> str:
        return RANKS[self.high] + RANKS[self.low] + self.suffix

    __repr__ = __str__


COMBOS = tuple(Combo(number) for number in range(1326))
CLASSES = tuple(StartingClass(number) for number in range(169))
