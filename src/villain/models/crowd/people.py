"""People to play against: some whom the network made up, by what kind of player they are.

The file ``people.npz`` has, for each, decisions that he took and what was counted of him before
them. None of it is a real player's: the network played them all (``training/crowd/people.py``), for
a style begun from the mean statistics of many people who play so.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from villain.kernels.arrays import FloatArray
from villain.models.crowd.network import crowd_network
from villain.models.crowd.person import KnownPlayer
from villain.models.crowd.reader import CrowdReader
from villain.models.crowd.situations import Codes
from villain.models.crowd.statistics import Running

FILE = Path(__file__).with_name("people.npz")

GAMES = ("ring", "heads-up", "limit")
STYLES = ("nit", "rock", "regular", "loose", "station", "maniac")
ANYBODY = "anybody"

MIX = {"ring": (ANYBODY,) * 6 + ("station", "loose", "nit", "rock")}
"""Who comes where no style is asked for. *Anybody* is a mean of many players by how often they
enter and raise, so the ends are cut off; at a ring some of the styles come in between."""

HIMSELF = "himself"
"""The name under which a reader knows the person who asks it about himself."""


class MadeUp(NamedTuple):
    """One of these people: his last decisions as rows of codes, and the counts before them."""

    rows: Codes
    counts: FloatArray


@cache
def made_up_people() -> dict[str, list[MadeUp]]:
    """All of them, by game and style, such as ``ring/nit``."""
    people: dict[str, list[MadeUp]] = {}
    with np.load(FILE) as file:
        kinds, ends = file["kinds"], np.cumsum(file["lengths"])
        rows, counts = np.split(file["rows"], ends[:-1]), file["counts"]
    for kind, mine, before in zip(kinds.tolist(), rows, counts, strict=True):
        people.setdefault(kind, []).append(MadeUp(mine, before))
    return people


def somebody(game: str, style: str = "", which: int = 0) -> CrowdReader:
    """A reader that knows one of these people as `HIMSELF`, and nobody else.

    All who ask for the same one share his window until they learn.

    >>> somebody("ring", "nit").knows(HIMSELF)
    True
    """
    if not style:
        mix = MIX.get(game, (ANYBODY,))
        which, place = divmod(which, len(mix))
        style = mix[place]
    kind = f"{game}/{style}"
    return _reader_of(kind, which % len(made_up_people()[kind])).clone()


@cache
def _reader_of(kind: str, place: int) -> CrowdReader:
    """A reader that knows one of them, to be cloned."""
    chosen, reader = made_up_people()[kind][place], CrowdReader()
    network = crowd_network()
    before = Running.from_counts(network.expected, chosen.counts)
    reader.introduce(HIMSELF, KnownPlayer.of_rows(network, chosen.rows, before))
    return reader
