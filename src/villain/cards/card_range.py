"""A range where one card is dealt: a weight for each card of the deck."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.errors import NotationError


class CardRange:
    """A weight, zero or more, for every card of a deck: what a player with one card may hold.

    >>> from villain.cards import parse_cards
    >>> held = CardRange(parse_cards("Js Qs Ks"), [0.0, 0.25, 0.75])
    >>> held
    CardRange('Qs:0.25, Ks:0.75')
    >>> held.weights.tolist(), held[2]
    ([0.0, 0.25, 0.75], 0.75)
    """

    __slots__ = ("deck", "weights")

    def __init__(self, deck: Sequence[Card], weights: npt.ArrayLike) -> None:
        self.deck = tuple(deck)
        self.weights = np.array(weights, np.float64)
        if self.weights.shape != (len(self.deck),):
            raise NotationError(
                f"a deck of {len(self.deck)} cards has as many weights, not an array of shape "
                f"{self.weights.shape}"
            )
        self.weights.flags.writeable = False

    def __getitem__(self, place: int) -> float:
        return float(self.weights[place])

    def __len__(self) -> int:
        """The number of cards that have any weight."""
        return int(np.count_nonzero(self.weights))

    def __array__(
        self, dtype: "npt.DTypeLike | None" = None, copy: bool | None = None
    ) -> npt.NDArray[np.generic]:
        return np.array(self.weights, dtype, copy=copy is not False)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CardRange):
            return NotImplemented
        return self.deck == other.deck and bool(np.array_equal(self.weights, other.weights))

    def __hash__(self) -> int:
        return hash((self.deck, self.weights.tobytes()))

    def __str__(self) -> str:
        pairs = zip(self.deck, self.weights.tolist(), strict=True)
        return ", ".join(f"{card}:{weight:g}" for card, weight in pairs if weight)

    def __repr__(self) -> str:
        return f"CardRange({str(self)!r})"
