"""Rooms that another process runs, and that process as the server sees it."""

import asyncio
import pickle
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

from villain.processes import stops_held
from villain.web.connection import PageConnection, ReadyText
from villain.web.keeping import TableFile
from villain.web.messages import Look, Review, Said
from villain.web.process_line import ProcessLine
from villain.web.room import Watcher
from villain.web.table_process import Offers, run_tables

if TYPE_CHECKING:
    from villain.web.table import PageTable

PATIENCE = 10.0
"""Seconds that the process has to stop its tables in."""


class TableProcess:
    """A process that runs tables; it is started at once, and says when it is ``ready``.

    ``refused`` is called with the name of a table that it could not open, ``lost`` when it is gone.
    All are called in the server's loop.
    """

    def __init__(
        self,
        file: TableFile,
        store: Path | None,
        ready: "Callable[[TableProcess], None]",
        refused: "Callable[[str], None]",
        lost: "Callable[[TableProcess], None]",
    ) -> None:
        self._file, self._loop = file, asyncio.get_running_loop()
        self._on_ready, self._on_refused, self._on_lost = ready, refused, lost
        self.ready = False
        self._pages: dict[int, PageConnection] = {}
        self._last = 0
        context = get_context("spawn")
        here, there = context.Pipe()
        with stops_held():
            self._process = context.Process(
                target=run_tables, args=(there, store, Offers.of_this_process()), daemon=True
            )
            self._process.start()
        there.close()
        self.line = ProcessLine(here, self._hear, self._answer, self._lose)
        self.line.listen()

    @property
    def pid(self) -> int | None:
        """The number that the system has given it."""
        return self._process.pid

    def connect(self, page: PageConnection) -> int:
        """The number under which a page is known there."""
        self._last += 1
        self._pages[self._last] = page
        return self._last

    def disconnect(self, number: int) -> None:
        """A page is gone."""
        self._pages.pop(number, None)
        self.line.say("leave", number)

    async def stop(self) -> None:
        """Have all its tables stopped and kept; then it ends."""
        if self.ready:
            with suppress(Exception):
                await asyncio.wait_for(asyncio.wrap_future(self.line.ask("stop")), PATIENCE)
        self._process.kill()
        await asyncio.to_thread(self._process.join)
        self.line.close()

    # What comes over the line, in its thread

    def _hear(self, number: int, kind: str, about: str, text: str) -> None:
        self._loop_soon(self._tell, number, ReadyText(kind, about, text))

    def _answer(self, what: str, *words: Any) -> object:  # noqa: ANN401
        if what == "ask file":
            return self._file.ask(*words)
        self._file.write(*words)
        return None

    def _lose(self) -> None:
        self._loop_soon(self._on_lost, self)

    def _loop_soon(self, do: Callable[..., None], *given: object) -> None:
        with suppress(RuntimeError):  # the server has ended
            self._loop.call_soon_threadsafe(do, *given)

    # In the loop

    def _tell(self, number: int, message: ReadyText) -> None:
        if number:
            page = self._pages.get(number)
            if page is not None:
                page.put(message)
        elif message.kind == "ready":
            self.ready = True
            self._on_ready(self)
        else:
            self._on_refused(message.about)


class _RemoteWatcher(Watcher):
    """A watcher, with the number of his page in the other process."""

    def __init__(self, line: PageConnection, number: int) -> None:
        super().__init__(line)
        self.number = number


class RemoteRoom:
    """A table that another process runs; pages come to it as to any other."""

    def __init__(self, name: str, key: str, process: TableProcess) -> None:
        self.name, self.key, self.process = name, key, process
        self.watchers: list[Watcher] = []
        self.used = time.monotonic()
        process.line.say("run", name)

    def join(self, line: PageConnection) -> Watcher:
        """Somebody looks at the table: he is told all of it."""
        watcher = _RemoteWatcher(line, self.process.connect(line))
        self.watchers.append(watcher)
        self.used = time.monotonic()
        self.process.line.say("join", self.name, watcher.number)
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """He looks away; a table that nobody looks at waits."""
        if isinstance(watcher, _RemoteWatcher) and watcher in self.watchers:
            self.watchers.remove(watcher)
            self.process.disconnect(watcher.number)
        self.used = time.monotonic()

    def hear(self, watcher: Watcher, said: Said) -> None:
        """Pass on what a connection says."""
        assert isinstance(watcher, _RemoteWatcher)
        self.used = time.monotonic()
        if isinstance(said, Look):
            watcher.look = None if said.chair is None else said
        elif isinstance(said, Review):
            watcher.reviews = said.wanted
        self.process.line.say("hear", watcher.number, said)

    @property
    def idle(self) -> bool:
        """True if nobody looks."""
        return not self.watchers

    async def copied_table(self) -> "PageTable":
        """The table as it is now, for export and study; its agents are not with it."""
        content = await asyncio.wrap_future(self.process.line.ask("table", self.name))
        table: PageTable = pickle.loads(content)
        return table

    def put_away(self) -> None:
        """Keep the table in the file alone."""
        self.process.line.ask("put away", self.name).result(PATIENCE)
