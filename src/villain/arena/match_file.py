"""A file in which a match is kept while it is played, so that a killed one goes on from there.

It is a SQLite database: what was written to it survives whatever ends the program, and a lock
keeps two programs from playing on in it at once. It holds pickled agents, and whoever unpickles a
file runs what is in it: open only your own.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import astuple
from hashlib import blake2b
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Self

import numpy as np

from villain.arena.record import Record, describe
from villain.arena.table import Chunk, Fault
from villain.errors import VillainError
from villain.files import replace_file

if TYPE_CHECKING:
    from villain.arena.match import Match

OFTEN = 1.0
"""Seconds between two writings; so much is lost at most, and the chunk that is being played."""
KIND = "villain match, form 1"

_TABLES = """
CREATE TABLE about (kind TEXT, match TEXT, seed TEXT, hands INTEGER, share REAL);
CREATE TABLE chunks (
    replay INTEGER, start INTEGER, payoffs BLOB, faults TEXT, digest BLOB,
    PRIMARY KEY (replay, start)
);
CREATE TABLE agents (replay INTEGER PRIMARY KEY, state BLOB, digest BLOB);
CREATE TABLE hands (replay INTEGER, number INTEGER, text TEXT, PRIMARY KEY (replay, number));
"""


class MatchInUseError(VillainError):
    """Another program plays on in the same file."""


class MatchFile:
    """A match and the file that keeps it; used in a ``with``, which ends with all of it written.

    Nothing is written before the first second has passed, or the end has come. ``hands`` asks for
    the hands themselves as well.
    """

    def __init__(self, path: Path, match: "Match", *, hands: bool = False) -> None:
        self.path, self.record, self.keeps_hands = path, Record.empty(match), hands
        self._data: sqlite3.Connection | None = None
        self._unwritten: list[tuple[int, int, Chunk]] = []
        self._written = monotonic()

    @classmethod
    def load(cls, path: Path, match: "Match") -> Self:
        """Go on with a match that was kept."""
        file = cls(path, match)
        with _one_line(path):
            file._data = data = _connect(path)
            kept, _, file.keeps_hands, _ = _about(data)
            if kept == describe(match):
                file._read(data)
        if kept != describe(match):
            file.close()
            raise VillainError(
                f"{path} is another match; go on with the game, agents, hands and seed it had: "
                f"{kept}"
            )
        return file

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def add(self, replay: int, chunk: Chunk) -> None:
        """Take in the next chunk of a replay; what cannot be written now is tried again later."""
        start = self.record.done[replay]
        self.record.add(replay, chunk)
        self._unwritten.append((replay, start, chunk))
        if monotonic() - self._written >= OFTEN:
            with suppress(sqlite3.Error):
                self._write()

    def close(self) -> None:
        """Write the rest, and let others open the file."""
        try:
            if self._unwritten:
                self._write()
        except sqlite3.Error as error:
            raise VillainError(f"the match cannot be kept in {self.path}: {error}") from None
        finally:
            if self._data is not None:
                self._data.close()
                self._data = None

    def remove(self) -> None:
        """The match is over, and nobody wants its file."""
        self._unwritten.clear()
        if self._data is not None:
            self.close()
            self.path.unlink(missing_ok=True)

    def _write(self) -> None:
        self._written = monotonic()
        data = self._data = self._data or self._begin()
        try:
            data.execute("BEGIN")
            self._write_chunks(data)
            data.execute("UPDATE about SET share = ?", [self.record.share])
            data.execute("COMMIT")
        except BaseException:  # Ctrl-C too
            with suppress(sqlite3.Error):
                data.execute("ROLLBACK")
            raise
        self._unwritten.clear()

    def _begin(self) -> sqlite3.Connection:
        check_free(self.path)
        self.path.unlink(missing_ok=True)
        data = _connect(self.path, new=True)
        match = self.record.match
        row = (KIND, describe(match), str(match.seed), self.keeps_hands)
        try:
            data.executescript(f"BEGIN; {_TABLES}")
            data.execute("INSERT INTO about VALUES (?, ?, ?, ?, 0)", row)
            data.execute("COMMIT")
        except sqlite3.Error:
            data.close()
            raise
        return data

    def _write_chunks(self, data: sqlite3.Connection) -> None:
        agents = {}
        for replay, start, chunk in self._unwritten:
            payoffs, faults = chunk.payoffs.tobytes(), json.dumps([*map(astuple, chunk.faults)])
            row = (replay, start, payoffs, faults, _digest(payoffs, faults.encode()))
            data.execute("INSERT OR REPLACE INTO chunks VALUES (?, ?, ?, ?, ?)", row)
            rows = [(replay, start + place, text) for place, text in enumerate(chunk.hands)]
            data.executemany("INSERT OR REPLACE INTO hands VALUES (?, ?, ?)", rows)
            agents[replay] = chunk.agents
        states = [(replay, state, _digest(state)) for replay, state in agents.items()]
        data.executemany("INSERT OR REPLACE INTO agents VALUES (?, ?, ?)", states)

    def hands(self) -> Iterator[str]:
        """The hands in PHH, one replay after the other, as a file numbers them."""
        self._write()
        assert self._data is not None
        rows = self._data.execute("SELECT text FROM hands ORDER BY replay, number")
        for number, (text,) in enumerate(rows):
            yield f"[{number + 1}]\n{text}\n"

    def write_hands(self, path: Path) -> None:
        """Put the hands into a file of their own."""
        replace_file(path, self.hands())

    def _read(self, data: sqlite3.Connection) -> None:
        """What was played, checked before anything of it is unpickled."""
        record = self.record
        states = data.execute("SELECT replay, state, digest FROM agents").fetchall()
        agents = {replay: state for replay, state, digest in states if digest == _digest(state)}
        rows = data.execute("SELECT * FROM chunks ORDER BY replay, start")
        for replay, start, payoffs, faults, digest in rows:
            if (
                digest != _digest(payoffs, faults.encode())
                or record.done[replay] != start
                or replay not in agents
            ):
                raise ValueError(f"replay {replay} is broken at deal {start}")
            table = np.frombuffer(payoffs, np.int64).reshape(-1, record.match.rules.players)
            named = [Fault(str(who), int(deal), str(why)) for who, deal, why in json.loads(faults)]
            record.add(replay, Chunk(table, named, agents[replay]))


def kept_seed(path: Path) -> int:
    """The seed of a match that was kept."""
    with _one_line(path), closing(_connect(path)) as data:
        return _about(data)[1]


def check_free(path: Path) -> None:
    """Raise if a file keeps a match that somebody plays, or may want to go on with."""
    try:
        with _one_line(path), closing(_connect(path)) as data:
            _, _, _, share = _about(data)
    except MatchInUseError:
        raise
    except VillainError:
        return
    if share < 1:
        raise VillainError(
            f"{path} keeps {share:.0%} of a match; go on with --resume {path}, or remove it"
        )


@contextmanager
def _one_line(path: Path) -> Iterator[None]:
    """Whatever a file that is missing, damaged or in use can bring, as one line."""
    try:
        yield
    except FileNotFoundError:
        raise VillainError(f"there is no file {str(path)!r} to go on from") from None
    except Exception as error:
        if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_BUSY:
            raise MatchInUseError(f"{path} is in use: another program plays this match") from None
        raise VillainError(f"{path} is no saved match, or is damaged: {error}") from None


def _connect(path: Path, *, new: bool = False) -> sqlite3.Connection:
    if not new and not path.exists():
        raise FileNotFoundError
    data = sqlite3.connect(path, timeout=0.2, isolation_level=None)
    try:
        data.execute("PRAGMA locking_mode = EXCLUSIVE")
        data.executescript("BEGIN EXCLUSIVE; COMMIT")
    except sqlite3.Error:
        data.close()
        raise
    return data


def _about(data: sqlite3.Connection) -> tuple[str, int, bool, float]:
    """What is played, its seed, whether hands are kept, and how much of it has been played."""
    if not data.execute("SELECT 1 FROM sqlite_master").fetchone():
        raise ValueError("it was stopped before anything was written; play it anew")
    kind, match, seed, hands, share = data.execute("SELECT * FROM about").fetchone()
    if kind != KIND:
        raise ValueError(f"it is a {kind!r}, not a {KIND!r}")
    return str(match), int(seed), bool(hands), float(share)


def _digest(*parts: bytes) -> bytes:
    digest = blake2b(digest_size=16)
    for part in parts:
        digest.update(part)
    return digest.digest()
