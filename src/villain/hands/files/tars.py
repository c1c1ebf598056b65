"""The files in a tar, one after the other, in bounded memory."""

import io
import tarfile
from collections.abc import Iterator
from typing import Self

from villain.hands.files.streams import (
    BREAKS_OFF,
    DAMAGE,
    PIECE,
    ArchiveError,
    Reader,
    Stream,
    inside,
    reason_of,
)
from villain.hands.files.unpacking import Source

MOST_OF_A_HEADER = 128 * 1024
"""The most bytes, roughly, of a file's header in a tar, long names included."""


def files_in_tar(stream: Stream) -> Iterator[Stream]:
    """The files in a tar; raises an `ArchiveError` where it is damaged.

    It does not where a file did that already while it was read: the damage is known then.
    """
    tape = _Tape(stream)
    try:
        with _Tar.open(
            fileobj=tape, mode="r|", bufsize=PIECE, tarinfo=_Header, encoding="utf-8"
        ) as tar:
            while header := tape.next_header(tar):
                name, folder = inside(stream.name, header.name)
                if name and header.isreg():
                    member = Stream(name, folder, tape.reader(tar, header))
                    yield member
                    if member.raised and not header.issparse():
                        return
            tape.check_end(tar)
    except DAMAGE as error:
        raise ArchiveError(stream.name, reason_of(error)) from error


class _Tar(tarfile.TarFile):
    members: list[tarfile.TarInfo]
    fileobj: io.BufferedIOBase


class _Header(tarfile.TarInfo):
    """A header; a damaged one is told, where tarfile would take it for the end."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        try:
            return super().frombuf(buf, encoding, errors)
        except tarfile.HeaderError as error:
            if len(buf) < tarfile.BLOCKSIZE:
                raise EOFError from None
            if any(buf):
                raise tarfile.ReadError(str(error)) from None
            raise  # zeros: the end


class _Tape(Source):
    """The stream that a tar is read from.

    In the contents of a file it ends where the stream is damaged, so that nothing read before is
    lost; between two files it complains of a damage, and of a header without end.
    """

    def __init__(self, stream: Stream) -> None:
        super().__init__(stream)
        self._position = 0
        self._next: int | None = 0  # where the header begins that is being looked for
        self._reason = BREAKS_OFF

    def read(self, size: int = -1, /) -> bytes:
        try:
            data = super().read(size)
        except ArchiveError as error:
            data, self._reason = b"", error.reason
        if self._next is not None:
            if self._position > self._next + MOST_OF_A_HEADER:
                raise ArchiveError(self.stream.name, "a header in it is too long")
            if not data and (self.stream.raised or self._position < self._next):
                raise self._broken()
        self._position += len(data)
        return data

    def next_header(self, tar: _Tar) -> tarfile.TarInfo | None:
        self._next = tar.offset
        header = tar.next()
        tar.members.clear()  # it would keep all headers
        self._next = None
        return header

    def reader(self, tar: _Tar, header: tarfile.TarInfo) -> Reader:
        """A reader of one file; tarfile's own loses what comes right before any damage."""
        left = header.size

        def read(n: int) -> bytes:
            nonlocal left
            if header.issparse():
                raise ArchiveError(header.name, "a file with holes is not read; unpack it first")
            data = tar.fileobj.read(max(min(n, left), 0))
            left -= len(data)
            if left > 0 and not data:
                raise self._broken()
            return data

        return read

    def check_end(self, tar: _Tar) -> None:
        """Raise unless nothing but zeros follows the end."""
        while rest := tar.fileobj.read(PIECE):
            if rest.strip(b"\0"):
                raise ArchiveError(self.stream.name, "what follows its end is not read")
        if self.stream.raised:
            raise self._broken()

    def _broken(self) -> ArchiveError:
        return ArchiveError(self.stream.name, self._reason)
