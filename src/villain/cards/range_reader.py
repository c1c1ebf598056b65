"""Reads ranges in the union of the dialects that people paste.

    QQ+  88-55  ATs+  A5s-A2s  T9s-54s  98o-65o  KQ  Axs  AhKh     hands
    AKs:0.5  AhKh:25%  50%(AKs, QQ)  [50]AKs, QQ[/50]             with a weight
    random  top 15%  none                                           and the rest

Commas, semicolons and spaces separate; large and small letters are the same; where a hand is
named twice, the later weight holds.
"""

import re
import unicodedata
from typing import TYPE_CHECKING

import numpy as np

from villain.cards.card import RANKS, Card, rank_index, suit_index
from villain.cards.combo import Combo, StartingClass
from villain.cards.preflop_order import PREFLOP_ORDER
from villain.cards.range import HEAVIEST
from villain.errors import NotationError
from villain.kernels.arrays import FloatArray

if TYPE_CHECKING:
    from collections.abc import Callable

_NUMBER = r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[-+]?[0-9]+)?"
_RANK = "[2-9TJQKA]"
_SUIT = "[cdhs♣♦♥♠♧♢♡♤]"
_CLASS = rf"{_RANK}(?:{_RANK}|x)[so]?"
_GAP = re.compile(r"[\s,;]*")
_WORD = re.compile(r"[^\s,;()]+")

HELP = "write hands such as QQ+, 88-55, ATs+, A5s-A2s, KQ, AhKh, AKs:0.5, top 15% or random"


def read_range(text: str) -> FloatArray:
    """Read a range into 1,326 weights; a NotationError names the token and its place.

    >>> int(read_range("QQ+, AKs").sum())
    22
    """
    return _Reader(text).read()


