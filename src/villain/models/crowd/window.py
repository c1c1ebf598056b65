"""The keys and values of a player's last positions, so that the next one can look back on them."""

from collections import OrderedDict
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

import numpy as np

from villain.models.crowd.situations import Floats


class Window:
    """The keys and values of a player's last positions, by layer, in a ring.

    ``size`` is how many the next position looks back on. ``digest`` is of all that was taken in:
    windows with the same one are the same. It is unknown (None) in those kept before there was one.
    """

    digest: bytes | None = None

    def __init__(self, layers: int, heads: int, part: int, size: int) -> None:
        self.digest = b""
        self.size = size
        self.keys = np.zeros((layers, heads, part, self.size), np.float32)
        self.values = np.zeros((layers, heads, self.size, part), np.float32)
        self.positions = 0

    def __len__(self) -> int:
        return min(self.positions, self.size)

    def add(self, keys: Floats, values: Floats) -> None:
        """Take in positions (layers, heads, n, part) in their order; the oldest make way."""
        count = keys.shape[2]
        if self.digest is not None:
            taken = blake2b(self.digest, digest_size=16)
            taken.update(keys.tobytes())
            taken.update(values.tobytes())
            self.digest = taken.digest()
        if count == 1:  # nearly always, and quicker
            place = self.positions % self.size
            self.keys[..., place], self.values[:, :, place] = keys[:, :, 0], values[:, :, 0]
            self.positions += 1
            return
        places = np.arange(self.positions, self.positions + count)[-self.size :] % self.size
        self.keys[..., places] = keys[:, :, -self.size :].swapaxes(2, 3)
        self.values[:, :, places] = values[:, :, -self.size :]
        self.positions += count

    def __deepcopy__(self, memo: dict[int, object]) -> "Window":
        twin = object.__new__(Window)
        twin.__dict__.update(self.__dict__, keys=self.keys.copy(), values=self.values.copy())
        return twin

    def __getstate__(self) -> dict[str, object]:
        kept = len(self)
        parts = {"keys": self.keys[..., :kept], "values": self.values[:, :, :kept]}
        return self.__dict__ | parts

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        layers, heads, part, kept = state["keys"].shape
        self.keys = np.zeros((layers, heads, part, self.size), np.float32)
        self.values = np.zeros((layers, heads, self.size, part), np.float32)
        self.keys[..., :kept], self.values[:, :, :kept] = state["keys"], state["values"]


class Windows:
    """The windows of players, of so many who were met last; others' are built again."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: OrderedDict[str, Window] = OrderedDict()
        self._rebuilt: tuple[str, Window] | None = None  # asked about, but not met again yet

    def __len__(self) -> int:
        return len(self._kept)

    def __getstate__(self) -> dict[str, object]:
        return self.__dict__ | {"_rebuilt": None}

    def copy(self) -> "Windows":
        """One that keeps others from now on."""
        twin = Windows(self.most)
        twin._kept = self._kept.copy()
        return twin

    def of(self, name: str, build: Callable[[], Window]) -> Window:
        """The window of a player; if it was let go, as it is built."""
        window = self._kept.get(name)
        if window is None and len(self._kept) < self.most:
            window = self._kept[name] = build()
        elif window is None:
            if self._rebuilt is None or self._rebuilt[0] != name:
                self._rebuilt = name, build()
            window = self._rebuilt[1]
        return window

    def keep(self, name: str, window: Window) -> None:
        """He is met, and this is his window now."""
        self._rebuilt = None
        self._kept[name] = window
        self._kept.move_to_end(name)
        if len(self._kept) > self.most:
            self._kept.popitem(last=False)
