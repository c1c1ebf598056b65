"""Who sits where in the replays of a duplicate match."""

import numpy as np
import numpy.typing as npt


def latin_square(order: int) -> npt.NDArray[np.int64]:
    """Seat everybody once in every place, with changing neighbours.

    A row is a replay, a column a place. The places of the first row run zigzag, 0, 1, n-1, 2, …,
    so that for an even number everybody follows everybody else exactly once: a balanced Latin
    square (Williams 1949). For an odd number no such square exists, and neighbours only change.

    >>> latin_square(4).tolist()
    [[0, 1, 3, 2], [1, 2, 0, 3], [2, 3, 1, 0], [3, 0, 2, 1]]
    """
    zigzag = [(place + 1) // 2 if place % 2 else -(place // 2) for place in range(order)]
    square: npt.NDArray[np.int64] = (np.arange(order)[:, None] + np.array(zigzag)) % order
    return square
