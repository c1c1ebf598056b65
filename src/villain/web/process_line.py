"""A line between two processes: what one says to the other, and questions that are answered."""

import itertools
import logging
import os
import socket
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from villain.errors import VillainError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

log = logging.getLogger(__name__)

SAID, ASKED, ANSWERED, FAILED = range(4)


class LineLostError(VillainError):
    """The other process is gone."""


class ProcessLine:
    """One end of a pipe; a thread of its own listens, so that neither end waits to be heard.

    ``hear`` is given what the other says, ``answer`` what it asks, both in that thread: the answer
    is what it returns, or will be where that is a future. ``lost`` is called when the other end is
    gone, however it went.
    """

    def __init__(
        self,
        pipe: "Connection[Any, Any]",
        hear: Callable[..., None],
        answer: Callable[..., object],
        lost: Callable[[], None],
    ) -> None:
        self._pipe, self._hear, self._answer, self._lost = pipe, hear, answer, lost
        self._sending, self._numbers = threading.Lock(), itertools.count()
        self._waiting: dict[int, Future[Any]] = {}
        self._over = self._listens = False

    def listen(self) -> None:
        """Begin to listen."""
        self._listens = True
        threading.Thread(target=self._listen, name="process line", daemon=True).start()

    def say(self, *words: object) -> None:
        """Say something; who is gone does not hear it."""
        with suppress(OSError), self._sending:
            self._pipe.send((SAID, 0, words))

    def ask(self, *words: object) -> Future[Any]:
        """Ask something; the answer comes, or an error."""
        number, answer = next(self._numbers), Future[Any]()
        self._waiting[number] = answer
        try:
            with self._sending:
                self._pipe.send((ASKED, number, words))
        except OSError:
            self._over = True
        if self._over:
            self._give_up()
        return answer

    def close(self) -> None:
        """Hang up; who listens lets go of the pipe.

        A pipe that is closed while it is read leaves its number to the next one, of which the
        reader then takes what was not meant for him.
        """
        if sys.platform == "win32" or not self._listens:
            self._pipe.close()
            return
        with suppress(OSError), socket.socket(fileno=os.dup(self._pipe.fileno())) as end:
            end.shutdown(socket.SHUT_RDWR)

    def _listen(self) -> None:
        while (heard := self._receive()) is not None:
            kind, number, words = heard
            if kind == SAID:
                self._hear(*words)
            elif kind == ASKED:
                self._reply(number, words)
            elif kind == ANSWERED:
                self._waiting.pop(number).set_result(words)
            else:
                self._waiting.pop(number).set_exception(words)
        self._over = True
        with self._sending:
            self._pipe.close()
        self._give_up()
        self._lost()

    def _receive(self) -> tuple[int, int, Any] | None:
        """What comes next; None when the line is closed, at either end."""
        try:
            heard: tuple[int, int, Any] = self._pipe.recv()
        except (EOFError, OSError, TypeError):  # the last if we closed it while it was read
            return None
        return heard

    def _give_up(self) -> None:
        for number in list(self._waiting):
            answer = self._waiting.pop(number, None)
            if answer is not None:
                answer.set_exception(LineLostError("the process that runs this table has ended"))

    def _reply(self, number: int, words: tuple[Any, ...]) -> None:
        try:
            answer = self._answer(*words)
        except Exception as error:
            self._send_failure(number, error)
            return
        if isinstance(answer, Future):
            answer.add_done_callback(lambda done: self._send_result(number, done))
        else:
            self._send(ANSWERED, number, answer)

    def _send_result(self, number: int, done: Future[Any]) -> None:
        error = done.exception()
        if isinstance(error, Exception):
            self._send_failure(number, error)
        else:
            self._send(ANSWERED, number, done.result())

    def _send_failure(self, number: int, error: Exception) -> None:
        if not isinstance(error, VillainError):
            log.error("a question of another process", exc_info=error)
            error = VillainError("something went wrong in another process")
        self._send(FAILED, number, error)

    def _send(self, kind: int, number: int, words: object) -> None:
        with suppress(OSError), self._sending:
            self._pipe.send((kind, number, words))
