"""How benchmarks time, and what every one prints: both sides, their ratio, and what is wanted."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from time import process_time

from rich.console import Console
from rich.table import Table

ROUNDS = 5


@dataclass(frozen=True)
class Comparison:
    """One claim: what was measured on both sides, their ratio, and the ratio that is wanted."""

    what: str
    ours: str
    theirs: str
    ratio: float
    wanted: str
    met: bool


def best_seconds(
    *sides: Callable[[], object], rounds: int = ROUNDS, clock: Callable[[], float] = process_time
) -> list[float]:
    """The seconds that each side takes in its best round.

    The sides take turns, so that what else the machine does is shared out, after a round that does
    not count, in which things are compiled and loaded. The clock is the processor's, which stands
    still while others have it; where several processes work it has to be another. To know one
    side alone, pass one.
    """
    best = [float("inf")] * len(sides)
    for number in range(rounds + 1):
        for place, side in enumerate(sides):
            start = clock()
            side()
            if number:
                best[place] = min(best[place], clock() - start)
    return best


def at_least(
    what: str, ours: float, theirs: float, wanted: float = 0, form: str = ",.0f"
) -> Comparison:
    """A claim about two rates: ours is so many times theirs. Without ``wanted`` none is asked."""
    ratio = ours / theirs
    words = f"at least {wanted:g}" if wanted else "–"
    return Comparison(what, f"{ours:{form}}", f"{theirs:{form}}", ratio, words, ratio >= wanted)


def within(what: str, seconds: float, allowed: float) -> Comparison:
    """A claim about one time, in ms: it is no more than what is allowed."""
    ours, most = f"{1000 * seconds:,.3g}", f"{1000 * allowed:,.3g}"
    return Comparison(what, ours, most, allowed / seconds, "at least 1", seconds <= allowed)


def show(rows: Sequence[Comparison]) -> None:
    """Print claims as a table."""
    table = Table("", "ours", "theirs", "ratio", "wanted", "met", box=None, pad_edge=False)
    for column in table.columns[1:4]:
        column.justify = "right"
    for row in rows:
        mark = "yes" if row.met else "NO"
        table.add_row(row.what, row.ours, row.theirs, f"{row.ratio:,.1f}", row.wanted, mark)
    Console(width=120).print(table)


def report(compare: Callable[[], list[Comparison]], about: str | None) -> None:
    """Measure and print, as a table or as JSON; the status is 1 where a wanted ratio is missed."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    rows = compare()
    if options.json:
        print(json.dumps([asdict(row) for row in rows], indent=2))
    else:
        show(rows)
    sys.exit(0 if all(row.met for row in rows) else 1)
