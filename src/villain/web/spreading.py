"""Tables spread over processes, where more are played than one process can run.

Python runs one thread at a time, so that one process has little more than one core. While few play,
all tables are here; then other processes are started, and tables go there one by one, each in a
moment in which nobody thinks at it. If a process ends, its tables come back from the file.
"""

import asyncio
import logging
import os
from collections.abc import Callable, MutableMapping
from pathlib import Path

from villain.errors import VillainError
from villain.web.connection import PageConnection
from villain.web.keeping import TableFile
from villain.web.messages import Review, Said
from villain.web.remote_room import PATIENCE, RemoteRoom, TableProcess
from villain.web.room import Room

log = logging.getLogger(__name__)

AnyRoom = Room | RemoteRoom

MOST_ALONE = 4
"""So many tables at which somebody is are run by one process, before another is started."""

PROCESSES = min((os.cpu_count() or 1) - 1, 3)
"""So many are started beside the server's own. Each takes some 300 MB, and 25 MB a table."""

PASSED_ON = 8
"""So many tables of other processes are as much work for the server's own as one that it runs."""

PAUSE = 0.05
"""Seconds until it is looked again whether a table can go."""

MOST_LOST = 3
"""After so many processes have ended by themselves, no more are started."""


class Visit:
    """Somebody at a table, wherever it is run."""

    def __init__(self, room: AnyRoom, line: PageConnection) -> None:
        self.room, self._line = room, line
        self._watcher = room.join(line)

    def hear(self, said: Said) -> None:
        """Take what he says."""
        self.room.hear(self._watcher, said)

    def leave(self) -> None:
        """He is gone."""
        self.room.leave(self._watcher)

    def move_to(self, room: AnyRoom) -> None:
        """Go on elsewhere, with a look at the same."""
        before = self._watcher
        self.leave()
        self.room, self._watcher = room, room.join(self._line)
        if before.look is not None:
            self.hear(before.look)
        if before.reviews:
            self.hear(Review())

    def close(self) -> None:
        """Close the connection."""
        self._line.close()


class Spread:
    """The processes that run tables beside this one, and who is at which table.

    ``rooms`` are those of the server, by name; a room that goes elsewhere is replaced there.
    ``fetch`` takes one from the file.
    """

    def __init__(
        self,
        rooms: MutableMapping[str, AnyRoom],
        file: TableFile,
        store: Path | None,
        fetch: Callable[[str], Room | None],
    ) -> None:
        self._rooms, self._file, self._store, self._fetch = rooms, file, store, fetch
        self.processes: list[TableProcess] = []
        self._visits: list[Visit] = []
        self._balancing: asyncio.Task[None] | None = None
        self._lost, self._closing = 0, False

    # Who is where

    def visit(self, room: AnyRoom, line: PageConnection) -> Visit:
        """Somebody comes to a table."""
        visit = Visit(room, line)
        self._visits.append(visit)
        self._look_around()
        return visit

    def leave(self, visit: Visit) -> None:
        """He is gone."""
        self._visits.remove(visit)
        visit.leave()

    def _run_by(self, process: TableProcess | None) -> list[AnyRoom]:
        """The rooms of a process at which somebody is; None is for this one."""
        rooms = {id(visit.room): visit.room for visit in self._visits}.values()
        return [room for room in rooms if getattr(room, "process", None) is process]

    # Going elsewhere

    def _look_around(self) -> None:
        """Start a process if there is too much to do, and have tables go to those that are."""
        running = len({id(visit.room) for visit in self._visits})
        if (
            len(self.processes) < PROCESSES
            and self._lost < MOST_LOST
            and running > MOST_ALONE * (1 + len(self.processes))
        ):
            log.info("another process is started, to run tables")
            process = TableProcess(
                self._file, self._store, lambda _: self._look_around(), self._take_home, self._lose
            )
            self.processes.append(process)
        if self._balancing is None or self._balancing.done():
            self._balancing = asyncio.create_task(self._balance())

    async def _balance(self) -> None:
        """Let tables go one by one, until all processes have as much to do."""
        while (process := self._idler()) is not None:
            for room in self._run_by(None):
                if isinstance(room, Room) and await room.leave_to_another():
                    self._move(room, RemoteRoom(room.name, room.key, process))
                    break
            else:
                await asyncio.sleep(PAUSE)

    def _idler(self) -> TableProcess | None:
        """The process that has least to do, if a table of this one should go there."""
        tables = {process: len(self._run_by(process)) for process in self.processes}
        ready = [process for process in self.processes if process.ready]
        if not ready or self._closing:
            return None
        least = min(ready, key=lambda process: tables[process])
        own = len(self._run_by(None)) + sum(tables.values()) / PASSED_ON
        return least if own - 1 > tables[least] else None

    def _move(self, room: AnyRoom, to: AnyRoom) -> None:
        self._rooms[room.name] = to
        for visit in self._visits:
            if visit.room is room:
                visit.move_to(to)

    # Coming back

    def _lose(self, process: TableProcess) -> None:
        """A process has ended: its tables go on here, as they are in the file."""
        if self._closing:
            return
        log.warning("a process that ran tables has ended; they go on in another")
        self._lost += 1
        self.processes.remove(process)
        for name, room in list(self._rooms.items()):
            if isinstance(room, RemoteRoom) and room.process is process:
                self._take_home(name)
        self._look_around()

    def _take_home(self, name: str) -> None:
        """Run a table here that another process cannot run."""
        remote = self._rooms.get(name)
        if not isinstance(remote, RemoteRoom):
            return
        try:
            room = self._fetch(name)
        except VillainError as error:
            log.warning("table %s: %s", name, error)
            room = None
        if room is not None:
            self._move(remote, room)
            return
        del self._rooms[name]
        for visit in self._visits:
            if visit.room is remote:
                visit.close()

    # All of them

    def store_hands(self) -> None:
        """Have all processes put their hands into the store."""
        asked = [one.line.ask("store hands") for one in list(self.processes) if one.ready]
        for answer in asked:
            try:
                answer.result(PATIENCE)
            except (VillainError, TimeoutError) as error:
                log.warning("hands of a process are not stored yet: %s", error)

    async def stop(self) -> None:
        """Stop all processes; their tables are kept."""
        self._closing = True
        if self._balancing is not None:
            self._balancing.cancel()
            await asyncio.gather(self._balancing, return_exceptions=True)
        for process in self.processes:
            await process.stop()
        self.processes.clear()
