"""Matches of an agent in the gauntlet: played, kept in a file, and put together."""

import json
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from benchmarks.gauntlet.measured_match import MeasuredMatch, play_measured
from benchmarks.gauntlet.opponents import SCRIPTS
from benchmarks.gauntlet.standing import Standing
from villain.arena.table import Fault
from villain.errors import VillainError
from villain.work import Workers
from villain.work import run as run_tasks

EVERY = 20.0
"""Seconds between two lines of progress."""

Task = tuple[str, int]


@dataclass(frozen=True)
class GauntletPlan:
    """Matches of one agent: against which scripts, how many of how many hands, with which cards.

    With a file to ``keep`` them in, those that were played are not played again.
    """

    agent: str
    scripts: tuple[str, ...] = tuple(SCRIPTS)
    hands: int = 1000
    matches: int = 1
    seed: int = 1
    workers: Workers = 1
    keep: Path | None = None

    def __post_init__(self) -> None:
        for name in self.scripts:
            if name not in SCRIPTS:
                raise VillainError.unknown("script", name, SCRIPTS)


def run(plan: GauntletPlan) -> list[Standing]:
    """Play all matches that are not kept already, and put them together."""
    kept = _Kept(plan)
    tasks = [(name, number) for number in range(plan.matches) for name in plan.scripts]
    left = [task for task in tasks if task not in kept.matches]
    play = partial(_play, plan.agent, plan.hands, plan.seed)
    for number, match in run_tasks(play, left, plan.workers):
        kept.add(left[number], match)
    return [
        Standing.of(name, [kept.matches[name, number] for number in range(plan.matches)])
        for name in plan.scripts
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


class _Kept:
    """The matches that have been played; with a file they are there again next time."""

    def __init__(self, plan: GauntletPlan) -> None:
        self.run = {"agent": plan.agent, "hands": plan.hands, "seed": plan.seed}
        self.file = plan.keep
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
