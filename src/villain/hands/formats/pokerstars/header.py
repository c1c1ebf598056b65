"""The first two lines of a PokerStars hand: the game, the stakes, the time and the table."""

import re
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from villain.errors import NotationError
from villain.game.rules import Betting
from villain.hands.formats.format import RefusedError
from villain.hands.money import SYMBOLS, to_chips

HEADER = re.compile(r"PokerStars (?:[A-Za-z]{1,9} ){0,3}(?:Hand|Game) #([^\s:]{0,40}):")
"""The beginning of a hand, up to its number."""

BETTING = {"No Limit": Betting.NO_LIMIT, "Pot Limit": Betting.POT_LIMIT, "Limit": Betting.LIMIT}

_TIME = re.compile(
    r"(\d{4})/(\d\d?)/(\d\d?)(?: -)? (\d\d?):(\d\d):(\d\d)(?: \(?([A-Z]{1,5})\b)?", re.ASCII
)
_USUAL = re.compile(r"([^:]* - )(\d{4})/(\d\d?)/(\d\d?) (\d\d?):(\d\d):(\d\d) ET", re.ASCII)
"""What mostly follows on the number: there is one time, and it ends the line."""
_CLUB = re.compile(r"\{[^{}]{0,200}\}")
_GAME = re.compile(r"(?<!\+ )Hold'em (No Limit|Pot Limit|Limit)(?=[,)]| \(| - )")
_STAKES = re.compile(r"[(,] ?(\D?)([\d.,]{1,20})/\D?([\d.,]{1,20})([^()/]{0,60})\)", re.ASCII)
_TOURNAMENT = re.compile(r"Tournament #([^,]{0,40}),")
_TABLE = re.compile(
    r"Table '(.*)'(?: (\d{1,2})-max)?(?: \([^()]*\))? Seat #(\d{1,2}) is the button", re.ASCII
)
_MOST = 400


class StatedGame(NamedTuple):
    """The game and its stakes.

    ``small`` and ``big`` are blinds, or the bets of a limit game.
    """

    betting: Betting
    small: int
    big: int
    currency: str
    decimals: int
    tournament: str


class Header(NamedTuple):
    """The first line of a hand."""

    number: str
    game: StatedGame
    time: datetime | None
    zone: str


class StatedTable(NamedTuple):
    """The second line: the table's name, how many chairs it has (0: not told), the button."""

    name: str
    chairs: int
    button: int


def read_header(line: str) -> Header:
    """Read the first line.

    >>> read_header("PokerStars Hand #5:  Hold'em Limit ($2/$4 USD) - 2014/01/06 7:09:08 ET").game
    StatedGame(betting=<Betting.LIMIT: 'limit'>, small=200, big=400, currency='USD', decimals=2, \
tournament='')
    """
    match = HEADER.match(line)
    if match is None or len(line) > _MOST:
        raise RefusedError("not a hand", f"{line[:40]!r} should be such as 'PokerStars Hand #1: '")
    if (usual := _USUAL.fullmatch(line, match.end())) is not None:
        text, *numbers = usual.groups()
        return Header(match[1], read_game(text), datetime(*map(int, numbers)), "ET")  # type: ignore[arg-type]
    times = list(_TIME.finditer(line, match.end()))
    game = read_game(line[match.end() : times[0].start() if times else len(line)])
    if not times:
        return Header(match[1], game, None, "")
    # The site's own time, Eastern, stands behind the player's, if that is another.
    stated = times[-1] if times[-1][7] == "ET" else times[0]
    *numbers, zone = stated.groups("")
    return Header(match[1], game, datetime(*map(int, numbers)), zone)  # type: ignore[arg-type]


@lru_cache(1024)
def read_game(text: str) -> StatedGame:
    """Read the game and the stakes between the number and the time."""
    game = _CLUB.sub("", text)
    kind = _GAME.search(game)
    if kind is None:
        raise RefusedError("other game", f"{text.strip(' -')[:60]!r} is not hold'em")
    stakes = _STAKES.findall(game)
    if not stakes:
        raise NotationError(f"{text[:60]!r} tells no stakes, such as ($1/$2)")
    sign, small, big, tail = stakes[-1]
    if " Cap" in tail:
        raise RefusedError("cap game", tail.strip(" -"))
    if sign and sign not in SYMBOLS:
        raise NotationError(f"{sign!r} is no known currency; there are {' '.join(SYMBOLS)}")
    tournament = _TOURNAMENT.search(game)
    suffix = tail.strip()
    currency = suffix if len(suffix) == 3 and suffix.isupper() else SYMBOLS.get(sign, "")
    decimals = 2 if sign or currency or "." in small + big else 0
    return StatedGame(
        BETTING[kind[1]],
        to_chips(small, decimals),
        to_chips(big, decimals),
        currency,
        decimals,
        tournament[1] if tournament else "",
    )


@lru_cache(1024)
def read_table(line: str) -> StatedTable:
    """Read the second line.

    >>> read_table("Table 'Isildur's 50' 6-max Seat #4 is the button")
    StatedTable(name="Isildur's 50", chairs=6, button=4)
    """
    match = _TABLE.fullmatch(line) if len(line) <= _MOST else None
    if match is None:
        raise NotationError(f"{line[:60]!r} should name the table and the seat of the button")
    return StatedTable(match[1], int(match[2] or 0), int(match[3]))
