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
SUMMARY = "*** SUMMARY ***"
PLAYED = re.compile(" (?:folded|showed|mucked|collected)")

MOST_LINES, LONGEST = 50_000, 100
"""So many lines are remembered at most, and none of more characters."""

_CARD = {str(card): card for card in DECK}.__getitem__
_CHAIRS = {f"{chair:0{digits}}": chair for digits in (1, 2) for chair in range(100)}
_SEAT = re.compile(r"Seat (\d{1,2}): (.+) \(([^ ()]+) in chips(?:, [^()]*)?\)(?: .*)?", re.ASCII)


class StatedSeat(NamedTuple):
    """A player in the list of seats; his place there is his number in `HandLines`."""

    chair: int
    name: str
    stack: int


@dataclass(slots=True)
class HandLines:
    """The content of a hand's lines; players are the places in the list of seats.

    ``turns`` are street and place of each action, ``paid`` the chips of calls and None for others;
    ``played`` and ``blinds`` are of the summary: who took part, and who had a blind.
    """

    posts: list[Post] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    turns: list[tuple[int, int]] = field(default_factory=list)
    paid: list[int | None] = field(default_factory=list)
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
        return _one_or_two(inner) if len(inner) < 6 else tuple(map(_CARD, inner.split(" ")))
    except KeyError:
        raise NotationError(f"{text[:60]!r} should end with cards, such as [As Td]") from None


@lru_cache(4096)
def _one_or_two(text: str) -> tuple[Card, ...]:
    return tuple(map(_CARD, text.split(" ")))


def read_seats(lines: list[str], decimals: int) -> list[StatedSeat]:
    """Read the list of seats at the beginning of some lines."""
    seats: list[StatedSeat] = []
    for line in lines:
        # Most lines end with the chips, and then the last parenthesis is theirs.
        start, _, stack = line[:-10].rpartition(" (")
        number, _, name = start.partition(": ")
        chair = _CHAIRS.get(number[5:])
        if (
            chair is None
            or not (name and stack)
            or number[:5] != "Seat "
            or line[-10:] != " in chips)"
            or " " in stack
            or "(" in stack
            or ")" in stack
        ):
            match = _SEAT.fullmatch(line)
            if match is None:
                break
            chair, name, stack = int(match[1]), match[2], match[3]
        seats.append(StatedSeat(chair, name, chips_of(stack, decimals)))
    if len(seats) > MOST_PLAYERS or len({seat.chair for seat in seats}) < len(seats):
        raise NotationError(f"{len(seats)} seats, or one seat twice; there can be {MOST_PLAYERS}")
    return seats


def read_lines(lines: Iterator[str], places: Mapping[str, int], decimals: int) -> HandLines:
    """Read what is posted, done, shown and collected, up to the summary."""
    report = HandLines()
    actions, turns, paid = report.actions, report.turns, report.paid
    known, place_of, street = _KNOWN.setdefault(decimals, {}), places.get, 0
    for line in lines:
        stated = known.get(line)
        if stated is None:
            if line[0] == "*" and _is_mark(line):
                if line == SUMMARY:
                    return report
                _street(report, line)
                street = report.street
                continue
            stated = _stated(line, decimals)
            if stated is None:
                _read_line(report, line, places, decimals)
                continue
            if len(line) <= LONGEST:
                if len(known) >= MOST_LINES:
                    known.clear()
                known[line] = stated
        name, action, chips, post = stated
        place = place_of(name)
        if place is None:
            _read_line(report, line, places, decimals)
        elif action is not None:
            actions.append(action)
            turns.append((street, place))
            paid.append(chips)
        elif post:
            if actions or street:
                _read_line(report, line, places, decimals)  # which refuses it
            report.posts.append((place, post, chips or 0))
    raise RefusedError("incomplete", "there is no line '*** SUMMARY ***'")


