"""A browser's connection to a table or a match."""

import asyncio
from collections import deque
from contextlib import suppress
from typing import NamedTuple

from fastapi import WebSocket, WebSocketDisconnect

from villain.web.messages import Costliest, Dial, Message, Read, Session, Update

MOST_WAITING = 200
"""A page that has not taken so many messages is too slow, and is left."""

REPLACED = {one.__name__ for one in (Read, Session, Costliest, Dial)}
"""Messages of which only the newest matters, of those about the same thing."""

PATIENCE = 10.0
"""Seconds to wait for a page to take a message."""


class ReadyText(NamedTuple):
    """A message as text, from another process: the name of its class, and what it is about."""

    kind: str
    about: str
    text: str


class PageConnection:
    """Sends messages in order, in its own time; what a newer one replaces is not sent."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._waiting: deque[Message | ReadyText] = deque()
        self._news = asyncio.Event()
        self.closed = False

    def put(self, message: Message | ReadyText) -> None:
        """Send a message soon; it never waits."""
        if self.closed:
            return
        kind = _kind_of(message)
        if kind[0] in REPLACED:
            for one in [one for one in self._waiting if _kind_of(one) == kind]:
                self._waiting.remove(one)
        elif kind[0] == Update.__name__ and len(self._waiting) > MOST_WAITING // 4:
            self._merge(message)
            return
        self._waiting.append(message)
        if len(self._waiting) > MOST_WAITING:
            self.closed = True
        self._news.set()

    def _merge(self, message: Message | ReadyText) -> None:
        """A page that lags gets the newest state, without the steps to it."""
        if isinstance(message, ReadyText):
            message = Update.model_validate_json(message.text)
        assert isinstance(message, Update)
        kept = [one for one in self._waiting if _kind_of(one)[0] != Update.__name__]
        self._waiting = deque([*kept, Update(happened=[], view=message.view)])
        self._news.set()

    def close(self) -> None:
        """Send no more, and end the connection."""
        self.closed = True
        self._news.set()

    async def send_all(self) -> None:
        """Send whatever is put, until the page is gone or too slow."""
        with suppress(WebSocketDisconnect, RuntimeError, TimeoutError, OSError):
            while not self.closed:
                await self._news.wait()
                self._news.clear()
                while self._waiting:
                    message = self._waiting.popleft()
                    if not isinstance(message, ReadyText):
                        message = ReadyText(*_kind_of(message), message.model_dump_json())
                    await asyncio.wait_for(self._socket.send_text(message.text), PATIENCE)
        self.closed = True


def _kind_of(message: Message | ReadyText) -> tuple[str, str]:
    """The name of a message's class, and what it is about."""
    if isinstance(message, ReadyText):
        return message.kind, message.about
    return type(message).__name__, getattr(message, "about", "")
