"""All formats together: which is which, and that a hand goes from any into any other."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.hands.random_hands import random_history
from villain.cards import parse_cards
from villain.game import Hand
from villain.game.gamedef import write_gamedef
from villain.game.rules import Betting
from villain.hands.formats import acpc, phh_writer
from villain.hands.formats.format import Format, RefusedError, read_hand
from villain.hands.formats.ohh import writer as ohh_writer
from villain.hands.formats.pokerstars import writer as pokerstars_writer
from villain.hands.formats.registry import FORMATS, recognise
from villain.hands.hand_history import HandHistory, Origin, winnings

HANDS = Path(__file__).parent / "files"
FILES = {
    "cash.ohh": "ohh",
    "hard.irc": "irc",
    "hard.log": "acpc",
    "hard.ohh": "ohh",
    "hard.toml": "phh",
    "pokerstars.txt": "pokerstars",
    "pokerstars_dead_blinds.txt": "pokerstars",
    "pokerstars_hard.txt": "pokerstars",
    "pokerstars_refused.txt": "pokerstars",
    "posts.ohh": "ohh",
}
HARD = [name for name in FILES if "hard" in name]
WRITABLE = [form.name for form in FORMATS.values() if form.write]
LOST = {
    "phh": phh_writer.LOST,
    "pokerstars": pokerstars_writer.LOST,
    "ohh": ohh_writer.LOST,
    "acpc": acpc.LOST,
}


def read_all(file: str) -> list[tuple[HandHistory, Hand]]:
    form = FORMATS[FILES[file]]
    context = (HANDS / "hard.game").read_text() if form.name == "acpc" else ""
    blocks = form.split((HANDS / file).read_text(), 1)
    return [read_hand(form, block.text, context) for block in blocks]


# Which format a file is of


def test_every_file_is_listed() -> None:
    assert {path.name for path in HANDS.iterdir() if path.suffix != ".game"} == set(FILES)
    assert set(FILES.values()) == set(FORMATS)


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("line_break", ["\n", "\r\n"])
def test_a_format_is_recognised_by_content(file: str, mark: str, line_break: str) -> None:
    text = (HANDS / file).read_text()
    assert recognise(mark + text.replace("\n", line_break)) is FORMATS[FILES[file]]
    (only,) = [form.name for form in FORMATS.values() if form.recognise(text)]
    assert only == FILES[file]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\ufeff",
        "\n\n \r\n",
        "\x7fELF\x02\x01\x01\x00\x00\x00",
        bytes(range(256)).decode("latin-1"),
        bytes(range(256)).decode(errors="replace"),
        "<!DOCTYPE html>\n<html><head><title>PokerStars Hand #1:</title></head></html>\n",
        Path(__file__).read_text(),
        (HANDS / "hard.game").read_text(),
        '{"hands": [{"ohh": {}}]}',
        '[project]\nname = "variants"\n',
        "Full Tilt Poker Game #1: Table Ann - $1/$2 - No Limit Hold'em\nSeat 1: Ann ($200)\n",
    ],
    ids=lambda text: repr(text[:12]),
)
def test_nothing_else_is_recognised(text: str) -> None:
    assert recognise(text) is None


@pytest.mark.parametrize("file", [file for file in FILES if "refused" not in file])
def test_all_of_our_own_hands_are_read(file: str) -> None:
    assert all(hand.over for _, hand in read_all(file))


# The hard hands, the same five in every format


POTS = [
    # Bea is all-in with 7, Ann with 40, Cid with 100: 4 times 7, 3 times 33, 2 times 60.
    [(28, (0, 1, 2, 3)), (99, (0, 2, 3)), (120, (2, 3))],
    # A royal flush on the board: 28 for three and 29 for two, the odd chips left of the button.
    [(28, (0, 1, 3)), (29, (0, 3))],
    # A walk: the small blind of 5, and 5 of the 7 that the big blind has.
    [(10, (1,))],
    # The big blind is all-in with 7 of 10, and Dot's call of 10 is 3 too many.
    [(19, (1, 3))],
    # Only Dot shows: what Bea and Cid held, nobody knows.
    [(26, (1, 2, 3)), (46, (2, 3))],
]
WON = [(99, 28, 120, 0), (10 + 15, 9, 0, 9 + 14), (0, 10, 0, 0), (0, 19, 0, 0), (0, 0, 0, 72)]
PAYOFFS = [(59, 21, 20, -100), (5, 2, -10, 3), (-5, 5, 0, 0), (-5, 12, 0, -7), (-5, -7, -30, 42)]


@pytest.mark.parametrize("file", HARD)
def test_hard_hands_come_to_what_was_counted_by_hand(file: str) -> None:
    hands = read_all(file)
    assert [history.names for history, _ in hands] == [("Ann", "Bea", "Cid", "Dot")] * 5
    assert [history.rules.stacks for history, _ in hands] == [(40, 7, 100, 500)] * 5
    assert [history.rules.blinds for history, _ in hands] == [(5, 10, 0, 0)] * 5
    assert [[(pot.chips, pot.seats) for pot in hand.pots] for _, hand in hands] == POTS
    assert [winnings(hand) for _, hand in hands] == WON
    assert [hand.payoffs for _, hand in hands] == PAYOFFS
    assert [history.net(hand) for history, hand in hands] == PAYOFFS
    unknown, _ = hands[4]
    assert unknown.holes == ((), (), (), parse_cards("AhAd"))
    assert unknown.shown == {3}


def test_every_format_has_the_hard_hands() -> None:
    assert {FILES[file] for file in HARD} == set(FORMATS)


# From every format into every other


def blanked(history: HandHistory, fields: Iterable[str]) -> HandHistory:
    """A hand without some of its fields, which have names such as ``origin.table``."""
    nothing: dict[str, Any] = {"name": "", "free_folds": False, "most_raises": (None,) * 4}
    for field in fields:
        part, _, inner = field.rpartition(".")
        if part == "rules":
            history = replace(history, rules=replace(history.rules, **{inner: nothing[inner]}))
        elif part == "origin":
            empty = {inner: getattr(Origin(), inner)}
            history = replace(history, origin=replace(history.origin, **empty))
        else:
            assert field == "shown"
            history = replace(history, shown=frozenset())
    return history


def through(form: Format, history: HandHistory) -> HandHistory:
    """A hand that is written and read again."""
    assert form.write is not None
    text = form.write(history, history.replay())
    context = write_gamedef(history.rules) if form.name == "acpc" else ""
    again, hand = read_hand(form, text, context)
    assert hand.payoffs == history.replay().payoffs
    return again


def random_hand(seed: int, *, plain: bool) -> HandHistory:
    """A hand in UTC; a ``plain`` one is such that a line of the competition's logs can say it."""
    bettings = [Betting.LIMIT, Betting.NO_LIMIT] if plain else list(Betting)
    history = random_history(seed, bettings[seed % len(bettings)], ante=not plain)
    history = replace(history, origin=replace(history.origin, zone="UTC"))
    if not plain:
        return history
    seen = [hole if seat in history.shown else () for seat, hole in enumerate(history.holes)]
    return replace(
        history,
        names=tuple(name.replace(":", " ") for name in history.names),
        holes=tuple(seen),
        collected=None,
        origin=replace(history.origin, hero=None),
    )


