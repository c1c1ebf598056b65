"""What is kept of a player's last positions, so that the next one can look back on them."""

from typing import Any

import numpy as np

from villain.models.crowd.situations import Floats


class Window:
    """The keys and values of a player's last positions, by layer, in a ring.

    ``size`` is how many the next position looks back on.
    """

    def __init__(self, layers: int, heads: int, part: int, size: int) -> None:
        self.size = size
        self.keys = np.zeros((layers, heads, part, self.size), np.float32)
        self.values = np.zeros((layers, heads, self.size, part), np.float32)
        self.positions = 0

    def __len__(self) -> int:
        return min(self.positions, self.size)

    def add(self, keys: Floats, values: Floats) -> None:
        """Take in positions (layers, heads, n, part) in their order; the oldest make way."""
        count = keys.shape[2]
        places = np.arange(self.positions, self.positions + count)[-self.size :] % self.size
        self.keys[..., places] = keys[:, :, -self.size :].swapaxes(2, 3)
        self.values[:, :, places] = values[:, :, -self.size :]
        self.positions += count

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
