"""Sizes of bets and raises as people write them: ``33%, 75%, 2.5x, a``.

A share of the pot (for a raise: of the pot after the call), a multiple of the bet that is faced, or
all one has. Bets and raises may differ (``50% / 2.5x, a``), and so may streets, divided by
semicolons (``flop 33%; turn 75%, a; river 50%, 100%, a``).
"""

import re
from dataclasses import dataclass

from villain.errors import NotationError

STREETS = ("flop", "turn", "river")

_PART = re.compile(r"(\d+(?:\.\d+)?|\.\d+)\s*(%|x)$")
_STREET = re.compile(r"(flop|turn|river)\b\s*:?\s*")
MOST_SIZES = 12


@dataclass(frozen=True)
class Size:
    """One size: ``amount`` is a share of the pot, a multiple of the bet faced, or unused.

    >>> Size.parse("75%"), Size.parse("2.5x"), Size.parse("a")
    (Size('75%'), Size('2.5x'), Size('a'))
    """

    kind: str
    amount: float = 0.0

    @classmethod
    def parse(cls, text: str) -> "Size":
        """Read one size."""
        text = text.strip().lower()
        if text in ("a", "allin", "all-in"):
            return cls("a")
        match = _PART.match(text)
        if match is None:
            raise NotationError(
                f"size {text!r}; write a share of the pot (75%), a multiple of the bet (2.5x) or a "
                "(all-in)"
            )
        amount, kind = float(match[1]), match[2]
        if kind == "%" and not 0 < amount <= 2000:
            raise NotationError(f"size {text!r}; shares of the pot are above 0 % and up to 2000 %")
        if kind == "x" and not 1 < amount <= 100:
            raise NotationError(f"size {text!r}; multiples of a bet are above 1 and up to 100")
        return cls(kind, amount / 100 if kind == "%" else amount)

    def __str__(self) -> str:
        if self.kind == "a":
            return "a"
        return f"{100 * self.amount:g}%" if self.kind == "%" else f"{self.amount:g}x"

    def __repr__(self) -> str:
        return f"Size({str(self)!r})"


@dataclass(frozen=True)
class StreetSizes:
    """The sizes of bets and of raises on one street."""

    bets: tuple[Size, ...] = ()
    raises: tuple[Size, ...] = ()

    def __str__(self) -> str:
        bets = ", ".join(map(str, self.bets))
        raises = ", ".join(map(str, self.raises))
        return bets if self.raises == self.bets else f"{bets} / {raises}"


@dataclass(frozen=True)
class BetSizes:
    """The sizes of one player, by street: flop, turn, river.

    >>> print(BetSizes.parse("33%, a"))
    33%, a
    >>> print(BetSizes.parse("flop 33%; turn 75% / 3x, a; river 50%, a"))
    flop 33%; turn 75% / 3x, a; river 50%, a
    """

    flop: StreetSizes
    turn: StreetSizes
    river: StreetSizes

    @classmethod
    def parse(cls, text: str) -> "BetSizes":
        """Read sizes; what is said of no street holds on all that are not named."""
        general, named = StreetSizes(), dict[str, StreetSizes]()
        for part in filter(None, (piece.strip() for piece in text.lower().split(";"))):
            match = _STREET.match(part)
            if match is None:
                general = _read_street(part)
            elif match[1] in named:
                raise NotationError(f"sizes {text!r} tell the {match[1]} twice")
            else:
                named[match[1]] = _read_street(part[match.end() :])
        return cls(*(named.get(street, general) for street in STREETS))

    def on(self, street: int) -> StreetSizes:
        """The sizes on a street, 1 for the flop to 3 for the river."""
        return (self.flop, self.turn, self.river)[street - 1]

    def __str__(self) -> str:
        if self.flop == self.turn == self.river:
            return str(self.flop)
        return "; ".join(
            f"{street} {sizes}"
            for street, sizes in zip(STREETS, (self.flop, self.turn, self.river), strict=True)
        )


def _read_street(text: str) -> StreetSizes:
    if text.count("/") > 1:
        raise NotationError(f"sizes {text!r}; there is one / between bets and raises")
    bets, divided, raises = text.partition("/")
    first = _read_list(bets)
    return StreetSizes(first, _read_list(raises) if divided else first)


def _read_list(text: str) -> tuple[Size, ...]:
    sizes = tuple(dict.fromkeys(Size.parse(part) for part in text.split(",") if part.strip()))
    if len(sizes) > MOST_SIZES:
        raise NotationError(f"{len(sizes)} sizes in {text!r}; there are at most {MOST_SIZES}")
    return sizes
