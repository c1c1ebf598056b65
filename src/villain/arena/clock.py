"""Asks agents without waiting for ever, and without falling when they do."""

import signal
import threading
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from villain.outside import in_words
from villain.processes import is_stop

Answer = TypeVar("Answer")


class _TookTooLong(BaseException):
    """Not an Exception, so that an agent does not swallow it by accident."""


class Failure(NamedTuple):
    """A failure of an agent that was asked: in words, and the error behind it if there was one.

    The words may name cards that the agent holds. Nobody who plays against it should read them.
    """

    words: str
    error: BaseException | None = None

    def __str__(self) -> str:
        return self.words


class Clock:
    """Interrupts whoever takes too long, where the system can (not on Windows, nor in threads)."""

    def __init__(self, patience: float) -> None:
        self.patience = patience
        main = threading.current_thread() is threading.main_thread()
        self._able = patience > 0 and main and hasattr(signal, "setitimer")

    def __enter__(self) -> "Clock":
        if self._able:
            self._before = signal.signal(signal.SIGALRM, self._ring)
        return self

    def ask(self, question: Callable[[], Answer]) -> tuple[Answer | None, Failure | None]:
        """The answer, or what went wrong; whoever ignores the bell hears it again."""
        if self._able:
            signal.setitimer(signal.ITIMER_REAL, self.patience, self.patience)
        try:
            return question(), None
        except _TookTooLong:
            return None, Failure(f"took longer than {self.patience:g} s")
        except (Exception, SystemExit) as error:
            if is_stop(error):  # Ctrl-C in the middle of a kernel
                raise KeyboardInterrupt from None
            return None, Failure(in_words(error), error)
        finally:
            self._stop()

    def _stop(self) -> None:
        if self._able:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def __exit__(self, *_: object) -> None:
        if self._able:
            self._stop()
            signal.signal(signal.SIGALRM, self._before)

    @staticmethod
    def _ring(*_: object) -> None:
        raise _TookTooLong
