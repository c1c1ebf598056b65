"""The one loop behind all work that is shared: begin tasks, and take results as they are done."""

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from villain.processes import stops_noted
from villain.work.place import Place, Promise
from villain.work.workplace import Workers, Workplace

Tag = TypeVar("Tag")
Task = TypeVar("Task")
Result = TypeVar("Result")


class Crew(Generic[Tag]):
    """Those who work at a place; what they are given carries a tag by which it is known again."""

    def __init__(
        self, place: Place, is_stopped: Callable[[], bool] = lambda: False, *, finish: bool = False
    ) -> None:
        self._place, self._is_stopped, self._finish = place, is_stopped, finish
        self._is_ending = False
        self.running: dict[Promise, Tag] = {}

    @property
    def _room(self) -> float:
        return -math.inf if self._is_ending else self._place.size - len(self.running)

    @property
    def has_room(self) -> bool:
        """True if somebody is free."""
        return self._room > 0

    @property
    def has_queue(self) -> bool:
        """True if somebody is free or will soon be, and something should wait for that."""
        return self._room + self._place.ahead > 0

    def begin(self, tag: Tag, function: Callable[..., Any], *arguments: object) -> None:
        """Have something done."""
        self.running[self._place.submit(function, *arguments)] = tag

    def done(self) -> Iterator[tuple[Tag, Any]]:
        """Results as they are done, until nothing is left; more may be begun meanwhile.

        After a stop what was begun is done to its end and given out, if that is wanted, and then a
        `KeyboardInterrupt` is raised.
        """
        try:
            while self.running:
                finished = self._place.some_done(self.running)
                self._look()
                for promise in finished:
                    tag = self.running.pop(promise)
                    yield tag, self._place.result(promise)
                    self._look()
        except KeyboardInterrupt:
            self._is_ending = True
            if self._finish:
                yield from self._begun()
            raise

    def _look(self) -> None:
        if self._is_stopped():
            raise KeyboardInterrupt

    def _begun(self) -> Iterator[tuple[Tag, Any]]:
        begun = [promise for promise in self.running if not promise.cancel()]
        while begun:
            for promise in self._place.some_done(begun):
                begun.remove(promise)
                yield self.running.pop(promise), self._place.result(promise)
        self.running.clear()


@contextmanager
def at_work(
    workers: Workers, most: int | None = None, *, fresh: bool = False, finish: bool = False
) -> Iterator[Crew[Any]]:
    """A crew; on leaving, whatever it has not done is dropped.

    A stop is noted and raised between two results, wherever the work is done; only in this process
    it comes when it comes, as everywhere.
    """
    workplace = Workplace.of(workers)
    if workplace.is_here:
        yield Crew(workplace.open())
        return
    with stops_noted() as is_stopped:
        place = workplace.open(most, fresh=fresh)
        crew: Crew[Any] = Crew(place, is_stopped, finish=finish)
        try:
            yield crew
        finally:
            place.leave(crew.running)


def run(
    function: Callable[[Task], Result],
    tasks: Iterable[Task],
    workers: Workers = 1,
    *,
    most: int | None = None,
    fresh: bool = False,
    finish: bool = False,
) -> Iterator[tuple[int, Result]]:
    """What a function makes of each task, with the task's number, in the order they are done.

    Tasks are taken as they are needed.

    >>> dict(run(abs, [-7, 2, -3]))
    {0: 7, 1: 2, 2: 3}
    """
    numbered = enumerate(tasks)
    with at_work(workers, most, fresh=fresh, finish=finish) as crew:

        def begin() -> None:
            while crew.has_queue and (next_one := next(numbered, None)):
                number, task = next_one
                crew.begin(number, function, task)

        begin()
        for number, result in crew.done():
            yield number, result
            begin()


def run_in_order(
    function: Callable[[Task], Result],
    tasks: Iterable[Task],
    workers: Workers = 1,
    *,
    most: int | None = None,
    fresh: bool = False,
) -> Iterator[Result]:
    """The same in the order of the tasks.

    >>> list(run_in_order(abs, [-7, 2, -3]))
    [7, 2, 3]
    """
    early: dict[int, Result] = {}
    due = 0
    for number, result in run(function, tasks, workers, most=most, fresh=fresh):
        early[number] = result
        while due in early:
            yield early.pop(due)
            due += 1
