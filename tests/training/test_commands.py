"""Every command that fits something says what it wants."""

from importlib import import_module
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "training"
COMMANDS = [path for path in sorted(FOLDER.glob("*/*.py")) if "__main__" in path.read_text()]


@pytest.mark.parametrize("path", COMMANDS, ids=lambda path: path.stem)
def test_a_command_answers_help(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for extra in ("torch", "lightgbm"):
        if f"import {extra}\n" in path.read_text():
            pytest.importorskip(extra)
    module = import_module(f"training.{path.parent.name}.{path.stem}")
    monkeypatch.setattr("sys.argv", [path.stem, "--help"])
    with pytest.raises(SystemExit) as stopped:
        module.main()
    assert stopped.value.code == 0
    assert "usage:" in capsys.readouterr().out
