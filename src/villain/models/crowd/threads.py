"""Keeps NumPy's matrix library on one thread, for as long as we ask it.

Our matrices are small. Spread over threads they take longer, since the threads wait for each
other, and waiting costs the processor as much as work. The library is one for the whole process,
so that whoever imports us has his own number back when we are done.
"""

from contextlib import ContextDecorator
from functools import cache
from threading import Lock
from types import TracebackType

from threadpoolctl import ThreadpoolController


class OneThread(ContextDecorator):
    """Keeps the matrix library on one thread; within it nothing needs to be set in the environment.

    Any number of our own threads may be in it at once: the last one out restores what was.

    >>> with OneThread():
    ...     _libraries().select(user_api="blas").info()[0]["num_threads"]
    1
    """

    _lock, _inside = Lock(), 0
    _limit: object = None

    def __enter__(self) -> None:
        with OneThread._lock:
            if OneThread._inside == 0:
                OneThread._limit = _libraries().limit(limits=1, user_api="blas")
            OneThread._inside += 1

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with OneThread._lock:
            OneThread._inside -= 1
            if OneThread._inside == 0:
                OneThread._limit.restore_original_limits()  # type: ignore[attr-defined]


@cache
def _libraries() -> ThreadpoolController:
    """All that are loaded, NumPy's among them."""
    import numpy  # noqa: F401

    return ThreadpoolController()
