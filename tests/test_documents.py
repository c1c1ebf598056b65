"""The README and the manual can be followed step by step, and their links lead somewhere."""

import re
import shlex
from importlib import import_module
from pathlib import Path

import pytest

import villain
from tests.cli.shell import Shell
from villain.agents.registry import AGENTS
from villain.models.predictors.registry import BASELINES, PREDICTORS
from villain.models.registry import MODELS

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.S | re.M)
COMMAND = re.compile(r"^\$ villain (.*?)\n(.*?)(?=^\$ |\Z)", re.S | re.M)
FOLLOWED = [path for path in DOCUMENTS if "\n$ villain " in path.read_text()]
LONG = ("bot", "hands", "model")
"""Tutorials, which take seconds each."""


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=[pytest.mark.slow] * (page.stem in LONG), id=page.stem)
        for page in FOLLOWED
    ],
)
def test_pages_can_be_followed(
    page: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In an empty folder, files are written and commands run in the order of the page."""
    monkeypatch.chdir(tmp_path)
    for name, value in {"COLUMNS": "100", "NO_COLOR": "1", "VILLAIN_STORE": "store"}.items():
        monkeypatch.setenv(name, value)
    run = Shell(capsys)
    for kind, content in BLOCK.findall(page.read_text()):
        if kind == "python" and (file := re.match(r"# (\w+\.py)", content)):
            Path(file[1]).write_text(content)
        for command, shown in COMMAND.findall(content if kind == "console" else ""):
            status, out, err = run(*shlex.split(command))
            assert status == (2 if shown.startswith("villain: ") else 0), f"{command}: {err}"
            assert _prints(out + err, shown), f"{command} printed\n{out}{err}"


def _prints(output: str, shown: str) -> bool:
    """Whether an output is as shown, where … stands for anything, and nothing for any output."""
    lines, pattern = ("\n".join(map(str.rstrip, text.splitlines())) for text in (output, shown))
    wanted = re.escape(pattern.strip("\n")).replace("…", ".*")
    return not pattern or re.fullmatch(wanted, lines.strip("\n"), re.S) is not None


def test_documents_have_examples_links_that_lead_somewhere_and_no_gaps() -> None:
    assert {"README", "hands", "bot", "model"} <= {page.stem for page in FOLLOWED}
    for path in DOCUMENTS:
        assert not re.search(r"^[A-Z]{4,}$|TODO|XXX", path.read_text(), re.M), path.name
        for target, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", path.read_text()):
            page = path.parent / target if target else path
            assert page.exists(), f"{path.name}: {target}"
            assert not anchor or anchor in _anchors(page.read_text()), f"{path.name}: {anchor}"


def _anchors(text: str) -> set[str]:
    """The anchors of a page's headings, as Sphinx and GitHub make them."""
    headings = re.findall(r"^#+ (.*)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_page_is_in_an_index() -> None:
    for path in (ROOT / "docs").rglob("*.md"):
        if path != ROOT / "docs/index.md":
            index = path.parent / "index.md" if path.stem != "index" else ROOT / "docs/index.md"
            listed = index.read_text() + (ROOT / "docs/reference/index.md").read_text()
            assert re.search(rf"^(?:[\w./-]*/)?{path.stem}$", listed, re.M), path


def test_the_reference_names_everything_that_can_be_named() -> None:
    page = (ROOT / "docs/reference/models.md").read_text()
    for name in (*AGENTS, *MODELS, *PREDICTORS, *BASELINES):
        assert f"`{name}`" in page, name


def test_the_interface_is_there() -> None:
    page = (ROOT / "docs/reference/api.md").read_text()
    for module, members in re.findall(r"automodule:: (\S+)\n   :members:(.*)", page):
        for name in members.replace(",", " ").split():
            assert hasattr(import_module(module), name), f"{module}.{name}"
    for name in villain.__all__:
        assert f"`{name}`" in page, name


def test_every_citation_has_its_entry() -> None:
    entries = (ROOT / "docs/reference/bibliography.md").read_text()
    keys = set(re.findall(r"^\| (\w+) \|", entries, re.M))
    for path in (ROOT / "src").rglob("*.py"):
        for cited in re.findall(r"\s\[([a-z]+(?:, [a-z]+)*)\]", _docstrings(path)):
            assert set(cited.split(", ")) <= keys, f"{path.name}: {cited}"


def _docstrings(path: Path) -> str:
    return "\n".join(re.findall(r'"""(.*?)"""', path.read_text(), re.S))
