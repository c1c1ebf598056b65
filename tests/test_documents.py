"""The commands in the README and in the manual print what the documents say."""

import re
import shlex
from pathlib import Path

import pytest

from villain.arena import Match, play_match
from villain.cli.app import main
from villain.game import no_limit_holdem

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
EXAMPLES = [
    (path.name, command, output)
    for path in DOCUMENTS
    for block in re.findall(r"```console\n(.*?)```", path.read_text(), re.S)
    for command, output in re.findall(r"\$ villain (.*?)\n(.*?)(?=\n\$ |\Z)", block, re.S)
]


@pytest.mark.parametrize(("document", "command", "output"), EXAMPLES)
def test_console_examples(
    document: str,
    command: str,
    output: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")
    with pytest.raises(SystemExit) as stop:
        main(shlex.split(command))
    assert stop.value.code == (2 if output.startswith("villain: ") else 0)
    captured = capsys.readouterr()
    found = [line.rstrip() for line in (captured.out + captured.err).splitlines()]
    assert found == [line.rstrip() for line in output.strip("\n").splitlines()], document


def test_documents_have_examples_links_that_lead_somewhere_and_no_gaps() -> None:
    assert len(EXAMPLES) >= 5
    for path in DOCUMENTS:
        assert not re.search(r"^[A-Z]{4,}$|TODO|XXX", path.read_text(), re.M), path.name
        for target in re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)", path.read_text()):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


def test_every_citation_has_its_entry() -> None:
    keys = set(
        re.findall(r"^\| (\w+) \|", (ROOT / "docs/reference/bibliography.md").read_text(), re.M)
    )
    for path in (ROOT / "src").rglob("*.py"):
        for cited in re.findall(r"\s\[([a-z]+(?:, [a-z]+)*)\]", _docstrings(path)):
            assert set(cited.split(", ")) <= keys, f"{path.name}: {cited}"


def _docstrings(path: Path) -> str:
    return "\n".join(re.findall(r'"""(.*?)"""', path.read_text(), re.S))


def test_the_model_in_the_manual_reads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (ROOT / "docs/reference/models.md").read_text()
    (code,) = re.findall(r"```python\n(# my_model.*?)```", text, re.S)
    (tmp_path / "my_model.py").write_text(code)
    monkeypatch.chdir(tmp_path)
    for command in re.findall(r"^villain ((?:read|match).*my_model.*)$", text, re.M):
        more = ["--hands", "4"] if command.startswith("match") else []
        with pytest.raises(SystemExit) as stop:
            main([*shlex.split(command), *more])
        captured = capsys.readouterr()
        assert (stop.value.code, captured.err) == (0, "")
        assert "my_model.py:MyModel" in captured.out
        assert "failed:" not in captured.out


def test_the_agent_in_the_manual_plays(tmp_path: Path) -> None:
    (code,) = re.findall(
        r"```python\n(# my_agent.*?)```", (ROOT / "docs/how-to/matches.md").read_text(), re.S
    )
    assert len([line for line in code.splitlines() if line.strip()]) <= 15
    path = tmp_path / "my_agent.py"
    path.write_text(code)
    agents = ("call", f"{path}:MyAgent:nerve=6")
    result = play_match(Match(no_limit_holdem(2), agents, deals=200))
    assert not result.faults
