"""A table with people around it: it runs by itself, and tells everybody who is connected."""

import asyncio
import logging
import time
from contextlib import suppress
from typing import Protocol

from villain.errors import VillainError
from villain.game.actions import CALL, FOLD, raise_to
from villain.outside import in_words
from villain.web.advice import TurnAdvice
from villain.web.background import Adviser, Helper, Judge
from villain.web.beliefs import of_them, of_you, with_advice
from villain.web.dials import Comparer, dial_of
from villain.web.door import WENT_WRONG
from villain.web.equilibrium_advice import EquilibriumAdviser
from villain.web.keeping import NotKeptError, TableFile, UnreadableError
from villain.web.messages import (
    Act,
    AskSession,
    DealNext,
    Look,
    Message,
    Pace,
    Read,
    Review,
    Said,
    Trouble,
    Update,
)
from villain.web.pacing import TEMPOS, UNPACED, Tempo, shown_after
from villain.web.seating import check_reads
from villain.web.session import session_of
from villain.web.storing import HandKeeper
from villain.web.table import PageTable
from villain.web.thinking import THINKING
from villain.web.views import focus_of, happened, view_of

log = logging.getLogger(__name__)

LEAST_PAUSE = 1 / 30
"""No more updates than this are sent in a second."""

RETRY_PAUSE = 5.0
"""Seconds until a table that could not be kept goes on again."""


class Outbox(Protocol):
    """A connection: messages are put on it, and somebody else sends them."""

    def put(self, message: Message) -> None:
        """Send a message, soon."""


class Watcher:
    """One connection to a table, and what it looks at."""

    def __init__(self, line: Outbox) -> None:
        self.line = line
        self.look: Look | None = None
        self.read: Read | None = None
        self.reviews = False


