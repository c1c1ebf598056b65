"""What an experiment brings: a table with *theirs* beside *ours*, words, numbers, a picture."""

from collections.abc import Callable
from dataclasses import dataclass, field
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

    ``deals`` above 0 is the number of deals of a match, whatever the scale; in ``folder`` a long
    match that is stopped is kept, and goes on from there.
    """

    full: bool = False
    seed: int = 0
    workers: int = 1
    deals: int = 0
    folder: Path | None = None
    progress: Progress = lambda _: None

    def tell(self, number: int, of: int) -> None:
        """Report progress in steps."""
        self.progress(number / of)

    def size(self, quick: int, full: int) -> int:
        """A number that depends on the scale."""
        return full if self.full else quick


Experiment = Callable[[Setting], Report]
