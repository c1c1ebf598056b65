"""Huang's abstraction of a situation: a few digits of the betting, a bucket of the cards.

An *action sequence* is a string of digits. The first is the street (0 before the flop, 3 on the
river), the second how many raises the street before saw (4 at most), the third who raised last on
it: 1 if that was the other player, and 0 if it was the player himself or nobody. The rest are the
actions of this street, the last four if there were more: 1 a check or call, 2 a raise of up to the
pot, 3 a larger one. Hands are sorted by their seven-card rank into 20 buckets of equal width.

All these numbers are parameters. [huang]
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import inf

import numpy as np
import numpy.typing as npt

from villain.errors import VillainError
from villain.kernels.arrays import FloatArray
from villain.kernels.heads_up_strategy import number_of

FOLD, CALL, RAISE = 0, 1, 2
"""Actions are numbered by risk; sizes of raises follow each other from 2 on."""

STREETS = 4
MOST_DIGIT = 9
IMPOSSIBLE = -1
"""The bucket of a combo that shares a card with the board."""


@dataclass(frozen=True)
class Abstraction:
    """A choice of how finely situations are distinguished.

    ``buckets`` are those of hand strength. ``ratios`` divide the sizes of raises, as shares of the
    pot: each is the largest raise of its kind, and whatever is larger than the last is one more
    kind. ``length`` is how many actions of a street are kept, ``most_raises`` where raises are no
    longer counted.

    >>> Abstraction().actions, Abstraction(ratios=(0.5, 1.0, 2.0)).actions
    (4, 6)
    """

    buckets: int = 20
    ratios: tuple[float, ...] = (1.0,)
    length: int = 4
    most_raises: int = 4

    def __post_init__(self) -> None:
        ratios = self.ratios
        rising = all(low < high for low, high in pairwise(ratios))
        if not ratios or not rising or not ratios[0] > 0 or not ratios[-1] < inf:
            raise VillainError(f"ratios {ratios}; they should rise from above 0, such as 0.5, 1, 2")
        if self.actions - 1 > MOST_DIGIT:
            most = MOST_DIGIT - RAISE
            raise VillainError(f"{len(ratios)} ratios; there can be {most}, a digit for each kind")
        if self.buckets < 1 or self.length < 1 or not 0 <= self.most_raises <= MOST_DIGIT:
            raise VillainError(
                f"{self.buckets} buckets, a length of {self.length}, {self.most_raises} raises; "
                f"there should be 1 or more of the first two, and 0 to {MOST_DIGIT} raises"
            )

    @property
    def actions(self) -> int:
        """The number of actions: to fold, to call, and raises of so many sizes."""
        return RAISE + len(self.ratios) + 1

    def action(self, kind: str, chips: int, owed: int, pot: int) -> int:
        """The number of an action; ``chips`` are what a player adds where ``owed`` would call.

        A raise is measured by what it adds to a call, beside the pot after that call.

        >>> [Abstraction().action("raise", chips, 10, 30) for chips in (50, 51)]
        [2, 3]
        """
        if kind != "raise":
            return FOLD if kind == "fold" else CALL
        return RAISE + bisect_left(self.ratios, (chips - owed) / (pot + owed))

    def sequence(
        self, street: int, raises_before: int, other_was_last: bool, actions: Sequence[int]
    ) -> str:
        """The digits of a situation, for the player who has to act.

        >>> Abstraction().sequence(0, 0, False, [2, 2, 2, 3, 2, 2])
        '0002322'
        """
        kept = "".join(map(str, actions[-self.length :]))
        return f"{street}{min(raises_before, self.most_raises)}{int(other_was_last)}{kept}"

    @property
    def numbers(self) -> int:
        """The number of all action sequences.

        >>> Abstraction().numbers
        4840
        """
        kept: int = sum((self.actions - 1) ** length for length in range(self.length + 1))
        return STREETS * (self.most_raises + 1) * 2 * kept

    def number(self, sequence: str) -> int:
        """The place of an action sequence among all of them.

        >>> Abstraction().number("000"), Abstraction().number("3413333")
        (0, 4839)
        """
        street, raises, other = (int(digit) for digit in sequence[:3])
        if not all(0 < int(digit) < self.actions for digit in sequence[3:]):
            raise VillainError(f"{sequence!r} is no action sequence of {self.actions} actions")
        code = 0
        for digit in sequence[3:]:
            code = code * (self.actions - 1) + int(digit) - 1
        return int(number_of(street, raises, other, len(sequence) - 3, code, self.limits))

    def every_sequence(self) -> list[str]:
        """All action sequences, in the order of their numbers."""
        digits = [str(digit) for digit in range(1, self.actions)]
        streets, raises = range(STREETS), range(self.most_raises + 1)
        return [
            f"{street}{count}{other}{''.join(kept)}"
            for street, count, other in product(streets, raises, range(2))
            for length in range(self.length + 1)
            for kept in product(digits, repeat=length)
        ]

    @property
    def limits(self) -> npt.NDArray[np.int64]:
        """The numbers by which kernels number sequences."""
        return np.array([self.actions - 1, self.length, self.most_raises], np.int64)

    def buckets_of(self, strengths: FloatArray) -> npt.NDArray[np.int64]:
        """The bucket of each strength from 0 to 1; `IMPOSSIBLE` where there is none (NaN).

        >>> Abstraction().buckets_of(np.array([0.0, 0.0499, 0.05, 1.0, np.nan])).tolist()
        [0, 0, 1, 19, -1]
        """
        known = ~np.isnan(strengths)
        # A share that rounding left just below a border belongs above it.
        scaled = np.floor(np.where(known, strengths, 0.0) * self.buckets + 1e-9)
        buckets = np.clip(scaled, 0, self.buckets - 1).astype(np.int64)
        return np.where(known, buckets, IMPOSSIBLE)

    @property
    def middles(self) -> FloatArray:
        """The strength in the middle of each bucket."""
        middles: FloatArray = (np.arange(self.buckets) + 0.5) / self.buckets
        return middles


def faces_bet(sequence: str) -> bool:
    """True if there is something to call, and so to fold to.

    Before the flop the first to act owes half a blind; later somebody has to have raised.

    >>> [faces_bet(sequence) for sequence in ("000", "0001", "00012", "1211", "100")]
    [True, False, True, False, False]
    """
    actions = sequence[3:]
    return int(actions[-1]) >= RAISE if actions else sequence[0] == "0"
