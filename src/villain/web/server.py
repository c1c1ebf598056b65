"""The server: the page, tables over WebSockets, and what the pages ask for."""

import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, Query, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse
from fastapi.staticfiles import StaticFiles
from pydantic import TypeAdapter, ValidationError
from starlette.exceptions import HTTPException

from villain.errors import VillainError
from villain.hands.store.hand_store import HandStore
from villain.models.crowd.threads import OneThread
from villain.web.background import warm_up_in_background
from villain.web.clones import CloneMaker
from villain.web.close_codes import (
    CROWDED,
    GONE,
    MOST_WATCHERS,
    TOO_MUCH,
    UNREADABLE,
)
from villain.web.connection import PageConnection
from villain.web.door import Door, admit
from villain.web.guard import MOST_BYTES, Guard, same_secret
from villain.web.keeping import DamagedError, NotKeptError, TableFile, UnreadableError
from villain.web.lobby import lobby
from villain.web.messages import Lobby, Opened, Said, Settings, Trouble
from villain.web.pages import Pages
from villain.web.questions import SECONDS, TooLongError
from villain.web.room import Room
from villain.web.spreading import AnyRoom, Spread, Visit
from villain.web.storing import HandKeeper, Remains
from villain.web.study_messages import StudyStarted
from villain.web.table import PageTable
from villain.web.thinking import SWITCH
from villain.web.visitors import BusyError, Visitor

log = logging.getLogger(__name__)

STATIC = Path(__file__).parent / "static"
MOST_TABLES = 200
"""So many tables are in memory; others wait in the file."""

NO_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Villain</title>
<h1>There is no such page</h1><p><a href="/">To the table</a></p></html>
"""
_SAID: TypeAdapter[Said] = TypeAdapter(Said)
MOST_REASON = 120
"""A socket cannot be closed with more words."""


class Server:
    """All rooms, and who may enter them."""

    def __init__(
        self,
        folder: Path,
        store: Path | None = None,
        token: str = "",
        *,
        seconds: float = SECONDS,
        know: Path | None = None,
        clones: bool = False,
    ) -> None:
        self._know = know
        self.clones = CloneMaker(store) if clones else None
        self.guard = Guard(token)
        self._file = TableFile(folder / "tables.sqlite")
        self._hands = HandKeeper(store)
        self.rooms: dict[str, AnyRoom] = {}
        self.spread = Spread(self.rooms, self._file, store, self._fetch)
        self.pages = Pages(
            store, self._keep_all, self.guard.visitors, shared=bool(token), seconds=seconds
        )
        self._load()
        self._keep_all()

    def _load(self) -> None:
        """The tables that were played last; of those that cannot be opened only the hands."""
        for name in self._file.names():
            try:
                room = self._fetch(name)
                if room is not None:
                    self.rooms[name] = room
            except UnreadableError as error:
                if isinstance(error, DamagedError):  # of others whoever has the key is told
                    log.warning("table %r: %s", name, error)
                with suppress(UnreadableError):
                    self._hands.keep([Remains(name, self._file.session(name))])

    async def open(self, settings: Settings) -> Opened:
        """A new table; its agents may have studied the person who sits down."""
        self._make_room()
        # A clone is made of thousands of hands, and other tables go on meanwhile.
        table = await asyncio.to_thread(PageTable, settings, clones=self.clones)
        if self._know is not None and not settings.watch:
            await asyncio.to_thread(table.study, HandStore(self._know), settings.name)
        self._make_room()  # others may have sat down meanwhile
        self._file.save(table)
        self.rooms[table.name] = Room(table, self._file, self._hands)
        return Opened(table=table.name, key=table.key)

    def room(self, name: str, key: str | None) -> AnyRoom | None:
        """A room, for whoever holds its key."""
        if key is None:
            return None
        room = self.rooms.get(name) or self._fetch(name, key)
        if room is None or not same_secret(key, room.key):
            return None  # nor does it take the place of another
        if name not in self.rooms and len(self.rooms) >= MOST_TABLES and not self._put_away():
            raise BusyError("all tables are taken; try again in a while")
        return self.rooms.setdefault(name, room)

    def room_for(self, visitor: Visitor, name: str, key: str | None) -> AnyRoom | None:
        """A room, for whoever holds its key; who tries many keys is not listened to."""
        if not visitor.keys.allowed(welcome=visitor.welcome):
            raise BusyError("too many wrong keys came from there; wait a minute")
        room = self.room(name, key)
        if room is None:
            visitor.keys.was_wrong(f"{name} {key}")
        return room

    def _fetch(self, name: str, key: str | None = None) -> Room | None:
        """A table that was put away; if a key is given, only if it is the right one."""
        table = self._file.find(name, key)
        return None if table is None else Room(table, self._file, self._hands)

    def _make_room(self) -> None:
        """See to it that one more table can be opened, or raise."""
        if len(self.rooms) >= MOST_TABLES and not self._put_away():
            raise VillainError("all tables are taken; try again in a while")

    def _put_away(self) -> bool:
        """Keep the table that nobody has looked at for longest in the file alone."""
        alone = [room for room in self.rooms.values() if room.idle]
        if not alone:
            return False
        oldest = min(alone, key=lambda room: room.used)
        oldest.put_away()
        del self.rooms[oldest.name]
        return True

    def _own_rooms(self) -> list[Room]:
        """Those that no other process runs."""
        return [room for room in list(self.rooms.values()) if isinstance(room, Room)]

    def _keep_all(self) -> None:
        self._hands.keep([room.table for room in self._own_rooms()])
        self.spread.store_hands()

    async def close(self) -> None:
        """Stop all tables, keep them and their hands."""
        await self.pages.close()
        await self.spread.stop()
        for room in self._own_rooms():
            try:
                await room.stop()
            except NotKeptError as error:
                log.warning("table %s goes on where it was last kept: %s", room.table.name, error)
            except Exception:
                log.exception("table %s", room.table.name)
        self._keep_all()
        self._file.close()


def make_app(
    folder: Path,
    store: Path | None = None,
    token: str = "",
    *,
    seconds: float = SECONDS,
    know: Path | None = None,
    clones: bool = False,
) -> FastAPI:
    """The whole application; ``folder`` is where tables are kept.

    ``seconds`` is how long a page's question to the hand store may take, ``know`` a store whose
    hands of a person agents study before he sits down; with ``clones`` players of the store may be
    cloned, by whoever comes in.
    """
    server = Server(folder, store, token, seconds=seconds, know=know, clones=clones)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        warm_up_in_background()
        # Small matrices for many tables: threads of theirs would only wait.
        with OneThread(), _switching_often():
            yield
            await server.close()

    app = FastAPI(lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.server = server
    app.add_middleware(Door, guard=server.guard)
    for kind in (VillainError, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, _say)

    @app.get("/api/lobby")
    def get_lobby() -> Lobby:
        return lobby(clones=server.clones is not None)

    @app.post("/api/tables")
    async def open_table(settings: Settings) -> Opened:
        return await server.open(settings)

    @app.get("/api/tables/{name}/export")
    async def export(
        request: Request, name: str, key: str, form: Annotated[str, Query(alias="format")] = "phh"
    ) -> PlainTextResponse:
        room = server.room_for(server.guard.visitors.of(request), name, key)
        if room is None:
            raise VillainError("there is no such table")
        table = await room.copied_table()
        return PlainTextResponse(await server.pages.export(request, table, form))

    @app.post("/api/tables/{name}/study")
    async def study(
        request: Request, name: str, key: str, reader: Annotated[str, Query(max_length=40)] = ""
    ) -> StudyStarted:
        room = server.room_for(server.guard.visitors.of(request), name, key)
        if room is None:
            raise VillainError("there is no such table")
        table = await room.copied_table()
        return await server.pages.studies.from_table(request, table, reader)

    @app.websocket("/api/tables/{name}")
    async def table(socket: WebSocket, name: str) -> None:
        await _serve_table(server, socket, name)

    server.pages.add_to(app)
    if STATIC.is_dir():
        app.mount("/", StaticFiles(directory=STATIC, html=True))
    return app


@contextmanager
def _switching_often() -> Iterator[None]:
    """Let threads take turns more often: the one that serves pages waits for those that think."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


