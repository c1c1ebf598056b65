"""Where the dial of `villain` stands against the person at a table, and why."""

import asyncio
import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from villain.agents.villain import Villain
from villain.agents.villain_beliefs import BeliefStanding
from villain.agents.villain_habits import FinishedHand, HandBeside, TellingHabit, compare
from villain.web.messages import Dial, Reason
from villain.web.table import PageTable

log = logging.getLogger(__name__)

ENOUGH = 20
"""What was given and risked is told after so many hands: it is counted on some of them only."""

STEPS = 20
"""Dial and trust are told in so many steps, and the rest in whole big blinds. All of it also goes a
little by the agent's own cards, which make some hands of the person's impossible: exact numbers
could tell of cards that nobody saw. Reasons go by what all could see, and need no rounding."""

_COMPARERS = ThreadPoolExecutor(1, "comparer")


def dial_of(table: PageTable) -> Dial | None:
    """The dial of the one opponent of a person; None where there is none, or where more play."""
    agent = _villain_at(table)
    if agent is None:
        return None
    standing, fixed = agent.standing(), agent.dial is not None
    if not isinstance(standing, BeliefStanding):
        standing = BeliefStanding(0, agent.dial or 0.0, reliable=1.0, risk=0.0, gifts=0.0)
    counted = standing.hands >= ENOUGH
    return Dial(
        hands=standing.hands,
        dial=standing.dial if fixed else _in_steps(standing.dial),
        fixed=fixed,
        trust=_in_steps(standing.reliable),
        given=round(100 * standing.gifts) if counted else None,
        risked=round(100 * standing.risk) if counted else None,
        reasons=[_reason(habit) for habit in standing.habits],
    )


def _villain_at(table: PageTable) -> Villain | None:
    if table.you is None or len(table.agents) != 2:
        return None
    agent = table.agents[1 - table.you]
    return agent if isinstance(agent, Villain) else None


def _in_steps(share: float) -> float:
    return round(STEPS * share) / STEPS


def _reason(habit: TellingHabit) -> Reason:
    words = habit.sentence("you")
    return Reason(
        words=f"{words[:1].upper()}{words[1:]}.",
        done=habit.done,
        chances=habit.chances,
        low=habit.low,
        high=habit.high,
        equilibrium=habit.equilibrium,
    )


class Comparer:
    """Lays a table's finished hands beside equilibrium, beside the table: that takes seconds.

    ``tell`` is called when that changes what is told of the dial.
    """

    def __init__(self, table: PageTable, tell: Callable[[], None]) -> None:
        self._table, self._tell = table, tell
        self._task: asyncio.Task[None] | None = None
        self._stopped = threading.Event()

    def wake(self) -> None:
        """Compare what waits, if that is not being done."""
        if self._next() is not None and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._go())

    def _next(self) -> tuple[int, FinishedHand] | None:
        agent = _villain_at(self._table)
        if agent is None or agent.beliefs is None:
            return None
        return next(iter(agent.beliefs.waiting.items()), None)

    async def _go(self) -> None:
        loop = asyncio.get_running_loop()
        while (waiting := self._next()) is not None:
            number, hand = waiting
            comparison = await loop.run_in_executor(_COMPARERS, self._compare, hand)
            agent = _villain_at(self._table)
            if self._stopped.is_set() or agent is None or agent.beliefs is None:
                return
            before = dial_of(self._table)
            agent.beliefs.compared(number, comparison)
            if dial_of(self._table) != before:
                self._tell()

    def _compare(self, hand: FinishedHand) -> HandBeside:
        try:
            return HandBeside() if self._stopped.is_set() else compare(hand)
        except Exception:
            log.exception("a hand of table %s cannot be compared", self._table.name)
        return HandBeside()

    def stop(self) -> None:
        """Compare no more; what is half done will be done again."""
        self._stopped.set()
        if self._task is not None:
            self._task.cancel()

    async def ended(self) -> None:
        """Wait until nothing is being compared any more."""
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)
