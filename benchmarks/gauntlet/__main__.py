"""Run an agent through the gauntlet: what it takes of what each script gives away.

Every match is played from the beginning by an agent that knows nothing of the script; wins are in
big blinds a hand, with 95 % intervals. The status is 1 if anything that is wanted is missed.
"""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.gauntlet.matches import GauntletPlan, run
from benchmarks.gauntlet.opponents import SCRIPTS
from benchmarks.gauntlet.standing import STRETCHES, Standing, misses
from villain.arena.statistics import Rate
from villain.errors import VillainError


def main() -> int:
    options = _options()
    try:
        standings = run(_plan(options))
    except VillainError as error:
        print(error, file=sys.stderr)
        return 2
    missed = misses(standings)
    if options.json:
        rows = [asdict(one) | {"share": one.share} for one in standings]
        print(json.dumps({"agent": options.agent, "scripts": rows, "missed": missed}, indent=2))
    else:
        Console(width=120).print(_table(standings))
        print("\n".join(f"missed: {line}" for line in missed) or "nothing is missed")
    return 1 if missed else 0


def _plan(options: argparse.Namespace) -> GauntletPlan:
    scripts = tuple(name.strip() for name in options.only.split(","))
    numbers = options.hands, options.matches, options.seed, options.workers
    return GauntletPlan(options.agent, scripts, *numbers, options.keep)


def _table(standings: list[Standing]) -> Table:
    titles = [f"hands {start + 1:,}–{stop:,}" for start, stop in STRETCHES]
    table = Table("script", "best win", *titles, box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for one in standings:
        cells = [_cell(part, one.best) for part in one.stretches]
        cells += ["–"] * (len(STRETCHES) - len(cells))
        table.add_row(one.script, "–" if one.best is None else f"{one.best:.2f}", *cells)
    shares = [one.share for one in standings if one.share is not None]
    if shares:
        table.add_row("on average", "", "", "", f"{np.mean(shares):.0%}")
    return table


def _cell(won: Rate, best: float | None) -> str:
    half = won.high - won.mean
    share = f" = {won.mean / best:.0%} ± {half / best:.0%}" if best else ""
    return f"{won.mean:+.2f} ± {half:.2f}{share}"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gauntlet", description=__doc__)
    parser.add_argument("agent", help="a name, or file.py:Class")
    parser.add_argument("--only", default=",".join(SCRIPTS), help="scripts, with commas between")
    parser.add_argument("--hands", type=int, default=1000, help="hands of a match")
    parser.add_argument("--matches", type=int, default=1, help="matches against each script")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="matches at the same time")
    parser.add_argument("--keep", type=Path, help="a file to keep matches in, and to go on from")
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
