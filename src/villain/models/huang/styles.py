"""The strategies of many players, as counts of what each did after each action sequence [huang].

``styles.npz`` has them for heads-up no-limit hold'em; ``villain mine`` made it from real hands, and
makes another one from any hand store. It has digests of the players' names and no cards.
"""

import os
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from hashlib import blake2b
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from villain.errors import VillainError
from villain.kernels.arrays import FloatArray
from villain.strategy.huang.abstraction import RAISE, Abstraction, faces_bet

FILE = Path(__file__).with_name("styles.npz")
VERSION = 1

LIKE = 5.0
"""The weight of what is done after like sequences: so many observations of a sequence."""

Counts = Mapping[str, npt.ArrayLike]
"""Counts of a player's actions, by action sequence."""


@dataclass(frozen=True, eq=False)
class Styles:
    """Counts of many players, kept sparse: a row for each sequence that a player has faced.

    ``players`` are digests of names, ``hands`` how many each has played, ``sequences`` all that
    anybody faced. The rows of player n are those from ``starts[n]`` to ``starts[n + 1]``: the
    number of a sequence in ``places``, and the ``counts`` of the actions there.
    """

    abstraction: Abstraction
    players: npt.NDArray[np.uint64]
    hands: npt.NDArray[np.uint32]
    sequences: tuple[str, ...]
    starts: npt.NDArray[np.int64]
    places: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int64]
    index: dict[str, int] = field(init=False, repr=False)
    _columns: dict[str, FloatArray] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        index = {sequence: place for place, sequence in enumerate(self.sequences)}
        object.__setattr__(self, "index", index)

    def __len__(self) -> int:
        return len(self.players)

    @cached_property
    def _digest(self) -> bytes:
        parts = (self.players, self.hands, self.starts, self.places, self.counts)
        digest = blake2b(repr((self.abstraction, self.sequences)).encode())
        for part in parts:
            digest.update(np.ascontiguousarray(part).tobytes())
        return digest.digest()

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Styles) and self._digest == other._digest)

    def __hash__(self) -> int:
        """Of the content: what was worked out for it is found again after it was put away."""
        return hash(self._digest)

    def __deepcopy__(self, memo: object) -> "Styles":
        """Nobody changes it, so that a copy of a model may share it."""
        return self

    def __reduce__(self) -> tuple[Callable[..., "Styles"], tuple[object, ...]]:
        """Leave out what is worked out from the counts, and what is shipped."""
        if self is shipped_styles():
            return shipped_styles, ()
        parts = (self.players, self.hands, self.sequences, self.starts, self.places, self.counts)
        return Styles, (self.abstraction, *parts)

    @property
    def decisions(self) -> int:
        """The number of decisions in all."""
        return int(self.counts.sum())

    @cached_property
    def pool(self) -> npt.NDArray[np.int64]:
        """Counts of all of them together, by sequence and action."""
        counts = np.zeros((len(self.sequences), self.abstraction.actions), np.int64)
        np.add.at(counts, self.places, self.counts)
        return counts

    def frequencies(self, sequence: str) -> FloatArray:
        """Frequencies of each player after a sequence, by player and action; read-only.

        Where one was never seen he stands for what all of them do there.
        """
        shares = self._columns.get(sequence)
        if shares is None:
            place = self.index[sequence]
            order, borders, owners = self._by_sequence
            rows = order[borders[place] : borders[place + 1]]
            pool, counts = self.pool[place], self.counts[rows]
            # Action by action in memory, which is how distances are summed.
            shares = np.repeat(pool / pool.sum(), len(self)).reshape(-1, len(self)).T
            shares[owners[rows]] = counts / counts.sum(axis=1, keepdims=True)
            shares.flags.writeable = False
            self._columns[sequence] = shares
        return shares

    @cached_property
    def dense(self) -> npt.NDArray[np.float32]:
        """`frequencies` of every sequence at once, by player, sequence and action; read-only."""
        shape = (len(self), len(self.sequences), self.abstraction.actions)
        shares = self.pool / self.pool.sum(axis=1, keepdims=True)
        table = np.empty(shape, np.float32)
        table[:] = shares
        owners = self._by_sequence[2]
        table[owners, self.places] = self.counts / self.counts.sum(axis=1, keepdims=True)
        table.flags.writeable = False
        return table

    def backed_off(self, sequence: str) -> FloatArray:
        """Frequencies of all after sequences that are like this one, whether it was mined or not.

        Alike are those of its street that face a bet or not as it does, after as many raises on
        the street; where there are none, those of any street; then those after any number of
        raises; and all actions alike only where none of these was ever mined.
        """
        for kind in kinds(sequence):
            shares = self._kinds.get(kind)
            if shares is not None:
                return shares
        actions = self.abstraction.actions
        return np.full(actions, 1 / actions)

    def average(self, sequence: str) -> FloatArray:
        """Frequencies of all after a sequence; where few have faced it, also those after others.

        Those that are like it count as much as five observations of it.
        """
        place = self.index.get(sequence)
        return self.backed_off(sequence) if place is None else self.averages[place]

    @cached_property
    def averages(self) -> FloatArray:
        """The same after every mined sequence; read-only."""
        like = np.array([self.backed_off(sequence) for sequence in self.sequences])
        means: FloatArray = self.pool + LIKE * like.reshape(self.pool.shape)
        means /= means.sum(axis=1, keepdims=True)
        means.flags.writeable = False
        return means

    @cached_property
    def _kinds(self) -> dict[tuple[int, ...], FloatArray]:
        """Frequencies of all after the sequences of a kind."""
        counts: dict[tuple[int, ...], FloatArray] = {}
        for sequence, row in zip(self.sequences, self.pool, strict=True):
            for kind in kinds(sequence):
                counts[kind] = counts.get(kind, 0.0) + row
        shares = {kind: row / row.sum() for kind, row in counts.items()}
        for row in shares.values():
            row.flags.writeable = False
        return shares

    @cached_property
    def _by_sequence(self) -> tuple[npt.NDArray[np.int64], ...]:
        """The rows in order of their sequences, where each begins, and whose each row is."""
        order = np.argsort(self.places, kind="stable")
        borders = np.searchsorted(self.places[order], np.arange(len(self.sequences) + 1))
        return order, borders, np.repeat(np.arange(len(self)), np.diff(self.starts))

    def counts_of(self, player: int) -> dict[str, npt.NDArray[np.int64]]:
        """Counts of one of them, by sequence."""
        rows = range(int(self.starts[player]), int(self.starts[player + 1]))
        return {self.sequences[self.places[row]]: self.counts[row] for row in rows}


