"""A browser's connection to a table or a match."""

import asyncio
from collections import deque
from contextlib import suppress

from fastapi import WebSocket, WebSocketDisconnect

from villain.web.messages import Costliest, Message, Read, Session, Update

MOST_WAITING = 200
"""A page that has not taken so many messages is too slow, and is left."""

PATIENCE = 10.0
"""Seconds to wait for a page to take a message."""


class PageConnection:
    """Sends messages in order, in its own time; what a newer one replaces is not sent."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._waiting: deque[Message] = deque()
        self._news = asyncio.Event()
        self.closed = False

    def put(self, message: Message) -> None:
        """Send a message soon; it never waits."""
        if self.closed:
            return
        if isinstance(message, Read | Session | Costliest):
            same = [
                one
                for one in self._waiting
                if type(one) is type(message)
                and getattr(one, "about", "") == getattr(message, "about", "")
            ]
            for one in same:
                self._waiting.remove(one)
        elif isinstance(message, Update) and len(self._waiting) > MOST_WAITING // 4:
            self._merge(message)
            return
        self._waiting.append(message)
        if len(self._waiting) > MOST_WAITING:
            self.closed = True
        self._news.set()

    def _merge(self, message: Update) -> None:
        """A page that lags gets the newest state, without the steps to it."""
        kept = [one for one in self._waiting if not isinstance(one, Update)]
        self._waiting = deque([*kept, Update(happened=[], view=message.view)])
        self._news.set()

    async def send_all(self) -> None:
        """Send whatever is put, until the page is gone or too slow."""
        with suppress(WebSocketDisconnect, RuntimeError, TimeoutError, OSError):
            while not self.closed:
                await self._news.wait()
                self._news.clear()
                while self._waiting:
                    text = self._waiting.popleft().model_dump_json()
                    await asyncio.wait_for(self._socket.send_text(text), PATIENCE)
        self.closed = True
