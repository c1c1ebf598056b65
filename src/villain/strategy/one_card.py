"""One-card poker by two thresholds on the chance to win: baker's styles [baker].

Below alpha one checks where that is free and folds otherwise, from beta on one raises, between
them one calls. The paper does not say what the chance to win is while several are in, and its
Table III does not fit its text on free checks; so both are data: a `Reading`.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import comb

import numpy as np
import numpy.typing as npt

from villain.errors import VillainError
from villain.game.rules import Comparison, Rules
from villain.kernels.arrays import FloatArray
from villain.kernels.one_card import CALL, FOLD, RAISE

Policy = npt.NDArray[np.int8]
"""Actions by players dealt in, players left, something to pay (0 or 1), and card."""

CHANCES = {
    "in-hand": "to beat everybody who has not folded",
    "dealt": "to beat everybody who was dealt in",
    "three": "to beat three opponents, however many there are",
    "one": "to beat one opponent, however many there are",
}
"""Meanings of the chance to win, and the words for them."""

WEAK = {"check": "checks where that is free", "fold": "folds even where a check is free"}
"""The choices of a card below alpha."""

_CLOSE = 1e-9
"""A chance of 0.6 that is computed as 0.6 - 1e-16 is not below 0.6."""


@dataclass(frozen=True)
class Reading:
    """A choice in what the paper leaves open: the chance to win, and free checks of weak cards."""

    chance: str = "in-hand"
    weak: str = "check"

    def __post_init__(self) -> None:
        for field, value, known in (
            ("chance", self.chance, CHANCES),
            ("weak", self.weak, WEAK),
        ):
            if value not in known:
                raise VillainError(f"{field}={value!r}; it should be one of {', '.join(known)}")


@dataclass(frozen=True)
class Style:
    """The least chance to win with which one stays in, and that with which one raises.

    A threshold above 1 is never reached.

    >>> LA, LP, TA, TP = STYLES.values()
    >>> TA.policy(Reading("one"))[4, 4, 1].tolist()  # nothing below 5 of 9, raises from 6 of 9
    [0, 0, 0, 0, 0, 1, 2, 2, 2, 2]
    """

    alpha: float
    beta: float

    @classmethod
    def checked(cls, alpha: float, beta: float) -> "Style":
        """A style from what somebody wrote."""
        if not 0 <= alpha <= beta <= 1:
            raise VillainError(
                f"alpha={alpha:g}, beta={beta:g}; they should be 0 ≤ alpha ≤ beta ≤ 1"
            )
        return cls(alpha, beta)

    def policy(self, reading: Reading, *, players: int = 4, deck: int = 10) -> Policy:
        """The action in every situation; whoever may not raise calls."""
        return _policy(self, reading, players, deck)


STYLES = {
    "LA": Style(0.1, 0.2),
    "LP": Style(0.1, 0.9),
    "TA": Style(0.5, 0.6),
    "TP": Style(0.5, 0.9),
}
"""Loose or tight, aggressive or passive (Table I)."""

PRINTED_ANTI_STYLES = {
    "LA": Style(0.6, 0.8),
    "LP": Style(0.8, 0.9),
    "TA": Style(0.0, 0.7),
    "TP": Style(0.0, 0.8),
}
"""The paper's best replies to three of a style (Table II)."""

FOUND_ANTI_STYLES = {
    "LA": Style(0.6, 1.0),
    "LP": Style(0.9, 1.0),
    "TA": Style(0.8, 1.0),
    "TP": Style(0.9, 1.0),
}
"""Our best replies to three of a style, in the default reading.

``villain reproduce baker --item table2 --scale full --seed 2007``
"""

GRID = tuple(Style(a / 10, b / 10) for a in range(11) for b in range(a, 11))
"""The 66 pairs that the paper tries."""


def is_one_card(rules: Rules) -> bool:
    """True for a game of one card each and no board, as one-card poker and Kuhn's."""
    return rules.hole_cards == 1 and rules.comparison is Comparison.HIGH_CARD


def win_chances(chance: str, dealt: int, left: int, deck: int = 10) -> FloatArray:
    """The chance to win with each card of a deck, the lowest first.

    >>> win_chances("in-hand", dealt=4, left=2).round(2).tolist()
    [0.0, 0.11, 0.22, 0.33, 0.44, 0.56, 0.67, 0.78, 0.89, 1.0]
    """
    rivals = {"in-hand": left - 1, "dealt": dealt - 1, "three": 3, "one": 1}[chance]
    rivals = min(rivals, deck - 1)
    return np.array([comb(card, rivals) / comb(deck - 1, rivals) for card in range(deck)])


@lru_cache(maxsize=4096)
def _policy(style: Style, reading: Reading, players: int, deck: int) -> Policy:
    policy = np.full((players + 1, players + 1, 2, deck), CALL, np.int8)
    for dealt in range(2, players + 1):
        for left, pays in product(range(2, dealt + 1), (0, 1)):
            chances = win_chances(reading.chance, dealt, left, deck) + _CLOSE
            row = policy[dealt, left, pays]
            row[chances >= style.beta] = RAISE
            row[chances < style.alpha] = FOLD if pays or reading.weak == "fold" else CALL
    policy.setflags(write=False)
    return policy
