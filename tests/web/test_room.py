"""A running table: everything that is put on its line."""

import asyncio
import re
from pathlib import Path

import pytest

from villain.web import room as rooms
from villain.web.keeping import TableFile
from villain.web.messages import (
    Act,
    Costliest,
    Look,
    Message,
    Review,
    Session,
    Settings,
    Trouble,
    Update,
)
from villain.web.pacing import TEMPOS, UNPACED
from villain.web.room import Room
from villain.web.storing import HandKeeper
from villain.web.table import PageTable

CARD = re.compile(r"(?<![A-Za-z])[2-9TJQKA][cdhs♣♦♥♠](?![a-z])")
SIX = ["loki:som", "loki:bpl", "loki:gom", "call", "random"]


class Listener:
    """Takes every message at the moment at which it is sent, and looks for cards in it."""

    def __init__(self, table: PageTable) -> None:
        self.table, self.bytes = table, 0
        self.past: set[str] = set()

    def seen(self) -> set[str]:
        table = self.table
        assert table.you is not None
        cards = {*table.hand.observation(table.seat_of(table.you)).hole, *table.hand.board}
        if table.hand.over:
            history = table.seen_history()
            cards |= {card for seat in history.shown for card in history.holes[seat]}
        return {str(card) for card in cards} | {card.symbol for card in cards}

    def put(self, message: Message) -> None:
        text, allowed = message.model_dump_json(), self.seen()
        self.bytes += len(text)
        if isinstance(message, Session | Costliest):  # they also have the hands before
            allowed |= self.past
        assert set(CARD.findall(text)) <= allowed
        if self.table.hand.over:
            self.past |= allowed


async def listen(folder: Path, hands: int) -> Listener:
    table = PageTable(Settings(opponents=SIX, speed="instant", auto=True, seed=3))
    room = Room(table, TableFile(folder / "tables.sqlite"), HandKeeper(folder / "hands"))
    listener = Listener(table)
    watcher = room.join(listener)
    room.hear(watcher, Review())
    turn = 0
    while table.number <= hands:
        await asyncio.sleep(0)
        if table.hand.over:
            room._asked_to_deal = True
            room._news.set()
        elif table.turn == table.you:
            turn += 1
            look = Look(about="you" if turn % 2 else "them", chair=1 + turn % 5)
            room.hear(watcher, look)
            folds = turn % 3 == 0 and table.hand.legal is not None and table.hand.legal.fold
            kind = "fold" if folds else "call"
            act = {"hand": table.number, "seq": table.seq, "action": kind}
            room.hear(watcher, Act.model_validate(act))
    room.leave(watcher)
    await room.stop()
    return listener


@pytest.mark.parametrize("hands", [8, pytest.param(1_000, marks=pytest.mark.slow)])
def test_every_byte_that_is_sent(
    tmp_path: Path, hands: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(TEMPOS, "instant", UNPACED)
    listener = asyncio.run(asyncio.wait_for(listen(tmp_path, hands), 600))
    assert listener.bytes > 10_000 * hands


class Hearer:
    """Takes every message."""

    def __init__(self) -> None:
        self.messages: list[Message] = []

    def put(self, message: Message) -> None:
        self.messages.append(message)

    async def hears(self, words: str) -> None:
        while not any(isinstance(one, Trouble) and words in one.words for one in self.messages):
            await asyncio.sleep(0.01)

    def newest(self) -> tuple[int, int]:
        views = [one.view for one in self.messages if isinstance(one, Update)]
        return max((view.hand, view.seq) for view in views)


async def run_full(folder: Path) -> None:
    table = PageTable(Settings(opponents=["loki:som", "call"], speed="instant", watch=True, seed=3))
    file, line = TableFile(folder / "tables.sqlite"), Hearer()
    file.save(table)
    room = Room(table, file, HandKeeper(folder / "hands"))
    (pages,) = file._data.execute("PRAGMA page_count").fetchone()
    file._data.execute(f"PRAGMA max_page_count = {pages}")
    watcher = room.join(line)
    await line.hears("disk is full; the table waits")
    kept = file.find(table.name)
    assert kept is not None
    assert line.newest() == (kept.number, kept.seq) == (room.table.number, room.table.seq)
    file._data.execute("PRAGMA max_page_count = 1000000")
    while room.table.number < kept.number + 3:
        await asyncio.sleep(0.01)
    room.leave(watcher)
    await room.stop()


def test_on_a_full_disk_a_table_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is told that is not kept, and it goes on by itself when there is room."""
    monkeypatch.setattr(rooms, "RETRY_PAUSE", 0.05)
    asyncio.run(asyncio.wait_for(run_full(tmp_path), 30))
