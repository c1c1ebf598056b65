"""Every command line that the manual or a help page shows is one that the program understands."""

import re
import shlex
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import typer

from villain.cli.app import app
from villain.cli.reproduce import PAPERS

ROOT = Path(__file__).parent.parent
PROGRAM: Any = typer.main.get_command(app)
DOCUMENTS = [
    path
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    if "adr" not in path.parts  # they say what was so then
]
BLOCK = re.compile(r"```\w*\n(.*?)```", re.S)
LINE = re.compile(r"^(?:\$ )?((?:\w+=\S+ )*villain .+)$", re.M)
INLINE = re.compile(r"(?<!`)`((?:\w+=\S+ )*villain [^`\n]+)`(?!`)")


def in_blocks(text: str) -> list[str]:
    return [
        line for block in BLOCK.findall(text.replace("\\\n", " ")) for line in LINE.findall(block)
    ]


def in_sentences(text: str) -> list[str]:
    return INLINE.findall(BLOCK.sub("", text))


def in_help_pages(command: Any = PROGRAM) -> list[str]:  # noqa: ANN401
    """The examples at the end of each page, without what is said of them in brackets."""
    lines = re.findall(r"^(villain .+?)(?:  +\(.*)?$", command.epilog or "", re.M)
    for one in getattr(command, "commands", {}).values():
        lines += in_help_pages(one)
    return lines


WHOLE = [(path.name, line) for path in DOCUMENTS for line in in_blocks(path.read_text())]
WHOLE += [("--help", line) for line in in_help_pages()]
MENTIONED = [(path.name, line) for path in DOCUMENTS for line in in_sentences(path.read_text())]


def words_of(line: str) -> list[str]:
    """What the program gets of a line: nothing of comments, pipes and redirections."""
    reader = shlex.shlex(line, posix=True, punctuation_chars="|&;<>")
    reader.whitespace_split = True
    words: list[str] = []
    for word in reader:
        if set(word) <= set("|&;<>"):
            break
        words.append(word)
    return words[words.index("villain") + 1 :]


def complaint(line: str) -> str:
    """What the program has against a command, or nothing; it is not run."""
    command, words = PROGRAM, words_of(line)
    while hasattr(command, "commands") and words and not words[0].startswith("-"):
        if words[0] not in command.commands:
            return f"there is no command {words[0]!r}"
        command, words = command.commands[words[0]], words[1:]
    try:
        command.make_context(command.name, list(words))
    except typer.Exit:  # --help and --version are answered at once
        return ""
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        message: str = error.format_message() or "it needs a command"
        return message
    return ""


@pytest.mark.parametrize(("document", "line"), dict.fromkeys(WHOLE))
def test_commands_that_can_be_copied(document: str, line: str) -> None:
    assert complaint(line) == "", document


@pytest.mark.parametrize(("document", "line"), dict.fromkeys(MENTIONED))
def test_commands_that_are_mentioned(document: str, line: str) -> None:
    """They may leave out what they are not about."""
    missing = complaint(line).startswith("Missing argument")
    assert missing or complaint(line) == "", document


@pytest.mark.parametrize(
    ("document", "line"),
    [shown for shown in dict.fromkeys(WHOLE + MENTIONED) if " --item " in shown[1]],
)
def test_papers_have_the_items_that_are_shown(document: str, line: str) -> None:
    words = words_of(line)
    items = [after for word, after in pairwise(words) if word == "--item"]
    assert set(items) <= set(PAPERS[words[1]].split()), document


@pytest.mark.parametrize(
    "path", [*DOCUMENTS, ROOT / "training/README.md"], ids=lambda path: path.stem
)
def test_modules_that_are_shown_exist(path: Path) -> None:
    for module in re.findall(r"python -m ([\w.]+\w)", path.read_text()):
        assert find_spec(module), module


def test_the_reference_has_every_command() -> None:
    page = (ROOT / "docs/reference/commands.md").read_text()
    assert set(re.findall(r"^\| `villain ([\w-]+)`", page, re.M)) == set(PROGRAM.commands)


def test_no_command_hides_in_an_indented_block() -> None:
    for path in DOCUMENTS:
        assert not re.search(r"^ {4,}villain ", BLOCK.sub("", path.read_text()), re.M), path.name


def test_there_are_many_and_wrong_ones_are_noticed() -> None:
    assert len(WHOLE) > 100
    assert len(MENTIONED) > 50
    assert "No such option: --deals" in complaint("villain match call fold --deals 10")
    assert complaint("villain mach call fold") == "there is no command 'mach'"
    assert "--hands" in complaint("villain match call fold --hands many")
    assert complaint("VILLAIN_STORE=x villain hands | head -3 --what") == ""
