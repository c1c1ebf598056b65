"""Tables that outlive the server: each is kept after everything that happens at it.

A table is kept whole when a hand is over. What is done until the next hand is over follows from
that and a list of deals and actions, its *steps*, which is short and can be written after each.
"""

import logging
import pickle
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import replace
from pathlib import Path
from secrets import compare_digest
from typing import Any

from villain.errors import VillainError
from villain.files import remove_stale_folders
from villain.models.crowd.without_windows import pickled_without_windows
from villain.models.registry import MODELS
from villain.web.costly import NEWEST
from villain.web.forecasts import CHOOSER
from villain.web.journal import lost_changes
from villain.web.rescue import finish_rescue, free_name, rescue
from villain.web.table import PageTable, PlayedHand
from villain.web.table_rows import (
    SQLITE_ERRORS,
    DamagedFileError,
    checksum,
    connect,
    is_damage,
    is_whole,
    key_digest,
)

log = logging.getLogger(__name__)

VERSION = 10

DAMAGED = "this table is damaged; it is kept as it is, and not opened"
OTHER_VERSION = "this table was kept by another version of Villain"

Value = str | int | float | bytes
Change = tuple[str, Sequence[Value]]
"""A change to the file: SQL, and its values."""


class NotKeptError(VillainError):
    """A table cannot be kept as it is now; the file has it as it was before."""


class UnreadableError(VillainError):
    """A table is in the file and stays there, but cannot be opened."""


class DamagedError(UnreadableError):
    """A table is not as it was written."""


