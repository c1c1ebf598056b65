"""The three kinds of lines of the IRC poker database, and how to tell them apart."""

import re
from dataclasses import dataclass

from villain.cards.card import Card, parse_cards
from villain.errors import NotationError

MOST_OF_A_LINE = 2000
"""No line is longer than this, in characters."""

_CARD = "[2-9TJQKA][cdhs]"
_SHAPES = {
    "hdb": re.compile(
        r"(\d{8,10}) +(\d{1,9}) +(\d{1,9}) +(\d{1,3})((?: +\d{1,3}/\d{1,9}){4})"
        rf"((?: +{_CARD}){{0,5}})",
        re.ASCII,
    ),
    "pdb": re.compile(
        r"(\S{1,64}) +(\d{8,10}) +(\d{1,3}) +(\d{1,3})((?: +[-BfkbcrAQK]{1,60}){4})"
        rf" +(\d{{1,9}}) +(\d{{1,9}}) +(\d{{1,9}})((?: +{_CARD}){{0,2}})",
        re.ASCII,
    ),
    "hroster": re.compile(r"(\d{8,10}) +(\d{1,3})((?: +\S{1,64}){1,99})", re.ASCII),
}
_ALL_IN = re.compile("(?<=[Bbcr])A")
_STAMPS = {"hdb": 0, "pdb": 1, "hroster": 0}


def kind_of_line(line: str) -> str | None:
    """Which of the three files a line is from: ``hdb``, ``pdb`` or ``hroster``."""
    if len(line) > MOST_OF_A_LINE:
        return None
    line = line.strip()
    kind = next((kind for kind, shape in _SHAPES.items() if shape.fullmatch(line)), None)
    if kind == "hroster":  # anything can look like names: their number has to be right
        _, players, *names = line.split()
        return kind if len(names) == int(players) else None
    return kind


def kind_of_file(name: str, head: str) -> str | None:
    """Which of the three files one is, by how it begins; an empty one by its name.

    Hands that are joined already have lines of all three kinds, and are none of them.

    >>> kind_of_file("some file", "800000000   1   7  2  2/20 0/0 0/0 1/30 Qc Ks 8s")
    'hdb'
    """
    *lines, last = head.split("\n")[:20]
    kinds = {kind_of_line(line) for line in lines or [last]} - {None}  # the last may be cut short
    if len(kinds) == 1:
        return kinds.pop()
    return None if head.strip() else kind_by_name(name)


def kind_by_name(name: str) -> str | None:
    """Which of the three files one says it is."""
    last = re.split(r"[/\\]", name)[-1]
    return next((kind for kind in _SHAPES if last == kind or last.startswith(f"{kind}.")), None)


def stamp_and_position(kind: str, line: str) -> tuple[int, int] | None:
    """When a line's hand was played, and the player's position; None if the line says neither."""
    words = line.split(maxsplit=4)
    try:
        stamp = words[_STAMPS[kind]]
        position = words[3] if kind == "pdb" else "0"
    except IndexError:
        return None
    if not 8 <= len(stamp) <= 10 or not stamp.isdecimal() or not stamp.isascii():
        return None
    return int(stamp), int(position) if position.isdecimal() and len(position) < 4 else 0


@dataclass(frozen=True, slots=True)
class IrcSummary:
    """A line of ``hdb``; the pots are at flop, turn, river and in the end."""

    stamp: str
    series: str
    players: int
    pots: tuple[int, ...]
    board: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class IrcPlayer:
    """A line of ``pdb``: ``letters`` by street, what he had, put in, got; the cards he showed."""

    name: str
    stamp: str
    players: int
    position: int
    letters: tuple[str, ...]
    stack: int
    put: int
    won: int
    cards: tuple[Card, ...]

    @property
    def posts(self) -> bool:
        """True if he posts a blind."""
        return self.letters[0].startswith("B")

    @property
    def blind(self) -> int:
        """His blind, if that is all that he put in; else 0."""
        return 0 if set("bcrA") & set("".join(self.letters)) else self.put

    @property
    def played(self) -> tuple[str, ...]:
        """His letters without the blind, and without the ``A`` that marks another as all-in."""
        return tuple(_ALL_IN.sub("", letters).removeprefix("B") for letters in self.letters)


def parse_summary(line: str) -> IrcSummary:
    """Read a line of ``hdb``."""
    stamp, series, _, players, pots, board = _match("hdb", line)
    chips = tuple(int(pot.partition("/")[2]) for pot in pots.split())
    return IrcSummary(stamp, series, int(players), chips, parse_cards(board))


def parse_roster(line: str) -> tuple[str, tuple[str, ...]]:
    """Read a line of ``hroster``: when, and who."""
    stamp, _, names = _match("hroster", line)
    return stamp, tuple(names.split())


def parse_player(line: str) -> IrcPlayer:
    """Read a line of ``pdb``."""
    name, stamp, players, position, letters, stack, put, won, cards = _match("pdb", line)
    return IrcPlayer(
        name,
        stamp,
        int(players),
        int(position),
        tuple(street.strip("-") for street in letters.split()),
        int(stack),
        int(put),
        int(won),
        parse_cards(cards),
    )


def _match(kind: str, line: str) -> tuple[str, ...]:
    match = _SHAPES[kind].fullmatch(line.strip()) if len(line) <= MOST_OF_A_LINE else None
    if match is None:
        raise NotationError(f"{line[:60]!r} is no line of {kind}")
    return match.groups()
