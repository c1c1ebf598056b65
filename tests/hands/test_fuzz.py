"""Hands that somebody has damaged: each is refused, or is a hand by the rules; nothing else."""

import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import FrameType

import numpy as np
import pytest

from tests.hands.random_hands import random_action, random_history
from tests.hands.test_irc import HANDS as IRC_HANDS
from villain.errors import VillainError
from villain.game import Hand, shuffle
from villain.hands.formats import phh
from villain.hands.formats.acpc import GAMES
from villain.hands.formats.format import RefusedError, read_hand
from villain.hands.formats.phh_writer import write
from villain.hands.formats.registry import FORMATS
from villain.hands.hand_history import HandHistory, Origin, history_of, winnings
from villain.hands.store.identity import identity
from villain.hands.store.tables import Rows

OWN = Path(__file__).parent / "files"
MOST_SECONDS = 1.0


@cache
def good_hands(form: str) -> tuple[str, ...]:
    """Hands of a format that are all right: our own small ones, and some at random."""
    suffixes = {"phh": "phhs", "pokerstars": "txt", "ohh": "ohh", "acpc": "log", "irc": "irc"}
    files = sorted(OWN.glob(f"*.{suffixes[form]}"))
    found = [block.text for path in files for block in FORMATS[form].split(path.read_text(), 1)]
    write_hand = FORMATS[form].write
    if write_hand is None:
        return (*IRC_HANDS, *found)
    for history in _histories(form):
        with suppress(VillainError):
            found.append(write_hand(history, history.replay()))
    return tuple(found)


def _histories(form: str) -> Iterator[HandHistory]:
    if form != "acpc":
        yield from (random_history(seed, players=2 + seed % 5) for seed in range(24))
        return
    rng = np.random.default_rng(5)
    for number, rules in enumerate(list(GAMES.values()) * 6):
        hand = Hand(rules, shuffle(rules, rng))
        while not hand.over:
            hand.act(random_action(rng, hand))
        yield history_of(hand, Origin(number=str(number)))


# What can happen to a text

WEIRD = (
    *("\0", "\r", "\n", "\n\n", "\u2028", "\x85", "\x0b", "\ufeff", "\u202e", "\ud800", "\udcff"),
    *("½", "²", "٣", "９", "é", "e\u0301", "K\N{COMBINING ENCLOSING KEYCAP}", "😀", "'", '"', "\\"),
    *("[", "]", "{", "}", "#", "=", ":", "|", "/", "$", "€", ",", ".", "-", "%s", "\x1b[2J"),
)
NUMBERS = (
    *("0", "1", "2", "3", "7", "9", "10", "12", "100", "-1", "0.01", "1.5", "0.001", "1e9", "nan"),
    *(
        "00",
        "1,000",
        "inf",
        "true",
        "null",
        "1_0",
        "0x10",
        "9" * 15,
        "9" * 16,
        "9" * 40,
        "1" * 5000,
    ),
    *("9999999999999.99", "0." + "3" * 15, "2147483648", "9223372036854775808", "2026", "31", "٣"),
)
WORDS = re.compile(r"[^\s,:|\[\](){}'\"]+")


def _flipped(text: str, _: str, rng: np.random.Generator) -> str:
    data = bytearray(text.encode(errors="surrogatepass"))
    for _flip in range(int(rng.integers(1, 4))):
        data[int(rng.integers(len(data)))] ^= 1 << int(rng.integers(8))
    return data.decode(errors=str(rng.choice(["replace", "surrogateescape", "ignore"])))


def _line_gone(text: str, _: str, rng: np.random.Generator) -> str:
    lines = text.split("\n")
    del lines[int(rng.integers(len(lines)))]
    return "\n".join(lines)


def _line_twice(text: str, _: str, rng: np.random.Generator) -> str:
    lines = text.split("\n")
    place = int(rng.integers(len(lines)))
    return "\n".join([*lines[:place], lines[place], *lines[place:]])


def _lines_swapped(text: str, _: str, rng: np.random.Generator) -> str:
    lines = text.split("\n")
    one, other = rng.integers(len(lines), size=2)
    lines[one], lines[other] = lines[other], lines[one]
    return "\n".join(lines)


def _other_number(text: str, _: str, rng: np.random.Generator) -> str:
    found = list(re.finditer(r"\d[\d.]*", text))
    return _replaced(text, found, str(rng.choice(NUMBERS)), rng)


def _nearly(text: str, _: str, rng: np.random.Generator) -> str:
    """A number that is a little wrong."""
    found = list(re.finditer(r"\d{1,9}", text))
    if not found:
        return text
    one = found[int(rng.integers(len(found)))]
    return text[: one.start()] + str(int(one[0]) + int(rng.integers(-2, 3))) + text[one.end() :]


def _other_word(text: str, other: str, rng: np.random.Generator) -> str:
    """A word of this hand, or of another one, in a place where it does not belong."""
    words = WORDS.findall(text if rng.random() < 0.5 else other) or ["x"]
    return _replaced(text, list(WORDS.finditer(text)), words[int(rng.integers(len(words)))], rng)


def _replaced(text: str, places: list[re.Match[str]], new: str, rng: np.random.Generator) -> str:
    if not places:
        return text
    one = places[int(rng.integers(len(places)))]
    return text[: one.start()] + new + text[one.end() :]


