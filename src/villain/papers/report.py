"""What an experiment brings: a table with *theirs* beside *ours*, words, numbers, a picture."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

Progress = Callable[[float], None]
Draw = Callable[[Path], None]


@dataclass(frozen=True)
class Section:
    """A table; cells are text, and what is ours carries its interval."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


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
    """How much to run, from which seed, in how many processes, and whom to tell how far it is.

    ``deals`` above 0 is the number of deals of a match, whatever the scale. In ``folder`` what
    takes long is kept as it is finished or stopped, and goes on from there; ``kept`` are its files,
    until somebody has seen the report.
    """

    full: bool = False
    seed: int = 0
    workers: int = 1
    deals: int = 0
    folder: Path | None = None
    progress: Progress = lambda _: None
    kept: list[Path] = field(default_factory=list)

    def tell(self, number: int, of: int) -> None:
        """Report progress in steps."""
        self.progress(number / of)

    def keep(self, name: str) -> Path | None:
        """The file in which something is kept, if there is a folder for it."""
        if self.folder is None:
            return None
        self.kept.append(self.folder / name)
        return self.kept[-1]

    def forget(self) -> None:
        """Nothing needs to go on any more: remove what was kept."""
        for file in self.kept:
            file.unlink(missing_ok=True)
        self.kept.clear()

    def size(self, quick: int, full: int) -> int:
        """A number that depends on the scale."""
        return full if self.full else quick


def part_of(setting: Setting, start: float, end: float) -> Setting:
    """The same setting for a part of the work, which begins and ends at these shares of it."""
    return replace(setting, progress=lambda share: setting.progress(start + (end - start) * share))


Experiment = Callable[[Setting], Report]
