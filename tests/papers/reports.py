"""What the tests of the papers look for in a report."""

from pathlib import Path

from villain.papers.report import Report


def cells(report: Report, title: str) -> list[tuple[str, ...]]:
    """The rows of the section whose title begins so."""
    return list(next(one for one in report.sections if one.title.startswith(title)).rows)


def drawn(report: Report, folder: Path) -> None:
    """Every picture comes out, and is not empty."""
    for name, draw in report.pictures.items():
        draw(folder / name)
        assert (folder / name).stat().st_size > 10_000
