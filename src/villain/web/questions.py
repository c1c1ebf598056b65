"""Work that a page waits for: in threads of its own, a few at once, each for so long at most.

It ends when its time is up or when whoever asked is gone, whichever is first.
"""

import asyncio
import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

import duckdb
from fastapi import Request

from villain.errors import VillainError
from villain.web.conditions import LimitedStore
from villain.web.visitors import Quota

log = logging.getLogger(__name__)

T = TypeVar("T")

SECONDS = 10.0
"""A question takes no longer, unless ``villain play`` is told otherwise."""

MOST, EACH = 4, 3
"""So many questions are answered at once: in all, and of one visitor."""

GRACE, BETWEEN_CALLS = 1.0, 0.1
"""Seconds for work that is called off to end, and between two calls."""


class TooLongError(VillainError):
    """A question took too long."""


class Question:
    """One question: whoever works on it looks now and then whether it is still to be answered."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = monotonic() + seconds
        self._called_off = threading.Event()
        self._at_end: list[Callable[[], None]] = []

    @property
    def over(self) -> bool:
        """True if nobody wants the answer any more."""
        return self._called_off.is_set() or monotonic() > self._end

    def check(self) -> None:
        """Go no further if nobody wants the answer any more."""
        if self.over:
            raise self.too_long()

    def at_end(self, stop: Callable[[], None]) -> None:
        """Have ``stop`` called when the work should end: from another thread, maybe repeatedly."""
        self._at_end.append(stop)

    def call_off(self) -> None:
        """Stop the work."""
        self._called_off.set()
        for stop in list(self._at_end):
            try:
                stop()
            except Exception:
                log.exception("a question cannot be stopped")

    def too_long(self) -> TooLongError:
        """The words for a question whose time is up."""
        return TooLongError(
            f"this took longer than {self.seconds:g} s; narrow it, or give villain play more "
            "--seconds"
        )


class AskedStore(LimitedStore):
    """The hand store, for one question: its queries stop when the question is called off."""

    def __init__(self, folder: Path | None, question: Question) -> None:
        super().__init__(folder, create=True)
        self.question = question

    def connect(self) -> duckdb.DuckDBPyConnection:
        """A connection that ends with the question."""
        connection = super().connect()
        self.question.at_end(connection.interrupt)
        self.question.check()
        return connection


class Questions:
    """Answers the questions of all pages."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._quota = Quota(MOST, EACH)
        self._stopping: set[asyncio.Task[None]] = set()

    async def answer(self, request: Request, address: str, work: Callable[[Question], T]) -> T:
        """Work in a thread, until it is done, its time is up, or whoever asked is gone."""
        self._quota.take(address, "questions")
        question = Question(self._seconds)
        working = _begin(work, question)
        working.add_done_callback(lambda _: self._quota.leave(address))
        leaving = asyncio.create_task(_until_gone(request))
        try:
            first: set[asyncio.Future[Any]] = {working, leaving}
            await asyncio.wait(first, timeout=question.seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            leaving.cancel()
            if not working.done():
                stopping = asyncio.create_task(_stop(question, working))
                self._stopping.add(stopping)
                stopping.add_done_callback(self._stopping.discard)
        if not working.done():
            await asyncio.wait({working}, timeout=GRACE)
        if not working.done():
            raise question.too_long()
        if question.over and working.exception() is not None:
            raise question.too_long() from None
        return working.result()

    async def close(self) -> None:
        """Wait a moment for everything that was called off to end."""
        if self._stopping:
            await asyncio.wait(self._stopping, timeout=GRACE)


def _begin(work: Callable[[Question], T], question: Question) -> "asyncio.Future[T]":
    """Start to work in a thread that nobody waits for when the program ends."""
    result: Future[T] = Future()

    def run() -> None:
        try:
            result.set_result(work(question))
        except BaseException as error:
            result.set_exception(error)

    threading.Thread(target=run, name="question", daemon=True).start()
    return asyncio.wrap_future(result)


async def _until_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _stop(question: Question, working: "asyncio.Future[T]") -> None:
    """Call off, again and again: a query that had not begun has not heard it."""
    while not working.done():
        question.call_off()
        await asyncio.wait({working}, timeout=BETWEEN_CALLS)
    if not working.cancelled():
        working.exception()  # nobody else may look at it
