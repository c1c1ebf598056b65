"""Runs commands in this process, as a person would."""

import json
from typing import Any

import pytest

from villain.cli.app import main


class Shell:
    """Runs one command and keeps what it printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        try:
            main(list(arguments))
            code = 0
        except SystemExit as stop:
            code = int(stop.code or 0)
        out, err = self.capsys.readouterr()
        return code, out, err

    def json(self, *arguments: str) -> Any:  # noqa: ANN401
        code, out, err = self(*arguments, "--json")
        assert code == 0, err
        return json.loads(out)
