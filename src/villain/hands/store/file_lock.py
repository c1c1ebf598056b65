"""A lock that processes on one machine respect, and that a killed process gives up."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of this name; wait for it if another process has it."""
    with path.open("a+b") as handle:
        if sys.platform == "win32":
            handle.seek(0)
            msvcrt.locking(handle.fileno(), msvcrt.LK_LOCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
