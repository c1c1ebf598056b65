"""Hand strength and potential as loki and poki define them, for one holding or for all at once.

With *ahead*, *tied* and *behind* the weights of the opposing hands,

    HS    = (ahead + tied / 2) / (ahead + tied + behind)
    Ppot  = (behind→ahead + behind→tied / 2 + tied→ahead / 2) / (behind + tied / 2)
    Npot  = (ahead→behind + ahead→tied / 2 + tied→behind / 2) / (ahead + tied / 2)
    EHS   = HSⁿ + (1 - HSⁿ) × Ppot            for n opponents
    P(win) = HSⁿ × (1 - Npot) + (1 - HSⁿ) × Ppot

where → goes from now to after one card (Ppot₁, Npot₁) or two (Ppot₂, Npot₂). P(win) is the equity
against one opponent and too high against several, where it takes all of them for one.

*Where this differs from the papers.* loki's Figure 2 divides by ``behind + tied``; its own
numbers come out with ``tied / 2``, as poki's Figure 4 has it, and so here. Where nothing is
behind (ahead), Ppot (Npot) is 0. A holding that no opposing hand can meet has no strength (NaN).
"""

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

import numpy as np

from villain.cards.card import Card
from villain.errors import VillainError
from villain.kernels.arrays import FloatArray

Measured = TypeVar("Measured", float, FloatArray)

AHEAD, TIED, BEHIND = 0, 1, 2


class Measures(ABC, Generic[Measured]):
    """The measures, given where the opposing hands stand now and after the cards to come."""

    def __init__(self, board: tuple[Card, ...], opponents: int) -> None:
        if not isinstance(opponents, int) or opponents < 1:
            raise VillainError(f"{opponents} opponents; there should be one or more")
        self.board, self.opponents = board, opponents
        self.cards_to_come = 5 - len(board)
        self._tables: dict[int, FloatArray] = {}

    @property
    @abstractmethod
    def now(self) -> FloatArray:
        """The weights of opposing hands that are beaten, tied with and lost to: (3, …)."""

    @abstractmethod
    def _count_table(self, cards: int) -> FloatArray:
        """Compute the table after one or two further cards."""

    def table(self, cards: int) -> FloatArray:
        """The 3×3 table after so many further cards: rows now, columns then, (3, 3, …)."""
        if not 0 <= cards <= self.cards_to_come:
            raise VillainError(f"{cards} cards ahead; {self.cards_to_come} are to come")
        if cards not in self._tables:
            if cards == 0:
                table = np.zeros((3, *self.now.shape)) + 0 * self.now[AHEAD]  # NaN stays NaN
                table[AHEAD, AHEAD], table[TIED, TIED], table[BEHIND, BEHIND] = self.now
            else:
                table = self._count_table(cards)
            table.flags.writeable = False
            self._tables[cards] = table
        return self._tables[cards]

    @abstractmethod
    def _out(self, value: FloatArray) -> Measured:
        """One number, or an array of them."""

    def _far(self) -> FloatArray | None:
        return self.table(self.cards_to_come) if self.cards_to_come else None

    @property
    def ahead(self) -> Measured:
        """The weight of opposing hands that are beaten now."""
        return self._out(self.now[AHEAD])

    @property
    def tied(self) -> Measured:
        """The weight of opposing hands that are tied with now."""
        return self._out(self.now[TIED])

    @property
    def behind(self) -> Measured:
        """The weight of opposing hands that are better now."""
        return self._out(self.now[BEHIND])

    @property
    def hs1(self) -> Measured:
        """HS: the chance of being ahead of one opponent now, ties as half."""
        return self._out(_share(self.now))

    @property
    def hs(self) -> Measured:
        """HSⁿ: the same for all opponents together, as if they were independent."""
        return self._out(_share(self.now) ** self.opponents)

    @property
    def immediate_rank(self) -> Measured:
        """Huang's IHR: the share of opposing hands that are beaten now, ties not counted."""
        return self._out(_ratio(self.now[AHEAD], self.now.sum(axis=0), np.nan))

    @property
    def seven_card_rank(self) -> Measured:
        """Huang's 7cHR: the chance of winning the showdown with one opponent, ties as half."""
        far = self._far()
        return self._out(_share(self.now if far is None else far.sum(axis=0)))

    def ppot(self, cards: int) -> Measured | None:
        """Ppot after so many cards; None where fewer are to come."""
        return self._out(_ppot(self.table(cards))) if 0 < cards <= self.cards_to_come else None

    def npot(self, cards: int) -> Measured | None:
        """Npot after so many cards; None where fewer are to come."""
        return self._out(_npot(self.table(cards))) if 0 < cards <= self.cards_to_come else None

    @property
    def ehs(self) -> Measured:
        """EHS: ahead now, or behind and improving, with all the cards that are to come."""
        far, hs = self._far(), _share(self.now) ** self.opponents
        return self._out(hs if far is None else hs + (1 - hs) * _ppot(far))

    @property
    def win_estimate(self) -> Measured:
        """P(win): like EHS, but being ahead now counts only if it lasts.

        Against one opponent this is the equity. Against several it is none: whoever is behind or
        ahead of one is taken to pass all, or be passed, like one. `equity` counts that out.
        """
        far, hs = self._far(), _share(self.now) ** self.opponents
        return self._out(hs if far is None else hs * (1 - _npot(far)) + (1 - hs) * _ppot(far))


def _ratio(part: FloatArray, whole: FloatArray, otherwise: float) -> FloatArray:
    ratio: FloatArray = np.full(np.shape(whole), otherwise)
    np.divide(part, whole, out=ratio, where=whole != 0)
    return ratio


def _share(standing: FloatArray) -> FloatArray:
    return _ratio(standing[AHEAD] + standing[TIED] / 2, standing.sum(axis=0), np.nan)


def _ppot(table: FloatArray) -> FloatArray:
    gained = table[BEHIND, AHEAD] + table[BEHIND, TIED] / 2 + table[TIED, AHEAD] / 2
    return _ratio(gained, table[BEHIND].sum(axis=0) + table[TIED].sum(axis=0) / 2, 0.0)


def _npot(table: FloatArray) -> FloatArray:
    spoilt = table[AHEAD, BEHIND] + table[AHEAD, TIED] / 2 + table[TIED, BEHIND] / 2
    return _ratio(spoilt, table[AHEAD].sum(axis=0) + table[TIED].sum(axis=0) / 2, 0.0)
