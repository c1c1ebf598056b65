"""Places to work: each takes a task and promises its result, as `concurrent.futures` has it."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

from villain.errors import VillainError
from villain.processes import PATIENCE, begin_worker, stops_held

GRACE = 3.0
"""Work that nobody wants any more is ended if it is not over after so many seconds."""

Promise = Future[Any]


class LostWorkerError(VillainError):
    """A worker is gone, and what it was doing cannot be done again here."""


class Place(ABC):
    """Somewhere to work: on ``size`` tasks at a time; ``ahead`` more may wait there."""

    size: int = 1
    ahead: int = 0

    @abstractmethod
    def submit(self, function: Callable[..., Any], *arguments: object) -> Promise:
        """Have something done."""

    def some_done(self, promises: Iterable[Promise]) -> set[Promise]:
        """Those that are done, as soon as there are any; none after a moment."""
        return wait(promises, PATIENCE, FIRST_COMPLETED).done

    def result(self, promise: Promise) -> Any:  # noqa: ANN401
        """What came of something that is done; raises what it raised."""
        return promise.result()

    def leave(self, promises: Iterable[Promise]) -> None:
        """Go; nobody wants any more what has not been fetched."""
        for promise in promises:
            promise.cancel()


class ThisProcess(Place):
    """The process itself: a task is done when its result is waited for."""

    def __init__(self) -> None:
        self._todo: deque[tuple[Promise, Callable[..., Any], tuple[object, ...]]] = deque()

    def submit(self, function: Callable[..., Any], *arguments: object) -> Promise:
        """Put off what is to be done."""
        promise = Promise()
        self._todo.append((promise, function, arguments))
        return promise

    def some_done(self, _: Iterable[Promise]) -> set[Promise]:
        """Do what has waited longest."""
        promise, function, arguments = self._todo.popleft()
        promise.set_result(function(*arguments))
        return {promise}


class Processes(Place):
    """Several processes on this machine, which end when nobody wants their work any more."""

    ahead = 1

    def __init__(self, size: int, *, fresh: bool = False) -> None:
        context = get_context("spawn") if fresh else get_context()
        self.size = size
        self._unwanted = context.RawValue("b", 0)
        self._pool = ProcessPoolExecutor(size, context, begin_worker, (self._unwanted,))

    def submit(self, function: Callable[..., Any], *arguments: object) -> Promise:
        """Give something to a process, which is begun if need be."""
        with stops_held():
            return self._pool.submit(function, *arguments)

    def result(self, promise: Promise) -> Any:  # noqa: ANN401
        """What came of it; raises if a process was killed, which ends all."""
        try:
            return promise.result()
        except BrokenProcessPool:
            raise LostWorkerError("a worker was ended from outside") from None

    def leave(self, promises: Iterable[Promise]) -> None:
        """Let what was begun come to its end, if that is soon."""
        if wait([promise for promise in promises if not promise.cancel()], GRACE).not_done:
            self._unwanted.value = 1
        self._pool.shutdown()
