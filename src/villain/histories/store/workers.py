"""Work in several processes: Ctrl-C ends them in good order, and so does the end of this one."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from types import FrameType
from typing import TypeVar

from villain.errors import VillainError

Task = TypeVar("Task")
Result = TypeVar("Result")

PATIENCE = 0.1
"""So many seconds pass at most until Ctrl-C is looked at."""


def run_in_processes(
    work: Callable[[Task], Result], tasks: Iterable[Task], workers: int
) -> Iterator[Result]:
    """The results of all tasks, in the order in which they are done.

    A few tasks are taken ahead. On Ctrl-C what was begun is done to its end and given out, the rest
    is left, and then a `KeyboardInterrupt` is raised.
    """
    # Processes that are spawned share nothing with this one, whose libraries have threads.
    with (
        _interrupt_noted() as interrupted,
        ProcessPoolExecutor(
            workers, mp_context=get_context("spawn"), initializer=_begin_worker
        ) as pool,
    ):
        running: set[Future[Result]] = set()
        try:
            for task in tasks:
                with _interrupt_held():
                    running.add(pool.submit(work, task))
                if len(running) > workers:
                    finished, running = _first(running, interrupted)
                    yield from (future.result() for future in finished)
            while running:
                finished, running = _first(running, interrupted)
                yield from (future.result() for future in finished)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            yield from (future.result() for future in running if not future.cancelled())
            raise
        except BrokenProcessPool:
            raise VillainError(
                "a worker was ended from outside; the same command goes on from here"
            ) from None


def _first(
    running: set[Future[Result]], interrupted: Callable[[], bool]
) -> tuple[set[Future[Result]], set[Future[Result]]]:
    """What is done and what is not, as soon as something is."""
    while True:
        finished, rest = wait(running, PATIENCE, FIRST_COMPLETED)
        if interrupted():
            raise KeyboardInterrupt
        if finished:
            return finished, rest


@contextmanager
def _interrupt_noted() -> Iterator[Callable[[], bool]]:
    """Only note Ctrl-C; raised in the middle of the pool's locks it would stop us for ever."""
    came = False

    def note(_: int, __: FrameType | None) -> None:
        nonlocal came
        came = True

    before = signal.getsignal(signal.SIGINT)
    main = threading.current_thread() is threading.main_thread()
    if not main or before in (None, signal.SIG_IGN):
        yield lambda: False
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield lambda: came
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _interrupt_held() -> Iterator[None]:
    """Put Ctrl-C off; a process that is started meanwhile never hears of it."""
    if sys.platform == "win32":
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _begin_worker() -> None:
    """Leave Ctrl-C to the process that started this one, and end when that is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