@pytest.mark.parametrize(("first", "second"), [*product(WRITABLE, repeat=2)])
def test_a_hand_goes_through_any_two_formats(first: str, second: str) -> None:
    lost = {*LOST[first], *LOST[second]}
    plain = "acpc" in (first, second)
    hands = [random_hand(seed, plain=plain) for seed in range(40)]
    chairs = Origin(number="7", seats=(1, 2, 3, 4))
    hands += [replace(history, origin=chairs) for history, _ in read_all("hard.toml")]
    for history in hands:
        again = through(FORMATS[second], through(FORMATS[first], history))
        assert blanked(again, lost) == blanked(history, lost)


@pytest.mark.parametrize("name", WRITABLE)
def test_what_is_only_read_goes_into_every_other_format(name: str) -> None:
    for history, _ in read_all("hard.irc"):
        told = replace(history, origin=replace(history.origin, seats=(1, 2, 3, 4)))
        assert blanked(through(FORMATS[name], told), LOST[name]) == blanked(told, LOST[name])


@pytest.mark.parametrize("name", WRITABLE)
def test_what_is_said_to_be_lost_is_lost(name: str) -> None:
    history, _ = read_all("hard.toml")[1]
    rules = replace(history.rules, name="ours", free_folds=True, most_raises=(9, 9, 9, 9))
    rules = replace(rules, most_raises=(None,) * 4) if name == "acpc" else rules
    origin = Origin(
        site="Levee",
        number="7",
        time=datetime(2026, 1, 2, 3, 4, 5),
        zone="ET",
        table="Hard",
        seats=(2, 3, 5, 8),
        chairs=9,
        currency="USD",
        decimals=2,
        tournament="",
        hero=2,
        fields={"_mood": "'fine'"},
    )
    history = replace(history, rules=rules, shown=frozenset({0, 1, 3}), origin=origin)
    again = through(FORMATS[name], history)
    for field in LOST[name]:
        if field not in ("shown", "origin.tournament"):
            assert blanked(again, {*LOST[name]} - {field}) != blanked(
                history, {*LOST[name]} - {field}
            )


def test_times_go_into_open_hand_history_as_utc() -> None:
    history = random_history(3, Betting.NO_LIMIT)
    assert (history.origin.zone, str(history.origin.time)) == ("ET", "2026-01-02 03:04:05")
    again = through(FORMATS["pokerstars"], through(FORMATS["ohh"], history))
    assert (again.origin.zone, str(again.origin.time)) == ("UTC", "2026-01-02 08:04:05")


def test_cards_that_nobody_saw_do_not_go_into_pokerstars_text() -> None:
    history, _ = read_all("hard.toml")[1]
    holes = (*history.holes[:2], parse_cards("8c9d"), history.holes[3])
    known = replace(history, holes=holes)
    assert through(FORMATS["ohh"], known).holes == holes
    assert through(FORMATS["acpc"], known).holes == holes
    assert through(FORMATS["pokerstars"], known).holes == history.holes
    heros = replace(known, origin=Origin(hero=2))
    assert through(FORMATS["pokerstars"], heros).holes == holes


@pytest.mark.parametrize("decimals", [0, 1, 2, 3, 8])
@pytest.mark.parametrize("currency", ["", "USD"])
def test_phh_keeps_how_chips_are_counted(decimals: int, currency: str) -> None:
    for history, _ in read_all("hard.toml"):
        told = replace(history, origin=Origin(currency=currency, decimals=decimals))
        assert through(FORMATS["phh"], told) == told


def test_a_competition_log_refuses_what_it_cannot_say() -> None:
    history = random_history(8, Betting.NO_LIMIT, ante=False)
    with pytest.raises(RefusedError, match="cannot be written"):
        through(FORMATS["acpc"], replace(history, names=tuple(f"a:{n}" for n in history.names)))
