"""A read in a sentence that a beginner understands: what a hand is taken for, and how surely."""

from dataclasses import dataclass

import numpy as np

from villain.cards.card import Card
from villain.cards.combo import Combo
from villain.kernels.arrays import FloatArray
from villain.strength.hand_kinds import DRAW, kinds_on
from villain.strength.hand_value import evaluate, few_words
from villain.web.messages import Lead

ENOUGH = 0.65
"""The fewest kinds that make so much of a range are what it is taken for."""

SURE = ((0.9, "almost sure"), (0.75, "fairly sure"))

_BEFORE = ("a weak hand", "a playable hand", "a good hand", "a strong hand", "a premium hand")
_LIKE = (
    "like J7 or T4",
    "like A5, K9 or 76 suited",
    "like fives, A9 suited or KJ",
    "like eights, AJ or KQ suited",
    "tens or better, or AK",
)
_AFTER = (
    "nothing",
    "a draw",
    "a lower pair",
    "top pair or an overpair",
    "two pair or three of a kind",
    "a straight or better",
)
_OR_BETTER = ("", "at least a draw", "at least a pair", "top pair or better", "two pair or better")
_AT_MOST = (
    "",
    "a draw at most",
    "a lower pair at most",
    "one pair at most",
    "three of a kind at most",
)
_BETWEEN = {
    (1, 2): "a draw or a lower pair",
    (1, 3): "a draw or a pair",
    (2, 3): "a pair",
    (2, 4): "a pair, two pair or three of a kind",
    (3, 4): "top pair, two pair or three of a kind",
    (1, 4): "a draw, a pair or a bit more",
}
_MODES = {
    (True, False): ("is", "thinks"),
    (True, True): ("was", "thought"),
    (False, False): ("would be", "would think"),
    (False, True): ("would have been", "would have thought"),
}


@dataclass(frozen=True)
class Guess:
    """The kinds from ``low`` to ``high`` hold ``share`` of a range: it is taken for these."""

    board: tuple[Card, ...]
    low: int
    high: int
    share: float

    @property
    def words(self) -> str:
        """The kinds in words.

        >>> Guess((), 3, 4, 0.8).words, Guess((), 0, 1, 0.8).words, Guess((), 1, 4, 0.9).words
        ('a strong hand or better (like eights, AJ or KQ suited)', \
'a playable hand at most (like A5, K9 or 76 suited)', 'almost anything')
        """
        low, high = self.low, self.high
        names = _AFTER if self.board else _BEFORE
        top = len(names) - 1
        if high - low >= top - 1:
            return "almost anything"
        if low == high:
            words = names[low]
        elif high == top:
            words = _OR_BETTER[low] if self.board else f"{names[low]} or better"
        elif low == 0:
            words = _AT_MOST[high] if self.board else f"{names[high]} at most"
        elif self.board:
            words = _BETWEEN[low, high]
        else:
            between = "or" if high == low + 1 else "to"
            words = f"{names[low].removesuffix(' hand')} {between} {names[high].removeprefix('a ')}"
        # An example of a hand: of the weakest where it may be better, else of the best.
        example = "" if self.board else f" ({_LIKE[low if high == top else high]})"
        return words + example

    def holds(self, cards: tuple[Card, ...]) -> bool:
        """True if a hand is of these kinds."""
        return bool(self.low <= kinds_on(self.board)[Combo.of(*cards)] <= self.high)


def guess_of(weights: FloatArray, board: tuple[Card, ...]) -> Guess | None:
    """The fewest neighbouring kinds that make enough of a range; None if it is empty."""
    kinds = kinds_on(board)
    masses = np.bincount(kinds, weights, minlength=len(_AFTER if board else _BEFORE))
    if not masses.sum() > 0:
        return None
    summed = np.concatenate([[0.0], np.cumsum(masses / masses.sum())])
    spans = [
        (high - low, -float(summed[high + 1] - summed[low]), low, high)
        for low in range(len(masses))
        for high in range(low, len(masses))
        if summed[high + 1] - summed[low] >= ENOUGH
    ]
    _, share, low, high = min(spans)
    return Guess(board, low, high, round(min(-share, 1.0), 4))


def lead_on_you(
    guess: Guess, name: str, *, reads: bool, past: bool, hole: tuple[Card, ...]
) -> Lead:
    """What somebody takes the person for; ``reads`` is false for who reads nobody."""
    who = name if reads else f"{name} reads nobody; a good reader"
    be, think = _MODES[reads, past]
    surely = next((words for least, words in SURE if guess.share >= least), "")
    belief, have = f"{be} {surely}" if surely else think, "had" if past else "have"
    return Lead(
        words=f"{who} {belief} that you {have}",
        guess=guess.words,
        sure=guess.share,
        right=guess.holds(hole),
        truth=f"You {'had' if past else 'have'} {hand_words(hole, guess.board)}.",
    )


def lead_on_him(guess: Guess, name: str, *, past: bool, shown: tuple[Card, ...]) -> Lead:
    """What the person may take somebody for, and whether it was so, if his cards were shown."""
    surely = next((words for least, words in SURE if guess.share >= least), "")
    how = {"almost sure": "almost surely", "fairly sure": "very likely", "": "probably"}[surely]
    return Lead(
        words=f"{name} {how} {'had' if past else 'has'}",
        guess=guess.words,
        sure=guess.share,
        right=guess.holds(shown) if shown else None,
        truth=f"{name} had {hand_words(shown, guess.board)}." if shown else "",
    )


def hand_words(hole: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """A hand as one says it at the table: its cards, and what it makes.

    >>> from villain.cards import parse_cards
    >>> hand_words(parse_cards("AhKd"), parse_cards("Kc 7d 2s"))
    'A♥ K♦: a pair of kings'
    """
    cards = " ".join(card.symbol for card in hole)
    if not board:
        return cards
    value = evaluate((*hole, *board))
    if kinds_on(board)[Combo.of(*hole)] <= DRAW and value.category != "high card":
        return f"{cards}: nothing beyond the board"
    return f"{cards}: {few_words(value.rank)}"
