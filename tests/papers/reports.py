"""What the tests of the papers look for in a report."""

from pathlib import Path

from villain.papers.report import Report, Setting


class Tiny(Setting):
    """A fortieth of the quick scale."""

    def size(self, quick: int, full: int) -> int:  # noqa: ARG002
        return max(1, quick // 40)


def cells(report: Report, title: str) -> list[tuple[str, ...]]:
    """The rows of the section whose title begins so."""
    return list(next(one for one in report.sections if one.title.startswith(title)).rows)


def drawn(report: Report, folder: Path) -> None:
    """Every picture comes out, and is not empty."""
    for name, draw in report.pictures.items():
        draw(folder / name)
        assert (folder / name).stat().st_size > 10_000
        assert (folder / name).read_bytes().startswith(b"\x89PNG")


def whole(report: Report, item: str, folder: Path) -> None:
    """The report is the item's, every row fills its table, and every picture comes out."""
    assert report.item == item
    for section in report.sections:
        assert section.rows
        assert {len(row) for row in section.rows} == {len(section.columns)}
    drawn(report, folder)
