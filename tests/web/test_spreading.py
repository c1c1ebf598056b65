"""Tables that another process runs: pages notice nothing, and its end loses nothing."""

import asyncio
import json
import os
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing import Pipe
from pathlib import Path
from typing import Any

import pytest
import websockets

from villain.errors import VillainError
from villain.game.actions import CALL
from villain.web import spreading
from villain.web.connection import MOST_WAITING, PageConnection, ReadyText
from villain.web.keeping import NotKeptError, TableFile
from villain.web.messages import Settings, Update
from villain.web.process_line import LineLostError, ProcessLine
from villain.web.remote_file import RemoteTableFile
from villain.web.remote_room import RemoteRoom, TableProcess
from villain.web.room import Room
from villain.web.server import make_app
from villain.web.table import PageTable
from villain.web.views import view_of

from .serving import ask, serving

SETTINGS = {"opponents": ["loki:som", "call"], "speed": "instant", "seed": 9}


def lines(
    answer: Callable[..., object],
    hear: Callable[..., None] = lambda *_: None,
    lost: Callable[[], None] = lambda: None,
) -> tuple[ProcessLine, ProcessLine]:
    """Two ends of a line; the second one hears and answers."""
    here, there = Pipe()
    ends = (
        ProcessLine(here, lambda *_: None, lambda *_: None, lambda: None),
        ProcessLine(there, hear, answer, lost),
    )
    for end in ends:
        end.listen()
    return ends


def test_questions_are_answered_in_whatever_order() -> None:
    first, second = lines(lambda number: number * number)
    with_answers = [(number, first.ask(number)) for number in range(20)]
    assert [answer.result(5) for _, answer in with_answers] == [number**2 for number in range(20)]
    first.close()
    second.close()


def test_an_error_comes_back_as_words() -> None:
    def answer(what: str) -> None:
        if what == "ours":
            raise NotKeptError("the disk is full")
        raise ZeroDivisionError(what)

    first, _ = lines(answer)
    with pytest.raises(NotKeptError, match="the disk is full"):
        first.ask("ours").result(5)
    with pytest.raises(VillainError, match="something went wrong in another process"):
        first.ask("another's").result(5)
    first.close()


def test_whoever_waits_is_told_that_the_other_is_gone() -> None:
    lost = threading.Event()
    first, second = lines(lambda: threading.Event().wait(1), lost=lost.set)
    waiting = first.ask()
    second.close()
    first.close()
    with pytest.raises(LineLostError):
        waiting.result(5)
    with pytest.raises(LineLostError):
        first.ask().result(5)
    first.say("nobody hears this")


def test_a_table_is_kept_in_the_file_of_another_process(tmp_path: Path) -> None:
    file = TableFile(tmp_path / "tables.sqlite")

    def answer(what: str, *words: Any) -> object:  # noqa: ANN401
        if what == "ask file":
            return file.ask(*words)
        file.write(*words)
        return None

    first, second = lines(answer)
    remote, table = RemoteTableFile(first), PageTable(Settings.model_validate(SETTINGS))
    remote.save(table)
    while not table.hand.over:
        table.act(CALL)
        remote.keep(table)
    assert len(table.session) == 1
    for there in (file, remote):
        found = there.find(table.name, table.key)
        assert found is not None
        assert view_of(found) == view_of(table)
        assert [hand.text for hand in found.session] == [hand.text for hand in table.session]
    table.deal()
    second.close()
    first.close()
    with pytest.raises(NotKeptError, match="cannot be kept"):
        remote.keep(table)
    file.close()


def test_a_page_that_lags_gets_the_newest_of_another_process() -> None:
    table = PageTable(Settings.model_validate(SETTINGS))
    update = Update(happened=[], view=view_of(table)).model_dump_json()
    page = PageConnection(None)  # type: ignore[arg-type]
    for number in range(MOST_WAITING // 4):
        page.put(ReadyText("Trouble", "", str(number)))
    for about in ("you", "them", "you"):
        page.put(ReadyText("Read", about, about))
    for _ in range(MOST_WAITING):
        page.put(ReadyText("Update", "", update))
    kept = list(page._waiting)
    assert [one.about for one in kept if isinstance(one, ReadyText)][-2:] == ["them", "you"]
    assert isinstance(kept[-1], Update)
    assert len(kept) == MOST_WAITING // 4 + 3
    assert not page.closed


def first_that_is_ready(spread: spreading.Spread) -> TableProcess | None:
    """Where a table goes even if it is the only one."""
    ready = [process for process in spread.processes if process.ready]
    return ready[0] if ready and spread._run_by(None) else None


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 90
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


async def play(address: str, enough: Callable[[int], bool]) -> dict[str, Any]:
    """Call everything until it is enough hands; the last view, in which it is our turn."""
    async with websockets.connect(address) as socket, asyncio.timeout(120):
        while True:
            told = json.loads(await socket.recv())
            assert told["type"] != "trouble", told
            if told["type"] != "update" or not told["view"]["legal"]:
                continue
            view: dict[str, Any] = told["view"]
            if enough(view["hand"]):
                return view
            where = {"hand": view["hand"], "seq": view["seq"]}
            await socket.send(json.dumps({"type": "act", "action": "call", **where}))


def test_a_table_goes_to_another_process_and_comes_back_when_that_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spreading, "MOST_ALONE", 0)
    monkeypatch.setattr(spreading, "PROCESSES", 1)
    monkeypatch.setattr(spreading.Spread, "_idler", first_that_is_ready)
    app = make_app(tmp_path / "tables", tmp_path / "hands")
    rooms, spread = app.state.server.rooms, app.state.server.spread
    with serving(app) as port:
        opened = json.loads(ask(port, "/api/tables", body=SETTINGS).body)
        name, key = opened["table"], opened["key"]
        address = f"ws://127.0.0.1:{port}/api/tables/{name}?key={key}"
        asyncio.run(play(address, lambda _: isinstance(rooms[name], RemoteRoom)))
        hand = asyncio.run(play(address, lambda _: True))["hand"]
        before = asyncio.run(play(address, lambda number: number >= hand + 2))
        assert isinstance(rooms[name], RemoteRoom)
        exported = ask(port, f"/api/tables/{name}/export?key={key}&format=phh").body
        assert exported.count(b"antes") == before["hand"] - 1
        assert ask(port, f"/api/tables/{name}/export?key=wrong").status == 400

        [process] = spread.processes
        monkeypatch.setattr(spreading, "PROCESSES", 0)
        os.kill(process.pid, signal.SIGKILL)
        until(lambda: isinstance(rooms[name], Room))
        assert asyncio.run(play(address, lambda _: True)) == before
        asyncio.run(play(address, lambda number: number > before["hand"]))
    again = make_app(tmp_path / "tables", tmp_path / "hands")
    assert again.state.server.rooms[name].table.number == before["hand"] + 1
    again.state.server._file.close()
