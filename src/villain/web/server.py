"""The server: the page, tables over WebSockets, and what the pages ask for."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, Query, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, RedirectResponse
from fastapi.staticfiles import StaticFiles
from pydantic import TypeAdapter, ValidationError

from villain.errors import VillainError
from villain.web.background import warm_up_in_background
from villain.web.connection import Connection
from villain.web.guard import COOKIE, MOST_BYTES, Bucket, Guard
from villain.web.keeping import DamagedError, NotKeptError, TableFile, UnreadableError
from villain.web.lobby import lobby
from villain.web.messages import Lobby, Opened, Said, Settings, Trouble
from villain.web.pages import Pages
from villain.web.room import Room, Watcher
from villain.web.storing import HandKeeper, Remains
from villain.web.table import Table

log = logging.getLogger(__name__)

MOST_WATCHERS = 5
STATIC = Path(__file__).parent / "static"
MOST_TABLES = 200
"""So many tables are in memory; others wait in the file."""

MOST_UPLOADED = 24 * 2**20

CONTENT = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_SAID: TypeAdapter[Said] = TypeAdapter(Said)
GONE, REFUSED, TOO_MUCH, CROWDED, UNREADABLE = 4404, 4403, 4429, 4409, 4422
MOST_REASON = 120
"""A socket cannot be closed with more words."""


class Server:
    """All rooms, and who may enter them."""

    def __init__(self, folder: Path, store: Path | None = None, token: str = "") -> None:
        self.guard = Guard(token)
        self._file = TableFile(folder / "tables.sqlite")
        self._hands = HandKeeper(store)
        self.rooms: dict[str, Room] = {}
        self.pages = Pages(store, self._keep_all, shared=bool(token))
        self._load()
        self._keep_all()

    def _load(self) -> None:
        """The tables that were played last; of damaged ones only the hands."""
        for name in self._file.names():
            try:
                self._fetch(name)
            except DamagedError as error:
                log.warning("table %r: %s", name, error)
                with suppress(UnreadableError):
                    self._hands.keep([Remains(name, self._file.session(name))])
            except UnreadableError:
                continue  # whoever has its key is told

    def open(self, settings: Settings) -> Opened:
        """A new table."""
        if len(self.rooms) >= MOST_TABLES and not self._put_away():
            raise VillainError("all tables are taken; try again in a while")
        table = Table(settings)
        self._file.save(table)
        self.rooms[table.name] = Room(table, self._file, self._hands)
        return Opened(table=table.name, key=table.key)

    def room(self, name: str, key: str | None) -> Room | None:
        """A room, for whoever holds its key."""
        room = self.rooms.get(name) or self._fetch(name)
        if room is None or key is None or not Guard(room.table.key).knows_token(key):
            return None
        return room

    def _fetch(self, name: str) -> Room | None:
        """A table that was put away."""
        table = self._file.find(name)
        if table is not None:
            self.rooms[name] = Room(table, self._file, self._hands)
        return self.rooms.get(name)

    def _put_away(self) -> bool:
        """Keep the table that nobody has looked at for longest in the file alone."""
        alone = [room for room in self.rooms.values() if not room.watchers]
        if not alone:
            return False
        oldest = min(alone, key=lambda room: room.used)
        self._file.save(oldest.table)
        self._hands.keep([oldest.table])
        del self.rooms[oldest.table.name]
        return True

    def _keep_all(self) -> None:
        self._hands.keep([room.table for room in list(self.rooms.values())])

    async def close(self) -> None:
        """Stop all tables, keep them and their hands."""
        for room in self.rooms.values():
            try:
                await room.stop()
            except NotKeptError as error:
                log.warning("table %s goes on where it was last kept: %s", room.table.name, error)
            except Exception:
                log.exception("table %s", room.table.name)
        self._keep_all()
        self._file.close()


def make_app(folder: Path, store: Path | None = None, token: str = "") -> FastAPI:
    """The whole application; ``folder`` is where tables are kept."""
    server = Server(folder, store, token)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        warm_up_in_background()
        yield
        await server.close()

    app = FastAPI(lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.server = server
    app.middleware("http")(_guarded(server.guard))
    app.add_exception_handler(VillainError, _say)
    app.add_exception_handler(RequestValidationError, _say)

    @app.get("/api/lobby")
    def get_lobby() -> Lobby:
        return lobby()

    @app.post("/api/tables")
    async def open_table(settings: Settings) -> Opened:
        return server.open(settings)

    @app.get("/api/tables/{name}/export")
    def export(
        name: str, key: str, form: Annotated[str, Query(alias="format")] = "phh"
    ) -> PlainTextResponse:
        room = server.room(name, key)
        if room is None:
            raise VillainError("there is no such table")
        return PlainTextResponse(server.pages.export(room.table, form))

    @app.websocket("/api/tables/{name}")
    async def table(socket: WebSocket, name: str) -> None:
        await _serve_table(server, socket, name)

    server.pages.add_to(app)
    if STATIC.is_dir():
        app.mount("/", StaticFiles(directory=STATIC, html=True))
    return app


async def _serve_table(server: Server, socket: WebSocket, name: str) -> None:
    await socket.accept()
    if not server.guard.admits(socket.headers, socket.cookies.get(COOKIE)):
        await socket.close(REFUSED)
        return
    try:
        room = server.room(name, socket.query_params.get("key"))
    except UnreadableError as error:
        await socket.close(UNREADABLE, str(error)[:MOST_REASON])
        return
    if room is None:
        await socket.close(GONE, "there is no such table, or it has another key")
        return
    if len(room.watchers) >= MOST_WATCHERS:
        await socket.close(CROWDED, "too many windows are open at this table; close one of them")
        return
    line = Connection(socket)
    watcher = room.join(line)
    sending = asyncio.create_task(line.send_all())
    hearing = asyncio.create_task(_hear(room, watcher, socket, line))
    try:
        await asyncio.wait({sending, hearing}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        room.leave(watcher)
        line.closed = True
        code = hearing.result() if hearing.done() and not hearing.cancelled() else 1000
        for task in (sending, hearing):
            task.cancel()
        with suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(code)


async def _hear(room: Room, watcher: Watcher, socket: WebSocket, line: Connection) -> int:
    """Take what a page says; the code with which to close when it is over."""
    bucket = Bucket()
    while True:
        try:
            text = await socket.receive_text()
        except (WebSocketDisconnect, RuntimeError, KeyError):
            return 1000
        if len(text.encode(errors="replace")) > MOST_BYTES or not bucket.take():
            return TOO_MUCH
        try:
            room.hear(watcher, _SAID.validate_json(text))
        except ValidationError as error:
            what = error.errors()[0]["msg"]
            line.put(Trouble(words=f"the table does not understand: {what}"))


Next = Callable[[Request], Awaitable[Response]]


def _guarded(guard: Guard) -> Callable[[Request, Next], Awaitable[Response]]:
    async def check(request: Request, go_on: Next) -> Response:
        told, cookie = request.query_params.get("token"), request.cookies.get(COOKIE)
        page = request.method == "GET" and request.url.path == "/"
        if not guard.admits(request.headers, told, cookie, page=page):
            return JSONResponse({"words": "open the address that villain play has printed"}, 403)
        if int(request.headers.get("content-length") or 0) > MOST_UPLOADED:
            return JSONResponse({"words": "this is too large; use villain import"}, 413)
        if told is not None and guard.token:  # once is enough, and it need not stay in the address
            response: Response = RedirectResponse(request.url.path, 303)
            # Lax: a browser keeps a strict one back where another site's link has led here.
            response.set_cookie(COOKIE, guard.token, httponly=True, samesite="lax")
            return response
        response = await go_on(request)
        response.headers["Content-Security-Policy"] = CONTENT
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        return response

    return check


async def _say(_: Request, error: Exception) -> Response:
    if isinstance(error, RequestValidationError):
        first: dict[str, Any] = dict(error.errors()[0])
        where = ".".join(str(part) for part in first["loc"][1:])
        return JSONResponse({"words": f"{where}: {first['msg']}"}, 422)
    return JSONResponse({"words": str(error)}, 400)