def kinds(sequence: str) -> list[tuple[int, ...]]:
    """The kinds that a sequence belongs to, from near to far.

    >>> kinds("300122")
    [(1, 2, 3), (1, 2), (1,)]
    """
    raises = sum(int(one) >= RAISE for one in sequence[3:])
    kind = (int(faces_bet(sequence)), raises, int(sequence[0]))
    return [kind, kind[:2], kind[:1]]


def gather(abstraction: Abstraction, people: Mapping[int, tuple[int, Counts]]) -> Styles:
    """Styles of players by digest, each with how many hands he has played and what he did.

    >>> one = gather(Abstraction(), {7: (2, {"000": [0, 1, 1, 0]}), 3: (1, {"000": [1, 0, 0, 0]})})
    >>> one.players.tolist(), one.pool.tolist(), one.frequencies("000").tolist()
    ([3, 7], [[1, 1, 1, 0]], [[1.0, 0.0, 0.0, 0.0], [0.0, 0.5, 0.5, 0.0]])
    """
    order = sorted(people)
    seen = {
        player: {sequence: row for sequence, row in counts.items() if np.any(row)}
        for player, (_, counts) in people.items()
    }
    sequences = sorted({sequence for counts in seen.values() for sequence in counts})
    index = {sequence: place for place, sequence in enumerate(sequences)}
    places: list[int] = []
    rows: list[npt.ArrayLike] = []
    starts = [0]
    for player in order:
        for sequence in sorted(seen[player]):
            places.append(index[sequence])
            rows.append(seen[player][sequence])
        starts.append(len(places))
    return Styles(
        abstraction,
        np.array(order, np.uint64),
        np.array([people[player][0] for player in order], np.uint32),
        tuple(sequences),
        np.array(starts, np.int64),
        np.array(places, np.int64),
        np.array(rows, np.int64).reshape(len(rows), abstraction.actions),
    )


def save(styles: Styles, path: Path) -> None:
    """Write a file, whole or not at all: it gets its name when it is complete."""
    part = path.with_name(f".{path.name}-{secrets.token_hex(4)}")
    abstraction = styles.abstraction
    try:
        with part.open("wb") as file:
            np.savez_compressed(
                file,
                version=np.array(VERSION),
                ratios=np.array(abstraction.ratios),
                limits=np.array([abstraction.length, abstraction.most_raises]),
                players=styles.players,
                hands=styles.hands,
                sequences=np.array(styles.sequences, np.bytes_),
                starts=styles.starts.astype(np.uint32),
                places=styles.places.astype(np.min_scalar_type(len(styles.sequences))),
                # Side by side the counts of one action compress better.
                counts=np.ascontiguousarray(styles.counts.T.astype(np.uint32)),
            )
        os.replace(part, path)  # noqa: PTH105
    finally:
        part.unlink(missing_ok=True)


def read(path: Path) -> Styles:
    """Read a file that `save` wrote."""
    try:
        with path.open("rb") as opened, np.load(opened) as file:
            if int(file["version"]) != VERSION:
                raise VillainError(
                    f"{str(path)!r} is of version {int(file['version'])}, this program of "
                    f"{VERSION}; mine the hands anew"
                )
            length, most_raises = file["limits"].tolist()
            return Styles(
                Abstraction(
                    ratios=tuple(file["ratios"].tolist()), length=length, most_raises=most_raises
                ),
                file["players"],
                file["hands"],
                tuple(one.decode() for one in file["sequences"].tolist()),
                file["starts"].astype(np.int64),
                file["places"].astype(np.int64),
                file["counts"].T.astype(np.int64),
            )
    except FileNotFoundError:
        raise VillainError(f"there is no file {str(path)!r}; villain mine makes one") from None
    except (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile):
        raise VillainError(f"{str(path)!r} is no file of villain mine") from None


@cache
def shipped_styles() -> Styles:
    """The styles that come with the program."""
    return read(FILE)
