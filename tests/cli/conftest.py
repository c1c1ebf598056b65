"""A shell for every test of a command."""

import pytest

from tests.cli.shell import Shell


@pytest.fixture
def villain(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    return Shell(capsys)