async def _serve_table(server: Server, socket: WebSocket, name: str) -> None:
    visitor = await admit(socket, server.guard)
    if visitor is None:
        return
    try:
        room = server.room_for(visitor, name, socket.query_params.get("key"))
    except BusyError as error:
        await socket.close(TOO_MUCH, str(error))
        return
    except UnreadableError as error:
        await socket.close(UNREADABLE, str(error)[:MOST_REASON])
        return
    if room is None:
        await socket.close(GONE, "there is no such table, or it has another key")
        return
    if len(room.watchers) >= MOST_WATCHERS:
        await socket.close(CROWDED, "too many windows are open at this table; close one of them")
        return
    line = PageConnection(socket)
    visit = server.spread.visit(room, line)
    sending = asyncio.create_task(line.send_all())
    hearing = asyncio.create_task(_hear(visit, socket, line, visitor))
    try:
        await asyncio.wait({sending, hearing}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        server.spread.leave(visit)
        line.closed = True
        code = hearing.result() if hearing.done() and not hearing.cancelled() else 1000
        for task in (sending, hearing):
            task.cancel()
        await asyncio.wait({sending, hearing})
        with suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(code)


async def _hear(visit: Visit, socket: WebSocket, line: PageConnection, visitor: Visitor) -> int:
    """Take what a page says; the code with which to close when it is over."""
    while True:
        try:
            text = await socket.receive_text()
        except (WebSocketDisconnect, RuntimeError, KeyError):
            return 1000
        if len(text.encode(errors="replace")) > MOST_BYTES or not visitor.talk.take():
            return TOO_MUCH
        try:
            visit.hear(_SAID.validate_json(text))
        except ValidationError as error:
            what = error.errors()[0]["msg"]
            line.put(Trouble(words=f"the table does not understand: {what}"))


async def _say(request: Request, error: Exception) -> Response:
    for_a_page = request.scope["path"].startswith("/api/")
    if isinstance(error, RequestValidationError):
        first: dict[str, Any] = dict(error.errors()[0])
        where = ".".join(str(part) for part in first["loc"][1:])
        return JSONResponse({"words": f"{where}: {first['msg']}"}, 422)
    if isinstance(error, HTTPException) and error.status_code == 404 and not for_a_page:
        return HTMLResponse(NO_PAGE, 404)
    if isinstance(error, HTTPException):
        return JSONResponse({"words": error.detail}, error.status_code, error.headers)
    if isinstance(error, BusyError):
        return JSONResponse({"words": str(error)}, 429, {"Retry-After": "5"})
    if isinstance(error, TooLongError):
        return JSONResponse({"words": str(error)}, 503)
    return JSONResponse({"words": str(error)}, 400)
