"""Tables that outlive the server: each is kept, whole, after everything that happens at it."""

import pickle
import sqlite3
from collections.abc import Iterator
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
        except (OSError, sqlite3.Error) as error:
            raise VillainError(f"tables cannot be kept in {str(path)!r}: {error}") from None

    def save(self, table: Table) -> None:
        """Keep a table as it is now."""
        self._data.execute(
            "INSERT OR REPLACE INTO tables VALUES (?, ?, unixepoch('subsec'), ?)",
            [table.name, VERSION, pickle.dumps(table)],
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
                yield table

    def drop(self, name: str) -> None:
        """Forget a table."""
        self._data.execute("DELETE FROM tables WHERE name = ?", [name])

    def close(self) -> None:
        """Close the database."""
        self._data.close()
