"""The lines of a PokerStars hand, from the list of seats to the summary."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple, TypeAlias

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
_NO_STREETS = frozenset(("*** HOLE CARDS ***", "*** SHOW DOWN ***"))
PLAYED = re.compile(" (?:folded|showed|mucked|collected)")

MOST_LINES, LONGEST = 50_000, 100
"""So many lines are remembered at most, and none of more characters."""

_TEXTS = {str(card): card for card in DECK}
_CARD = _TEXTS.__getitem__
_FEW_CARDS: dict[str, tuple[Card, ...]] = {text: (card,) for text, card in _TEXTS.items()}
_FEW_CARDS.update(
    [(f"{one} {other}", (_TEXTS[one], _TEXTS[other])) for one, other in permutations(_TEXTS, 2)]
)
_CHAIRS = {f"Seat {chair}": chair for chair in range(100)}
_SEAT = re.compile(r"Seat (\d{1,2}): (.+) \(([^ ()]+) in chips(?:, [^()]*)?\)(?: .*)?", re.ASCII)


class StatedSeat(NamedTuple):
    """A player in the list of seats; his place there is his number in `HandLines`.

    ``start`` is what his line of the summary begins with: his chair and his name.
    """

    chair: int
    name: str
    stack: int
    start: str


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
    cards = _FEW_CARDS.get(inner)
    if cards is None:
        try:
            cards = tuple(map(_CARD, inner.split(" ")))
        except KeyError:
            raise NotationError(f"{text[:60]!r} should end with cards, such as [As Td]") from None
    return cards


def read_seats(lines: list[str], decimals: int) -> list[StatedSeat]:
    """Read the list of seats at the beginning of some lines."""
    seats: list[StatedSeat] = []
    for line in lines:
        if line[:5] != "Seat ":
            break
        # Most lines end with the chips, and then the last parenthesis is theirs.
        start, _, stack = line[:-10].rpartition(" (")
        number, _, name = start.partition(": ")
        chair = _CHAIRS.get(number)
        if (
            chair is None
            or not (name and stack)
            or line[-10:] != " in chips)"
            or " " in stack
            or "(" in stack
            or ")" in stack
        ):
            match = _SEAT.fullmatch(line)
            if match is None:
                break
            chair, name, stack = int(match[1]), match[2], match[3]
            start = f"Seat {chair}: {name}"
        seats.append(StatedSeat(chair, name, chips_of(stack, decimals), start))
    if len(seats) > MOST_PLAYERS or len({seat[0] for seat in seats}) < len(seats):
        raise NotationError(f"{len(seats)} seats, or one seat twice; there can be {MOST_PLAYERS}")
    return seats


def read_lines(lines: Iterator[str], places: Mapping[str, int], decimals: int) -> HandLines:
    """Read what is posted, done, shown and collected, up to the summary."""
    report = HandLines()
    act, take_turn, pay = report.actions.append, report.turns.append, report.paid.append
    known, place_of, street = _KNOWN.setdefault(decimals, {}), places.get, 0
    for line in lines:
        name, _, rest = line.rpartition(": ")
        place = place_of(name)
        if place is None:
            if line[:4] != "*** " or name or " collected " in line:
                _read_other(report, line, places, decimals)
            elif line == SUMMARY:
                return report
            elif line not in _NO_STREETS:
                _street(report, line)
                street = report.street
            continue
        stated = known.get(rest) or _stated(rest, decimals, known)
        if stated is None:
            _read_more(report, line, place, decimals)
            continue
        action, chips, post = stated
        if action is not None:
            act(action)
            take_turn((street, place))
            pay(chips)
        elif post:
            if street or report.actions:
                _refuse_post(report, rest[6:], decimals)
            report.posts.append((place, post, chips or 0))
    raise RefusedError("incomplete", "there is no line '*** SUMMARY ***'")


def _read_more(report: HandLines, line: str, place: int, decimals: int) -> None:
    """Read a player's line that says more than `StatedLine` does, or nothing."""
    verb, _, what = line.rpartition(": ")[2].partition(" ")
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


def _read_other(report: HandLines, line: str, places: Mapping[str, int], decimals: int) -> None:
    """Read a line that does not begin with a player's name and a colon."""
    if line.startswith("Dealt to ") and line.endswith("]"):
        report.hero = _known(places, line[9 : line.rfind(" [")])
        _learn(report, report.hero, _hole(report, line))
        return
    if " collected " in line:
        _collect(report, line, places, decimals)
        return
    head, _, rest = line.rpartition(": ")
    if head and rest.partition(" ")[0] in ACTIONS and not _ends_freely(line):
        _known(places, head)
    elif line == "Hand cancelled":
        raise RefusedError("cancelled")
    elif " cashed out the hand for " in line and not _ends_freely(line):
        raise RefusedError("cashed out", line[:60])


