"""The chunks of a memory: sets of slots with values, numbered in the order they came."""

from array import array
from collections.abc import Hashable, Mapping
from copy import copy

import numpy as np
import numpy.typing as npt

from villain.kernels.arrays import FloatArray

Slots = Mapping[str, Hashable]
Numbers = npt.NDArray[np.intp]


class Chunks:
    """Different chunks, kept by slot: the values that a slot has had, and which each chunk has.

    >>> chunks = Chunks()
    >>> chunks.add({"flop": "cc", "odds": 0.5}), chunks.add({"flop": "rc"})
    (0, 1)
    >>> chunks.find({"odds": 0.5, "flop": "cc"}), chunks.find({"flop": "crc"})
    (0, None)
    >>> chunks.values("flop"), chunks.places("odds").tolist()
    ({'cc': 0, 'rc': 1}, [0, -1])
    """

    def __init__(self) -> None:
        self._size = 0
        self._known: dict[frozenset[tuple[str, Hashable]], int] | None = {}
        self._values: dict[str, dict[Hashable, int]] = {}
        self._places: dict[str, array[int]] = {}

    def __len__(self) -> int:
        return self._size

    def __getstate__(self) -> dict[str, object]:
        return self.__dict__ | {"_known": None}  # found again when wanted

    @property
    def _numbers(self) -> dict[frozenset[tuple[str, Hashable]], int]:
        """The number of a chunk."""
        if self._known is None:
            self._known = {frozenset(self.slots(at).items()): at for at in range(self._size)}
        return self._known

    def __deepcopy__(self, memo: dict[int, object]) -> "Chunks":
        """Chunks that grow on their own; values never change, so both have the same."""
        other = copy(self)
        other._known = None if self._known is None else dict(self._known)
        other._values = {slot: dict(known) for slot, known in self._values.items()}
        other._places = {slot: places[:] for slot, places in self._places.items()}
        return other

    def find(self, slots: Slots) -> int | None:
        """The number of the chunk with exactly these slots."""
        return self._numbers.get(frozenset(slots.items()))

    def add(self, slots: Slots) -> int:
        """Add a chunk that is not there yet; say its number."""
        number = len(self)
        self._numbers[frozenset(slots.items())] = number
        self._size += 1
        for slot in slots.keys() - self._places.keys():
            self._values[slot], self._places[slot] = {}, array("q", [-1] * number)
        for slot, places in self._places.items():
            known = self._values[slot]
            places.append(known.setdefault(slots[slot], len(known)) if slot in slots else -1)
        return number

    def knows(self, slot: str) -> bool:
        """True if any chunk has this slot."""
        return slot in self._places

    def values(self, slot: str) -> dict[Hashable, int]:
        """The values that a slot has had, each with its place."""
        return self._values[slot]

    def places(self, slot: str) -> npt.NDArray[np.int64]:
        """The place of each chunk's value among those of a slot; -1 if it lacks the slot."""
        return np.frombuffer(self._places[slot], np.int64)

    def slots(self, number: int) -> dict[str, Hashable]:
        """The slots of a chunk."""
        places = {slot: column[number] for slot, column in self._places.items()}
        return {slot: list(self._values[slot])[at] for slot, at in places.items() if at >= 0}

    def sums(self, slot: str, chunks: Numbers, sizes: FloatArray) -> dict[Hashable, float]:
        """Sizes of chunks, summed by the value that each has in a slot."""
        if not chunks.size:
            return {}
        known = self._values[slot]
        sums = np.bincount(self.places(slot)[chunks], sizes, minlength=len(known)).tolist()
        return {value: size for value, size in zip(known, sums, strict=True) if size}
