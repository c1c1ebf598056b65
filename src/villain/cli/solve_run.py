"""Solving while somebody waits: how far it has come, and an end that keeps what is there."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from villain.cli.output import console, many, plain, say
from villain.cli.solve_screen import distance_words, seconds_words
from villain.processes import stops_noted

if TYPE_CHECKING:
    from pathlib import Path

    from villain.solver.solution import Headway, Solution
    from villain.solver.spot import Spot

EVERY = 30.0
"""Where there is no terminal, a line comes after so many seconds."""

SAVE_EVERY = 300.0
"""A solution that is to be saved is saved after so many seconds, and at the end."""


class Goal(NamedTuple):
    """When to stop: at a distance from equilibrium, in pots, or after so many seconds."""

    to: float
    seconds: float | None


class Teller:
    """Tells on standard error how a solution comes along: on a terminal in one line that moves."""

    def __init__(self, what: str, goal: Goal, show: Callable[[str], None]) -> None:
        self.what, self.goal, self._show = what, goal, show
        self.distance: float | None = None
        self.began = monotonic()

    def measured(self, standing: "Headway") -> None:
        """Take note of a distance."""
        self.distance = standing.distance
        self.tell(standing.iterations)

    def tell(self, iterations: int) -> None:
        """Show how far it is."""
        now = "" if self.distance is None else f", {distance_words(self.distance)} of the pot off"
        self._show(
            f"{self.what}: {many(iterations, 'iteration')}{now} "
            f"(to {distance_words(self.goal.to)}), {seconds_words(monotonic() - self.began)}"
        )


@contextmanager
def teller(what: str, goal: Goal, *, quiet: bool) -> Iterator[Teller]:
    """A teller for one solution; with ``quiet`` it tells nothing unless there is a terminal."""
    screen = console(to_errors=True)
    if screen.is_terminal:
        with screen.status(what) as status:
            yield Teller(what, goal, lambda words: status.update(plain(words)))
        return
    last = monotonic()

    def now_and_then(words: str) -> None:
        nonlocal last
        if not quiet and monotonic() - last >= EVERY:
            last = monotonic()
            say(words)

    yield Teller(what, goal, now_and_then)


def run(
    solution: "Solution",
    what: str,
    goal: Goal,
    *,
    quiet: bool,
    keep: "tuple[Path, Spot] | None" = None,
) -> "tuple[Headway, bool]":
    """Solve until the goal is reached, or somebody stops it, and whether that was so.

    With ``keep`` it is saved every few minutes.
    """
    from villain.solver.saving import save_solution

    saved = monotonic()
    with stops_noted() as stopped, teller(what, goal, quiet=quiet) as told:

        def between() -> bool:
            nonlocal saved
            told.tell(solution.iterations)
            if keep is not None and monotonic() - saved >= SAVE_EVERY:
                save_solution(keep[0], keep[1], solution)
                saved = monotonic()
            return stopped()

        standing = solution.solve(
            to=goal.to, seconds=goal.seconds, progress=told.measured, stopped=between
        )
        return standing, stopped()