def _truncated(text: str, _: str, rng: np.random.Generator) -> str:
    place = int(rng.integers(len(text)))
    return text[:place] if rng.random() < 0.7 else text[place:]


def _spliced(text: str, other: str, rng: np.random.Generator) -> str:
    if rng.random() < 0.5:
        one, two = text.split("\n"), other.split("\n")
        return "\n".join([*one[: rng.integers(len(one))], *two[rng.integers(len(two)) :]])
    return text[: rng.integers(len(text))] + other[rng.integers(len(other)) :]


def _weird(text: str, _: str, rng: np.random.Generator) -> str:
    place, length = int(rng.integers(len(text))), int(rng.integers(2))
    return text[:place] + str(rng.choice(WEIRD)) + text[place + length :]


def _again_and_again(text: str, _: str, rng: np.random.Generator) -> str:
    begin = int(rng.integers(len(text)))
    piece = text[begin : begin + int(rng.choice([1, 2, 5, 30, 200]))]
    return text[:begin] + piece * int(20_000 // len(piece) * rng.random() ** 3 + 2) + text[begin:]


MUTATIONS: tuple[Callable[[str, str, np.random.Generator], str], ...] = (
    *(_flipped, _line_gone, _line_twice, _lines_swapped, _other_number, _nearly, _other_word),
    *(_truncated, _spliced, _weird, _again_and_again),
)


def mutated(form: str, seed: int) -> str:
    """A damaged hand; the same seed damages the same hand in the same way."""
    rng = np.random.default_rng([seed, sorted(FORMATS).index(form)])
    hands = good_hands(form)
    text, other = (hands[int(rng.integers(len(hands)))] for _ in range(2))
    for place in rng.integers(len(MUTATIONS), size=int(rng.choice([1, 1, 2, 3]))):
        text = MUTATIONS[place](text or " ", other, rng)
    return text


# What must hold all the same


class Hang(BaseException):
    """Nothing catches this."""


@contextmanager
def no_hang() -> Iterator[None]:
    """Raise where the processor works for too long."""

    def stop(_: int, __: FrameType | None) -> None:
        raise Hang

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def check(form: str, text: str) -> bool:
    """Whether a hand is taken; everything that it may not do is an error here."""
    try:
        history, hand = read_hand(FORMATS[form], text)
    except RefusedError as error:
        assert error.reason
        return False
    rules, took = history.rules, winnings(hand)
    assert hand.over
    assert sum(took) == sum(hand.committed)
    assert hand.payoffs is not None
    assert sum(hand.payoffs) == 0
    assert sum(history.net(hand)) == -history.rake(hand) <= 0
    assert all(0 <= put <= stack for put, stack in zip(hand.committed, rules.stacks, strict=True))
    rows = Rows()
    try:
        assert rows.add(history, hand, "a file")
    except RefusedError:
        return True
    rows.tables()
    again, _ = read_hand(phh.FORMAT, write(history, hand))
    assert identity(again) == identity(history)
    assert (again.collected, again.shown) == (history.collected, history.shown)
    assert plain(again.origin) == plain(history.origin)
    for other in FORMATS.values():
        if other.write is not None:
            with suppress(VillainError):
                other.write(history, hand)
    return True


def plain(origin: Origin) -> Origin:
    """Without fractions of seconds, and other fields of PHH."""
    time = origin.time.replace(microsecond=0) if origin.time else None
    return replace(origin, time=time, fields={})


def fuzz(form: str, seeds: range) -> int:
    """How many damaged hands are taken."""
    taken = 0
    for seed in seeds:
        text = mutated(form, seed)
        try:
            with no_hang():
                taken += check(form, text)
        except (Exception, Hang) as error:
            error.add_note(f"fuzz({form!r}, range({seed}, {seed + 1}))\n{text[:3000]!r}")
            raise
    return taken


@pytest.mark.parametrize("form", FORMATS)
def test_good_hands_are_good(form: str) -> None:
    texts = good_hands(form)
    assert sum(check(form, text) for text in texts) > 0.4 * len(texts)
    assert len(texts) >= 8


@pytest.mark.parametrize("form", FORMATS)
def test_damaged_hands_are_refused_or_right(form: str) -> None:
    """Some of the damage is to what does not count, so some hands are taken."""
    assert 8 < fuzz(form, range(400)) < 200


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("form", FORMATS)
def test_a_hundred_thousand_damaged_hands(form: str, part: int) -> None:
    assert fuzz(form, range(1000 + 2000 * part, 1000 + 2000 * (part + 1))) > 40


@pytest.mark.parametrize("form", FORMATS)
def test_a_hand_of_the_greatest_length_takes_no_time(form: str) -> None:
    text = max(good_hands(form), key=len)
    for piece in ("9", "[", " ", "r", "\n", "'", "p1 cbr 3', '", "((", '"a":[', "- ", "A=", "\t"):
        for place in (0, len(text) // 3, len(text) - 1):
            began = time.process_time()
            with suppress(RefusedError):
                read_hand(
                    FORMATS[form], text[:place] + piece * (250_000 // len(piece)) + text[place:]
                )
            assert time.process_time() - began < MOST_SECONDS
