"""The files in a zip, one after the other."""

import io
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from villain.hands.files.streams import (
    DAMAGE,
    PIECE,
    ArchiveError,
    Reader,
    Stream,
    inside,
    reason_of,
)

MOST_SPOOLED = 4 * 1024**3
"""A zip inside another archive is copied to a temporary file, if it has no more bytes than this."""

MOST_OF_A_DIRECTORY = 32 * 1024**2
"""The list of contents of a zip may have so many bytes; it is read as a whole."""


class DiskFile(io.BufferedReader):
    """A file on disk, which refuses to be read into memory as a whole."""

    def read(self, size: int | None = -1, /) -> bytes:
        """The next bytes."""
        if size is not None and size > MOST_OF_A_DIRECTORY:
            raise ValueError(f"its list of contents has {size:,} bytes; unpack it first")
        return super().read(size)


def files_in_zip(stream: Stream, file: DiskFile | None) -> Iterator[Stream]:
    """The files in a zip; raises an `ArchiveError` if its list of contents cannot be read.

    A zip is read from its end, so without a ``file`` the stream is copied to a temporary one.
    """
    with ExitStack() as stack:
        try:
            file = file or stack.enter_context(_spooled(stream))
            archive = stack.enter_context(zipfile.ZipFile(file))
        except zipfile.BadZipFile as error:
            reason = f"its list of contents, at its end, is missing or damaged ({error})"
            raise ArchiveError(stream.name, reason) from error
        except DAMAGE as error:
            raise ArchiveError(stream.name, reason_of(error)) from error
        for header in archive.infolist():
            name, folder = inside(stream.name, header.filename.replace("\\", "/"))
            if name and not header.is_dir():
                with ExitStack() as opened:
                    yield Stream(name, folder, _reader(archive, header, opened))


def _reader(archive: zipfile.ZipFile, header: zipfile.ZipInfo, opened: ExitStack) -> Reader:
    """A reader of one file in a zip; errors are raised when it is read."""
    try:
        if header.flag_bits & 1:
            raise ArchiveError(header.filename, "it is encrypted; unpack it first")
        file = opened.enter_context(archive.open(header))
    except DAMAGE as error:
        damage = error

        def refuse(_: int) -> bytes:
            raise damage

        return refuse
    assert isinstance(file, zipfile.ZipExtFile)
    read = file.read1
    # Of other compressions it unpacks all that it has read, however much that becomes.
    gentle = header.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
    return read if gentle else lambda n: read(min(n, 4096))


@contextmanager
def _spooled(stream: Stream) -> Iterator[DiskFile]:
    with tempfile.TemporaryFile(buffering=0) as file:
        copied = 0
        while piece := stream.read(PIECE):
            copied += len(piece)
            if copied > MOST_SPOOLED:
                reason = f"a zip of more than {MOST_SPOOLED:,} bytes in an archive; unpack it first"
                raise ArchiveError(stream.name, reason)
            rest = memoryview(piece)
            while rest:
                rest = rest[file.write(rest) :]
        yield DiskFile(file, PIECE)
