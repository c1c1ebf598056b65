"""Bringing together the three kinds of files of the IRC poker database, hand by hand.

The lines wait in a database on disk, so that millions of hands take no more memory than a few.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from itertools import chain, groupby, islice
from pathlib import Path, PurePosixPath
from types import TracebackType
from typing import Self

from villain.errors import NotationError
from villain.files import WorkFolder
from villain.hands.formats.format import Block
from villain.hands.formats.irc.lines import (
    MOST_OF_A_LINE,
    kind_by_name,
    kind_of_file,
    stamp_and_position,
)

ORDER = {"hdb": 0, "hroster": 1, "pdb": 2}
MOST_LINES = 64
"""No hand has more lines than this; the others are not looked at."""

_Row = tuple[str, int | None, int, int, int, str]
"""Folder, time, kind, position, line and text of a line."""


class IrcJoin:
    """Takes files in any order, gives hands in order of time; its own files go with it.

    >>> with IrcJoin() as join:
    ...     join.add("hdb", ["800000000 1 7 2 0/0 0/0 0/0 1/15"])
    ...     join.add("pdb/pdb.ann", ["ann 800000000 2 1 Bf - - - 100 5 0"])
    ...     join.add("pdb/pdb.bob", ["bob 800000000 2 2 B - - - 100 10 15"])
    ...     join.add("hroster", ["800000000 2 bob ann"])
    ...     print(next(join.blocks()).text)
    800000000 1 7 2 0/0 0/0 0/0 1/15
    800000000 2 bob ann
    ann 800000000 2 1 Bf - - - 100 5 0
    bob 800000000 2 2 B - - - 100 10 15
    """

    def __init__(self) -> None:
        self._folder = WorkFolder()
        self._rows = sqlite3.connect(Path(self._folder.name) / "lines.db")
        # Nothing outlives this object, so nothing is ever committed; what is sorted, is on disk.
        for setting in (
            "journal_mode = OFF",
            "synchronous = OFF",
            "temp_store = FILE",
            "cache_size = -32000",
        ):
            self._rows.execute(f"PRAGMA {setting}")
        self._rows.execute("CREATE TABLE rows (folder, stamp, kind, position, line, text)")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Remove the temporary files."""
        self._rows.close()
        self._folder.cleanup()

    def add(self, name: str, lines: Iterable[str]) -> None:
        """Take the lines of one file; files belong together if they are of one folder.

        Lines of ``hroster`` and ``pdb`` that cannot be read are left out: their hands lack them.
        """
        rest = iter(lines)
        head = [line[: MOST_OF_A_LINE + 1] for line in islice(rest, 20)]
        kind = kind_of_file(name, "\n".join([*map(str.rstrip, head), ""])) or kind_by_name(name)
        if kind is None:
            raise NotationError(f"{name!r} is no hdb, hroster or pdb file of the IRC database")
        rows = _rows(kind, _folder(_storable(name)), chain(head, rest))
        self._rows.executemany("INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?)", rows)

    def blocks(self) -> Iterator[Block]:
        """All hands in order of time, each with its line in ``hdb`` (0 if it has none).

        A hand is its line of ``hdb``, of ``hroster``, and those of ``pdb`` by position; what is
        missing is missing.
        """
        rows: Iterator[_Row] = self._rows.execute(
            "SELECT * FROM rows ORDER BY folder, stamp, kind, position, line"
        )
        for (_, stamp), group in groupby(rows, key=lambda row: row[:2]):
            if stamp is None:
                yield from (Block(line, text) for *_, line, text in group)
                continue
            lines = list(islice(group, MOST_LINES))
            others = [text for _, _, kind, _, _, text in lines if kind]
            hands = [(line, text) for _, _, kind, _, line, text in lines if not kind]
            for line, text in hands:
                yield Block(line, "\n".join([text, *others]))
            if not hands:
                yield Block(0, "\n".join(others))


def _folder(name: str) -> str:
    """The folder that a file is in; players' files are one deeper than the others."""
    folder = PurePosixPath(name.replace("\\", "/")).parent
    return str(folder.parent if folder.name == "pdb" else folder)


def _rows(kind: str, folder: str, lines: Iterable[str]) -> Iterator[_Row]:
    for number, line in enumerate(lines, 1):
        text = _storable(line[: MOST_OF_A_LINE + 1].strip())
        stamp = stamp_and_position(kind, text)
        if stamp is not None:
            yield folder, stamp[0], ORDER[kind], stamp[1], number, text
        elif text and kind == "hdb":
            yield folder, None, ORDER[kind], 0, number, text


def _storable(text: str) -> str:
    """A text without halves of characters, as wrong decoding leaves them."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
