"""Files, folders and archives as one row of streams.

Everything is read from front to back in pieces, so memory stays small whatever the size, and
nothing is ever written to the file system under a name that an archive gives. What a file is, its
first bytes say, never its name.
"""

import io
import os
import re
import stat
import tarfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from villain.errors import VillainError
from villain.hands.files.streams import (
    PIECE,
    ArchiveError,
    Stream,
    printable,
    reason_of,
)
from villain.hands.files.tars import files_in_tar
from villain.hands.files.unpacking import UNPACKERS
from villain.hands.files.zips import DiskFile, files_in_zip

__all__ = ["ArchiveError", "Member", "UnreadableFile", "members", "size"]

MOST_DEPTH = 3
"""Archives in archives are opened so deep; a ``.tar.xz`` counts as one."""

_KINDS = {
    kind: re.compile(magic, re.DOTALL)
    for kind, magic in {
        "zip": rb"PK(\x03\x04|\x05\x06|\x07\x08)",
        "gz": rb"\x1f\x8b\x08",
        "xz": rb"\xfd7zXZ\x00",
        "bz2": rb"BZh[1-9](1AY&SY|\x17rE8P\x90)",
        "zst": rb"\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18",
        "7z": rb"7z\xbc\xaf\x27\x1c",
        "rar": rb"Rar!\x1a\x07",
        "tar": rb".{257}ustar",
    }.items()
}


class UnreadableFile(NamedTuple):
    """A file or an archive that could not be read, or not to its end.

    ``done`` is about how many bytes on disk had been read when it was met.
    """

    name: str
    folder: str
    reason: str
    done: int = 0


class Member:
    """A file, wherever it lies.

    ``name`` is a path to show, such as ``hands.tar.xz/2009/a.phhs``; ``folder`` is the same for all
    files of one folder, on disk or in an archive.
    """

    def __init__(self, stream: Stream, progress: "_Progress") -> None:
        self.name = stream.name
        self.folder = stream.folder
        self._stream = stream
        self._progress = progress

    def __repr__(self) -> str:
        return f"Member({self.name!r})"

    def read(self, n: int, /) -> bytes:
        """The next n bytes, fewer only at the end; until the next member is taken.

        If the file or an archive around it is damaged, what was unpacked before is given out first
        (where it is not cut off but wrong, without the last few kilobytes), and the next call
        raises an `ArchiveError`.
        """
        return self._stream.read(n)

    @property
    def done(self) -> int:
        """About how many bytes on disk have been read by now."""
        return self._progress.done

    @property
    def path(self) -> Path:
        """The file on disk that it is, or lies in; until the next member is taken."""
        return self._progress.path


def members(paths: Sequence[Path]) -> Iterator[Member | UnreadableFile]:
    """All files, also those in folders and archives, and what could not be read, in order.

    A path that does not exist raises a `VillainError` at once. In folders and archives hidden files
    and links are passed over. Damage is reported once: by `Member.read`, or, if nobody read so
    far, by an `UnreadableFile`. A tar that breaks off gives what there is; a zip gives nothing
    then, because its list of contents stands at its end.
    """
    _check(paths)
    return _files(paths)


def size(paths: Sequence[Path]) -> int:
    """The size of the files on disk in bytes: ``done`` comes to this at the end."""
    _check(paths)
    return sum(file.size for file in _walk(paths))


class _Found(NamedTuple):
    path: Path
    size: int = 0
    reason: str = ""


def _check(paths: Sequence[Path]) -> None:
    for path in paths:
        try:
            path.stat()
        except (FileNotFoundError, NotADirectoryError, ValueError):
            raise VillainError(f"there is no file or folder {printable(str(path))!r}") from None
        except OSError:
            pass  # it is there, but cannot be looked at: the walk tells why


def _walk(paths: Sequence[Path]) -> Iterator[_Found]:
    """The files, each once, or why they cannot be had."""
    seen = set()
    for root in paths:
        top = Path(os.path.realpath(root))
        waiting = [root]
        while waiting:
            path = waiting.pop()
            real = Path(os.path.realpath(path))
            try:
                if path is not root and path.is_symlink():
                    if not real.is_relative_to(top):
                        reason = "a symbolic link out of the folder is not followed"
                        yield _Found(path, reason=reason)
                    continue
                about = path.stat()
                if stat.S_ISDIR(about.st_mode):
                    inside = [child for child in path.iterdir() if child.name[0] != "."]
                    waiting.extend(sorted(inside, reverse=True))
                elif real not in seen and (path is root or stat.S_ISREG(about.st_mode)):
                    seen.add(real)
                    yield _Found(path, about.st_size)
            except OSError as error:
                yield _Found(path, reason=reason_of(error))


class _Progress:
    """The bytes of files on disk that have been read so far."""

    def __init__(self) -> None:
        self.before = 0
        self.size = 0
        self.path = Path()
        self.file: DiskFile | None = None

    @property
    def done(self) -> int:
        try:
            here = self.file.tell() if self.file else 0
        except OSError:  # a pipe does not know
            here = 0
        return self.before + min(here, self.size)


def _files(paths: Sequence[Path]) -> Iterator[Member | UnreadableFile]:
    progress = _Progress()
    for path, length, reason in _walk(paths):
        name, folder = printable(str(path)), printable(str(path.parent))
        try:
            if reason:
                raise ArchiveError(name, reason)
            file = DiskFile(io.FileIO(path), PIECE)
        except (ArchiveError, OSError) as error:
            yield UnreadableFile(name, folder, reason_of(error), progress.done)
        else:
            progress.file, progress.size, progress.path = file, length, path.absolute()
            with file:
                stream = Stream(name, folder, file.read1)
                yield from _look(stream, progress, 0, file if file.seekable() else None)
            progress.file = None
        progress.before += length


def _look(
    stream: Stream, progress: _Progress, depth: int, file: DiskFile | None = None
) -> Iterator[Member | UnreadableFile]:
    """The members of a stream; ``file`` is the same, where it can be read in any order."""
    try:
        kind = _kind(stream)
        if not kind:
            if not stream.peek(1):
                stream.read(1)  # raises, if it is not empty but damaged
            yield Member(stream, progress)
        elif depth == MOST_DEPTH:
            reason = f"an archive in {MOST_DEPTH} archives is not opened; unpack it first"
            raise ArchiveError(stream.name, reason)
        elif kind in UNPACKERS:
            unpacked = Stream(stream.name, stream.folder, UNPACKERS[kind](stream))
            deeper = depth if _kind(unpacked) == "tar" else depth + 1
            yield from _look(unpacked, progress, deeper)
        elif kind in ("tar", "zip"):
            inner = files_in_tar(stream) if kind == "tar" else files_in_zip(stream, file)
            for member in inner:
                yield from _look(member, progress, depth + 1)
        else:
            raise ArchiveError(stream.name, f"{kind} archives cannot be read; unpack it first")
    except ArchiveError as error:
        yield UnreadableFile(stream.name, stream.folder, error.reason, progress.done)
    stream.close()


def _kind(stream: Stream) -> str:
    """The kind of an archive by its first bytes; empty if it is none."""
    head = stream.peek(tarfile.BLOCKSIZE)
    for kind, magic in _KINDS.items():
        if magic.match(head):
            return kind
    try:
        tarfile.TarInfo.frombuf(head, "utf-8", "replace")
    except tarfile.HeaderError:
        return ""
    return "tar"
