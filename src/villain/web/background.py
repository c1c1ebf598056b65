"""Slow work beside the tables, in threads of its own: advice at a turn, judgements after a hand."""

import asyncio
import gc
import logging
import pickle
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Protocol

from villain.game.observation import Observation
from villain.models.model import OpponentModel
from villain.web.advice import TurnAdvice, advise
from villain.web.costly import HandToJudge, judge_hand
from villain.web.keeping import TableFile
from villain.web.lobby import warm_up_readers
from villain.web.messages import Costliest, Costly
from villain.web.table import PageTable

log = logging.getLogger(__name__)

LONGEST_GO = 120.0
"""Seconds after which a judge rests until the next hand is over, or he is asked again."""

_ADVISERS = ThreadPoolExecutor(2, "adviser")
_JUDGES = ThreadPoolExecutor(1, "judge")
_warming = threading.Lock()


def warm_up_in_background() -> None:
    """Compile what simulations and models need while the first hands are dealt.

    Whatever is there then stays as long as the server does, so garbage is not looked for in it any
    more: each time that took 0.13 to 0.2 s, during which nobody was served.
    """
    if _warming.acquire(blocking=False):  # once is enough
        threading.Thread(target=_warm_up, daemon=True).start()


def _warm_up() -> None:
    try:
        warm_up_readers()
        gc.collect()
        gc.freeze()
    except Exception:
        log.exception("simulations and models cannot be warmed up")


class Helper(Protocol):
    """Works beside a table."""

    def stop(self) -> None:
        """Go no further."""

    async def ended(self) -> None:
        """Wait until nothing is going on any more."""


Moment = tuple[int, int, str]
"""A hand, how much has happened, and the model with which one reads."""


class Adviser:
    """Advises the person of a table, once at each turn and with each model."""

    def __init__(self, table: PageTable, done: Callable[[str, TurnAdvice], None]) -> None:
        self._table, self._done = table, done
        self._known: dict[Moment, TurnAdvice] = {}
        self._tasks: dict[Moment, asyncio.Task[None]] = {}

    def known(self, reader: str) -> TurnAdvice | None:
        """The advice for this turn, if it is there."""
        return self._known.get(self._now(reader))

    def ask(self, reader: str) -> None:
        """Have it worked out, if it is the person's turn and nobody does so already."""
        table, now = self._table, self._now(reader)
        if table.you is None or table.turn != table.you or now in self._tasks or now in self._known:
            return
        seen = table.hand.observation(table.seat_of(table.you))
        # A copy, since the table goes on while it is used.
        task = asyncio.create_task(self._advise(now, table.reader(reader).clone(), seen))
        self._tasks[now] = task
        task.add_done_callback(lambda _: self._tasks.pop(now, None))

    async def _advise(self, now: Moment, model: OpponentModel, seen: Observation) -> None:
        loop = asyncio.get_running_loop()
        advice = await loop.run_in_executor(_ADVISERS, self._work_out, now, model, seen)
        if advice is not None and now == self._now(now[2]):
            self._known = {key: one for key, one in self._known.items() if key[:2] == now[:2]}
            self._known[now] = advice
            self._done(now[2], advice)

    def _work_out(self, now: Moment, model: OpponentModel, seen: Observation) -> TurnAdvice | None:
        if now[:2] != (self._table.number, self._table.seq):
            return None  # he has acted in the meantime
        return advise(model, seen, seed=1_000_003 * now[0] + now[1])

    def _now(self, reader: str) -> Moment:
        return self._table.number, self._table.seq, reader

    def stop(self) -> None:
        """Advise nobody any more."""
        for task in list(self._tasks.values()):
            task.cancel()

    async def ended(self) -> None:
        """Wait until nothing is being worked out any more."""
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)


class Judge:
    """Judges the finished hands of a table, the newest first, as long as somebody looks."""

    def __init__(
        self,
        table: PageTable,
        file: TableFile,
        wanted: Callable[[], bool],
        tell: Callable[[], None],
    ) -> None:
        self._table, self._file, self._wanted, self._tell = table, file, wanted, tell
        self._task: asyncio.Task[None] | None = None
        self._stopped = threading.Event()

    def wake(self) -> None:
        """Judge what there is to judge, if somebody looks and it is not being done."""
        if self._wanted() and self._left() and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._go())

    def so_far(self) -> Costliest:
        """The costliest decisions so far."""
        costs = self._table.costs
        working = self._task is not None and not self._task.done()
        return Costliest(
            decisions=costs.worst, judged=costs.judged, left=len(self._left()), working=working
        )

    def _left(self) -> list[int]:
        done = self._table.costs.done
        return [one for one in self._file.to_judge(self._table.name) if one not in done]

    async def _go(self) -> None:
        end, costs, loop = monotonic() + LONGEST_GO, self._table.costs, asyncio.get_running_loop()
        while self._wanted() and monotonic() < end and (left := self._left()):
            packed = self._file.hand_to_judge(self._table.name, left[0])
            costly = await loop.run_in_executor(_JUDGES, self._judge, packed, costs.bar)
            if self._stopped.is_set():
                return
            costs.take(left[0], costly)
            if self._left():
                self._tell()
        loop.call_soon(self._tell)  # when this is over, and nothing is going on any more

    def _judge(self, packed: bytes | None, bar: float) -> list[Costly]:
        try:
            if packed is not None and not self._stopped.is_set():
                hand = pickle.loads(packed)
                if isinstance(hand, HandToJudge):
                    return judge_hand(hand, bar, stopped=self._stopped.is_set)
        except Exception:
            log.exception("a hand of table %s cannot be judged", self._table.name)
        return []

    def stop(self) -> None:
        """Judge no more; what is half done will be done again."""
        self._stopped.set()
        if self._task is not None:
            self._task.cancel()

    async def ended(self) -> None:
        """Wait until nothing is being judged any more."""
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)
