"""Files that are whole or not there, and work folders that do not outlive whoever made them."""

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

_WORK_FOLDER = re.compile(r"villain-(\d+)-\w+")


def replace_file(path: Path, pieces: Iterable[str]) -> None:
    """Write a file whole, then put it in its place: a kill leaves the old one or the new one."""
    part = path.with_name(path.name + ".part")
    with part.open("w", encoding="utf-8") as out:
        out.writelines(pieces)
    os.replace(part, path)  # noqa: PTH105


def work_folder(parent: Path | None = None) -> "TemporaryDirectory[str]":
    """A folder for what nobody needs later; those of killed processes are removed first.

    It is among the system's temporary ones, or in a folder of ours.
    """
    remove_stale_folders(parent)
    return TemporaryDirectory(
        prefix=f"villain-{os.getpid()}-", dir=parent, ignore_cleanup_errors=True
    )


def remove_stale_folders(parent: Path | None = None) -> None:
    """Remove the work folders of processes that are gone."""
    with suppress(OSError):
        for folder in (parent or Path(tempfile.gettempdir())).glob("villain-*"):
            made = _WORK_FOLDER.fullmatch(folder.name)
            if made and not _alive(int(made[1])) and not folder.is_symlink():
                shutil.rmtree(folder, ignore_errors=True)


def _alive(process: int) -> bool:
    if sys.platform == "win32":  # where asking would be Ctrl-C
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:  # it is somebody else's
        return True
    return True
