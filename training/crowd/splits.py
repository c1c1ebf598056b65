"""Divides players: to train on, to stop by, and to judge. Needs NumPy alone.

Players are told apart by a digest of their names modulo 100. Those with ``split % 10 < 7`` are the
players to train on everywhere in this project, the others are held back. A few of the former are
kept for stopping. Where a whole source is left out to be judged, the others may be used whole.
"""

import numpy as np
import numpy.typing as npt

from training.crowd.stream_files import Decisions

STOPPING = (6, 16, 26, 36)
"""Splits of the players on whom training is stopped: four in a hundred."""

Flags = npt.NDArray[np.bool_]


def chosen(decisions: Decisions, part: str, *, whole: bool) -> Flags:
    """For each player whether he is of the part ``train`` or ``stop``."""
    stops = np.isin(decisions.splits, STOPPING)
    people = ~decisions.machine
    if part == "stop":
        return people & stops
    return people & ~stops & (whole | (decisions.splits % 10 < 7))


def judged(decisions: Decisions, *, all_players: bool) -> Flags:
    """For each player whether he is judged: those held back, or all but those for stopping."""
    if all_players:
        return ~decisions.machine & ~np.isin(decisions.splits, STOPPING)
    return ~decisions.machine & (decisions.splits % 10 >= 7)
