"""The server: the page, tables over WebSockets, and what the pages ask for."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, Query, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from fastapi.staticfiles import StaticFiles
from pydantic import TypeAdapter, ValidationError

from villain.errors import VillainError
from villain.web.connection import Connection
from villain.web.guard import MOST_BYTES, Bucket, Guard
from villain.web.keeping import TableFile
from villain.web.lobby import lobby
from villain.web.messages import Lobby, Opened, Said, Settings, Trouble
from villain.web.pages import Pages
from villain.web.room import Room
from villain.web.storing import HandKeeper
from villain.web.table import Table

STATIC = Path(__file__).parent / "static"
MOST_TABLES = 200
IDLE = 12 * 3600
"""A table that nobody has looked at for so many seconds is kept in the file, not in memory."""

CONTENT = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_SAID: TypeAdapter[Said] = TypeAdapter(Said)
GONE, REFUSED, TOO_MUCH = 4404, 4403, 4429


class Server:
    """All rooms, and who may enter them."""

    def __init__(self, folder: Path, store: Path | None = None, token: str = "") -> None:
        self.guard = Guard(token)
        self._file = TableFile(folder / "tables.sqlite")
        self._hands = HandKeeper(store)
        self.rooms: dict[str, Room] = {}
        self.pages = Pages(store, self._keep_all)
        for table in self._file.load():
            self._hands.keep(table, all_of_them=True)
            self.rooms[table.name] = Room(table, self._file, self._hands)

    def open(self, settings: Settings) -> Opened:
        """A new table."""
        if len(self.rooms) >= MOST_TABLES:
            self._forget_idle()
        if len(self.rooms) >= MOST_TABLES:
            raise VillainError("all tables are taken; try again in a while")
        table = Table(settings)
        self._file.save(table)
        self.rooms[table.name] = Room(table, self._file, self._hands)
        return Opened(table=table.name, key=table.key)

    def room(self, name: str, key: str | None) -> Room | None:
        """A room, for whoever holds its key."""
        room = self.rooms.get(name)
        if room is None or key is None or not Guard(room.table.key).knows_token(key):
            return None
        return room

    def _forget_idle(self) -> None:
        idle = [
            name
            for name, room in self.rooms.items()
            if not room.watchers and time.monotonic() - room.used > IDLE
        ]
        for name in idle:
            self._hands.keep(self.rooms[name].table, all_of_them=True)
            del self.rooms[name]
            self._file.drop(name)

    def _keep_all(self) -> None:
        for room in self.rooms.values():
            self._hands.keep(room.table, all_of_them=True)

    async def close(self) -> None:
        """Stop all tables, keep them and their hands."""
        for room in self.rooms.values():
            await room.stop()
        self._keep_all()
        for room in self.rooms.values():
            self._file.save(room.table)
        self._file.close()


def make_app(folder: Path, store: Path | None = None, token: str = "") -> FastAPI:
    """The whole application; ``folder`` is where tables are kept."""
    server = Server(folder, store, token)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
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
    if not server.guard.same_origin(socket.headers) or not server.guard.knows_token(
        socket.cookies.get("villain-token")
    ):
        await socket.close(REFUSED)
        return
    room = server.room(name, socket.query_params.get("key"))
    if room is None:
        await socket.close(GONE)
        return
    line, bucket = Connection(socket), Bucket()
    sending = asyncio.create_task(line.send_all())
    watcher = room.join(line)
    code = 1000
    try:
        while not line.closed:
            text = await socket.receive_text()
            if len(text) > MOST_BYTES or not bucket.take():
                code = TOO_MUCH
                break
            try:
                room.hear(watcher, _SAID.validate_json(text))
            except ValidationError as error:
                what = error.errors()[0]["msg"]
                line.put(Trouble(words=f"the table does not understand: {what}"))
    except (WebSocketDisconnect, RuntimeError, KeyError):
        pass
    finally:
        room.leave(watcher)
        line.closed = True
        sending.cancel()
        with suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(code)


Next = Callable[[Request], Awaitable[Response]]


def _guarded(guard: Guard) -> Callable[[Request, Next], Awaitable[Response]]:
    async def check(request: Request, go_on: Next) -> Response:
        told = request.query_params.get("token") or request.cookies.get("villain-token")
        if not guard.knows_token(told):
            return PlainTextResponse("a token is needed: open the address that was printed", 403)
        if request.method != "GET" and not guard.same_origin(request.headers):
            return JSONResponse({"words": "this page may not ask that"}, 403)
        response = await go_on(request)
        response.headers["Content-Security-Policy"] = CONTENT
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        if guard.token and request.query_params.get("token"):
            response.set_cookie("villain-token", guard.token, httponly=True, samesite="strict")
        return response

    return check


async def _say(_: Request, error: Exception) -> Response:
    if isinstance(error, RequestValidationError):
        first: dict[str, Any] = dict(error.errors()[0])
        where = ".".join(str(part) for part in first["loc"][1:])
        return JSONResponse({"words": f"{where}: {first['msg']}"}, 422)
    return JSONResponse({"words": str(error)}, 400)
