"""The file of tables, for a process that does not hold it: whoever does reads and writes."""

from collections.abc import Sequence
from typing import Any

from villain.web.keeping import Change, NotKeptError, TableFile, UnreadableError, Value
from villain.web.process_line import LineLostError, ProcessLine


class RemoteTableFile(TableFile):
    """Keeps tables in the file of the process at the other end of a line.

    Only that one has the file open. So a process that has lost it can change nothing any more, and
    what it has kept is kept, whatever becomes of it.
    """

    def __init__(self, line: ProcessLine) -> None:
        self._line = line

    def ask(self, sql: str, *values: Value) -> list[tuple[Any, ...]]:
        """The rows that answer a question."""
        try:
            rows: list[tuple[Any, ...]] = self._line.ask("ask file", sql, *values).result()
        except LineLostError as error:
            raise UnreadableError(f"the tables cannot be read: {error}") from None
        return rows

    def write(self, changes: Sequence[Change]) -> None:
        """Write changes, all of them or none; they are in the file when this returns."""
        try:
            self._line.ask("write file", changes).result()
        except LineLostError as error:
            raise NotKeptError(f"the table cannot be kept: {error}") from None

    def close(self) -> None:
        """Leave the file to the other process."""
