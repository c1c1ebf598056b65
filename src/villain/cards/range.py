"""A range: a weight for each of the 1,326 combos."""

from collections.abc import Iterable, Iterator, Mapping

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.cards.combo import COMBOS, Combo
from villain.errors import ImpossibleError, NotationError
from villain.kernels import combos
from villain.kernels.arrays import FloatArray

HEAVIEST = 1e100
"""Sums and products of a few such weights are still finite numbers."""

HIGH_CARDS, LOW_CARDS = combos.HIGH_CARDS, combos.LOW_CARDS
"""The two cards of every combo, as arrays."""


def possible(dead: Iterable[int]) -> npt.NDArray[np.bool_]:
    """Mark the combos that contain none of these cards."""
    gone = np.zeros(52, np.bool_)
    gone[[Card(card) for card in dead]] = True
    return ~(gone[HIGH_CARDS] | gone[LOW_CARDS])


class Range:
    """The hands that a player may hold: a weight, zero or more, for every combo. It never changes.

    It reads the notations people paste and prints the shortest of its own.

    >>> Range("AA, KK, QQ, AKs, AKo, A2s-A5s, 50%(KQs)")
    Range('QQ+, AK, A5s-A2s, KQs:0.5')
    >>> Range("QQ+") | Range("JJ"), Range("TT+") & Range("QQ-99"), 0.25 * Range("AhKh")
    (Range('JJ+'), Range('QQ-TT'), Range('AhKh:0.25'))
    >>> from villain.cards import Card
    >>> len(Range("QQ+").without(Card.parse("As")))
    15
    """

    __slots__ = ("_weights",)
    _weights: FloatArray

    def __init__(self, source: "str | npt.ArrayLike | Mapping[int, float]") -> None:
        """Take a notation, an array of 1,326 weights, or a mapping of combos to weights."""
        if isinstance(source, str):
            from villain.cards.range_reader import read_range

            weights = read_range(source)
        elif isinstance(source, Mapping):
            weights = np.zeros(1326)
            for combo, weight in source.items():
                weights[Combo(combo)] = weight
        else:
            weights = np.array(source, np.float64)
        if weights.shape != (1326,):
            raise NotationError(f"a range has 1326 weights, not an array of shape {weights.shape}")
        wrong = ~((weights >= 0) & (weights <= HEAVIEST))
        if wrong.any():
            combo = COMBOS[int(wrong.argmax())]
            raise NotationError(
                f"{combo} has weight {weights[combo]}; weights are 0 to {HEAVIEST:g}"
            )
        weights += 0.0  # no negative zero
        weights.flags.writeable = False
        self._weights = weights

    @classmethod
    def random(cls) -> "Range":
        """Any two cards, all alike."""
        return cls(np.ones(1326))

    @property
    def weights(self) -> FloatArray:
        """The 1,326 weights, by combo; read-only."""
        return self._weights

    def __getitem__(self, combo: int) -> float:
        return float(self._weights[combo])

    def __iter__(self) -> Iterator[Combo]:
        return (COMBOS[index] for index in np.flatnonzero(self._weights))

    def __len__(self) -> int:
        """The number of combos with any weight."""
        return int(np.count_nonzero(self._weights))

    @property
    def total(self) -> float:
        """The sum of all weights: combos, counted by weight."""
        return float(self._weights.sum())

    def __or__(self, other: "Range") -> "Range":
        """Take from both ranges, each combo at its larger weight."""
        if not isinstance(other, Range):
            return NotImplemented
        return Range(np.maximum(self._weights, other._weights))

    def __and__(self, other: "Range") -> "Range":
        """Keep what is in both ranges, each combo at its smaller weight."""
        if not isinstance(other, Range):
            return NotImplemented
        return Range(np.minimum(self._weights, other._weights))

    def __mul__(self, factor: float) -> "Range":
        """Scale every weight."""
        return Range(self._weights * factor)

    __rmul__ = __mul__

    def without(self, *dead: int) -> "Range":
        """Remove every combo that contains one of these cards."""
        return Range(np.where(possible(dead), self._weights, 0.0))

    def normalised(self) -> "Range":
        """Scale the weights to a sum of one."""
        if not self:
            raise ImpossibleError("an empty range cannot be normalised; it has no hands")
        scaled = self._weights / self._weights.max()  # first, so that tiny weights survive
        return Range(scaled / scaled.sum())

    def by_class(self) -> FloatArray:
        """Return the mean weight of the 169 classes, as the 13×13 grid of the poker books."""
        sums = np.bincount(CLASS_OF_COMBO, self._weights)
        means: FloatArray = (sums / np.bincount(CLASS_OF_COMBO)).reshape(13, 13)
        return means

    def __array__(
        self, dtype: "npt.DTypeLike | None" = None, copy: bool | None = None
    ) -> npt.NDArray[np.generic]:
        return np.array(self._weights, dtype, copy=copy is not False)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Range):
            return NotImplemented
        return bool(np.array_equal(self._weights, other._weights))

    def __hash__(self) -> int:
        return hash(self._weights.tobytes())

    def __reduce__(self) -> tuple[type["Range"], tuple[FloatArray]]:
        return Range, (np.array(self._weights),)

    def __str__(self) -> str:
        from villain.cards.range_printer import print_range

        return print_range(self)

    def __repr__(self) -> str:
        return f"Range({str(self)!r})"


CLASS_OF_COMBO = np.array([combo.starting_class for combo in COMBOS], np.intp)
"""The class (0–168) of every combo."""
