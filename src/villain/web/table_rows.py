"""The file of tables as SQLite sees it: rows, each with a checksum of its own.

SQLite notices when its own structure is damaged, but not when the contents of a row are. What is
in the rows is unpickled, so it is compared with its checksum first.
"""

import sqlite3
from contextlib import closing
from hashlib import blake2b
from pathlib import Path

KINDS = {
    "tables": ("version", "table_", "key_digest"),
    "played": ("number", "hand"),
    "to_judge": ("number", "hand"),
    "steps": ("number", "steps"),
}
"""The kinds of rows: a name, a number and these contents are covered by the checksum."""

SCHEMA = (
    "CREATE TABLE IF NOT EXISTS tables "
    "(name TEXT PRIMARY KEY, version INT, changed REAL, table_ BLOB, checksum BLOB, "
    "key_digest BLOB)",
    "CREATE TABLE IF NOT EXISTS played "
    "(name TEXT, number INT, hand BLOB, checksum BLOB, PRIMARY KEY (name, number))",
    "CREATE TABLE IF NOT EXISTS to_judge "
    "(name TEXT, number INT, hand BLOB, checksum BLOB, PRIMARY KEY (name, number))",
    "CREATE TABLE IF NOT EXISTS steps "
    "(name TEXT, number INT, steps BLOB, checksum BLOB, PRIMARY KEY (name, number))",
)
NEWEST_KIND = "steps"
"""The kind of rows that files lack which were written before there was any such."""

Column = tuple[str, str, int]
"""Its name, its type, and its place in the primary key."""

CHECKSUM: Column = ("checksum", "BLOB", 0)

LAYOUT = 3
"""SQLite's user_version of a file with checksums, digests of keys and steps; older ones have less.
"""

NOT_DAMAGE = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_INTERRUPT,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
)
"""What SQLite says of the disk, the machine or another process. All else it says of the file."""

SQLITE_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""What reading a damaged file raises: Python decodes SQLite's messages, which quote the file."""


class DamagedFileError(Exception):
    """The structure of the file is damaged: SQLite cannot find its rows."""


def checksum(kind: str, name: str, number: int, *contents: bytes) -> bytes:
    """A digest of a row's contents, its name and its number, which is kept beside them."""
    digest = blake2b(f"{kind} {name} {number}\n".encode(errors="replace"), digest_size=16)
    for content in contents:
        digest.update(content)
    return digest.digest()


def is_whole(kind: str, name: str, number: object, contents: list[object], noted: object) -> bool:
    """True if a row is as it was written; in a damaged one anything may stand anywhere.

    A row from before a column was introduced has nothing there.
    """
    given = [content for content in contents if content is not None]
    covered = [content for content in given if isinstance(content, bytes)]
    return (
        isinstance(number, int)
        and contents[0] is not None
        and len(covered) == len(given)
        and checksum(kind, name, number, *covered) == noted
    )


def key_digest(key: str) -> bytes:
    """A digest of a table's key, which can be compared before the table is read."""
    return blake2b(key.encode(errors="surrogatepass"), digest_size=16).digest()


def is_damage(error: Exception) -> bool:
    """Tell whether SQLite complains about the file, not about a full disk or another process."""
    if not isinstance(error, sqlite3.Error):
        return True
    code = getattr(error, "sqlite_errorcode", None)  # Python's own errors have none
    return code is not None and code & 0xFF not in NOT_DAMAGE


def connect(path: Path) -> sqlite3.Connection:
    """Open the file, or make it; one of before gets the columns it lacks, and checksums."""
    data = sqlite3.connect(path, 1.0, isolation_level=None, check_same_thread=False)
    data.text_factory = decoded
    try:
        # One server at a time: two would overwrite each other's tables.
        data.execute("PRAGMA locking_mode = EXCLUSIVE")
        data.execute("PRAGMA journal_mode = WAL")
        data.execute("PRAGMA synchronous = NORMAL")
        (verdict,) = data.execute("PRAGMA integrity_check(1)").fetchone()
        if verdict != "ok":
            raise DamagedFileError(str(verdict))
        _check_writable(path)
        _lay_out(data)
    except (*SQLITE_ERRORS, DamagedFileError) as error:
        data.close()
        if is_damage(error):
            raise DamagedFileError(str(error)) from None
        raise
    return data


def _check_writable(path: Path) -> None:
    """Look at the two bytes by which a file from a later SQLite would say: only read me."""
    with path.open("rb") as file:
        if max(file.read(20)[18:], default=0) > 2:
            raise DamagedFileError("its header says that nothing may be written")


def decoded(text: bytes) -> str:
    """Read text of a file that may be damaged."""
    return text.decode(errors="replace")


def add_columns(data: sqlite3.Connection, kind: str) -> None:
    """Add the columns that a file of before lacks; any other difference is damage."""
    there, expected = _columns(data, kind), EXPECTED[kind]
    if there != expected[: len(there)] or len(there) < expected.index(CHECKSUM):
        raise DamagedFileError(f"the rows of {kind} are described wrongly")
    for name, sql_type, _ in expected[len(there) :]:
        data.execute(f"ALTER TABLE {kind} ADD COLUMN {name} {sql_type}")


def add_newest_kind(data: sqlite3.Connection) -> None:
    """Let a file from before there were steps have none."""
    data.execute(SCHEMA[-1])


def _lay_out(data: sqlite3.Connection) -> None:
    (layout,) = data.execute("PRAGMA user_version").fetchone()
    columns = {kind: _columns(data, kind) for kind in KINDS}
    if layout == LAYOUT and columns == EXPECTED:
        return
    summed = [kind for kind in KINDS if CHECKSUM in columns[kind]]
    missing = [kind for kind in KINDS if not columns[kind]]
    of_before = layout < LAYOUT and missing == [NEWEST_KIND]
    if layout not in range(LAYOUT + 1) or (summed and missing and not of_before):
        raise DamagedFileError("its layout is none of ours")
    data.create_function("checksum_of", 4, checksum, deterministic=True)
    data.execute("BEGIN IMMEDIATE")
    for sql in SCHEMA:  # the oldest files have fewer kinds of rows
        data.execute(sql)
    for kind, (number, content, *_) in KINDS.items():
        add_columns(data, kind)
        if kind not in summed:
            data.execute(
                f"UPDATE {kind} SET checksum = checksum_of('{kind}', name, {number}, {content})"
            )
    data.execute(f"PRAGMA user_version = {LAYOUT}")
    data.execute("COMMIT")
    if of_before:
        data.execute("VACUUM")  # each kind begins on its page again, where a rescue looks for it


def _columns(data: sqlite3.Connection, kind: str) -> list[Column]:
    rows = data.execute(f"PRAGMA table_info({kind})")
    return [(name, sql_type, key) for _, name, sql_type, _, _, key in rows]


def _expected() -> dict[str, list[Column]]:
    with closing(sqlite3.connect(":memory:")) as blank:
        for sql in SCHEMA:
            blank.execute(sql)
        return {kind: _columns(blank, kind) for kind in KINDS}


EXPECTED = _expected()
"""The columns of each kind of rows, in their order."""
