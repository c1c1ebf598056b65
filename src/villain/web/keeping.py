"""Tables that outlive the server: each is kept, whole, after everything that happens at it."""

import pickle
import sqlite3
from collections.abc import Iterator
from copy import copy
from pathlib import Path

from villain.errors import VillainError
from villain.web.table import Table

VERSION = 1


class TableFile:
    """A small database of tables. It holds pickled agents: open only your own."""

    def __init__(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._data = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._data.execute("PRAGMA journal_mode = WAL")
            self._data.execute("PRAGMA synchronous = NORMAL")
            self._data.execute(
                "CREATE TABLE IF NOT EXISTS tables "
                "(name TEXT PRIMARY KEY, version INT, changed REAL, table_ BLOB)"
            )
            self._data.execute(
                "CREATE TABLE IF NOT EXISTS played "
                "(name TEXT, number INT, hand BLOB, PRIMARY KEY (name, number))"
            )
        except (OSError, sqlite3.Error) as error:
            raise VillainError(f"tables cannot be kept in {str(path)!r}: {error}") from None

    def save(self, table: Table) -> None:
        """Keep a table as it is now; the hands of its session have rows of their own."""
        for played in reversed(table.session):
            if played.kept:
                break
            played.kept = True
            row = [table.name, played.number, pickle.dumps(played)]
            self._data.execute("INSERT OR REPLACE INTO played VALUES (?, ?, ?)", row)
        bare = copy(table)
        bare.session = []
        self._data.execute(
            "INSERT OR REPLACE INTO tables VALUES (?, ?, unixepoch('subsec'), ?)",
            [table.name, VERSION, pickle.dumps(bare)],
        )

    def load(self) -> Iterator[Table]:
        """All tables that this version can read; others are left alone."""
        rows = self._data.execute("SELECT table_ FROM tables WHERE version = ?", [VERSION])
        for (blob,) in rows.fetchall():
            try:
                table = pickle.loads(blob)
            except Exception:
                continue  # made by another version of some agent
            if isinstance(table, Table):
                played = self._data.execute(
                    "SELECT hand FROM played WHERE name = ? ORDER BY number", [table.name]
                )
                table.session = [pickle.loads(hand) for (hand,) in played.fetchall()]
                yield table

    def drop(self, name: str) -> None:
        """Forget a table."""
        self._data.execute("DELETE FROM tables WHERE name = ?", [name])
        self._data.execute("DELETE FROM played WHERE name = ?", [name])

    def close(self) -> None:
        """Close the database."""
        self._data.close()
