"""The general memory: what many opponents did, learned before and shipped [sander].

``general.npz`` has the chunks of heads-up limit hands among baseline players of all kinds, with the
hands in which each was met and the kind of player; ``python -m
villain.models.memory.make_general`` makes it again.
"""

import json
from collections.abc import Hashable, Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from villain.models.memory.declarative import DeclarativeMemory
from villain.models.memory.recollection import Recollection

FILE = Path(__file__).with_name("general.npz")
PLAYERS = ("aggressive", "moderate", "conservative")
"""The kinds of players in the file."""


class Trace(NamedTuple):
    """Something that was learned: in which hand, of which kind of player, and the chunk."""

    hand: int
    kind: int
    slots: dict[str, Hashable]


Trained = list[Trace]
"""All that was learned, in order."""


@cache
def general_memory(how: Recollection, kind: int | None = None) -> DeclarativeMemory:
    """The shipped memory, to be asked in this way: of everybody, or of one kind of players.

    It is shared: copy it before learning.
    """
    traces = read_trained()
    return fill(how.memory(), (one for one in traces if kind is None or one.kind == kind))


def fill(memory: DeclarativeMemory, trained: Iterable[Trace]) -> DeclarativeMemory:
    """Give an empty memory what was learned in training; its time goes on from there."""
    for hand, _, slots in trained:
        memory.advance(hand - memory.time)
        memory.learn(slots)
    memory.advance()
    return memory


@cache
def read_trained(path: Path = FILE) -> Trained:
    """The content of a file of training."""
    with np.load(path) as file:
        chunks = json.loads(file["chunks"].tobytes().decode())
        columns = [file[name].tolist() for name in ("hands", "kinds", "owners")]
    return [Trace(hand, kind, chunks[owner]) for hand, kind, owner in zip(*columns, strict=True)]


def save_trained(trained: Trained, path: Path) -> None:
    """Write what was learned; equal chunks are written once."""
    numbers: dict[str, int] = {}
    texts = [json.dumps(trace.slots, sort_keys=True) for trace in trained]
    owners = [numbers.setdefault(text, len(numbers)) for text in texts]
    np.savez_compressed(
        path,
        chunks=np.frombuffer(f"[{','.join(numbers)}]".encode(), np.uint8),
        hands=np.array([trace.hand for trace in trained], np.uint16),
        kinds=np.array([trace.kind for trace in trained], np.uint8),
        owners=np.array(owners, np.uint16),
    )
