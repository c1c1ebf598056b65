"""PokerStars' own text: cash games and tournaments of hold'em, read and written.

Read are limit, no-limit and pot-limit. Other games, games with a cap, and hands that were
cancelled, run twice or cashed out are refused; so is a hand whose lines do not add up to the pot
that it tells. Who mucks a hand that the summary reveals is known to hold it, and
has not shown it; a single card that somebody shows is left out, and so are cards that cannot be
read. A fold where a check is free makes
the hand one of free folds.
"""

from collections.abc import Iterator

from villain.errors import NotationError, VillainError
from villain.hands.formats.format import Block, Format, RefusedError
from villain.hands.formats.pokerstars.header import (
    HEADER,
    Header,
    StatedTable,
    read_header,
    read_table,
)
from villain.hands.formats.pokerstars.lines import (
    HandLines,
    StatedSeat,
    read_lines,
    read_seats,
    read_summary,
)
from villain.hands.formats.pokerstars.posts import rules_of
from villain.hands.formats.pokerstars.writer import write
from villain.hands.hand_history import HandHistory, Origin

BYTE_ORDER_MARK = "\ufeff"


def recognise(head: str) -> bool:
    """True if one of PokerStars' hands begins in a text."""
    return next(_beginnings(head), None) is not None


def split(text: str, line: int) -> Iterator[Block]:
    """Cut at the first lines of hands; what stands before the first is a block too."""
    start = 0
    for end in (*_beginnings(text), len(text)):
        part = text[start:end]
        if part.strip(BYTE_ORDER_MARK + " \t\r\n"):
            yield Block(line, part)
        line += part.count("\n")
        start = end


def _beginnings(text: str) -> Iterator[int]:
    for match in HEADER.finditer(text):
        start = match.start()
        start -= text[start - 1 : start] == BYTE_ORDER_MARK
        if start == 0 or text[start - 1] in "\r\n":
            yield start


def read(text: str, context: str = "") -> HandHistory:  # noqa: ARG001
    """Read one hand; a `VillainError` tells why it cannot be."""
    try:
        return _read(text)
    except VillainError:
        raise
    except (ValueError, LookupError) as error:
        raise NotationError(f"the hand cannot be read: {error}"[:200]) from error


def _read(text: str) -> HandHistory:
    raw = text.lstrip(BYTE_ORDER_MARK).replace("\r", "\n").split("\n")
    lines = list(filter(None, map(str.rstrip, raw)))
    header = read_header(lines[0] if lines else "")
    if len(lines) < 3:
        raise RefusedError("incomplete", "there is nothing but the first line")
    decimals = header.game.decimals
    table = read_table(lines[1])
    seats = read_seats(lines[2:], decimals)
    places = {seat.name: place for place, seat in enumerate(seats)}
    if len(places) < len(seats):
        raise NotationError("two players have the same name")
    rest = iter(lines[2 + len(seats) :])
    report = read_lines(rest, places, decimals)
    read_summary(rest, report, seats, decimals)
    return _history(header, table, seats, report)


def _history(
    header: Header, table: StatedTable, seats: list[StatedSeat], report: HandLines
) -> HandHistory:
    """Put the players in the order of the rules: from the left of the button."""
    posts, turns, collects, holes = report.posts, report.turns, report.collected, report.holes
    playing = {place for place, _, _ in posts}
    playing.update([place for _, place in turns])
    if len(playing) < 2 or not (
        playing.issuperset(collects)
        and playing.issuperset(holes)
        and playing.issuperset(report.played)
    ):
        named = {*collects, *holes, *report.played}
        silent = ", ".join(seats[place].name for place in named - playing)
        raise RefusedError("incomplete", f"there is no line of what {silent or 'anybody'} does")
    button = table.button
    order = sorted(playing, key=[(seat[0] - button - 1) % 100 for seat in seats].__getitem__)
    seat_of = {place: seat for seat, place in enumerate(order)}
    chairs, names, stacks, _ = zip(*[seats[place] for place in order], strict=True)
    rules = rules_of(
        header.game, stacks, [(seat_of[place], kind, chips) for place, kind, chips in posts]
    )
    for place in report.blinds:
        if not rules.blinds[seat_of[place]]:
            raise RefusedError("incomplete", "there is no line of a blind that the summary tells")
    return HandHistory(
        rules,
        names,
        tuple(report.actions),
        tuple([holes.get(place, ()) for place in order]),
        report.board,
        frozenset([seat_of[place] for place in report.shown]),
        tuple([collects.get(place, 0) for place in order]),
        Origin(
            site="PokerStars",
            number=header.number,
            time=header.time,
            zone=header.zone,
            table=table.name,
            seats=chairs,
            chairs=table.chairs,
            currency=header.game.currency,
            decimals=header.game.decimals,
            tournament=header.game.tournament,
            hero=None if report.hero is None else seat_of[report.hero],
        ),
        tuple([(street, seat_of[place]) for street, place in turns]),
        notes=report.notes,
        paid=tuple(report.paid),
        pot_and_rake=(report.total, report.rake),
    )


FORMAT = Format(
    name="pokerstars",
    about="PokerStars' text, cash and tournaments",
    recognise=recognise,
    marks=(b"\nPokerStars ", b"\n\xef\xbb\xbfPokerStars "),
    split=split,
    read=read,
    write=write,
    any_bytes=True,
)
