"""What a program and the processes that it starts do about signals, and about each other's end."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import parent_process
from types import FrameType

STOPS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""The ways to be told to stop: Ctrl-C, an ordinary kill, a terminal that was closed."""

PATIENCE = 0.1
"""So many seconds pass at most until a stop is looked at."""


def stop_as_by_ctrl_c() -> None:
    """Whoever ends the program in another way than by Ctrl-C loses no more than by that."""
    if threading.current_thread() is not threading.main_thread():
        return
    for number in STOPS:
        if signal.getsignal(number) is signal.SIG_DFL:  # nohup ignores some, and keeps doing so
            signal.signal(number, signal.default_int_handler)


@contextmanager
def stops_noted() -> Iterator[Callable[[], bool]]:
    """Only note a stop; raised in the middle of a pool's locks it would hang for ever."""
    came = False

    def note(_: int, __: FrameType | None) -> None:
        nonlocal came
        came = True

    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    before = {number: signal.getsignal(number) for number in STOPS}
    heeded = [number for number, what in before.items() if what not in (None, signal.SIG_IGN)]
    for number in heeded:
        signal.signal(number, note)
    try:
        yield lambda: came
    finally:
        for number in heeded:
            signal.signal(number, before[number])


@contextmanager
def stops_held() -> Iterator[None]:
    """Put stops off; a process that is started meanwhile never hears of them."""
    if sys.platform == "win32":
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)


def begin_worker() -> None:
    """Leave stops to the process that started this one, and end when that is gone."""
    for number in STOPS:
        signal.signal(number, signal.SIG_IGN)
    parent = parent_process()
    if sys.platform != "win32" and parent is not None:
        threading.Thread(target=_end_with, args=(parent.pid,), daemon=True).start()


def _end_with(parent: int | None) -> None:
    # A pipe would not tell: the other workers hold its end open, too. The parent may be gone
    # already, so that it is not the one whom this process has now.
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)
