"""Files that are whole or not there, and work folders that do not outlive whoever made them."""

import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

try:
    import fcntl
except ImportError:  # Windows, where a folder in use cannot be told from a stale one
    fcntl = None  # type: ignore[assignment]

PREFIX, LOCK = "villain-work-", ".in-use"


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Write a file whole, then put it in its place: a kill leaves the old one or the new one."""
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as out:
            yield out
        os.replace(part, path)  # noqa: PTH105
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def replace_file(path: Path, pieces: Iterable[str]) -> None:
    """Write a text whole, then put it in its place."""
    with replacing(path) as out:
        out.writelines(piece.encode() for piece in pieces)


class WorkFolder(TemporaryDirectory[str]):
    """A folder for what nobody needs later; those of killed processes are removed first.

    It is among the system's temporary ones, or in a folder of ours.
    """

    def __init__(self, parent: Path | None = None) -> None:
        remove_stale_folders(parent)
        super().__init__(prefix=PREFIX, dir=parent, ignore_cleanup_errors=True)
        self._lock = (Path(self.name) / LOCK).open("w")
        if fcntl is not None:
            fcntl.flock(self._lock, fcntl.LOCK_EX)

    def cleanup(self) -> None:
        """Remove the folder."""
        self._lock.close()
        super().cleanup()


def remove_stale_folders(parent: Path | None = None) -> None:
    """Remove the work folders that no process holds any more."""
    if fcntl is None:
        return
    for lock in (parent or Path(tempfile.gettempdir())).glob(f"{PREFIX}*/{LOCK}"):
        with suppress(OSError), lock.open("r+") as file:  # not somebody else's
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(lock.parent, ignore_errors=True)
