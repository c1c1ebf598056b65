"""A file that keeps a match as it goes.

It holds pickled agents, and whoever unpickles a file runs what is in it: open only your own.
"""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import astuple
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from villain.arena.kept_file import KeptFile
from villain.arena.match_chunk import MatchChunk
from villain.arena.match_record import MatchRecord, describe
from villain.arena.table import Fault
from villain.errors import VillainError
from villain.files import replace_file
from villain.kernels.arrays import FloatArray

if TYPE_CHECKING:
    from villain.arena.match import Match


class MatchFile(KeptFile):
    """A match and the file that keeps it; ``hands`` asks for the hands themselves as well."""

    kind = "match"
    tables = """
        CREATE TABLE chunks (
            replay INTEGER, start INTEGER, payoffs BLOB, faults TEXT, digest BLOB,
            PRIMARY KEY (replay, start)
        );
        CREATE TABLE less_luck (
            replay INTEGER, start INTEGER, adjusted BLOB, digest BLOB,
            PRIMARY KEY (replay, start)
        );
        CREATE TABLE agents (replay INTEGER PRIMARY KEY, state BLOB, digest BLOB);
        CREATE TABLE hands (
            replay INTEGER, number INTEGER, text TEXT, PRIMARY KEY (replay, number)
        )
    """

    def __init__(self, path: Path, match: "Match", *, hands: bool = False) -> None:
        super().__init__(path, describe(match), match.seed)
        self.record, self.keeps_hands = MatchRecord.empty(match), hands
        self._unwritten: list[tuple[int, int, MatchChunk]] = []

    @classmethod
    def load(cls, path: Path, match: "Match") -> "MatchFile":
        """Go on with a match that was kept."""
        file = cls.open(path, describe(match))
        file.record, file.keeps_hands, file._unwritten = MatchRecord.empty(match), False, []
        try:
            file._read()
        except (ValueError, IndexError, TypeError, sqlite3.Error) as error:
            file._data.close()
            raise VillainError(f"{path} is damaged: {error}") from None
        return file

    def add(self, replay: int, chunk: MatchChunk) -> None:
        """Take in the next chunk of a replay."""
        start = self.record.done[replay]
        self.record.add(replay, chunk)
        self._unwritten.append((replay, start, chunk))
        if self.is_due:
            self._write()

    def close(self) -> None:
        """Write the rest, and let others open the file."""
        if self._unwritten:
            self._write()
        super().close()

    def hands(self) -> Iterator[str]:
        """The hands in PHH, one replay after the other, as a file numbers them."""
        if self._unwritten:
            self._write()
        if self.trouble:
            raise VillainError(self.trouble)
        rows = self.read("SELECT text FROM hands ORDER BY replay, number")
        for number, (text,) in enumerate(rows):
            yield f"[{number + 1}]\n{text}\n"

    def write_hands(self, path: Path) -> None:
        """Put the hands into a file of their own."""
        replace_file(path, self.hands())

    def _write(self) -> None:
        if self.write(self.record.share, self._write_chunks):
            self._unwritten.clear()

    def _write_chunks(self, data: sqlite3.Connection) -> None:
        agents = {}
        for replay, start, chunk in self._unwritten:
            payoffs, faults = chunk.payoffs.tobytes(), json.dumps([*map(astuple, chunk.faults)])
            row = (replay, start, payoffs, faults, _digest(payoffs, faults.encode()))
            data.execute("INSERT OR REPLACE INTO chunks VALUES (?, ?, ?, ?, ?)", row)
            if chunk.adjusted is not None:
                adjusted = chunk.adjusted.tobytes()
                less_luck = (replay, start, adjusted, _digest(adjusted))
                data.execute("INSERT OR REPLACE INTO less_luck VALUES (?, ?, ?, ?)", less_luck)
            rows = [(replay, start + place, text) for place, text in enumerate(chunk.hands)]
            data.executemany("INSERT OR REPLACE INTO hands VALUES (?, ?, ?)", rows)
            agents[replay] = chunk.agents
        states = [(replay, state, _digest(state)) for replay, state in agents.items()]
        data.executemany("INSERT OR REPLACE INTO agents VALUES (?, ?, ?)", states)

    def _read(self) -> None:
        """Read what was played, checked before anything of it is unpickled."""
        record = self.record
        states = self.read("SELECT replay, state, digest FROM agents").fetchall()
        agents = {replay: state for replay, state, digest in states if digest == _digest(state)}
        rows = self.read("SELECT * FROM chunks ORDER BY replay, start")
        for replay, start, payoffs, faults, digest in rows:
            if (
                digest != _digest(payoffs, faults.encode())
                or record.done[replay] != start
                or replay not in agents
            ):
                raise ValueError(f"replay {replay} is broken at deal {start}")
            table = np.frombuffer(payoffs, np.int64).reshape(-1, record.match.rules.players)
            named = [Fault(str(who), int(deal), str(why)) for who, deal, why in json.loads(faults)]
            chunk = MatchChunk(table, named, agents[replay])
            if record.adjusted is not None:
                chunk.adjusted = self._read_adjusted(replay, start, table.shape)
            record.add(replay, chunk)
        ((hands,),) = self.read("SELECT count(*) FROM hands")
        self.keeps_hands = hands == sum(record.done) > 0

    def _read_adjusted(self, replay: int, start: int, shape: tuple[int, ...]) -> FloatArray:
        """What was won less luck in a chunk."""
        where = f"WHERE replay = {int(replay)} AND start = {int(start)}"
        row = self.read(f"SELECT adjusted, digest FROM less_luck {where}").fetchone()
        if row is None or row[1] != _digest(row[0]):
            raise ValueError(f"replay {replay} is broken at deal {start}")
        return np.frombuffer(row[0], np.float64).reshape(shape)


def _digest(*parts: bytes) -> bytes:
    digest = blake2b(digest_size=16)
    for part in parts:
        digest.update(part)
    return digest.digest()
