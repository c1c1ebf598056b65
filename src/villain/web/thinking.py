"""Where the agents of all tables think: some at once, in the order in which they are asked.

How long they may take depends on how many are asked at the same time, so that tables answer soon
where many play. Trials are shared out by time here alone: matches have a number of them.
"""

import asyncio
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, NamedTuple, TypeVar

Choice = TypeVar("Choice")

THREADS = max((os.cpu_count() or 1) // 2, 1)
"""So many think at once. They share Python's lock with the one thread that serves all pages."""

SWITCH = 0.001
"""Seconds after which a thread that waits for Python's lock is given it: by itself Python lets it
wait for five times as long, each time."""

LONGEST = 0.25
"""Seconds for a decision, if nobody else is asked: what took a little longer than expected is still
shown at the quickest pace's second tick, after 0.3 s."""

MOST_LATE, NEWS = 0.02, 0.2
"""Seconds by which pages are served late where there is too much to do; and how much each time
says about that."""

_POOL = ThreadPoolExecutor(THREADS, "agent")


class Thought(NamedTuple, Generic[Choice]):
    """A choice, when its thinker's turn to think came (by the monotonic clock), and his seconds.

    How long he waited before that is owed to others: it says nothing of what he holds.
    """

    choice: Choice
    began: float
    seconds: float


class SharedThinking:
    """How many agents think or wait for their turn to think, and how late pages are served.

    All pages are served by one thread: who sleeps there is woken ``late`` if it is busy.
    """

    def __init__(self) -> None:
        self.asked, self.late = 0, 0.0

    @property
    def seconds(self) -> float:
        """How long one of them may take.

        >>> thinking = SharedThinking()
        >>> thinking.asked = 10 * THREADS
        >>> thinking.seconds
        0.025
        """
        return LONGEST / max(1.0, self.asked / THREADS)

    @property
    def busy(self) -> bool:
        """True if some have to wait: reads of what agents do are then made at a person's turn."""
        return self.asked > THREADS or self.late > MOST_LATE

    async def sleep(self, seconds: float) -> None:
        """Sleep, and take note of how late one is woken."""
        began = time.monotonic()
        await asyncio.sleep(seconds)
        late = max(time.monotonic() - began - seconds, 0.0)
        self.late += NEWS * (late - self.late)

    async def think(
        self, choose: Callable[[float], Choice], *, soon: bool = True
    ) -> Thought[Choice]:
        """Have somebody choose, who is told how long he may take when it is his turn.

        Who does not answer ``soon``, or perhaps never, is not waited for by others.
        """

        def go() -> Thought[Choice]:
            began = time.monotonic()
            choice = choose(self.seconds)
            return Thought(choice, began, time.monotonic() - began)

        if not soon:
            return await asyncio.to_thread(go)
        self.asked += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(_POOL, go)
        finally:
            self.asked -= 1


THINKING = SharedThinking()
"""All tables of this process."""