class TableFile:
    """A small database of tables. It holds pickled agents: open only your own.

    Nothing is unpickled unless its checksum is right. That tells of damage, not of malice.
    """

    def __init__(self, path: Path) -> None:
        self._lock = threading.RLock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._data = self._open(path)
            self._note_keys()
        except (OSError, sqlite3.Error) as error:
            reason = getattr(error, "strerror", None) or error
            raise VillainError(f"tables cannot be kept in {str(path)!r}: {reason}") from None

    def _open(self, path: Path) -> sqlite3.Connection:
        """The file, or what could be rescued of it; whatever is damaged is kept aside, and said."""
        remove_stale_folders(path.parent)
        if finish_rescue(path):
            log.warning("%s was damaged: the whole tables go on in a new file", path)
        beside = path.with_name(f"{path.name}-wal")
        journal = beside.read_bytes() if beside.exists() else b""
        try:
            data = connect(path)
        except DamagedFileError as error:
            rescued = rescue(path)
            log.warning(
                "%s is damaged (%s): it is kept as %s. "
                "Whole tables, which go on in a new file: %d; damaged tables: %d",
                *(path, " ".join(str(error).split())),
                *(rescued.aside.name, rescued.whole, rescued.damaged),
            )
            data = connect(path)
        if lost := lost_changes(journal):
            aside = free_name(beside)
            aside.write_bytes(journal)
            log.warning(
                "%s: the newest changes (%d or more) are damaged, so the tables are as they were "
                "before them; the journal is kept as %s",
                *(path, lost, aside.name),
            )
        return data

    def _note_keys(self) -> None:
        """Keep digests of the keys of tables from before there were any."""
        asked = "SELECT name, table_, checksum FROM tables WHERE version = ? AND key_digest IS NULL"
        for name, content, noted in self._data.execute(asked, [VERSION]).fetchall():
            if not is_whole("tables", name, VERSION, [content], noted):
                continue
            table = _unpickled(content)
            if isinstance(table, PageTable):
                digest = key_digest(table.key)
                self._data.execute(
                    "UPDATE tables SET key_digest = ?, checksum = ? WHERE name = ?",
                    [digest, checksum("tables", name, VERSION, content, digest), name],
                )

    # Writing

    def keep(self, table: PageTable) -> None:
        """Keep a table as it is now, all of it or nothing: its steps if they will do."""
        if table.steps is None:
            self.save(table)
            return
        content, number = " ".join(table.steps).encode(), table.seq - len(table.steps)
        sql = "INSERT OR REPLACE INTO steps (name, number, steps, checksum) VALUES (?, ?, ?, ?)"
        noted = checksum("steps", table.name, number, content)
        self.write([(sql, (table.name, number, content, noted))])

    def save(self, table: PageTable) -> None:
        """Keep a table whole, all of it or nothing; its session has rows of its own."""
        played, to_judge, judged = _not_kept(table), list(table.to_judge), sorted(table.costs.done)
        bare = copy(table)
        bare.session, bare.to_judge, bare.steps = [], [], None
        bare.costs = replace(table.costs, done=set())
        # The chooser is large, and a person's own model may not be here next time: both are made
        # again of the session when they are asked.
        kept = {*MODELS} - {CHOOSER}
        bare.readers = {one: model for one, model in table.readers.items() if one in kept}
        content, digest = pickled_without_windows(bare), key_digest(table.key)
        noted = checksum("tables", table.name, VERSION, content, digest)
        changes = [
            *(_hand("played", table.name, one.number, replace(one, kept=True)) for one in played),
            *(_hand("to_judge", table.name, one.number, one) for one in to_judge),
        ]
        if to_judge:
            changes.append(_judged(table.name, "<=", to_judge[-1].number - NEWEST))
        whole = (table.name, VERSION, time.time(), content, noted, digest)
        changes += [
            (
                "INSERT OR REPLACE INTO tables "
                "(name, version, changed, table_, checksum, key_digest) VALUES (?, ?, ?, ?, ?, ?)",
                whole,
            ),
            ("DELETE FROM steps WHERE name = ?", (table.name,)),
            *(_judged(table.name, "=", number) for number in judged),
        ]
        self.write(changes)
        table.steps = []
        for hand in played:
            hand.kept = True
        table.to_judge.clear()
        table.costs.done.clear()

    def write(self, changes: Sequence[Change]) -> None:
        """Write changes, all of them or none."""
        with self._writing() as data:
            for sql, values in changes:
                data.execute(sql, values)

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                self._data.execute("BEGIN IMMEDIATE")
                yield self._data
                self._data.execute("COMMIT")
            except SQLITE_ERRORS as error:
                raise NotKeptError(f"the table cannot be kept: {_words(error)}") from None
            finally:
                if self._data.in_transaction:
                    with suppress(sqlite3.Error):
                        self._data.execute("ROLLBACK")

    # Reading

    def names(self, most: int = 200) -> list[str]:
        """The tables that were played last."""
        rows = self.ask("SELECT name FROM tables ORDER BY changed DESC LIMIT ?", most)
        return [name for (name,) in rows]

    def find(self, name: str, key: str | None = None) -> PageTable | None:
        """A table by its name; one that is there but cannot be opened is an UnreadableError.

        With a key, a table that has another is as good as none, and is not unpickled.
        """
        asked = "SELECT version, table_, key_digest, checksum FROM tables WHERE name = ?"
        rows = self.ask(asked, name)
        if not rows:
            return None
        version, content, digest, noted = rows[0]
        if not is_whole("tables", name, version, [content, digest], noted):
            raise DamagedError(DAMAGED)
        if version != VERSION or digest is None:
            raise UnreadableError(OTHER_VERSION)
        if key is not None and not compare_digest(digest, key_digest(key)):
            return None
        table = _unpickled(content)
        if not isinstance(table, PageTable):
            raise UnreadableError(OTHER_VERSION)
        table.session, damaged, unreadable = self._session(name)
        if unreadable:
            raise UnreadableError("a hand of this table was kept by another version of Villain")
        if damaged:
            words = f"damaged hands of the session, which are left out: {damaged}"
            log.warning("table %s: %s", name, words)
            table.troubles.append(words)
        self._go_on(table)
        return table

    def _go_on(self, table: PageTable) -> None:
        """Let a table that was kept whole come to where it was: its steps are numbered by that."""
        rows = self.ask("SELECT number, steps, checksum FROM steps WHERE name = ?", table.name)
        steps: list[str] = []
        for number, content, noted in rows:
            if not is_whole("steps", table.name, number, [content], noted):
                raise DamagedError(DAMAGED)
            if number == table.seq:
                steps = content.decode().split()
        try:
            table.take(steps)
        except VillainError:  # its rules are others now
            raise UnreadableError(OTHER_VERSION) from None

    def session(self, name: str) -> list[PlayedHand]:
        """The hands of a table's session that can be read, even if the table cannot."""
        return self._session(name)[0]

    def _session(self, name: str) -> tuple[list[PlayedHand], int, int]:
        """The hands that can be read; how many are damaged, and how many of another version."""
        rows = self.ask(
            "SELECT number, hand, checksum FROM played WHERE name = ? ORDER BY number", name
        )
        hands: list[PlayedHand] = []
        damaged = unreadable = 0
        for number, content, noted in rows:
            if not is_whole("played", name, number, [content], noted):
                damaged += 1
                continue
            hand = _unpickled(content)
            if isinstance(hand, PlayedHand) and hasattr(hand, "text"):
                hands.append(hand)
            else:
                unreadable += 1
        return hands, damaged, unreadable

    def to_judge(self, name: str) -> list[int]:
        """The hands of a table that wait for the judge, the newest first."""
        try:
            rows = self.ask("SELECT number FROM to_judge WHERE name = ?", name)
        except UnreadableError as error:
            log.warning("table %s: hands to judge: %s", name, error)
            return []
        return sorted((number for (number,) in rows if isinstance(number, int)), reverse=True)

    def hand_to_judge(self, name: str, number: int) -> bytes | None:
        """One of them, pickled, if it is whole."""
        asked = "SELECT hand, checksum FROM to_judge WHERE name = ? AND number = ?"
        try:
            rows = self.ask(asked, name, number)
        except UnreadableError:
            rows = []
        for content, noted in rows:
            if is_whole("to_judge", name, number, [content], noted):
                return bytes(content)
        log.warning("table %s: hand %d is damaged and cannot be judged", name, number)
        return None

    def ask(self, sql: str, *values: Value) -> list[tuple[Any, ...]]:
        """The rows that answer a question."""
        try:
            with self._lock:
                return self._data.execute(sql, values).fetchall()
        except SQLITE_ERRORS as error:
            raise UnreadableError(f"the tables cannot be read: {_words(error)}") from None

    def close(self) -> None:
        """Close the database."""
        self._data.close()


def _not_kept(table: PageTable) -> list[PlayedHand]:
    """The newest hands of a session, back to the last that the file has."""
    new: list[PlayedHand] = []
    for hand in reversed(table.session):
        if hand.kept:
            break
        new.append(hand)
    return new[::-1]


def _hand(kind: str, name: str, number: int, hand: object) -> Change:
    content = pickle.dumps(hand)
    sql = f"INSERT OR REPLACE INTO {kind} (name, number, hand, checksum) VALUES (?, ?, ?, ?)"
    return sql, (name, number, content, checksum(kind, name, number, content))


def _judged(name: str, compared: str, number: int) -> Change:
    return f"DELETE FROM to_judge WHERE name = ? AND number {compared} ?", (name, number)


def _unpickled(content: bytes) -> object:
    """Load what was pickled, or nothing where the program has changed since."""
    try:
        return pickle.loads(content)
    except Exception as error:
        log.warning("something kept cannot be read by this version: %s", error)
        return None


def _words(error: Exception) -> str:
    if is_damage(error):
        return "their file is damaged; start villain play again to have it mended"
    return str(error)
