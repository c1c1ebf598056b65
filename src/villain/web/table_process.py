"""A process that runs tables for the server: their rooms, as the server's own process has them.

What a page says comes over a line from the server, and so goes what it is told. The server holds
the file of tables: what happens is kept there before anybody is told of it.
"""

import asyncio
import logging
import pickle
import sys
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from villain.agents.registry import AGENTS
from villain.errors import VillainError
from villain.models.crowd.threads import OneThread
from villain.models.predictors.registry import PREDICTORS
from villain.models.registry import MODELS
from villain.processes import begin_worker
from villain.web.background import warm_up_in_background
from villain.web.heads import Heads
from villain.web.keeping import NotKeptError
from villain.web.lobby import warm_up_table
from villain.web.messages import Message, Said
from villain.web.process_line import ProcessLine
from villain.web.remote_file import RemoteTableFile
from villain.web.room import Room, Watcher
from villain.web.storing import HandKeeper
from villain.web.thinking import SWITCH

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

log = logging.getLogger(__name__)


class Offers(NamedTuple):
    """The agents, models and predictors of his own that a person offers, as specs."""

    agents: Sequence[str]
    models: Sequence[str]
    predictors: Sequence[str]

    @staticmethod
    def of_this_process() -> "Offers":
        """All that are offered here."""
        return Offers(AGENTS.offered, MODELS.offered, PREDICTORS.offered)

    def repeat(self) -> None:
        """Offer the same in another process, under the same names."""
        for offer, specs in zip((AGENTS.offer, MODELS.offer, PREDICTORS.offer), self, strict=True):
            for spec in specs:
                offer(spec)


def run_tables(pipe: "Connection[Any, Any]", store: Path | None, offers: Offers) -> None:
    """Run tables until the server says that it is enough, or is gone."""
    begin_worker()
    sys.setswitchinterval(SWITCH)
    offers.repeat()
    with OneThread():
        asyncio.run(_TableHost(pipe, store).run())


class _Outbox:
    """The way to a page: over the server."""

    def __init__(self, line: ProcessLine, number: int) -> None:
        self._line, self._number = line, number

    def put(self, message: Message) -> None:
        """Send a message, as text."""
        about = getattr(message, "about", "")
        self._line.say(self._number, type(message).__name__, about, message.model_dump_json())


class _TableHost:
    """The tables of this process; it is asked by the server, and everything is done in one loop."""

    def __init__(self, pipe: "Connection[Any, Any]", store: Path | None) -> None:
        self._line = ProcessLine(pipe, self._hear, self._answer, self._end)
        self._file, self._hands = RemoteTableFile(self._line), HandKeeper(store)
        self._rooms: dict[str, Room] = {}
        self._watching: dict[int, tuple[Room, Watcher]] = {}

    async def run(self) -> None:
        """Get warm, then do what the server says."""
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        await asyncio.to_thread(warm_up_table)
        warm_up_in_background()
        self._line.listen()
        self._line.say(0, "ready", "", "")
        await self._over.wait()

    # What comes over the line, in its thread

    def _hear(self, what: str, *words: Any) -> None:  # noqa: ANN401
        self._loop.call_soon_threadsafe(self._do, what, *words)

    def _answer(self, what: str, *words: Any) -> Future[Any]:  # noqa: ANN401
        answers: dict[str, Callable[..., Coroutine[Any, Any, object]]] = {
            "table": self._table,
            "store hands": self._store_hands,
            "put away": self._put_away,
            "stop": self._stop,
        }
        return asyncio.run_coroutine_threadsafe(answers[what](*words), self._loop)

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._over.set)

    # What is done, in the loop

    def _do(self, what: str, *words: Any) -> None:  # noqa: ANN401
        deeds: dict[str, Callable[..., None]] = {
            "run": self._run,
            "join": self._join,
            "leave": self._leave,
            "hear": self._hear_page,
        }
        deeds[what](*words)

    def _run(self, name: str) -> None:
        """Go on with a table that the file has."""
        try:
            table = self._file.find(name)
        except VillainError as error:
            log.warning("table %s: %s", name, error)
            table = None
        if table is not None:
            self._rooms[name] = Room(table, self._file, self._hands)
        else:
            self._line.say(0, "refused", name, "")

    def _join(self, name: str, number: int) -> None:
        room = self._rooms.get(name)
        if room is not None:
            self._watching[number] = room, room.join(_Outbox(self._line, number))

    def _leave(self, number: int) -> None:
        if number in self._watching:
            room, watcher = self._watching.pop(number)
            room.leave(watcher)

    def _hear_page(self, number: int, said: Said) -> None:
        if number in self._watching:
            room, watcher = self._watching[number]
            room.hear(watcher, said)

    async def _table(self, name: str) -> bytes:
        """A copy of a table, for export and study: without agents, of whom one may be thinking."""
        table = copy(self._rooms[name].table)
        table.agents, table.heads = [], Heads(())
        return pickle.dumps(table)

    async def _store_hands(self) -> None:
        tables = [room.table for room in self._rooms.values()]
        await asyncio.to_thread(self._hands.keep, tables)

    async def _put_away(self, name: str) -> None:
        room = self._rooms.pop(name)
        await room.stop()
        self._hands.keep([room.table])

    async def _stop(self) -> None:
        """Stop all tables, keep them and their hands."""
        for name, room in self._rooms.items():
            try:
                await room.stop()
            except NotKeptError as error:
                log.warning("table %s goes on where it was last kept: %s", name, error)
            except Exception:
                log.exception("table %s", name)
        await self._store_hands()
