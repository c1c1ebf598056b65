"""Questions to the store's files: what may be asked, and answers whose errors are one line."""

import os
import re
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import duckdb

from villain.errors import VillainError
from villain.files import WorkFolder

ASKED = (duckdb.StatementType.SELECT, duckdb.StatementType.CREATE)
"""Kinds of statements that are allowed; DuckDB makes a CREATE, in memory, of a PIVOT."""


_DAMAGE = re.compile("IO Error|ZSTD|TProtocol|(?i:parquet)")
"""Words of DuckDB's when a file has changed since it was checked."""


def new_connection() -> duckdb.DuckDBPyConnection:
    """A connection in memory; what does not fit goes to a temporary folder and is removed."""
    connection = duckdb.connect(":memory:")
    connection.execute("SET memory_limit = '1GB'")
    # Its bar would go to standard output, among what scripts read.
    connection.execute("SET enable_progress_bar = false")
    # DuckDB would use the folder in which the user happens to be.
    spill = Path(_work_folder(os.getpid()).name) / secrets.token_hex(4)
    connection.execute(f"SET temp_directory = {_quoted(str(spill))}")
    return connection


@cache
def _work_folder(process: int) -> WorkFolder:  # noqa: ARG001
    """The folder of this process, and of none that was forked from it."""
    return WorkFolder()


def files_as_table(files: Sequence[Path]) -> str:
    """These Parquet files as a table in SQL, whatever their folders are called.

    >>> files_as_table([Path("/what?/a=1/it's.parquet")])
    "read_parquet(['/what[?]/a=1/it''s.parquet'], hive_partitioning = false)"
    """
    listed = ", ".join(_quoted(_literal(str(file.absolute()))) for file in files)
    return f"read_parquet([{listed}], hive_partitioning = false)"


def read_only_from(connection: duckdb.DuckDBPyConnection, folder: Path) -> None:
    """From now on the connection can use files of this folder and no others."""
    name = str(folder.absolute())
    allowed = ", ".join(_quoted(one) for one in dict.fromkeys((name, _literal(name))))
    connection.execute(f"SET allowed_directories = [{allowed}]")
    connection.execute("SET enable_external_access = false")


class Answer:
    """The rows that a question brings; they are found while they are fetched."""

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, sql: str, parameters: Sequence[Any]
    ) -> None:
        with one_line_errors():
            statements = connection.extract_statements(sql)
            if not statements:
                raise VillainError("the store cannot answer: there is no question")
            pivot = re.match(r"\s*(FROM|PIVOT|UNPIVOT|WITH)\b", sql, re.IGNORECASE)
            asked = ASKED if pivot else ASKED[:1]
            if any(statement.type not in asked for statement in statements):
                raise VillainError("the store cannot answer: a question begins with SELECT")
            self._rows = connection.execute(sql, list(parameters))

    @property
    def description(self) -> list[tuple[Any, ...]]:
        """For each column a tuple that begins with its name."""
        return self._rows.description or []

    def fetchone(self) -> tuple[Any, ...] | None:
        """The next row, if there is one."""
        with one_line_errors():
            return self._rows.fetchone()

    def fetchmany(self, size: int) -> list[tuple[Any, ...]]:
        """The next rows, no more than so many."""
        with one_line_errors():
            return self._rows.fetchmany(size)

    def fetchall(self) -> list[tuple[Any, ...]]:
        """All rows that are left."""
        with one_line_errors():
            return self._rows.fetchall()


@contextmanager
def one_line_errors() -> Iterator[None]:
    """Say in one line what DuckDB has to complain of; Ctrl-C in the middle of it stays Ctrl-C."""
    try:
        yield
    except RuntimeError as error:
        if isinstance(error.__cause__, KeyboardInterrupt):
            raise KeyboardInterrupt from None
        raise
    except (duckdb.Error, TypeError, OverflowError) as error:  # the latter: no text for SQL
        lines = str(error).strip().splitlines() or [type(error).__name__]
        hint = "; villain store repair looks for damage" if _DAMAGE.search(lines[0]) else ""
        raise VillainError(f"the store cannot answer: {lines[0]}{hint}") from None


def _literal(path: str) -> str:
    """A pattern that only this path fits."""
    return re.sub(r"([*?\[])", r"[\1]", path)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
