"""An experiment and its report: tables with *theirs* beside *ours*, notes, data and pictures."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from villain.papers.telling import MEAN, as_data, tell
from villain.work import Workers

Progress = Callable[[float], None]
Draw = Callable[[Path], None]
Step = TypeVar("Step")
Given = ParamSpec("Given")


@dataclass(frozen=True)
class Section:
    """A table; cells are text, and what is ours carries its interval."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def table(
    title: str,
    columns: str | Iterable[str],
    rows: Mapping[str, Iterable[object]] | Iterable[Iterable[object] | str],
    form: str = "",
) -> Section:
    """A table of values, each told as its column has it; rows may come by their names.

    A column is a heading and, in braces, a form of ``tell``; else it has the ``form`` of the table.
    Headings may come as one text, divided by bars; so may the cells of a row.

    >>> table("Wins", "who | ours {+.2f}", [("me", 1), "you | -1"]).rows
    (('me', '+1.00'), ('you', '-1'))
    """
    wanted = _cells(columns) if isinstance(columns, str) else columns
    parts = [re.fullmatch(r"(.*?)\s*(?:\{(.*)\})?", column, re.S) for column in wanted]
    headings = tuple(part[1] for part in parts if part)
    forms = [part[2] or form for part in parts if part]
    if isinstance(rows, Mapping):
        rows = ((name, *cells) for name, cells in rows.items())
    values = (_cells(row) if isinstance(row, str) else row for row in rows)
    return Section(title, headings, tuple(tuple(map(tell, row, forms)) for row in values))


def grid(
    title: str, corner: str, cells: Mapping[tuple[str, str], object], form: str = ""
) -> Section:
    """A table of what belongs to a row and a column; what is not there is empty.

    >>> grid("Wins", "who", {("me", "call"): 1, ("me", "raise"): 2, ("you", "raise"): 3}).rows
    (('me', '1', '2'), ('you', '', '3'))
    """
    rows, columns = (list(dict.fromkeys(names)) for names in zip(*cells, strict=True))
    by_row = {row: [cells.get((row, column)) for column in columns] for row in rows}
    return table(title, (corner, *columns), by_row, form)


def _cells(text: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in text.split("|"))


@dataclass(frozen=True)
class Report:
    """One table or figure of a paper, regenerated."""

    item: str
    title: str
    sections: tuple[Section, ...]
    notes: tuple[str, ...]
    data: dict[str, Any]
    pictures: dict[str, Draw] = field(default_factory=dict)


@dataclass(frozen=True)
class Setting:
    """The scale, the seed, who works, and where progress goes.

    ``deals`` above 0 is the number of deals of a match, whatever the scale. In ``folder`` what
    takes long is kept as it is finished or stopped, and goes on from there; ``kept`` are its files,
    until somebody has seen the report.
    """

    full: bool = False
    seed: int = 0
    workers: Workers = 1
    deals: int = 0
    folder: Path | None = None
    progress: Progress = lambda _: None
    kept: list[Path] = field(default_factory=list)

    def steps(self, steps: Iterable[Step], more: int = 0) -> Iterator[Step]:
        """Go through steps, and report progress after each; ``more`` steps come later."""
        steps = list(steps)
        return self.steps_of(steps, len(steps) + more)

    def steps_of(self, steps: Iterable[Step], count: int) -> Iterator[Step]:
        """The same where the number of all steps is known beforehand."""
        for number, step in enumerate(steps, 1):
            yield step
            self.progress(number / count)

    def part(self, start: float, end: float) -> "Setting":
        """The same setting for the part of the work between two shares of it."""
        return replace(self, progress=lambda share: self.progress(start + (end - start) * share))

    def parts(self, steps: Sequence[Step]) -> "Iterator[tuple[Step, Setting]]":
        """Each step with the setting of its part of the work, all parts alike."""
        for number, step in enumerate(steps):
            yield step, self.part(number / len(steps), (number + 1) / len(steps))

    def keep(self, name: str) -> Path | None:
        """The file in which something is kept, if there is a folder for it."""
        if self.folder is None:
            return None
        self.kept.append(self.folder / name)
        return self.kept[-1]

    def forget(self) -> None:
        """Remove what was kept: nothing needs to go on any more."""
        for file in self.kept:
            file.unlink(missing_ok=True)
        self.kept.clear()

    def size(self, quick: int, full: int) -> int:
        """A number that depends on the scale."""
        return full if self.full else quick

    def sizes(self, quick: Sequence[int], full: Sequence[int]) -> list[int]:
        """Several numbers that depend on the scale."""
        return [self.size(*pair) for pair in zip(quick, full, strict=True)]

    def deals_or(self, quick: int, full: int) -> int:
        """The number of deals that was asked for, or the scale's."""
        return self.deals or self.size(quick, full)


Experiment = Callable[[Setting], Report]


@dataclass(frozen=True)
class Findings:
    """The results of an experiment as they are; the item makes a report of them.

    Rates in the data are of the ``unit``; empty notes are left out; a single picture needs no name.
    """

    sections: Iterable[Section]
    notes: Iterable[str]
    data: Mapping[str, Any]
    draw: Draw | dict[str, Draw] | None = None
    unit: str = MEAN


@dataclass(frozen=True)
class Item(Generic[Given]):
    """A table or figure of a paper: its name, its title, and the experiment behind it."""

    name: str
    title: str
    run: Callable[Concatenate[Setting, Given], Findings]

    def __call__(self, setting: Setting, *args: Given.args, **kwargs: Given.kwargs) -> Report:
        """Regenerate it."""
        done = self.run(setting, *args, **kwargs)
        pictures = {f"{self.name}.png": done.draw} if callable(done.draw) else done.draw or {}
        notes, data = tuple(filter(None, done.notes)), as_data(done.data, done.unit)
        return Report(self.name, self.title, tuple(done.sections), notes, data, pictures)


def item(
    name: str, title: str
) -> Callable[[Callable[Concatenate[Setting, Given], Findings]], Item[Given]]:
    """Makes an item of an experiment."""
    return partial(Item, name, title)


def by_name(*items: Item[...]) -> dict[str, Experiment]:
    """The items of a paper, in order."""
    return {one.name: one for one in items}
