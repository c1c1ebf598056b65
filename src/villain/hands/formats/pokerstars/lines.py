"""The lines of a PokerStars hand, from the list of seats to the summary."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from villain.cards.card import DECK, Card
from villain.errors import NotationError
from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.hands.formats.format import RefusedError
from villain.hands.formats.pokerstars.posts import Post
from villain.hands.hand_history import MOST_PLAYERS
from villain.hands.money import SYMBOLS, to_chips

POSTS = frozenset(("small blind", "big blind", "the ante", "small & big blinds", "straddle"))
ACTIONS = frozenset("folds calls checks bets raises posts".split())
STREETS = {"FLOP": (0, 3), "TURN": (3, 1), "RIVER": (4, 1)}
PLAYED = re.compile(" (?:folded|showed|mucked|collected)")

_CARDS = {str(card): card for card in DECK}
_SEAT = re.compile(r"Seat (\d{1,2}): (.+) \(([^ ()]+) in chips(?:, [^()]*)?\)(?: .*)?", re.ASCII)


class StatedSeat(NamedTuple):
    """A player in the list of seats; his place there is his number in `HandLines`."""

    chair: int
    name: str
    stack: int


class StatedAction(NamedTuple):
    """An action of a place in the list of seats; ``paid`` are the chips of a call, or None."""

    street: int
    place: int
    action: Action
    paid: int | None = None


@dataclass(slots=True)
class HandLines:
    """The content of a hand's lines; players are the places in the list of seats.

    ``played`` and ``blinds`` are of the summary: who took part, and who had a blind.
    """

    posts: list[Post] = field(default_factory=list)
    actions: list[StatedAction] = field(default_factory=list)
    street: int = 0
    board: tuple[Card, ...] = ()
    holes: dict[int, tuple[Card, ...]] = field(default_factory=dict)
    shown: set[int] = field(default_factory=set)
    collected: dict[int, int] = field(default_factory=dict)
    hero: int | None = None
    played: set[int] = field(default_factory=set)
    blinds: set[int] = field(default_factory=set)
    total: int = -1
    rake: int = 0
    notes: tuple[str, ...] = ()


@lru_cache(8192)
def chips_of(text: str, decimals: int) -> int:
    """Whole chips of an amount, with or without its currency's sign."""
    if len(text) > 30:
        raise NotationError(f"{text[:30]!r} is no amount")
    return to_chips(text[1:] if text[:1] in SYMBOLS else text, decimals)


def cards_of(text: str) -> tuple[Card, ...]:
    """The cards in the last brackets of a text."""
    inner = text[text.rfind("[") + 1 : text.rfind("]")]
    try:
        return tuple([_CARDS[card] for card in inner.split(" ")])
    except KeyError:
        raise NotationError(f"{text[:60]!r} should end with cards, such as [As Td]") from None


def read_seats(lines: list[str], decimals: int) -> list[StatedSeat]:
    """Read the list of seats at the beginning of some lines."""
    seats: list[StatedSeat] = []
    for line in lines:
        match = _SEAT.fullmatch(line)
        if match is None:
            break
        seats.append(StatedSeat(int(match[1]), match[2], chips_of(match[3], decimals)))
    if len(seats) > MOST_PLAYERS or len({seat.chair for seat in seats}) < len(seats):
        raise NotationError(f"{len(seats)} seats, or one seat twice; there can be {MOST_PLAYERS}")
    return seats


def read_lines(lines: Iterator[str], places: Mapping[str, int], decimals: int) -> HandLines:
    """Read what is posted, done, shown and collected, up to the summary."""
    report = HandLines()

    def act(place: int, action: Action, paid: int | None = None) -> None:
        report.actions.append(StatedAction(report.street, place, action, paid))

    for line in lines:
        head, _, rest = line.rpartition(": ")
        verb, _, what = rest.partition(" ")
        place = places.get(head)
        if place is not None:
            if verb == "folds":
                act(place, FOLD)
                _show(report, place, what)
            elif verb == "checks":
                act(place, CALL, 0)
            elif verb == "calls":
                act(place, CALL, chips_of(what.partition(" ")[0], decimals))
            elif verb == "bets":
                act(place, raise_to(chips_of(what.partition(" ")[0], decimals)))
            elif verb == "raises":
                to = what.partition(" to ")[2].partition(" ")[0]
                act(place, raise_to(chips_of(to, decimals)))
            elif verb == "posts":
                _post(report, place, what, decimals)
            elif verb == "shows":
                _show(report, place, what)
        elif line.startswith("Dealt to ") and line.endswith("]"):
            report.hero = _known(places, line[9 : line.rfind(" [")])
            _learn(report, report.hero, _hole(report, line))
        elif " collected " in line:
            _collect(report, line, places, decimals)
        elif line == "*** SUMMARY ***":
            return report
        elif line.startswith("*** "):
            _street(report, line)
        elif head and verb in ACTIONS and not _ends_freely(line):
            _known(places, head)
        elif line == "Hand cancelled":
            raise RefusedError("cancelled")
        elif " cashed out the hand for " in line and not _ends_freely(line):
            raise RefusedError("cashed out", line[:60])
    raise RefusedError("incomplete", "there is no line '*** SUMMARY ***'")


