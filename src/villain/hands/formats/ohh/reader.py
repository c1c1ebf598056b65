"""Open Hand History: JSON objects ``{"ohh": {...}}`` with a blank line between them.

The specification is at https://hh-specs.handhistory.org; hold'em of versions 1.2 to 1.4 is read,
and 1.4.7 is written. The ``amount`` of an action is what it puts into the pot: a raise to 20 of
somebody who has bet 2 has 18. Some programs write 20 there. So where a hand does not come out as
the specification has it (a raise too small, a call of another amount, pots of another size), and
does with raises *to* the amount, it is read that way.

Money is counted in cents, or finer where an amount is; other chips as finely as they are written,
those of tournaments by their value. Players who post nothing, get no cards and do nothing are not
in the hand. A hand of which only one card is known counts as unknown.

What is in `LOST` and `UNSAID` does not come back. Hands that are run twice, bomb pots and pots to
which the site adds chips are not read.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from villain.errors import NotationError
from villain.hands.formats.format import Block, Format, RefusedError
from villain.hands.formats.ohh.document import Fields, load
from villain.hands.formats.ohh.head import (
    betting_of,
    chips_of,
    decimals_of,
    origin_of,
    players_of,
    to_integer,
)
from villain.hands.formats.ohh.play import BETS, CARDS, RoundStep, play, read_board
from villain.hands.formats.ohh.posts import POSTS, Post, Stakes, rules_of
from villain.hands.formats.ohh.writer import LOST, UNSAID, write
from villain.hands.hand_history import HandHistory

__all__ = ["FORMAT", "LOST", "UNSAID"]

STREETS = {"preflop": 0, "flop": 1, "turn": 2, "river": 3, "showdown": 4}
STAKES = ("small_blind_amount", "big_blind_amount", "ante_amount")

_BEGIN = re.compile(r'[\s\ufeff]{0,99}\{\s{0,99}"ohh"')
_POSTS = {what.lower(): what for what in POSTS}
DEEDS = {*BETS, *_POSTS, *CARDS}
IDLE = {"added chips", "sits down", "stands up"}
"""Actions of players that are no part of the hand."""


def recognise(head: str) -> bool:
    """True if a text begins with an object whose first name is ``ohh``."""
    return _BEGIN.match(head) is not None


def split(text: str, line: int) -> Iterator[Block]:
    """Cut where an object begins after a blank line, and before each line ``{"ohh"``."""
    rows: list[str] = []
    start, blank = line, True
    for number, row in enumerate(text.split("\n"), line):
        if rows and row.startswith("{") and (blank or row.startswith('{"ohh"')):
            yield Block(start, "\n".join(rows).rstrip())
            rows = []
        blank = not row.strip("\ufeff \t\r")
        if rows:
            rows.append(row)
        elif not blank:
            start, rows = number, [row.lstrip("\ufeff")]
    if rows:
        yield Block(start, "\n".join(rows).rstrip())


class WrittenAction(NamedTuple):
    """One action as it is written in the document."""

    what: str
    who: str
    street: int
    amount: str
    cards: list[str]


def read(text: str, context: str = "") -> HandHistory:  # noqa: ARG001
    """Read one hand."""
    whole = load(text).inner("ohh")
    betting = betting_of(whole)
    rounds = _rounds(whole)
    deeds = [_deed(street, action) for street, one in rounds for action in one.all("actions")]
    busy = {deed.who for deed in deeds if deed.what in BETS or deed.what in _POSTS}
    dealt = {deed.who for deed in deeds if deed.what == "dealt cards"}
    players = players_of(whole, busy, dealt)
    pots = [win for pot in whole.all("pots") for win in pot.all("player_wins")]
    wins = [(win.text("player_id"), win.text("win_amount")) for win in pots]
    amounts = [whole.text(name) for name in STAKES] + [player.stack for player in players]
    amounts += [deed.amount for deed in deeds] + [amount for _, amount in wins]
    decimals = decimals_of(whole, amounts)

    seats = {player.key: seat for seat, player in enumerate(players)}
    steps = [
        RoundStep(what, _seat(who, seats), street, chips_of(amount, decimals), cards)
        for what, who, street, amount, cards in deeds
        if what in DEEDS
    ]
    collected = [0] * len(players)
    for who, amount in wins:
        collected[_seat(who, seats)] += chips_of(amount, decimals)
    posts = [
        Post(_POSTS[step.what], step.seat, step.chips) for step in steps if step.what in _POSTS
    ]
    opener = next((step.seat for step in steps if step.what in BETS), None)
    stakes = Stakes(betting, *[chips_of(whole.text(name), decimals) for name in STAKES])
    stacks = tuple([chips_of(player.stack, decimals) for player in players])
    return play(
        steps,
        HandHistory(
            rules_of(stakes, stacks, posts, opener),
            tuple([player.name for player in players]),
            actions=(),
            holes=(),
            board=read_board([one.texts("cards") for street, one in rounds if 0 < street < 4]),
            collected=tuple(collected) if any(collected) else None,
            origin=origin_of(whole, players, seats, decimals),
        ),
    )


def _rounds(whole: Fields) -> list[tuple[int, Fields]]:
    """The rounds with their streets, in the order in which they were played."""
    rounds: list[tuple[int, Fields]] = []
    for one in sorted(whole.all("rounds"), key=lambda one: to_integer(one.text("id"))):
        name = one.text("street").strip().lower()
        if name not in STREETS:
            raise NotationError(f"the street {name[:20]!r} is none of {', '.join(STREETS)}")
        street = STREETS[name]
        if 0 < street < 4 and any(street == other for other, _ in rounds):
            raise RefusedError("unusual hand", f"there are two rounds {name!r}")
        rounds.append((street, one))
    return rounds


def _deed(street: int, action: Fields) -> WrittenAction:
    what = " ".join(action.text("action").lower().split())
    if what in ("add to pot", "added to pot"):
        raise RefusedError("unusual hand", "the site adds chips to the pot")
    if what not in DEEDS and what not in IDLE:
        raise NotationError(f"{what[:40]!r} is no action")
    who, amount = action.text("player_id"), action.text("amount")
    return WrittenAction(what, who, street, amount if what in DEEDS else "", action.texts("cards"))


def _seat(who: str, seats: dict[str, int]) -> int:
    if who not in seats:
        raise RefusedError("cannot be read", f"player_id {who[:20]!r} is nobody in the hand")
    return seats[who]


FORMAT = Format(
    name="ohh",
    about="Open Hand History (.ohh, JSON)",
    recognise=recognise,
    marks=(b'\n{"ohh"', b"\n\n{", b"\n\r\n{"),
    split=split,
    read=read,
    write=write,
)