class _Reader:
    """A position in a text, and what has been read of it."""

    def __init__(self, text: str) -> None:
        text = unicodedata.normalize("NFKC", text)
        text = text.replace("–", "-").replace("—", "-").replace("\ufe0f", "")
        self.text = re.sub(
            rf"(?<![\d.:[])(?<!e-)10(?={_SUIT}|[o+:\-,;)\s]|$)", "T", text, flags=re.I
        )
        self.at = 0
        self.weights = np.zeros(1326)
        self.groups: list[tuple[str, float, re.Match[str]]] = []  # closing sign, share, opening

    def read(self) -> FloatArray:
        rules: list[tuple[re.Pattern[str], Callable[[re.Match[str]], None]]] = [
            (re.compile(rf"({_NUMBER})\s*%\s*\(", re.I), self.open_share),
            (re.compile(r"\)"), self.close_share),
            (re.compile(rf"\[\s*({_NUMBER})\s*(?:%\s*)?\]", re.I), self.open_bracket),
            (re.compile(rf"\[\s*/\s*(?:{_NUMBER}\s*)?(?:%\s*)?\]", re.I), self.close_bracket),
            (re.compile(rf"(?:top\s*)?({_NUMBER})\s*%(?![\w(])", re.I), self.top),
            (re.compile(r"(?:random|any two|any)(?![a-z])", re.I), self.everything),
            (re.compile(r"none(?![a-z])", re.I), lambda _: None),
            (re.compile(rf"({_RANK}{_SUIT})[\s,]*({_RANK}{_SUIT})(?![-+\w])", re.I), self.combo),
            (re.compile(rf"({_CLASS})-({_CLASS})(?![-+\w])", re.I), self.span),
            (re.compile(rf"({_CLASS})(\+?)(?![-+\w])", re.I), self.hands),
        ]
        self.skip_gap()
        if self.at == len(self.text):
            raise NotationError(f"the range is empty; {HELP}")
        while self.at < len(self.text):
            for pattern, action in rules:
                match = pattern.match(self.text, self.at)
                if match:
                    self.at = match.end()
                    action(match)
                    break
            else:
                word = _WORD.match(self.text, self.at)
                raise self.wrong(word.group() if word else self.text[self.at], self.at, HELP)
            self.skip_gap()
        if self.groups:
            closing, _, opening = self.groups[-1]
            advice = f"it is never closed with {closing!r}"
            raise self.wrong(opening.group(), opening.start(), advice)
        return self.weights

    def skip_gap(self) -> None:
        gap = _GAP.match(self.text, self.at)
        self.at = gap.end() if gap else self.at

    def wrong(self, token: str, at: int, advice: str) -> NotationError:
        number = sum(word.start() <= at for word in re.finditer(r"[^\s,;]+", self.text))
        return NotationError(
            f"range {self.text!r}: token {number}, {token!r} at position {at + 1}, "
            f"cannot be read; {advice}"
        )

    # What the rules do

    def open_share(self, match: re.Match[str]) -> None:
        self.groups.append((")", self.share(match), match))

    def close_share(self, match: re.Match[str]) -> None:
        self.close(match, ")", "open it with a share, as in 50%(AKs, QQ)")

    def open_bracket(self, match: re.Match[str]) -> None:
        self.groups.append(("[/]", self.share(match), match))

    def close_bracket(self, match: re.Match[str]) -> None:
        self.close(match, "[/]", "open it with a share, as in [50]AKs, QQ[/50]")

    def share(self, match: re.Match[str]) -> float:
        share = float(match.group(1)) / 100
        if not 0 <= share <= 1:
            raise self.wrong(match.group(), match.start(), "a share is 0 to 100 %")
        return share

    def close(self, match: re.Match[str], sign: str, advice: str) -> None:
        if not self.groups or self.groups[-1][0] != sign:
            raise self.wrong(match.group(), match.start(), advice)
        self.groups.pop()

    def top(self, match: re.Match[str]) -> None:
        share = self.share(match)
        wanted, combos = share * 1326 - 1e-9, 0
        classes = []
        for name in PREFLOP_ORDER:
            if combos >= wanted:
                break
            classes.append(_class(name))
            combos += len(classes[-1].combos)
        self.add([combo for hand in classes for combo in hand.combos])

    def everything(self, _: re.Match[str]) -> None:
        self.add(list(range(1326)))

    def combo(self, match: re.Match[str]) -> None:
        one, other = (Card(4 * rank_index(c[0]) + suit_index(c[1])) for c in match.groups())
        if one == other:
            advice = f"the card {one} stands in it twice"
            raise self.wrong(match.group(), match.start(), advice)
        self.add([Combo.of(one, other)])

    def span(self, match: re.Match[str]) -> None:
        one, other = match.groups()
        (high1, low1), (high2, low2) = _ranks(one), _ranks(other)
        advice = (
            "its ends should be pairs (88-55) or share the high card (A5s-A2s) or gap (T9s-54s)"
        )
        if "x" in match.group().lower() or one[2:].lower() != other[2:].lower():
            raise self.wrong(match.group(), match.start(), advice)
        self.check_pair_suffix(one, match)
        if high1 == high2 and high1 != low1 and high2 != low2:
            steps = [(high1, low) for low in _between(low1, low2)]
        elif high1 - low1 == high2 - low2:
            steps = [(high, high - high1 + low1) for high in _between(high1, high2)]
        else:
            raise self.wrong(match.group(), match.start(), advice)
        self.add([combo for high, low in steps for combo in _combos(high, low, one[2:])])

    def hands(self, match: re.Match[str]) -> None:
        name, plus = match.groups()
        if name[1] in "xX":
            if plus:
                raise self.wrong(match.group(), match.start(), "x already means every kicker")
            high = rank_index(name[0])
            steps = [(max(high, low), min(high, low)) for low in range(13) if low != high]
        else:
            self.check_pair_suffix(name, match)
            high, low = _ranks(name)
            if not plus:
                steps = [(high, low)]
            elif high == low:
                steps = [(rank, rank) for rank in range(high, 13)]
            else:
                steps = [(high, kicker) for kicker in range(low, high)]
        self.add([combo for high, low in steps for combo in _combos(high, low, name[2:])])

    def check_pair_suffix(self, name: str, match: re.Match[str]) -> None:
        if name[0].lower() == name[1].lower() and name[2:]:
            advice = f"a pair is neither suited nor offsuit; write {name[:2].upper()}"
            raise self.wrong(match.group(), match.start(), advice)

    def add(self, combos: list[int] | list[Combo]) -> None:
        weight = self.own_weight()
        for _, share, _ in self.groups:
            weight *= share
        self.weights[combos] = weight

    def own_weight(self) -> float:
        """Read ``:0.5`` or ``:50%`` behind a token, if it is there."""
        match = re.compile(r"\s*:\s*([^\s,;()\[\]]*)").match(self.text, self.at)
        if match is None:
            return 1.0
        text = match.group(1)
        at = match.start(1)
        number = re.fullmatch(rf"({_NUMBER})(%?)", text, re.I)
        if number is None:
            raise self.wrong(text or ":", at, "a weight is a number, as in AKs:0.5 or AKs:50%")
        weight = float(number.group(1)) / (100 if number.group(2) else 1)
        if weight < 0:
            raise self.wrong(text, at, "a weight is 0 or more")
        if weight > HEAVIEST:
            raise self.wrong(text, at, f"a weight is at most {HEAVIEST:g}")
        self.at = match.end()
        return weight


def _ranks(name: str) -> tuple[int, int]:
    one, other = (RANKS.find(letter) for letter in name[:2].upper())
    return max(one, other), min(one, other)


def _between(one: int, other: int) -> range:
    return range(min(one, other), max(one, other) + 1)


def _class(name: str) -> StartingClass:
    return StartingClass.of(*_ranks(name), suited=name.endswith("s"))


def _combos(high: int, low: int, suffix: str) -> list[Combo]:
    """Combos of two ranks: suited, offsuit, or both where there is no suffix."""
    kinds = {"s": (True,), "o": (False,)}.get(suffix.lower(), (True, False))
    if high == low:
        kinds = (False,)
    classes = [StartingClass.of(high, low, suited=suited) for suited in kinds]
    return [combo for hand in classes for combo in hand.combos]
