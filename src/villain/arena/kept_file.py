"""A file in which play is kept as it goes, so that whatever ends the program, it can go on.

It is a SQLite database: what was written to it survives a kill, and a lock keeps two programs from
playing on in it at once.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import NamedTuple, Self

from villain.errors import VillainError

SECONDS = 1.0
"""Between two writings: so much is lost at most, and what is being played."""


class About(NamedTuple):
    """A file's label: its kind and form, all that decides the result, the seed, the share."""

    kind: str
    what: str
    seed: str
    share: float = 0.0


class InUseError(VillainError):
    """Another program plays on in the same file."""


class NotWrittenError(VillainError):
    """A file cannot be begun."""


class KeptFile:
    """An open file; used in a ``with``. ``trouble`` says why something could not be written."""

    kind = ""
    tables = ""

    def __init__(self, path: Path, what: str, seed: int) -> None:
        """Begin a file, in the place of one that keeps something finished."""
        check_free(path)
        self.path, self.trouble = path, ""
        self._written = monotonic()
        try:
            path.unlink(missing_ok=True)
            self._data = _connect(path)
            self._execute(
                lambda data: data.execute(
                    "INSERT INTO about VALUES (?, ?, ?, ?)", About(self.kind, what, str(seed))
                ),
                first="CREATE TABLE about (kind TEXT, what TEXT, seed TEXT, share REAL);"
                + self.tables,
            )
        except (OSError, sqlite3.Error) as error:
            raise NotWrittenError(f"{path} cannot be written: {error}") from None

    @classmethod
    def open(cls, path: Path, what: str) -> Self:
        """Open a file that keeps the same; raise if it keeps something else."""
        file = cls.__new__(cls)
        with _one_line(path):
            if not path.exists():
                raise FileNotFoundError
            data = _connect(path)
        file.path, file.trouble, file._data, file._written = path, "", data, monotonic()
        try:
            with _one_line(path):
                about = _about(data, cls.kind)
            if about.what != what:
                raise VillainError(
                    f"{path} is another {cls.kind}; go on with what it had: {about.what}"
                )
        except VillainError:
            data.close()
            raise
        return file

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def is_due(self) -> bool:
        """True if it is time to write again."""
        return monotonic() - self._written >= SECONDS

    def write(self, share: float, rows: Callable[[sqlite3.Connection], object]) -> bool:
        """Write whole or not at all; what could not be written is tried again by the caller."""
        self._written = monotonic()
        try:
            self._execute(rows, last="UPDATE about SET share = ?", values=[share])
        except sqlite3.Error as error:
            self.trouble = f"{self.path} cannot be written: {error}"
            return False
        self.trouble = ""
        return True

    def read(self, sql: str) -> "sqlite3.Cursor":
        """Ask the file."""
        return self._data.execute(sql)

    def close(self) -> None:
        """Let others open the file."""
        self._data.close()

    def remove(self) -> None:
        """Nobody wants the file any more."""
        self._data.close()
        with suppress(OSError):
            self.path.unlink()

    def _execute(
        self,
        rows: Callable[[sqlite3.Connection], object],
        *,
        first: str = "",
        last: str = "",
        values: list[float] | None = None,
    ) -> None:
        data = self._data
        try:
            data.execute("BEGIN")
            for statement in filter(None, first.split(";")):
                data.execute(statement)
            rows(data)
            if last:
                data.execute(last, values or [])
            data.execute("COMMIT")
        except BaseException:  # Ctrl-C too
            with suppress(sqlite3.Error):
                data.execute("ROLLBACK")
            raise


def kept_seed(path: Path, kind: str) -> int:
    """The seed of what a file keeps."""
    with _one_line(path):
        if not path.exists():
            raise FileNotFoundError
        with closing(_connect(path)) as data:
            return int(_about(data, kind).seed)


def check_free(path: Path) -> None:
    """Raise if a file is no place for something new: only what is finished may be replaced."""
    if not path.exists() or not path.stat().st_size:
        return
    try:
        with _one_line(path), closing(_connect(path)) as data:
            about = _about(data, "")
    except InUseError:
        raise
    except VillainError:
        raise VillainError(
            f"{path} is there already, and is not ours; choose another name"
        ) from None
    if about.share < 1:
        raise VillainError(
            f"{path} keeps {about.share:.0%} of a {about.kind}; go on with --resume {path}, "
            "or remove it"
        )


def _connect(path: Path) -> sqlite3.Connection:
    data = sqlite3.connect(path, timeout=0.2, isolation_level=None)
    try:
        data.execute("PRAGMA locking_mode = EXCLUSIVE")
        data.executescript("BEGIN EXCLUSIVE; COMMIT")
    except sqlite3.Error:
        data.close()
        raise
    return data


def _about(data: sqlite3.Connection, kind: str) -> About:
    if not data.execute("SELECT 1 FROM sqlite_master").fetchone():
        raise ValueError("it was stopped before anything was written; begin anew")
    about = About(*data.execute("SELECT kind, what, seed, share FROM about").fetchone())
    if kind and about.kind != kind:
        raise ValueError(f"it is a {about.kind}, not a {kind}")
    return about


@contextmanager
def _one_line(path: Path) -> Iterator[None]:
    """Whatever a file that is missing, damaged or in use can bring, as one line."""
    try:
        yield
    except FileNotFoundError:
        raise VillainError(f"there is no file {str(path)!r} to go on from") from None
    except Exception as error:
        if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_BUSY:
            raise InUseError(f"{path} is in use: another program plays on in it") from None
        raise VillainError(f"{path} cannot be gone on from, or is damaged: {error}") from None