class Room:
    """A running table."""

    def __init__(self, table: PageTable, file: TableFile, hands: HandKeeper) -> None:
        self.table, self._file, self._hands = table, file, hands
        self.watchers: list[Watcher] = []
        self.used = time.monotonic()
        self._shown = (table.number, len(table.hand.events))
        self._news = asyncio.Event()
        self._asked_to_deal = self._thinking = self._unread = self._hurries = False
        self._last_shown = 0.0
        self._task: asyncio.Task[None] | None = None
        self._keeping: asyncio.Task[None] | None = None
        self._engage()

    def _engage(self) -> None:
        """Advisers and a judge for the table as it is."""
        self._adviser = Adviser(self.table, self._tell_advice)
        self._equilibrium = EquilibriumAdviser(self.table, self._tell_equilibrium)
        self._judge = Judge(self.table, self._file, self._reviewed, self._tell_costs)
        self._comparer = Comparer(self.table, self._tell_dial)
        self._helpers: tuple[Helper, ...]
        self._helpers = (self._adviser, self._equilibrium, self._judge, self._comparer)

    @property
    def name(self) -> str:
        """The name of its table."""
        return self.table.name

    @property
    def key(self) -> str:
        """The key of its table."""
        return self.table.key

    async def copied_table(self) -> PageTable:
        """The table, for export and study."""
        return self.table

    # Coming and going

    def join(self, line: Outbox) -> Watcher:
        """Somebody looks at the table: he is told all of it."""
        watcher = Watcher(line)
        self.watchers.append(watcher)
        self.used = time.monotonic()
        line.put(Update(happened=[], view=view_of(self.table)))
        line.put(session_of(self.table))
        if dial := dial_of(self.table):
            line.put(dial)
        self._comparer.wake()
        self._start()
        return watcher

    def _start(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run_safely())
        self._news.set()

    def leave(self, watcher: Watcher) -> None:
        """He looks away; a table that nobody looks at waits."""
        with suppress(ValueError):
            self.watchers.remove(watcher)
        self.used = time.monotonic()

    @property
    def idle(self) -> bool:
        """True if nobody looks, and no agent thinks."""
        return not self.watchers and not self._thinking

    def rest(self) -> None:
        """Run no further: a task that nobody remembers would wait for ever."""
        for helper in self._helpers:
            helper.stop()
        if self._task is not None:
            self._task.cancel()

    async def _come_to_rest(self) -> None:
        self.rest()
        endings = (helper.ended() for helper in self._helpers)
        for ending in (self._task, self._keeping, *endings):
            if ending is not None:
                await asyncio.gather(ending, return_exceptions=True)

    async def stop(self) -> None:
        """Stop running; the table is kept."""
        await self._come_to_rest()
        if not self._thinking:  # else what was kept before the thought is good
            self._file.save(self.table)

    def put_away(self) -> None:
        """Keep the table in the file alone."""
        self._file.save(self.table)
        self._hands.keep([self.table])
        self.rest()

    async def leave_to_another(self) -> bool:
        """Keep the table whole, for another process to go on with it; False if it cannot now.

        If so, nothing may be awaited until that process has been told: what is said here after that
        would be lost. Nobody leaves his table to another while he thinks.
        """
        if self._thinking or not (self.table.hand.over or self.table.turn == self.table.you):
            return False
        await self._come_to_rest()
        came = self._task is not None and not self._task.done()
        try:
            if not came:
                self._file.save(self.table)
                return True
        except NotKeptError as error:
            log.warning("table %s stays where it is: %s", self.name, error)
        self._engage()
        if self.watchers:
            self._start()
        return False

    # What is said

    def hear(self, watcher: Watcher, said: Said) -> None:
        """Take what a connection says; wrong words are answered, and change nothing."""
        self.used = time.monotonic()
        try:
            if isinstance(said, Act):
                self._act(said)
            elif isinstance(said, DealNext):
                self._asked_to_deal = self.table.hand.over
                self._hurries = self._has_folded()
                self._news.set()
            elif isinstance(said, Look):
                self._look(watcher, said)
            elif isinstance(said, Pace):
                settings = self.table.settings
                self.table.settings = settings.model_copy(
                    update={"speed": said.speed, "auto": said.auto}
                )
                self.table.steps = None  # they tell of no settings
                self._news.set()
            elif isinstance(said, AskSession):
                watcher.line.put(session_of(self.table))
            elif isinstance(said, Review):
                self._review(watcher, wanted=said.wanted)
        except VillainError as error:
            watcher.line.put(Trouble(words=str(error)))
        except Exception:
            log.exception("table %s", self.table.name)
            watcher.line.put(Trouble(words=f"{WENT_WRONG}; reload the page"))

    def _act(self, said: Act) -> None:
        table = self.table
        if (said.hand, said.seq) != (table.number, table.seq):
            raise VillainError("the table has moved on; look again")
        if table.turn is None or table.turn != table.you:
            raise VillainError("it is not your turn")
        action = {"fold": FOLD, "call": CALL}.get(said.action) or raise_to(said.to)
        table.act(action)
        try:
            self._changed(of_person=True)
        except NotKeptError as error:
            raise VillainError(f"{error}; your action was not taken") from None

    def _has_folded(self) -> bool:
        """True if the person looks on while the others finish the hand."""
        seat = self.table.your_seat
        return seat is not None and not self.table.hand.over and self.table.hand.folded[seat]

    def _look(self, watcher: Watcher, said: Look) -> None:
        if said.chair is None and not said.follow:
            watcher.look = None
            return
        if said.chair is not None and said.chair >= len(self.table.kinds):
            raise VillainError(f"there is no chair {said.chair} at this table")
        check_reads(said.reader, self.table.hand.rules)
        watcher.look = said
        if not self._thinking:  # else it is told when the agent has acted
            self._tell_reads(watcher)

    def _review(self, watcher: Watcher, *, wanted: bool) -> None:
        watcher.reviews = wanted
        if wanted:
            self._judge.wake()
            watcher.line.put(self._judge.so_far())

    # Running

    async def _run_safely(self) -> None:
        """Play; what goes wrong is told, and hurts no other table."""
        try:
            await self._run()
        except Exception as error:
            self._thinking = False
            log.exception("table %s", self.table.name)
            why = str(error) if isinstance(error, VillainError) else WENT_WRONG
            for watcher in self.watchers:
                watcher.line.put(Trouble(words=f"the table has stopped: {why}; reload the page"))

    async def _run(self) -> None:
        """Play while somebody looks; what cannot be kept is tried again."""
        while self.watchers:
            self._news.clear()
            try:
                await self._go_on()
            except NotKeptError as error:
                for watcher in list(self.watchers):
                    watcher.line.put(Trouble(words=f"{error}; the table waits until it can be"))
                self._news.clear()
                await self._wait(RETRY_PAUSE)

    async def _go_on(self) -> None:
        """Tell what is read of the last action; then deal, let an agent act, or wait."""
        if self._unread and (self.table.turn in (None, self.table.you) or not THINKING.busy):
            await asyncio.sleep(0)  # what has happened goes out before what is thought of it
            self._unread = False
            for watcher in list(self.watchers):
                self._tell_reads(watcher)
        table = self.table
        tempo = TEMPOS[table.settings.speed]
        if table.you is None and table.settings.speed == "instant":
            tempo = UNPACED
        if table.turn == table.you and not table.hand.over:
            self._hurries = False
        if self._hurries:
            tempo = TEMPOS["quick" if table.hand.over else "instant"]
        if table.hand.over:
            if table.settings.auto and not self._asked_to_deal:
                await self._wait(tempo.between)
            if self._asked_to_deal or table.settings.auto:
                self._asked_to_deal = False
                self._hurries = False
                table.deal()
                self._changed()
            else:
                await self._wait(None)
        elif table.turn == table.you:
            await self._wait(None)
        else:
            await self._let_agent_act(tempo)

    async def _let_agent_act(self, tempo: Tempo) -> None:
        """Show what an agent does at the next tick of the pace, however soon it knew.

        Ticks are counted from when it began to think. Where many tables wait for a thread, to count
        them from its turn would round up the wait as well, and bring waiting tables into step.
        """
        table = self.table
        # Until it is shown, what is looked at is not answered: when it would be, tells too. Where
        # this is cancelled the thought may go on, so that the table is not kept as it is then.
        self._thinking = True
        thought = await THINKING.think(table.choose_within, soon=table.answers_soon)
        due = thought.began + shown_after(thought.seconds, tempo)
        await THINKING.sleep(max(due - time.monotonic(), 0.0))
        self._thinking = False
        table.act(thought.choice)
        self._changed()

    async def _wait(self, seconds: float | None) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), seconds)

    def _changed(self, *, of_person: bool = False) -> None:
        """Keep the table, and tell everybody; where agents race, not of each of their steps."""
        table = self.table
        self._news.set()
        now = time.monotonic()
        racing = table.you is None or (not table.hand.over and table.turn != table.you)
        if racing and not of_person and now - self._last_shown < LEAST_PAUSE:
            return
        self._keep()
        self._last_shown = now
        number, count = self._shown
        since = count if number == table.number else 0
        update = Update(happened=happened(table, since), view=view_of(table))
        self._shown = (table.number, len(table.hand.events))
        if table.hand.over and self._hands.enough(table):
            self._keeping = asyncio.create_task(asyncio.to_thread(self._hands.keep, [table]))
        for watcher in list(self.watchers):
            watcher.line.put(update)
            if table.hand.over and table.you is not None:
                watcher.line.put(session_of(table))
            for words in table.troubles:
                watcher.line.put(Trouble(words=words))
        table.troubles.clear()
        self._unread = True
        if table.hand.over:
            self._tell_dial()
            self._judge.wake()
            self._comparer.wake()

    def _keep(self) -> None:
        """Keep the table; what cannot be kept has not happened."""
        try:
            self._file.keep(self.table)
        except NotKeptError:
            self._take_back()
            raise

    def _take_back(self) -> None:
        """Go back to the table as it was kept: nobody has been told of anything since."""
        try:
            kept = self._file.find(self.table.name)
        except UnreadableError as error:
            raise VillainError(f"{error}; what happens at this table may be lost") from None
        if kept is None:
            raise VillainError("the table is not in its file any more")
        kept.settings = self.table.settings
        for helper in self._helpers:
            helper.stop()
        self.table = kept
        self._engage()
        self._shown = (kept.number, len(kept.hand.events))
        for watcher in list(self.watchers):
            watcher.line.put(Update(happened=[], view=view_of(kept)))

    # Telling

    def _tell_reads(self, watcher: Watcher) -> None:
        try:
            self._read_for(watcher)
        except VillainError:
            raise
        except Exception as error:  # a person's own model must not stop the table
            log.exception("table %s", self.table.name)
            failed, watcher.look = watcher.look, None
            model = failed.reader if failed else ""
            watcher.line.put(Trouble(words=f"the model {model} failed: {in_words(error)}"))

    def _read_for(self, watcher: Watcher) -> None:
        look = watcher.look
        if look is None:
            return
        about, chair = look.about, look.chair
        if look.follow:
            focus = focus_of(self.table)
            if focus is None:  # there is nothing to say yet
                watcher.read = None
                return
            about, chair = focus.about, focus.chair
        assert chair is not None
        if about == "you":
            watcher.read = of_you(self.table, chair)
        else:
            reader, advice = self.table.reader(look.reader), self._adviser.known(look.reader)
            read = of_them(self.table, chair, reader, advice)
            watcher.read = self._with_equilibrium(read)
            self._adviser.ask(look.reader)
            self._equilibrium.ask()
        watcher.line.put(watcher.read)

    def _tell_advice(self, reader: str, advice: TurnAdvice) -> None:
        """Advice has come: to whoever reads with this model."""
        now = ("them", self.table.number, self.table.seq)
        for watcher in list(self.watchers):
            look, read = watcher.look, watcher.read
            if look is None or read is None or look.reader != reader:
                continue
            if (read.about, read.hand, read.seq) == now:
                watcher.read = with_advice(read, self.table, advice)
                watcher.line.put(watcher.read)

    def _tell_equilibrium(self) -> None:
        """More of equilibrium is known, or never will be: to whoever reads the opponent now."""
        now = ("them", self.table.number, self.table.seq)
        for watcher in list(self.watchers):
            read = watcher.read
            if read is not None and (read.about, read.hand, read.seq) == now:
                watcher.read = self._with_equilibrium(read)
                watcher.line.put(watcher.read)

    def _with_equilibrium(self, read: Read) -> Read:
        known = {"equilibrium": self._equilibrium.known(), "beside": self._equilibrium.beside()}
        return read.model_copy(update=known)

    def _tell_dial(self) -> None:
        """Where the dial stands, and why: after a hand, and when one was compared."""
        if dial := dial_of(self.table):
            for watcher in list(self.watchers):
                watcher.line.put(dial)

    def _tell_costs(self) -> None:
        for watcher in list(self.watchers):
            if watcher.reviews:
                watcher.line.put(self._judge.so_far())

    def _reviewed(self) -> bool:
        return any(watcher.reviews for watcher in self.watchers)
