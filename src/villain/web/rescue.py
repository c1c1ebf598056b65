"""A damaged file of tables is put aside as it is; what is whole in it goes on in a new one."""

import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

from villain.files import WorkFolder
from villain.web.table_rows import (
    KINDS,
    NEWEST_KIND,
    SQLITE_ERRORS,
    DamagedFileError,
    add_columns,
    add_newest_kind,
    connect,
    decoded,
    is_whole,
)

PAGE = 4096
"""Bytes of a page of SQLite, unless one says otherwise."""

PARTS = ("", "-wal", "-shm")
"""A file of SQLite, and what may lie beside it."""


class Rescued(NamedTuple):
    """The new place of the damaged file, and how many of its tables were whole and how many not."""

    aside: Path
    whole: int
    damaged: int


def rescue(path: Path) -> Rescued:
    """Put a damaged file aside, with a new one in its place that has every row that can be read.

    A row whose checksum is wrong is taken over with it, so that its table is known as damaged.
    Until the new file is whole nothing is changed; after that, a rescue that is killed is finished
    by `finish_rescue`.
    """
    aside = free_name(path)
    with WorkFolder(path.parent) as folder:
        # It is read in a copy: SQLite would change the file by opening it.
        copy, new = Path(folder) / path.name, Path(folder) / "new.sqlite"
        for part in PARTS[:2]:
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{path}{part}", f"{copy}{part}")
        with closing(connect(new)) as data:
            whole, damaged = _fill(data, copy)
        for part in PARTS:
            with suppress(FileNotFoundError):
                _link(Path(f"{path}{part}"), Path(f"{aside}{part}"))
        new.replace(_rescued(path))
    finish_rescue(path)
    return Rescued(aside, whole, damaged)


def finish_rescue(path: Path) -> bool:
    """Put the new file in the place of the damaged one, if there is one; tell whether there was.

    The damaged file's journal has to go first, or it would be taken for the new file's. What is in
    it is in the new file.
    """
    rescued = _rescued(path)
    if not rescued.exists():
        return False
    for part in PARTS[1:]:
        Path(f"{path}{part}").unlink(missing_ok=True)
    rescued.replace(path)
    return True


def _rescued(path: Path) -> Path:
    return path.with_name(f"{path.name}.rescued")


def free_name(path: Path) -> Path:
    """A name beside the file that says what it is and since when."""
    stem = f"{path.stem}.damaged-{time.strftime('%Y%m%d-%H%M%S')}"
    number, aside = 2, path.with_name(f"{stem}{path.suffix}")
    while aside.exists():
        number, aside = number + 1, path.with_name(f"{stem}-{number}{path.suffix}")
    return aside


def _link(path: Path, to: Path) -> None:
    """The same file under another name, or a copy where there are no links."""
    try:
        os.link(path, to)
    except FileNotFoundError:
        raise
    except OSError:
        shutil.copyfile(path, to)


def _fill(data: sqlite3.Connection, copy: Path) -> tuple[int, int]:
    """Write what can be read of the copy; how many tables are whole, and how many are not."""
    written: dict[tuple[object, ...], bool] = {}
    data.execute("BEGIN IMMEDIATE")
    as_it_is = _fill_from(data, copy, written)
    _replace_first_page(copy)
    _fill_from(data, copy, written, only_whole=as_it_is)
    data.execute("COMMIT")
    tables = [whole for (kind, *_), whole in written.items() if kind == "tables"]
    return sum(tables), len(tables) - sum(tables)


def _fill_from(
    data: sqlite3.Connection,
    copy: Path,
    written: dict[tuple[object, ...], bool],
    *,
    only_whole: bool = False,
) -> bool:
    """Write the rows that are not written yet; tell whether SQLite could make out the tables."""
    with closing(sqlite3.connect(copy, isolation_level=None)) as source:
        try:
            _prepare(source)
        except (*SQLITE_ERRORS, DamagedFileError):
            return False
        for kind in KINDS:
            for row, whole in _rows(source, kind):
                row_id = (kind, row["name"], row.get("number"))
                # Damage can make two rows of one: the whole one is the right one.
                if written.get(row_id) or (not whole and (only_whole or row_id in written)):
                    continue
                values = ", ".join(f":{column}" for column in row)
                data.execute(
                    f"INSERT OR REPLACE INTO {kind} ({', '.join(row)}) VALUES ({values})", row
                )
                written[row_id] = whole
    return True


def _prepare(data: sqlite3.Connection) -> None:
    """Let all kinds of rows be asked for, with their checksums even if there are none yet."""
    data.text_factory = decoded
    for kind in KINDS:
        if kind != NEWEST_KIND:
            add_columns(data, kind)
    add_newest_kind(data)
    add_columns(data, NEWEST_KIND)


def _replace_first_page(copy: Path) -> None:
    """Say anew where the tables begin: they begin on the same pages in every file of ours."""
    blank = copy.with_name("blank.sqlite")
    connect(blank).close()
    page = bytearray(blank.read_bytes()[:PAGE])
    page[28:32] = bytes(4)  # how long the file is, SQLite shall see for itself
    with copy.open("r+b") as file:
        file.write(page)


def _rows(data: sqlite3.Connection, kind: str) -> Iterator[tuple[dict[str, Any], bool]]:
    """All rows of a kind that SQLite still knows of, and whether each is whole."""
    number, *contents = KINDS[kind]
    columns = ["name", number, *contents, "checksum", *(["changed"] if kind == "tables" else [])]
    for at, names in _places(data, kind).items():
        values: tuple[Any, ...] | None = None
        with suppress(*SQLITE_ERRORS):
            asked = f"SELECT {', '.join(columns)} FROM {kind} WHERE rowid = ?"
            values = data.execute(asked, [at]).fetchone()
        row = dict(zip(columns, values or (None,) * len(columns), strict=True))
        whole = [
            name
            for name in names
            if is_whole(kind, name, row[number], [row[one] for one in contents], row["checksum"])
        ]
        yield {**row, "name": (whole or names)[0]}, bool(whole)


def _places(data: sqlite3.Connection, kind: str) -> dict[int, list[str]]:
    """The places of the rows, and their names: by their index, and by the rows themselves.

    Both are read from both ends, as far as one comes.
    """
    places: dict[int, list[str]] = {}
    for way, order in ((f"INDEXED BY sqlite_autoindex_{kind}_1", "name"), ("NOT INDEXED", "rowid")):
        for end in ("ASC", "DESC"):
            with suppress(*SQLITE_ERRORS):
                asked = f"SELECT rowid, name FROM {kind} {way} ORDER BY {order} {end}"
                for at, name in data.execute(asked):
                    names = places.setdefault(at, [])
                    if isinstance(name, str) and name not in names:
                        names.append(name)
    return {at: names for at, names in places.items() if names}