def read_summary(
    lines: Iterable[str], report: HandLines, seats: Mapping[str, tuple[int, str]], decimals: int
) -> None:
    """Read the pot, the rake, and the cards that only the summary tells; hold the rest to it.

    ``seats`` are the places and names by what stands before the name.
    """
    for line in lines:
        if line.startswith("Seat "):
            start = line.partition(": ")[0]
            place, name = seats.get(start, (-1, ""))
            rest = line[len(start) + 2 :]
            if place < 0 or not rest.startswith(name):
                raise RefusedError("unknown player", f"{line[:60]!r} is not in the list of seats")
            rest = rest[len(name) :]
            if PLAYED.search(rest):
                report.played.add(place)
            if " blind) " in rest:
                report.blinds.add(place)
            if " mucked [" in rest:
                _learn(report, place, _hole(report, rest))
            elif " showed [" in rest:
                _show(report, place, rest)
        elif line.startswith("Total pot "):
            report.total = chips_of(line[10:].partition(" ")[0], decimals)
            report.rake = chips_of(line.rpartition("Rake ")[2].partition(" ")[0], decimals)
        elif line.startswith("Board "):
            if cards_of(line) != report.board:
                raise RefusedError("incomplete", f"the summary has another {line[:40]}")
        elif line.startswith(("Hand was run ", "FIRST Board ")):
            raise RefusedError("run it twice")
    if report.total < 0:
        raise RefusedError("incomplete", "the summary has no line 'Total pot'")


def _ends_freely(line: str) -> bool:
    """True if a line ends with chat or a name, which can be any text at all."""
    return ' said, "' in line or line.startswith("Uncalled bet (")


def _known(places: Mapping[str, int], name: str) -> int:
    place = places.get(name)
    if place is None:
        raise RefusedError("unknown player", f"{name[:40]!r} is not in the list of seats")
    return place


def _collect(report: HandLines, line: str, places: Mapping[str, int], decimals: int) -> None:
    name, _, rest = line.rpartition(" collected ")
    if name in places or not _ends_freely(line):
        place = _known(places, name)
        chips = chips_of(rest.partition(" ")[0], decimals)
        report.collected[place] = report.collected.get(place, 0) + chips


def _post(report: HandLines, place: int, what: str, decimals: int) -> None:
    kind, _, amount = what.removesuffix(" and is all-in").rpartition(" ")
    if kind not in POSTS:
        raise RefusedError("unknown post", f"{what[:60]!r}")
    if report.actions or report.street:
        raise RefusedError("out of turn", f"somebody posts {what[:60]!r} after the first action")
    report.posts.append((place, kind, chips_of(amount, decimals)))


def _street(report: HandLines, line: str) -> None:
    name = line[4:].partition(" ***")[0]
    if name in STREETS:
        before, new = STREETS[name]
        cards = cards_of(line)
        if len(report.board) != before or len(cards) != new:
            raise NotationError(f"{line[:60]!r} does not follow on {len(report.board)} cards")
        report.board += cards
        report.street += 1
    elif name.startswith(("FIRST ", "SECOND ", "THIRD ")):
        raise RefusedError("run it twice")
    elif name not in ("HOLE CARDS", "SHOW DOWN"):
        raise RefusedError("other game", f"hold'em has no {name[:30]!r}")


def _show(report: HandLines, place: int, text: str) -> None:
    if "[" in text and len(cards := _hole(report, text)) > 1:
        _learn(report, place, cards)
        report.shown.add(place)


def _hole(report: HandLines, text: str) -> tuple[Card, ...]:
    """Somebody's cards; the betting is worth reading without them."""
    try:
        return cards_of(text)
    except NotationError:
        report.notes = ("cards that cannot be read are left out",)
        return ()


def _learn(report: HandLines, place: int, cards: tuple[Card, ...]) -> None:
    """One card of two is as good as none."""
    if len(cards) > 1 and set(report.holes.setdefault(place, cards)) != set(cards):
        raise NotationError(f"one player holds {report.holes[place]} and {cards}")
