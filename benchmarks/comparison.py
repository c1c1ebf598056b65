"""What every benchmark prints: both sides, their ratio, and the ratio that is wanted."""

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True)
class Comparison:
    """One claim: what was measured on both sides, their ratio, and the ratio that is wanted."""

    what: str
    ours: str
    theirs: str
    ratio: float
    wanted: str
    met: bool


def report(compare: Callable[[], list[Comparison]], about: str | None) -> None:
    """Measure and print, as a table or as JSON; the status is 1 where a wanted ratio is missed."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    rows = compare()
    if options.json:
        print(json.dumps([asdict(row) for row in rows], indent=2))
    else:
        table = Table("", "ours", "theirs", "ratio", "wanted", "met", box=None, pad_edge=False)
        for column in table.columns[1:4]:
            column.justify = "right"
        for row in rows:
            mark = "yes" if row.met else "NO"
            table.add_row(row.what, row.ours, row.theirs, f"{row.ratio:,.1f}", row.wanted, mark)
        Console(width=120).print(table)
    sys.exit(0 if all(row.met for row in rows) else 1)
