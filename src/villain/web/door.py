"""The way in of every request: who may come, how much he may send, what an answer carries."""

import asyncio
import logging

from fastapi import Request, Response, WebSocket
from fastapi.responses import JSONResponse, RedirectResponse
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from villain.web.close_codes import REFUSED, TOO_MUCH
from villain.web.guard import COOKIE, Guard
from villain.web.visitors import Visitor

log = logging.getLogger(__name__)

MOST_SAID, MOST_UPLOADED = 64 * 2**10, 24 * 2**20
"""So many bytes a request may have, and so many where a file is dropped."""

UPLOADS = ("/api/drop",)

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""What every answer carries, whatever it says."""

WENT_WRONG = "something went wrong here; the terminal has the details"
STOPPING = "the server is being stopped"


class Door:
    """Lets requests in, or says why not; WebSockets are let in where they are served."""

    def __init__(self, app: ASGIApp, guard: Guard) -> None:
        self._app, self._guard = app, guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        exchange = _Exchange(receive, send, most_bytes(scope["path"]))
        response = None
        try:
            response = self._answer_here(Request(scope))
            if response is None:
                await self._app(scope, exchange.receive, exchange.send)
        except asyncio.CancelledError:  # only a server that stops does that
            response = JSONResponse({"words": STOPPING}, 503)
        except Exception:
            if not exchange.too_large:
                log.exception("%s %s", scope["method"], scope["path"])
                response = JSONResponse({"words": WENT_WRONG}, 500)
        if exchange.too_large:
            response = _too_large()
        if response is not None and not exchange.begun:
            exchange.too_large = False
            await response(scope, receive, exchange.send)

    def _answer_here(self, request: Request) -> Response | None:
        """An answer at the door, if the request need go no further."""
        token, cookie = request.query_params.get("token"), request.cookies.get(COOKIE)
        page = request.method == "GET" and request.scope["path"] == "/"
        refusal = self._guard.refusal(request, token, cookie, page=page)
        if refusal is not None:
            return _refused(*refusal)
        path, length = request.scope["path"], request.headers.get("content-length", "0")
        if path.startswith("/api/") and not self._guard.visitors.of(request).talk.take():
            return _refused(429, "too many requests came from there; wait a second")
        if not length.isdecimal():
            return _refused(400, "the length of the request is no number")
        if int(length) > most_bytes(path):
            return _too_large()
        if token is not None and self._guard.token:
            # Once is enough, and it need not stay in the address. Two slashes would lead elsewhere.
            response = RedirectResponse("/" + path.lstrip("/\\"), 303)
            # Lax: a browser keeps a strict one back where another site's link has led here.
            response.set_cookie(COOKIE, self._guard.token, httponly=True, samesite="lax")
            return response
        return None


class _TooLargeError(Exception):
    """More has come than may come."""


class _Exchange:
    """A request and its answer: counts what comes, and puts the headers on what goes."""

    def __init__(self, receive: Receive, send: Send, most: int) -> None:
        self._receive, self._send, self._left = receive, send, most
        self.begun = self.too_large = False

    async def receive(self) -> Message:
        """The next part of the request; raises as soon as there is too much of it."""
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            self.too_large = True
            raise _TooLargeError
        return message

    async def send(self, message: Message) -> None:
        """Send a part of the answer, unless it is to a request that was cut off."""
        if self.too_large and not self.begun:
            return
        if message["type"] == "http.response.start":
            self.begun = True
            MutableHeaders(scope=message).update(HEADERS)
        await self._send(message)


async def admit(socket: WebSocket, guard: Guard) -> Visitor | None:
    """Let a WebSocket in; whoever may not come in is told why, and there is no visitor."""
    await socket.accept()
    refusal = guard.refusal(socket, socket.cookies.get(COOKIE))
    if refusal is not None:
        await socket.close(TOO_MUCH if refusal.status == 429 else REFUSED, refusal.words)
        return None
    visitor = guard.visitors.of(socket)
    if not visitor.talk.take():
        await socket.close(TOO_MUCH, "too much came from there at once; wait a moment")
        return None
    return visitor


def most_bytes(path: str) -> int:
    """The greatest length of a request to this path."""
    return MOST_UPLOADED if path in UPLOADS else MOST_SAID


def _refused(status: int, words: str) -> Response:
    later = {"Retry-After": "5"} if status == 429 else None
    return JSONResponse({"words": words}, status, later)


def _too_large() -> Response:
    # Whatever else is on its way need not come.
    words = "this is too large; use villain import"
    return JSONResponse({"words": words}, 413, {"Connection": "close"})
