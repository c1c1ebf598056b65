"""The hand store: a folder of Parquet files that only grows.

Hands come in batches. A batch is a folder with a file for each table; it is written whole under
``incoming`` and then renamed into ``batches``, so that a kill at any moment loses that batch and
nothing else. A lock is held while a batch moves, and what another process has added meanwhile is
looked at first: no hand is there twice. A batch that is damaged or gone does not stop the others:
questions are answered without it, and `HandStore.damaged` tells.
"""

import os
import secrets
import shutil
import time
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
import pyarrow as pa

from villain.errors import VillainError
from villain.game.observation import Observation
from villain.hands.formats.format import read_hand
from villain.hands.formats.phh import FORMAT
from villain.hands.store.answers import (
    Answer,
    files_as_table,
    new_connection,
    one_line_errors,
    read_only_from,
)
from villain.hands.store.batch_files import flush, without, write_batch, wrong_with
from villain.hands.store.checking import damaged_batches
from villain.hands.store.file_lock import locked
from villain.hands.store.header import create_store, read_key
from villain.hands.store.records import (
    ImportRecord,
    Sources,
    record_path,
    recorded,
    write_record,
)
from villain.hands.store.tables import SCHEMAS, Rows
from villain.hands.views import bystander_view

GONE = "it is gone"
ABANDONED = 24 * 3600
"""A batch that has been incoming for so many seconds belongs to nobody any more."""


IN_ORDER = "played, if(played IS NULL, placed, 0), try_cast(number AS HUGEINT), number, hand"
"""The order in which hands were played: by time, or else as they came."""


class Added(NamedTuple):
    """The numbers of new and of known hands in a batch."""

    new: int
    known: int


def default_folder() -> Path:
    """The default folder of hands: ``VILLAIN_STORE``, or one in the user's data folder."""
    chosen = os.environ.get("VILLAIN_STORE")
    if chosen:
        return Path(chosen)
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "villain" / "hands"


