"""The file of tables as SQLite sees it: rows, each with a checksum of its own.

SQLite notices when its own structure is damaged, but not when the contents of a row are. What is
in the rows is unpickled, so it is compared with its checksum first.
"""

import sqlite3
from hashlib import blake2b
from pathlib import Path

KINDS = {
    "tables": ("version", "table_"),
    "played": ("number", "hand"),
    "to_judge": ("number", "hand"),
}
"""The three kinds of rows: in each a name, a number and a content are covered by the checksum."""

SCHEMA = (
    "CREATE TABLE IF NOT EXISTS tables "
    "(name TEXT PRIMARY KEY, version INT, changed REAL, table_ BLOB, checksum BLOB)",
    "CREATE TABLE IF NOT EXISTS played "
    "(name TEXT, number INT, hand BLOB, checksum BLOB, PRIMARY KEY (name, number))",
    "CREATE TABLE IF NOT EXISTS to_judge "
    "(name TEXT, number INT, hand BLOB, checksum BLOB, PRIMARY KEY (name, number))",
)
LAYOUT = 1
"""SQLite's user_version of a file with checksums; one from before has 0."""

DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class DamagedFileError(Exception):
    """The structure of the file is damaged: SQLite cannot find its rows."""


def checksum(kind: str, name: str, number: int, content: bytes) -> bytes:
    """What must be found beside a row's content, its name and its number."""
    digest = blake2b(f"{kind} {name} {number}\n".encode(errors="replace"), digest_size=16)
    digest.update(content)
    return digest.digest()


def is_whole(kind: str, name: str, number: object, content: object, noted: object) -> bool:
    """Whether a row is as it was written; in a damaged one anything may stand anywhere."""
    return (
        isinstance(number, int)
        and isinstance(content, bytes)
        and checksum(kind, name, number, content) == noted
    )


def is_damage(error: sqlite3.Error) -> bool:
    """Whether SQLite complains about the file itself, not about a full disk or another process."""
    return (getattr(error, "sqlite_errorcode", 0) & 0xFF) in DAMAGED


def connect(path: Path) -> sqlite3.Connection:
    """Open the file, or make it; one from before checksums gets them."""
    data = sqlite3.connect(path, 1.0, isolation_level=None, check_same_thread=False)
    try:
        # One server at a time: two would overwrite each other's tables.
        data.execute("PRAGMA locking_mode = EXCLUSIVE")
        data.execute("PRAGMA journal_mode = WAL")
        data.execute("PRAGMA synchronous = NORMAL")
        (verdict,) = data.execute("PRAGMA integrity_check(1)").fetchone()
        if verdict != "ok":
            raise DamagedFileError(str(verdict))
        _lay_out(data)
    except sqlite3.Error as error:
        data.close()
        if is_damage(error):
            raise DamagedFileError(str(error)) from None
        raise
    except DamagedFileError:
        data.close()
        raise
    return data


def _lay_out(data: sqlite3.Connection) -> None:
    (layout,) = data.execute("PRAGMA user_version").fetchone()
    if layout == LAYOUT:
        return
    data.create_function("checksum_of", 4, checksum, deterministic=True)
    data.execute("BEGIN IMMEDIATE")
    known = {name for (name,) in data.execute("SELECT name FROM sqlite_master")}
    for kind, (number, content) in KINDS.items():
        if kind in known:
            data.execute(f"ALTER TABLE {kind} ADD COLUMN checksum BLOB")
            data.execute(
                f"UPDATE {kind} SET checksum = checksum_of('{kind}', name, {number}, {content})"
            )
    for sql in SCHEMA:
        data.execute(sql)
    data.execute(f"PRAGMA user_version = {LAYOUT}")
    data.execute("COMMIT")
