"""Files that are whole or not there, and folders that do not outlive their process."""

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from villain.files import WorkFolder, replace_file


def test_the_folders_of_killed_processes_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    dying = (
        "import os, signal, tempfile\n"
        f"tempfile.tempdir = {str(tmp_path)!r}\n"
        "from villain.files import WorkFolder\n"
        "folder = WorkFolder()\n"
        "open(folder.name + '/lines', 'w').close()\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", dying], check=False)
    mine = tmp_path / "villain-work-99999999999999"
    mine.mkdir()
    (mine / "results.txt").touch()
    (stale,) = [folder for folder in tmp_path.iterdir() if folder != mine]
    with WorkFolder() as ours:
        assert not stale.exists()
        with WorkFolder() as another:
            assert sorted(tmp_path.iterdir()) == sorted([mine, Path(ours), Path(another)])
    assert list(tmp_path.iterdir()) == [mine]


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "some.txt"
    replace_file(path, ["old"])

    def pieces() -> list[str]:
        raise OSError

    with pytest.raises(OSError, match=r"^$"):
        replace_file(path, (piece for piece in pieces()))
    assert path.read_text() == "old"