class HandStore:
    """A folder of hands.

    >>> import tempfile
    >>> store = HandStore(Path(tempfile.mkdtemp()) / "hands", create=True)
    >>> store.query("SELECT count(*) FROM hands").fetchone()
    (0,)
    """

    def __init__(self, folder: Path | str | None = None, *, create: bool = False) -> None:
        self.folder = Path(
            folder or default_folder()
        ).absolute()  # libraries read "~" and "s3:" anew
        if create:
            create_store(self.folder)
        self.key = read_key(self.folder)

    # Adding

    def add(self, rows: Rows, sources: Sources = Sources()) -> Added:  # noqa: B008
        """Put a batch of hands into the store, but for those that are there already."""
        looked = self.whole_batches()
        total, ids = len(rows), rows.ids
        known = self._known(ids, looked)
        tables = rows.tables()
        if known:
            tables = without(tables, known)
        if len(known) == total:
            return Added(0, total)
        incoming = self.folder / "incoming" / _new_name()
        record = record_path(self.folder / "records", incoming.name)
        try:
            write_batch(tables, incoming)
            with locked(self.folder / "lock"):
                meanwhile = [batch for batch in self.whole_batches() if batch not in set(looked)]
                also = self._known(ids - known, meanwhile)
                if also:
                    known |= also
                    if len(known) == total:
                        return Added(0, total)
                    tables = without(tables, also)
                    shutil.rmtree(incoming)
                    write_batch(tables, incoming)
                write_record(record, ImportRecord(frozenset(ids - known), sources))
                incoming.rename(self.folder / "batches" / incoming.name)
                flush(self.folder / "batches")
        except OSError as error:
            raise VillainError(f"hands cannot be written: {error.strerror or error}") from None
        finally:
            self._drop(incoming)
        return Added(total - len(known), len(known))

    def known(self, ids: AbstractSet[str]) -> set[str]:
        """Those of these hands that are in the store."""
        return self._known(ids, self.whole_batches())

    def _known(self, ids: AbstractSet[str], batches: Sequence[str]) -> set[str]:
        if not batches or not ids:
            return set()
        files = files_as_table(self._files("hands", batches))
        with one_line_errors(), new_connection() as connection:
            connection.register("asked", pa.table({"hand": list(ids)}))
            rows = connection.execute(
                f"SELECT hand FROM {files} SEMI JOIN asked USING (hand)"
            ).fetchall()
        return {hand for (hand,) in rows}

    def sweep(self) -> None:
        """Remove what a killed import has left behind long ago."""
        for left in (self.folder / "incoming").glob("*"):
            try:
                if time.time() - left.lstat().st_mtime <= ABANDONED:
                    continue
                if left.is_dir() and not left.is_symlink():
                    self._drop(left)
                else:
                    left.unlink(missing_ok=True)
            except OSError:
                continue

    def _drop(self, incoming: Path) -> None:
        """Remove a batch that has not come in, its record first: nobody shall miss it."""
        if incoming.is_dir():
            with suppress(OSError):
                record_path(self.folder / "records", incoming.name).unlink(missing_ok=True)
            shutil.rmtree(incoming, ignore_errors=True)

    # Asking

    def batches(self) -> list[str]:
        """The names of all batches, oldest first."""
        try:
            folders = (self.folder / "batches").iterdir()
            return sorted(one.name for one in folders if one.name[0] != "." and one.is_dir())
        except OSError as error:
            raise VillainError(
                f"the batches of {str(self.folder)!r} cannot be listed: {error.strerror}"
            ) from None

    def damaged(self) -> dict[str, str]:
        """The batches that are left out of all answers, and why; those that are gone, too."""
        return damaged_batches(self.folder, self.batches()) | dict.fromkeys(self.missing(), GONE)

    def whole_batches(self) -> list[str]:
        """The batches that answers are made of, oldest first."""
        batches = self.batches()
        wrong = damaged_batches(self.folder, batches)
        return [batch for batch in batches if batch not in wrong]

    def missing(self) -> list[str]:
        """The batches that have a record and are not there."""
        here = set(self.batches())
        return [
            batch
            for batch in recorded(self.folder / "records")
            # In this order: another process may just be moving it into its place.
            if batch not in here
            and not (self.folder / "incoming" / batch).exists()
            and not (self.folder / "batches" / batch).exists()
            and record_path(self.folder / "records", batch).exists()
        ]

    def _files(self, table: str, batches: Sequence[str]) -> list[Path]:
        return [self.folder / "batches" / batch / f"{table}.parquet" for batch in batches]

    def connect(self) -> duckdb.DuckDBPyConnection:
        """A connection with the tables as views; it can use the store's files and no others."""
        connection, batches = new_connection(), self.whole_batches()
        with one_line_errors():
            for name, schema in SCHEMAS.items():
                if batches:
                    source = files_as_table(self._files(name, batches))
                else:
                    source = f"no_{name}"
                    connection.register(source, schema.empty_table())
                connection.execute(f"CREATE VIEW {name} AS SELECT * FROM {source}")
            read_only_from(connection, self.folder / "batches")
        return connection

    def query(self, sql: str, parameters: Sequence[Any] = ()) -> Answer:
        """Ask in SQL; raises a one-line error where the question is wrong."""
        return Answer(self.connect(), sql, parameters)

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
        """The rows of an answer one by one, in bounded memory."""
        answer = self.query(sql, parameters)
        while rows := answer.fetchmany(1000):
            yield from rows

    def views_of(self, name: str, site: str | None = None) -> Iterator[Observation]:
        """Every hand of a player when it was over, as a bystander saw it, oldest first.

        There are none of a name that the store does not have. `bystander_view` says who is named
        and what is seen; ``site`` is for a name that different players have at different sites.
        """
        his, parameters = (
            ("name = ?", [name]) if site is None else ("name = ? AND site = ?", [name, site])
        )
        sql = f"SELECT phh FROM hands SEMI JOIN (SELECT hand FROM seats WHERE {his}) USING (hand)"
        for (text,) in self.rows(f"{sql} ORDER BY {IN_ORDER}", parameters):
            yield bystander_view(read_hand(FORMAT, text)[1], name)

    def verify(self) -> Iterator[tuple[str, str]]:
        """Read every file whole; tells each batch and what is wrong with it, if anything.

        Batches that are gone, and those that have hands in common, are told in the end.
        """
        whole = []
        for batch in self.batches():
            wrong = wrong_with(self.folder / "batches" / batch)
            if not wrong:
                whole.append(batch)
            yield batch, wrong
        for batch in self.missing():
            yield batch, GONE
        for batch, count in self._shared(whole):
            yield batch, f"{count:,} of its hands are in another batch too"

    def _shared(self, batches: Sequence[str]) -> list[tuple[str, int]]:
        """The batches that have hands of other ones, and how many."""
        if not batches:
            return []
        files = files_as_table(self._files("hands", batches))
        with one_line_errors(), new_connection() as connection:
            rows = connection.execute(
                f"SELECT filename, count(*) FROM {files} WHERE hand IN "
                f"(SELECT hand FROM {files} GROUP BY hand HAVING count(*) > 1) GROUP BY filename"
            ).fetchall()
        return sorted((Path(name).parent.name, count) for name, count in rows)


def _new_name() -> str:
    """Names in order of time, that no two processes choose."""
    return f"{time.time_ns():020d}-{secrets.token_hex(4)}"
