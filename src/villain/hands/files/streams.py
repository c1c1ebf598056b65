"""Bytes that are read once, from front to back, out of files that may be damaged."""

import lzma
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from typing import Protocol

from villain.errors import VillainError

PIECE = 64 * 1024
"""So many bytes are read at a time."""

BREAKS_OFF = "it breaks off before its end"

DAMAGE = (
    *(VillainError, OSError, EOFError, ValueError, TypeError, LookupError, ArithmeticError),
    *(RuntimeError, MemoryError, struct.error, zlib.error, lzma.LZMAError),
    *(tarfile.TarError, zipfile.BadZipFile),
)
"""Errors that the libraries raise when they are given a damaged file."""

Reader = Callable[[int], bytes]
"""Gives the next bytes, at least one and up to so many; none at the end."""


class ArchiveError(VillainError):
    """A file that breaks off or is damaged: ``name`` says which, ``reason`` says how."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(name, reason)
        self.name, self.reason = name, reason

    def __str__(self) -> str:
        return f"{self.name}: {self.reason}"


class Readable(Protocol):
    """Whatever gives its next bytes, up to so many, and none at the end."""

    def read(self, n: int, /) -> bytes:
        """The next bytes."""


class Stream:
    """A file with its name and its folder, both to show; read until it is closed.

    What came before a damage is given out first, then `read` raises an `ArchiveError`, and
    ``raised`` tells that it did.
    """

    def __init__(self, name: str, folder: str, reader: Reader) -> None:
        self.name = name
        self.folder = folder
        self.raised = False
        self._reader: Reader | None = reader
        self._head = b""
        self._ended = False
        self._reason = ""

    def read(self, n: int, /) -> bytes:
        """The next n bytes, fewer only at the end."""
        if n < 0:
            raise ValueError("a stream is read in pieces: say how many bytes")
        self._fill(n)
        data, self._head = self._head[:n], self._head[n:]
        if n and not data and self._reason:
            self.raised = True
            raise ArchiveError(self.name, self._reason)
        return data

    def peek(self, n: int) -> bytes:
        """The next bytes, which stay where they are."""
        self._fill(n)
        return self._head[:n]

    def close(self) -> None:
        """From now on nothing can be read."""
        self._reader = None
        self._head = b""

    def _fill(self, n: int) -> None:
        if self._reader is None:
            raise ValueError(f"{self.name} is read too late: the next file has been taken")
        pieces, have = [self._head], len(self._head)
        while have < n and not self._ended:
            try:
                piece = self._reader(min(n - have, PIECE))
            except DAMAGE as error:
                piece, self._reason = b"", reason_of(error)
            self._ended = not piece
            pieces.append(piece)
            have += len(piece)
        self._head = b"".join(pieces)


def reason_of(error: BaseException) -> str:
    """An error in words for whoever gave us the file."""
    if isinstance(error, ArchiveError):
        return error.reason
    if isinstance(error, PermissionError):
        return "there is no permission to read it"
    if isinstance(error, EOFError) or "Truncated compressed stream" in str(error):
        return BREAKS_OFF
    what = error.strerror if isinstance(error, OSError) else ""
    return f"it cannot be read: {printable(what or str(error) or type(error).__name__)}"


def printable(text: str) -> str:
    r"""A name fit to be shown: without control characters, and not without end.

    >>> printable("a\x1b[2Jb")
    'a�[2Jb'
    """
    if len(text) > 1000:
        text = f"{text[:500]}…{text[-500:]}"
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )


def inside(archive: str, path: str) -> tuple[str, str]:
    """The name and the folder of a file in an archive; no name: the file is hidden.

    >>> inside("hands.zip", "../2009/a.phhs")
    ('hands.zip/2009/a.phhs', 'hands.zip/2009')
    """
    parts = [part for part in printable(path).split("/") if part not in ("", ".", "..")]
    if not parts or any(part[0] == "." or part == "__MACOSX" for part in parts):
        return "", archive
    return "/".join([archive, *parts]), "/".join([archive, *parts[:-1]])
