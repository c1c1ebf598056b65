"""Tables that outlive the server: each is kept, whole, after everything that happens at it."""

import logging
import pickle
import sqlite3
from collections.abc import Iterator
from copy import copy
from pathlib import Path

from villain.errors import VillainError
from villain.web.costly import NEWEST
from villain.web.forecasts import CHOOSER
from villain.web.table import Table

log = logging.getLogger(__name__)

VERSION = 5


class TableFile:
    """A small database of tables. It holds pickled agents: open only your own."""

    def __init__(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._data = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            # One server at a time: two would overwrite each other's tables.
            self._data.execute("PRAGMA locking_mode = EXCLUSIVE")
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
            self._data.execute(
                "CREATE TABLE IF NOT EXISTS to_judge "
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
        self._keep_for_judge(table)
        bare, done = copy(table), sorted(table.costs.done)
        bare.session = []
        # That one is large, and made again of the session when it is asked.
        bare.readers = {one: kept for one, kept in table.readers.items() if one != CHOOSER}
        table.costs.done.clear()
        self._data.execute(
            "INSERT OR REPLACE INTO tables VALUES (?, ?, unixepoch('subsec'), ?)",
            [table.name, VERSION, pickle.dumps(bare)],
        )
        for number in done:
            self._data.execute(
                "DELETE FROM to_judge WHERE name = ? AND number = ?", [table.name, number]
            )

    def _keep_for_judge(self, table: Table) -> None:
        """The newest hands with all their cards; the judge has not seen them yet."""
        for hand in table.to_judge:
            row = [table.name, hand.number, pickle.dumps(hand)]
            self._data.execute("INSERT OR REPLACE INTO to_judge VALUES (?, ?, ?)", row)
            self._data.execute(
                "DELETE FROM to_judge WHERE name = ? AND number <= ?",
                [table.name, hand.number - NEWEST],
            )
        table.to_judge.clear()

    def to_judge(self, name: str) -> list[int]:
        """The hands of a table that wait for the judge, the newest first."""
        rows = self._data.execute(
            "SELECT number FROM to_judge WHERE name = ? ORDER BY number DESC", [name]
        )
        return [number for (number,) in rows.fetchall()]

    def hand_to_judge(self, name: str, number: int) -> bytes | None:
        """One of them, pickled."""
        asked = [name, number]
        row = self._data.execute(
            "SELECT hand FROM to_judge WHERE name = ? AND number = ?", asked
        ).fetchone()
        return None if row is None else bytes(row[0])

    def load(self, most: int = 200) -> Iterator[Table]:
        """The tables that were played last and that this version can read."""
        rows = self._data.execute("SELECT name FROM tables ORDER BY changed DESC LIMIT ?", [most])
        for (name,) in rows.fetchall():
            table = self.find(name)
            if table is not None:
                yield table

    def find(self, name: str) -> Table | None:
        """A table by its name, if this version can read it."""
        asked = [name, VERSION]
        row = self._data.execute(
            "SELECT table_ FROM tables WHERE name = ? AND version = ?", asked
        ).fetchone()
        if row is None:
            return None
        played = self._data.execute(
            "SELECT hand FROM played WHERE name = ? ORDER BY number", [name]
        )
        try:
            table = pickle.loads(row[0])
            hands = [pickle.loads(hand) for (hand,) in played.fetchall()]
        except Exception:
            log.exception("table %s was made by another version", name)
            return None
        if not isinstance(table, Table):
            return None
        table.session = hands
        return table

    def close(self) -> None:
        """Close the database."""
        self._data.close()
