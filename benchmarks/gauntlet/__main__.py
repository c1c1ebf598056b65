"""Run an agent through the gauntlet: what it takes of what each script gives away.

Every match is played from the beginning by an agent that knows nothing of the script; wins are in
big blinds a hand, with 95 % intervals. The status is 1 if anything that is wanted is missed.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.gauntlet.measured_match import MeasuredMatch, play_measured
from benchmarks.gauntlet.opponents import SCRIPTS
from benchmarks.gauntlet.standing import STRETCHES, Standing, misses
from villain.arena.statistics import Rate
from villain.arena.table import Fault
from villain.errors import VillainError
from villain.processes import begin_worker

EVERY = 20.0
"""Seconds between two lines of progress."""

Task = tuple[str, int]


def main() -> int:
    options = _options()
    try:
        standings = run(options, [name.strip() for name in options.only.split(",")])
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


def run(options: argparse.Namespace, scripts: list[str]) -> list[Standing]:
    """Play all matches that are not kept already, and put them together."""
    for name in scripts:
        if name not in SCRIPTS:
            raise VillainError.unknown("script", name, SCRIPTS)
    kept = _Kept(options)
    tasks = [(name, number) for number in range(options.matches) for name in scripts]
    left = [task for task in tasks if task not in kept.matches]
    play = partial(_play, options.agent, options.hands, options.seed)
    with _mapping(options.workers) as over:
        for task, match in zip(left, over(play, left), strict=True):
            kept.add(task, match)
    return [
        Standing.of(name, [kept.matches[name, number] for number in range(options.matches)])
        for name in scripts
    ]


def _play(agent: str, hands: int, seed: int, task: Task) -> MeasuredMatch:
    script, number = task
    said = monotonic()

    def progress(done: int, mean: float) -> None:
        nonlocal said
        if done == hands or monotonic() > said + EVERY:
            said = monotonic()
            line = f"{script}, match {number + 1}: {done:,} of {hands:,} hands, {mean:+.2f} a hand"
            print(line, file=sys.stderr, flush=True)

    return play_measured(agent, script, hands, seed, number, progress)


@contextmanager
def _mapping(workers: int) -> Iterator[Callable[..., Iterator[MeasuredMatch]]]:
    if workers <= 1:
        yield map
        return
    with ProcessPoolExecutor(workers, initializer=begin_worker) as pool:
        yield pool.map


class _Kept:
    """The matches that have been played; with a file they are there again next time."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.run = {"agent": options.agent, "hands": options.hands, "seed": options.seed}
        self.file: Path | None = options.keep
        self.matches: dict[Task, MeasuredMatch] = {}
        if self.file is not None and self.file.exists():
            for line in self.file.read_text().splitlines():
                row = json.loads(line)
                if row["run"] == self.run:
                    faults = [Fault(*fault) for fault in row["faults"]]
                    match = MeasuredMatch(np.array(row["wins"]), np.array(row["luck"]), faults)
                    self.matches[row["script"], row["match"]] = match

    def add(self, task: Task, match: MeasuredMatch) -> None:
        self.matches[task] = match
        if self.file is None:
            return
        row: dict[str, Any] = {"run": self.run, "script": task[0], "match": task[1]}
        row |= {"wins": match.wins.tolist(), "luck": match.luck.tolist()}
        row["faults"] = [[one.agent, one.deal, one.reason] for one in match.faults]
        with self.file.open("a") as file:
            file.write(json.dumps(row) + "\n")


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