def _read_line(report: HandLines, line: str, places: Mapping[str, int], decimals: int) -> None:
    """Read a line that says more than `StatedLine` does, or nothing."""
    head, _, rest = line.rpartition(": ")
    verb, _, what = rest.partition(" ")
    place = places.get(head)
    if place is not None:
        if verb == "shows":
            _show(report, place, what)
        elif verb == "folds":
            report.actions.append(FOLD)
            report.turns.append((report.street, place))
            report.paid.append(None)
            _show(report, place, what)
        elif verb == "posts":
            _refuse_post(report, what, decimals)
        elif verb in ("calls", "bets", "raises"):
            _chips_of_action(verb, what, decimals)  # which says why they cannot be read
    elif line.startswith("Dealt to ") and line.endswith("]"):
        report.hero = _known(places, line[9 : line.rfind(" [")])
        _learn(report, report.hero, _hole(report, line))
    elif " collected " in line:
        _collect(report, line, places, decimals)
    elif head and verb in ACTIONS and not _ends_freely(line):
        _known(places, head)
    elif line == "Hand cancelled":
        raise RefusedError("cancelled")
    elif " cashed out the hand for " in line and not _ends_freely(line):
        raise RefusedError("cashed out", line[:60])


class StatedLine(NamedTuple):
    """A line of one player: his action and the chips of a call, or what he posts, or nothing."""

    name: str
    action: Action | None = None
    chips: int | None = None
    post: str = ""


_KNOWN: dict[int, dict[str, StatedLine]] = {}
"""What lines say, by decimals: most lines of a table have been there before."""


def _stated(line: str, decimals: int) -> StatedLine | None:
    """The content of a line, if it is no more than that, and if it begins with a player's name."""
    name, _, rest = line.rpartition(": ")
    verb, _, what = rest.partition(" ")
    if verb == "checks":
        return StatedLine(name, CALL, 0)
    if verb == "folds" and "[" not in what:
        return StatedLine(name, FOLD)
    try:
        if verb == "calls":
            return StatedLine(name, CALL, _chips_of_action(verb, what, decimals))
        if verb in ("bets", "raises"):
            return StatedLine(name, raise_to(_chips_of_action(verb, what, decimals)))
        if verb == "posts":
            kind, _, amount = what.removesuffix(" and is all-in").rpartition(" ")
            if kind in POSTS:
                return StatedLine(name, None, chips_of(amount, decimals), kind)
    except NotationError:
        return None
    return StatedLine(name) if rest in ("mucks hand", "doesn't show hand") else None


def _chips_of_action(verb: str, what: str, decimals: int) -> int:
    """The chips of a call or a bet, or to which somebody raises."""
    if verb == "raises":
        what = what.partition(" to ")[2]
    return chips_of(what.partition(" ")[0], decimals)


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
            played, blind, cards = _fate(rest)
            if played:
                report.played.add(place)
            if blind:
                report.blinds.add(place)
            if cards == "mucked":
                _learn(report, place, _hole(report, rest))
            elif cards:
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


@lru_cache(4096)
def _fate(rest: str) -> tuple[bool, bool, str]:
    """Whether a player took part and had a blind by the summary, and if his cards stand there."""
    cards = "mucked" if " mucked [" in rest else "showed" if " showed [" in rest else ""
    return PLAYED.search(rest) is not None, " blind) " in rest, cards


def _ends_freely(line: str) -> bool:
    """True if a line ends with chat or a name, which can be any text at all."""
    return ' said, "' in line or line.startswith("Uncalled bet (")


def _is_mark(line: str) -> bool:
    """True if a line begins a part of the hand; a player's name may begin with stars, too."""
    return line.startswith("*** ") and ": " not in line and " collected " not in line


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


def _refuse_post(report: HandLines, what: str, decimals: int) -> None:
    kind, _, amount = what.removesuffix(" and is all-in").rpartition(" ")
    if kind not in POSTS:
        raise RefusedError("unknown post", f"{what[:60]!r}")
    if report.actions or report.street:
        raise RefusedError("out of turn", f"somebody posts {what[:60]!r} after the first action")
    chips_of(amount, decimals)  # which says what is wrong with it


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
