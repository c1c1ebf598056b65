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
PLEASE = "#villain tell"
"""A remark by which a client asks to be told the game and the names; others ignore remarks."""


class Connection(asyncio.Protocol):
    """Reads and sends lines that end in CRLF; a line may come in pieces, or with many others.

    ``curious`` is whether the other side has asked to be told the game and the names.
    """

    def __init__(self, arrived: Callable[["Connection"], None] | None = None) -> None:
        self.curious = False
        self.closed = asyncio.Event()
        self._arrived = arrived
        self._transport: asyncio.Transport | None = None
        self._lines: deque[str] = deque()
        self._unsent: list[str] = []
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
        if lines:
            self._wake()

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
            loop = asyncio.get_running_loop()
            self._reader = loop.create_future()
            bell = None if until is None else loop.call_at(until, self._too_late, self._reader)
            try:
                await self._reader
            finally:
                self._reader = None
                if bell is not None:
                    bell.cancel()
        return self._lines.popleft()

    @staticmethod
    def _too_late(reader: "asyncio.Future[None]") -> None:
        if not reader.done():
            reader.set_exception(TimeoutError())

    def send(self, line: str) -> None:
        """Send a line, with all that is sent before others have their turn; they travel together.

        Who has left does not hear it.
        """
        if not self._unsent:
            asyncio.get_running_loop().call_soon(self._flush)
        self._unsent.append(line)

    def _flush(self) -> None:
        if self._unsent and self._transport is not None and not self._transport.is_closing():
            text = "\r\n".join([*self._unsent, ""])
            self._transport.write(text.encode("ascii", "replace"))
        self._unsent.clear()

    def abort(self) -> None:
        """Hang up at once."""
        if self._transport is not None:
            self._transport.abort()

    async def close(self, patience: float = 1.0) -> None:
        """Hang up, when all has been sent; who does not listen is left after a while."""
        if self._transport is None:
            return
        self._flush()
        self._transport.close()
        try:
            await asyncio.wait_for(self.closed.wait(), patience)
        except TimeoutError:
            self._transport.abort()
            await self.closed.wait()
