"""When each chunk of a memory was referred to, and how strong that makes it."""

from array import array

import numpy as np

from villain.kernels.arrays import FloatArray


class References:
    """The references to numbered chunks, in the order they came.

    >>> references = References()
    >>> for time, chunk in enumerate((references.begin(0), references.begin(1), 0)):
    ...     references.add(chunk, time)
    >>> references.levels(4, decay=0.5).round(3).tolist()
    [0.188, -0.549]
    """

    def __init__(self) -> None:
        self._created, self._counts = array("d"), array("d")
        self._times, self._weights, self._owners = array("d"), array("d"), array("q")

    def __len__(self) -> int:
        return len(self._times)

    @property
    def chunks(self) -> int:
        """The number of chunks."""
        return len(self._created)

    def begin(self, time: float) -> int:
        """Make place for one more chunk; say its number."""
        self._created.append(time)
        self._counts.append(0.0)
        return len(self._created) - 1

    def add(self, chunk: int, time: float, weight: float = 1.0) -> None:
        """Add a reference."""
        self._times.append(time)
        self._weights.append(weight)
        self._owners.append(chunk)
        self._counts[chunk] += weight

    def levels(self, now: float, decay: float) -> FloatArray:
        """By chunk ln Σ tⱼ^-d over the ages of its references; ∞ where one is of this moment."""
        with np.errstate(divide="ignore"):
            sizes = np.frombuffer(self._weights) * (now - np.frombuffer(self._times)) ** -decay
            owners = np.frombuffer(self._owners, np.int64)
            levels: FloatArray = np.log(np.bincount(owners, sizes, minlength=self.chunks))
        return levels

    def fast_levels(self, now: float, decay: float) -> FloatArray:
        """By chunk ln(n / (1 − d)) − d ln(L): as if its n references had come evenly."""
        with np.errstate(divide="ignore"):
            lives, counts = now - np.frombuffer(self._created), np.frombuffer(self._counts)
            levels: FloatArray = np.log(counts / (1 - decay)) - decay * np.log(lives)
        return levels
