"""The same work on many things, in several processes; what comes of it is the same."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, TypeVar

from villain.processes import begin_worker

Result = TypeVar("Result")


def side_by_side(
    function: Callable[..., Result], tasks: Sequence[tuple[Any, ...]], workers: int
) -> Iterator[Result]:
    """What a function makes of each of the tasks, its arguments, in their order.

    Fewer than two workers are this process, as in a match.

    >>> list(side_by_side(divmod, [(7, 2), (9, 3)], workers=0))
    [(3, 1), (3, 0)]
    """
    if workers <= 1:
        for task in tasks:
            yield function(*task)
        return
    pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=begin_worker)
    try:
        for future in [pool.submit(function, *task) for task in tasks]:
            yield future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
