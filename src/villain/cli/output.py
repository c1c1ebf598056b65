"""Output that the commands share: the console, tables, JSON, progress, colours."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from villain.errors import VillainError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console
    from rich.table import Table

    from villain.arena.statistics import Rate


def examples(*lines: str) -> str:
    """The end of a help page; Typer joins single lines, so they are set apart."""
    return "\n\n".join(["Examples:", *lines])


def print_json(data: dict[str, Any]) -> None:
    """Print one JSON object; whole numbers have no decimal point, and what is not known is null."""
    text = json.dumps(_whole(data), indent=2, ensure_ascii=False)
    print(_UNSAFE_IN_LINES.sub(_as_json_escape, text))  # inside strings, where JSON has no others


def _as_json_escape(match: re.Match[str]) -> str:
    return json.dumps(match[0])[1:-1]


def _whole(data: Any) -> Any:  # noqa: ANN401
    if isinstance(data, dict):
        return {key: _whole(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_whole(value) for value in data]
    if isinstance(data, float) and not isfinite(data):
        return None
    if isinstance(data, float) and data.is_integer() and abs(data) < 2**53:
        return int(data)
    return data


def console(*, to_errors: bool = False) -> "Console":
    """A console for tables, or for progress on standard error; it writes no escapes but its own."""
    from rich.console import Console
    from rich.segment import Segment

    class CleanConsole(Console):
        def render(self, *arguments: Any, **options: Any) -> "Iterable[Segment]":  # noqa: ANN401
            for text, style, control in super().render(*arguments, **options):
                yield Segment(text if control else clean(text, lines=True), style, control)

    return CleanConsole(stderr=to_errors, highlight=False)


def new_table(first: str, *others: str, no_wrap: bool = False) -> "Table":
    """A table without lines: one column of names, which may fold, and others on the right."""
    from rich.table import Column, Table

    right = [Column(head, justify="right", no_wrap=no_wrap) for head in others]
    return Table(Column(first, overflow="fold"), *right, box=None, pad_edge=False)


@contextmanager
def progress(what: str, total: int = 0, unit: str = "") -> Iterator[Callable[[float], None]]:
    """Show a bar on a terminal's standard error; it is told the share that is done.

    With a total of hands or the like it shows how many are done in a second.
    """
    screen = console(to_errors=True)
    if not screen.is_terminal:
        yield lambda _: None
        return
    from rich.progress import (
        BarColumn,
        Progress,
        ProgressColumn,
        Task,
        TaskProgressColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class SpeedColumn(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{(task.speed or 0) * total:,.0f} {unit}/s" if total else "")

    columns = (what, BarColumn(), TaskProgressColumn(), SpeedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True) as bar:
        task = bar.add_task(what, total=1.0)
        yield lambda share: bar.update(task, completed=share)


def check_writable(*paths: Path | None) -> None:
    """Say before the work, not after it, that a file cannot be written."""
    for path in filter(None, paths):
        if path.is_dir() or not path.parent.is_dir():
            raise VillainError(f"{str(path)!r} cannot be written; its folder should exist")


def check_picture(path: Path | None) -> None:
    """The same for a picture, whose ending says what kind it is."""
    check_writable(path)
    if path and path.suffix.lower() not in (".png", ".pdf", ".svg"):
        raise VillainError(f"{str(path)!r} should end in .png, .pdf or .svg")


def many(count: int, thing: str) -> str:
    """A number of things in words.

    >>> many(1, "hand"), many(1200, "batch")
    ('1 hand', '1,200 batches')
    """
    ending = "" if count == 1 else "es" if thing.endswith("ch") else "s"
    return f"{count:,} {thing}{ending}"


def speed(count: int, seconds: float) -> str:
    """How many hands a second; slow play gets a decimal.

    >>> speed(20, 28.0), speed(3000, 2.0)
    ('0.7 hands a second', '1,500 hands a second')
    """
    rate = count / seconds
    return f"{rate:,.{0 if rate >= 10 else 1}f} hands a second"


def interval(rate: "Rate") -> str:
    """From where to where a rate may be, if enough hands were played to say so."""
    return f"{rate.low:+.3f} to {rate.high:+.3f}" if isfinite(rate.low) else "too few hands"


def print_failures(lines: list[str]) -> None:
    """The first failures of agents, and how many more there are."""
    for line in lines[:3]:
        console().print(line, markup=False)
    if len(lines) > 3:
        console().print(f"… and {len(lines) - 3} more failures")


# Controls, those that turn the direction of writing, those nobody sees, and halves of characters.
# Joiners stay: scripts and emoji need them.
_UNSAFE = (
    "\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f"
)
_UNSAFE_ON_A_LINE = re.compile(f"[\\x00-\\x1f{_UNSAFE}]")
_UNSAFE_IN_LINES = re.compile(f"[\\x00-\\x08\\x0b-\\x1f{_UNSAFE}]")


def clean(text: str, *, lines: bool = False) -> str:
    r"""A text that cannot steer the terminal; names in a file of hands may have anything in them.

    >>> clean("Ann\x1b[2J\n")
    'Ann�[2J�'

    With ``lines`` its line breaks and tabs stay.
    """
    unsafe = _UNSAFE_IN_LINES if lines else _UNSAFE_ON_A_LINE
    return unsafe.sub("\N{REPLACEMENT CHARACTER}", text)


def say(text: str, *, to_errors: bool = True) -> None:
    """Print one line that may have in it what others sent; by default on standard error."""
    typer.echo(clean(" ".join(text.split())), err=to_errors)


def plain(text: str) -> str:
    """A name, or what a person typed, made safe for Rich, which would read [50] as mark-up."""
    from rich.markup import escape

    return escape(clean(text))


_VIRIDIS = ("#440154", "#46327e", "#365c8d", "#277f8e", "#1fa187", "#4ac16d", "#a0da39", "#fde725")


def shade(share: float) -> str:
    """A Rich style for a probability, on the perceptually even scale used everywhere."""
    step = min(int(share * len(_VIRIDIS)), len(_VIRIDIS) - 1)
    ink = "#ffffff" if step < 4 else "#000000"
    return f"{ink} on {_VIRIDIS[step]}"
