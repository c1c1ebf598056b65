"""What a program and the processes that it starts do about signals, and about each other's end."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import parent_process
from multiprocessing.process import BaseProcess as ParentProcess
from types import FrameType
from typing import Protocol

STOPS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""The ways to be told to stop: Ctrl-C, an ordinary kill, a terminal that was closed."""

PATIENCE = 0.1
"""So many seconds pass at most until a stop is looked at."""


_last_stop = signal.SIGINT


def stop_as_by_ctrl_c() -> None:
    """Make an ordinary kill and a closed terminal stop the program the way Ctrl-C does."""
    global _last_stop
    _last_stop = signal.SIGINT
    if threading.current_thread() is not threading.main_thread():
        return
    for number in STOPS:
        if signal.getsignal(number) is signal.SIG_DFL:  # nohup ignores some, and keeps doing so
            signal.signal(number, _stop)


def _stop(number: int, _: FrameType | None) -> None:
    global _last_stop
    _last_stop = signal.Signals(number)
    raise KeyboardInterrupt


def stop_status() -> int:
    """The exit status of a program that was stopped: 130 after Ctrl-C, 143 after a kill."""
    return 128 + _last_stop


def is_stop(error: BaseException | None) -> bool:
    """True if an error is a stop in disguise, as compiled code and libraries pass it on."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return False


@contextmanager
def stops_noted() -> Iterator[Callable[[], bool]]:
    """Only note the first stop, for whoever looks; a second one is a `KeyboardInterrupt`.

    Raised in compiled code a stop would be taken for an error of that, and in the middle of a
    pool's locks it would hang for ever.
    """
    came = False

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal came
        if came:
            _stop(number, frame)
        global _last_stop
        _last_stop = signal.Signals(number)
        came = True

    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    before = {number: signal.getsignal(number) for number in STOPS}
    unheeded = (None, signal.SIG_IGN, signal.SIG_DFL)
    heeded = [number for number, what in before.items() if what not in unheeded]
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


class Flag(Protocol):
    """A number that processes share; a worker may be killed at any time, so there is no lock."""

    value: int


def begin_worker(unwanted: Flag | None = None) -> None:
    """Leave stops to the process that started this one; end when that is gone, or is told to."""
    for number in STOPS:
        signal.signal(number, signal.SIG_IGN)
    parent = parent_process()
    if sys.platform != "win32" and parent is not None:
        threading.Thread(target=_end_with, args=(parent, unwanted), daemon=True).start()


def _end_with(parent: ParentProcess, unwanted: Flag | None) -> None:
    # Where a server forks us, its end is not the parent's; where the parent forks us itself, its
    # pipe does not tell, since workers that began later hold it open, too.
    first = os.getppid()
    while os.getppid() == parent.pid or (os.getppid() == first and parent.is_alive()):
        if unwanted is not None and unwanted.value:
            break
        time.sleep(0.5)
    os._exit(1)
