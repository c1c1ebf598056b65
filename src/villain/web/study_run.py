"""One solution of a study on its way."""

from dataclasses import dataclass, field

from villain.solver.solution import Solution
from villain.web.study_messages import RunKey

LONGEST = 90.0
"""Seconds of solving, each time it is asked for."""


@dataclass
class Run:
    """One solution on its way: a curve of seconds and distances, and where it stands."""

    key: RunKey
    title: str
    target: float
    state: str = "waiting"
    words: str = ""
    solution: Solution | None = None
    seconds: list[float] = field(default_factory=list)
    distances: list[float] = field(default_factory=list)
    share: float = 1.0
    allowed: float = LONGEST
