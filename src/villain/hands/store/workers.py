"""Work in several processes: a stop ends them in good order, and so does the end of this one."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import TypeVar

from villain.errors import VillainError
from villain.processes import PATIENCE, begin_worker, stops_held, stops_noted

Task = TypeVar("Task")
Result = TypeVar("Result")


def run_in_processes(
    work: Callable[[Task], Result], tasks: Iterable[Task], workers: int
) -> Iterator[Result]:
    """The results of all tasks, in the order in which they are done.

    A few tasks are taken ahead. On a stop what was begun is done to its end and given out, the rest
    is left, and then a `KeyboardInterrupt` is raised.
    """
    # Processes that are spawned share nothing with this one, whose libraries have threads.
    with (
        stops_noted() as interrupted,
        ProcessPoolExecutor(
            workers, mp_context=get_context("spawn"), initializer=begin_worker
        ) as pool,
    ):
        running: set[Future[Result]] = set()
        try:
            for task in tasks:
                with stops_held():
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
    """The finished and the unfinished work, as soon as something is finished."""
    while True:
        finished, rest = wait(running, PATIENCE, FIRST_COMPLETED)
        if interrupted():
            raise KeyboardInterrupt
        if finished:
            return finished, rest
