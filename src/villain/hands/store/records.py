"""A store's memory of its batches, kept beside them: that they exist, and their sources.

A record lies outside of its batch, in a folder ``records``, so that a batch that is gone is missed,
and its hands can be read again from the files they came from. It is written before the batch moves
into its place and removed after it is gone; batches of older stores have none.
"""

import json
import os
from base64 import b64decode, b64encode
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from villain.hands.store.batch_files import flush

LETTERS = 24
"""The length of a hand's name."""


class Sources(NamedTuple):
    """The sources of hands: files on disk, and how those were read.

    ``context`` is the game definition that was given for logs without one, ``encoding`` that of
    hands that are not in UTF-8; empty: none was given. Of anonymous hands the files are not
    remembered, for their names often have a player's name in them.
    """

    files: tuple[str, ...] = ()
    anonymous: bool = False
    context: str = ""
    encoding: str = ""


class ImportRecord(NamedTuple):
    """A batch: its hands, or None if nobody knows, and where they are from."""

    ids: frozenset[str] | None = None
    sources: Sources = Sources()


def record_path(folder: Path, batch: str) -> Path:
    """The path of a batch's record."""
    return folder / f"{batch}.json"


def write_record(path: Path, record: ImportRecord) -> None:
    """Write a record whole, down to the disk."""
    path.parent.mkdir(exist_ok=True)
    part = path.with_name(f".{path.name}")
    part.write_text(json.dumps({"hands": _packed(record.ids), **record.sources._asdict()}))
    flush(part)
    os.replace(part, path)  # noqa: PTH105


def read_record(path: Path) -> ImportRecord:
    """The record of a batch; one that knows nothing, if it is not there or damaged."""
    with suppress(OSError, ValueError, TypeError, KeyError):
        stated = json.loads(path.read_text())
        files = tuple(str(file) for file in stated["files"])
        ways = str(stated["context"]), str(stated.get("encoding", ""))
        sources = Sources(files, bool(stated["anonymous"]), *ways)
        return ImportRecord(_unpacked(stated["hands"]), sources)
    return ImportRecord()


def _packed(ids: frozenset[str] | None) -> str | None:
    """Names of hands in two thirds of their letters; they are most of a record."""
    return None if ids is None else b64encode(bytes.fromhex("".join(sorted(ids)))).decode()


def _unpacked(text: str | None) -> frozenset[str] | None:
    if text is None:
        return None
    letters = b64decode(text, validate=True).hex()
    return frozenset(letters[at : at + LETTERS] for at in range(0, len(letters), LETTERS))


def recorded(folder: Path) -> list[str]:
    """The batches that have a record, oldest first."""
    return sorted(path.stem for path in folder.glob("[!.]*.json"))
