"""One end of a connection: lines in, lines out, and nobody can fill the memory."""

import asyncio
import socket
from collections import deque
from collections.abc import Callable
from typing import cast

LONGEST = 5120
"""Bytes of a line; what is longer is cut off, and cannot be read then."""
MOST_WAITING = 1000
"""Lines that wait to be read; then the other side has to wait, too."""
SOON = 0.002
"""Seconds that a line waits for others to travel with it, while no answer is waited for."""
PLEASE = "#villain tell"
"""A remark by which a client asks to be told the game and the names; others ignore remarks."""


class Connection(asyncio.Protocol):
    """Reads and sends lines that end in CRLF; a line may come in pieces, or with many others.

    ``curious`` is whether the other side has asked to be told the game and the names. Lines wait
    until somebody reads them; but with ``answer``, which gives the reply to a line or nothing, each
    is answered when it comes. If that fails, we hang up, and ``failure`` is why.
    """

    def __init__(
        self,
        arrived: Callable[["Connection"], None] | None = None,
        answer: Callable[[str], str] | None = None,
    ) -> None:
        self.curious = False
        self.closed = asyncio.Event()
        self.failure: Exception | None = None
        self._arrived, self._answer = arrived, answer
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._lines: deque[str] = deque()
        self._unsent: list[str] = []
        self._sending: asyncio.TimerHandle | None = None
        self._until: float | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._rest = b""
        self._cut = False
        self._paused = False
        self._reader: asyncio.Future[None] | None = None

    # What the event loop calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody is there."""
        self._transport = cast("asyncio.Transport", transport)
        # Lines are short and wanted at once; without this each could wait for some 40 ms.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self._arrived is not None:
            self._arrived(self)

    def data_received(self, data: bytes) -> None:
        """Cut what comes into lines."""
        *lines, rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._take(line)
        if len(rest) > LONGEST:
            self._cut = True
            rest = rest[:LONGEST]
        self._rest = rest
        if len(self._lines) > MOST_WAITING and self._transport and not self._paused:
            self._transport.pause_reading()
            self._paused = True
        if self._answer is not None:
            self._reply(self._answer)
        elif lines:
            self._wake()

    def _reply(self, answer: Callable[[str], str]) -> None:
        try:
            self._unsent += filter(None, map(answer, self._lines))
        except Exception as error:
            self.failure = error
            self.abort()
        self._lines.clear()
        self.flush()

    def _take(self, line: bytes) -> None:
        text = line[:LONGEST].decode("ascii", "backslashreplace").rstrip("\r")
        if self._cut or len(line) > LONGEST:
            text += "…"
            self._cut = False
        if text == PLEASE:
            self.curious = True
        else:
            self._lines.append(text)

    def connection_lost(self, error: Exception | None) -> None:  # noqa: ARG002
        """The other side has left, or we have."""
        self.closed.set()
        for timer in (self._sending, self._alarm):
            if timer is not None:
                timer.cancel()
        self._wake()

    def _wake(self) -> None:
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    # What a dealer or a client calls

    async def next_line(self, until: float | None = None) -> str | None:
        """The next line; None if the other side has left.

        Raises TimeoutError if none has come until then, by the clock of the event loop.
        """
        while not self._lines:
            if self.closed.is_set():
                return None
            if self._paused and self._transport is not None:
                self._transport.resume_reading()
                self._paused = False
            self.flush()
            self._reader = self._loop.create_future()
            self._set_alarm(until)
            try:
                await self._reader
            finally:
                self._reader = None
        return self._lines.popleft()

    def _set_alarm(self, until: float | None) -> None:
        """Wake the reader then; an alarm that is set for earlier will be set anew when it rings.

        So there is not a new alarm for each of thousands of lines.
        """
        self._until = until
        if until is not None and (self._alarm is None or self._alarm.when() > until):
            if self._alarm is not None:
                self._alarm.cancel()
            self._alarm = self._loop.call_at(until, self._ring, until)

    def _ring(self, when: float) -> None:
        self._alarm = None
        if self._reader is None or self._reader.done() or self._until is None:
            return
        if when >= self._until:
            self._reader.set_exception(TimeoutError())
        else:
            self._set_alarm(self._until)

    def send(self, line: str) -> None:
        """Send a line: at once if an answer is waited for, else soon; some travel together.

        Each time that somebody is woken costs more than a line. Who has left does not hear it.
        """
        self._unsent.append(line)
        if self._sending is None:
            self._sending = self._loop.call_later(SOON, self._flush_at_last)

    def _flush_at_last(self) -> None:
        self._sending = None
        self.flush()

    def flush(self) -> None:
        """Let what waits to be sent travel now."""
        lines, self._unsent = self._unsent, []
        if lines and self._transport is not None and not self._transport.is_closing():
            text = "\r\n".join([*lines, ""])
            self._transport.write(text.encode("ascii", "replace"))

    def abort(self) -> None:
        """Hang up at once."""
        if self._transport is not None:
            self._transport.abort()

    async def close(self, patience: float = 1.0) -> None:
        """Hang up, when all has been sent; who does not listen is left after a while."""
        if self._transport is None:
            return
        self.flush()
        self._transport.close()
        try:
            await asyncio.wait_for(self.closed.wait(), patience)
        except TimeoutError:
            self._transport.abort()
            await self.closed.wait()
