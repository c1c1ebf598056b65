"""Seatings of the replays of a duplicate match."""

import numpy as np
import numpy.typing as npt


def latin_square(order: int) -> npt.NDArray[np.int64]:
    """Seat everybody once in every place, with changing neighbours.

    A row is a replay, a column a place. The places of the first row run zigzag, 0, 1, n-1, 2, …,
    so that for an even number everybody stands right behind everybody else exactly once in the
    rows: a balanced Latin square (Williams 1949). For an odd number no such square exists.

    >>> latin_square(4).tolist()
    [[0, 1, 3, 2], [1, 2, 0, 3], [2, 3, 1, 0], [3, 0, 2, 1]]
    """
    zigzag = [(place + 1) // 2 if place % 2 else -(place // 2) for place in range(order)]
    square: npt.NDArray[np.int64] = (np.arange(order)[:, None] + np.array(zigzag)) % order
    return square


def at_table(seating: tuple[int, ...], deal: int) -> list[int]:
    """The players by seat: the button moves every deal, the table is mirrored every round.

    Mirrored, whoever acted before one acts after one; so even three players do not always follow
    the same neighbour.

    >>> [at_table((0, 1, 2), deal) for deal in range(4)]
    [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1]]
    """
    players = len(seating)
    turn = -1 if deal // players % 2 else 1
    return [seating[(deal + turn * seat) % players] for seat in range(players)]


def distinct_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names for the players; where one comes twice, it gets a number that no other has.

    >>> distinct_names(("call", "raise", "call", "call#2"))
    ('call', 'raise', 'call#3', 'call#2')
    """
    labels: list[str] = []
    for name in names:
        label, number = name, 2
        while label in labels or (label != name and label in names):
            label, number = f"{name}#{number}", number + 1
        labels.append(label)
    return tuple(labels)