StatedLine: TypeAlias = tuple[Action | None, int | None, str]
"""A line of one player: his action and the chips of a call, or what he posts, or nothing."""

_KNOWN: dict[int, dict[str, StatedLine]] = {}
"""What the lines of players say behind the name, by decimals: most have been there before."""


def _stated(rest: str, decimals: int, known: dict[str, StatedLine]) -> StatedLine | None:
    """The content of a player's line behind the name, if it is no more than that."""
    verb, _, what = rest.partition(" ")
    stated: StatedLine | None = None
    if verb == "checks":
        stated = CALL, 0, ""
    elif verb == "folds" and "[" not in what:
        stated = FOLD, None, ""
    elif verb == "shows":
        return None
    elif rest in ("mucks hand", "doesn't show hand"):
        stated = None, None, ""
    else:
        try:
            if verb == "calls":
                stated = CALL, _chips_of_action(verb, what, decimals), ""
            elif verb in ("bets", "raises"):
                stated = raise_to(_chips_of_action(verb, what, decimals)), None, ""
            elif verb == "posts":
                kind, _, amount = what.removesuffix(" and is all-in").rpartition(" ")
                if kind in POSTS:
                    stated = None, chips_of(amount, decimals), kind
        except NotationError:
            return None
    if stated is not None and len(rest) <= LONGEST:
        if len(known) >= MOST_LINES:
            known.clear()
        known[rest] = stated
    return stated


def _chips_of_action(verb: str, what: str, decimals: int) -> int:
    """The chips of a call or a bet, or to which somebody raises."""
    if verb == "raises":
        what = what.partition(" to ")[2]
    return chips_of(what.partition(" ")[0], decimals)


def read_summary(
    lines: Iterable[str], report: HandLines, seats: list[StatedSeat], decimals: int
) -> None:
    """Read the pot, the rake, and the cards that only the summary tells; hold the rest to it."""
    awaited, played, blinds = 0, report.played.add, report.blinds.add
    for line in lines:
        if line[:5] == "Seat ":
            # Mostly they come in the order of the list.
            if awaited == len(seats) or not line.startswith(seats[awaited][3]):
                awaited = _place_of(line, seats)
            rest = line[len(seats[awaited][3]) :]
            takes_part, blind, cards = _FATES.get(rest) or _fate(rest)
            if takes_part:
                played(awaited)
            if blind:
                blinds(awaited)
            if cards == "mucked":
                _learn(report, awaited, _hole(report, rest))
            elif cards:
                _show(report, awaited, rest)
            awaited += 1
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


def _place_of(line: str, seats: list[StatedSeat]) -> int:
    chair = line.partition(": ")[0] + ": "
    for place, seat in enumerate(seats):
        if seat.start.startswith(chair) and line.startswith(seat.start):
            return place
    raise RefusedError("unknown player", f"{line[:60]!r} is not in the list of seats")


def _fate(rest: str) -> tuple[bool, bool, str]:
    """Whether a player took part and had a blind by the summary, and if his cards stand there."""
    cards = "mucked" if " mucked [" in rest else "showed" if " showed [" in rest else ""
    return PLAYED.search(rest) is not None, " blind) " in rest, cards


_FATES = {
    f"{post} {fate}": _fate(f"{post} {fate}")
    for post in ("", " (button)", " (small blind)", " (big blind)", " (button) (small blind)")
    for fate in (
        "folded before Flop",
        "folded before Flop (didn't bet)",
        "folded on the Flop",
        "folded on the Turn",
        "folded on the River",
        "mucked",
    )
}
"""What most lines of the summary say behind the name."""


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
    place = places.get(name)
    if place is None:
        if _ends_freely(line):
            return
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
    street = STREETS.get(name)
    if street is not None:
        before, new = street
        board, cards = report.board, cards_of(line)
        if len(board) != before or len(cards) != new:
            raise NotationError(f"{line[:60]!r} does not follow on {len(board)} cards")
        report.board = board + cards
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
    if len(cards) < 2 or (held := report.holes.setdefault(place, cards)) is cards:
        return
    if held != cards and set(held) != set(cards):
        raise NotationError(f"one player holds {held} and {cards}")
