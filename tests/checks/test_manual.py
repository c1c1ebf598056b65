"""The example in the manual does what the page says, and the manual has all laws."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from villain.checks.findings import in_words
from villain.checks.subjects import LAWS

MANUAL = Path(__file__).parent.parent.parent / "docs"
PAGE = (MANUAL / "how-to/check.md").read_text()


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, code in re.findall(r"```python\n# (\w+\.py)\n(.*?)```", PAGE, re.S):
        (tmp_path / name).write_text(code)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def test_the_model_keeps_the_laws_and_its_slip_is_noticed(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    right, wrong = re.findall(r"```text\n(.*?)```", PAGE, re.S)
    villain = Shell(capsys)
    assert villain("check", "my_model.py:MyModel") == (0, f"{right}\n", "")
    code = (files / "my_model.py").read_text()
    slip = code.replace(
        "self.counts.get(seen.names[seat], Counter())", "self.counts[seen.names[seat]]"
    )
    (files / "slip.py").write_text(slip)
    status, out, _ = villain("check", "slip.py:MyModel")
    assert status == 1
    assert wrong in out
    assert out.count("✗") == 1


def test_the_test_passes(files: Path) -> None:
    assert files.exists()
    import_module("test_my_model").test_my_model_keeps_the_laws()


def test_the_reference_has_all_laws() -> None:
    reference = (MANUAL / "reference/laws.md").read_text()
    for laws in LAWS.values():
        for law in laws:
            assert f"| {in_words(law)} |" in reference
