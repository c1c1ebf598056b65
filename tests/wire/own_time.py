"""An event loop whose time does not depend on how fast the machine is.

Its time goes on by a little with every turn of the loop, and jumps to what is next when nobody has
anything to do. So who is slow because other programs run is not late, and who hangs costs no time;
and if nothing can ever happen any more, that is an error and not a wait.
"""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")

TURN = 0.005
"""Seconds of its own time that a turn of the loop takes; an honest answer needs some six."""
QUIET = 0.02
"""Seconds of real time in which what was sent on this machine has arrived, at the latest."""
STUCK = 5.0
"""Seconds of real time after which nothing is expected any more."""


class StuckError(AssertionError):
    """Everybody waits, and nobody for a time."""


class _Selector(selectors.DefaultSelector):
    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.now += TURN
        found = super().select(0)
        if found or timeout == 0:
            return found
        found = super().select(STUCK if timeout is None else QUIET)
        if not found:
            if timeout is None:
                raise StuckError(f"nobody does anything any more: {asyncio.all_tasks()}")
            self.now += timeout
        return found


class OwnTimeLoop(asyncio.SelectorEventLoop):
    """The loop with such a time."""

    def __init__(self) -> None:
        self._own = _Selector()
        super().__init__(self._own)

    def time(self) -> float:
        return self._own.now


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """What ``asyncio.run`` does, in such a time."""
    with asyncio.Runner(loop_factory=OwnTimeLoop) as runner:
        return runner.run(work)
