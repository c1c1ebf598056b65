"""Work that strangers can ask for has an end: questions, dropped files, matches, tables."""

import asyncio
import gc
import gzip
import json
import logging
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import websockets

from tests.web.serving import Reply, ask, serving
from villain.cli import play
from villain.errors import VillainError
from villain.hands.store.hand_store import HandStore
from villain.web import dropping, keeping, matches, replays, visitors
from villain.web import server as server_module
from villain.web.close_codes import CROWDED, GONE, REFUSED, TOO_MUCH
from villain.web.conditions import hands_where
from villain.web.messages import NewMatch, Settings
from villain.web.questions import EACH
from villain.web.replays import MOST_ACTIONS
from villain.web.server import make_app
from villain.web.visitors import BusyError

SETTINGS = {"opponents": ["call"], "speed": "instant", "seed": 4}
PAIRS = "range(10000000) a, range(10000000) b"
ENDLESS = f"(SELECT count(*) FROM {PAIRS} WHERE a.range * b.range % 7 = 3) > 0"
"""A condition that takes hours."""


@pytest.fixture
def app(tmp_path: Path) -> Any:  # noqa: ANN401
    return make_app(tmp_path / "tables", tmp_path / "hands", seconds=0.5)


@pytest.fixture
def port(app: Any) -> Iterator[int]:  # noqa: ANN401
    with serving(app) as found:
        yield found


def wait_until(done: Callable[[], bool], seconds: float = 10.0) -> float:
    """How long it takes until something is so."""
    began = time.monotonic()
    while not done():
        assert time.monotonic() - began < seconds
        time.sleep(0.01)
    return time.monotonic() - began


def going_on(app: Any) -> int:  # noqa: ANN401
    return int(app.state.server.pages._questions._quota._taken.total())


def drop(port: int, data: bytes) -> Reply:
    body = b'--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n' + data
    kind = {"Content_Type": "multipart/form-data; boundary=x"}
    return ask(port, "/api/drop", body=body + b"\r\n--x--\r\n", **kind)


def open_table(port: int) -> dict[str, str]:
    opened: dict[str, str] = json.loads(ask(port, "/api/tables", body=SETTINGS).body)
    return opened


async def look_at(port: int, table: str, key: str) -> int | None:
    """Look at a table, or be told that one may not: the code of the close, if there is one."""
    async with websockets.connect(f"ws://127.0.0.1:{port}/api/tables/{table}?key={key}") as line:
        try:
            await line.recv()
        except websockets.ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None
    return None


# Questions


def test_a_question_without_end_is_ended(app: Any, port: int) -> None:  # noqa: ANN401
    began = time.monotonic()
    answer = ask(port, f"/api/hands?where={quote(ENDLESS)}")
    assert answer.status == 503
    assert "took longer than 0.5 s; narrow it" in answer.words
    assert 0.5 <= time.monotonic() - began < 5
    wait_until(lambda: going_on(app) == 0)
    assert ask(port, "/api/hands").status == 200


def test_a_question_ends_when_nobody_waits_for_the_answer(tmp_path: Path) -> None:
    app = make_app(tmp_path / "tables", tmp_path / "hands", seconds=3600)
    with serving(app) as port:
        with socket.create_connection(("127.0.0.1", port)) as line:
            path = f"/api/hands?where={quote(ENDLESS)}"
            line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            wait_until(lambda: going_on(app) == 1)
        wait_until(lambda: going_on(app) == 0)


DEAF = "levenshtein(repeat('ab', 3000000), repeat('ba', 3000000)) > 5"
"""A condition that takes hours and gigabytes within one call, in which nothing is heard."""


def children() -> list[str]:
    """The processes that look for hands here."""
    named = subprocess.run(
        ["ps", "--ppid", str(os.getpid()), "-o", "args="], capture_output=True, text=True
    )
    return [line for line in named.stdout.splitlines() if "villain.web.conditions" in line]


@pytest.mark.slow
def test_a_condition_that_hears_nothing_is_ended(tmp_path: Path) -> None:
    app = make_app(tmp_path / "tables", tmp_path / "hands", seconds=4)
    with serving(app) as port:
        with socket.create_connection(("127.0.0.1", port)) as line:
            path = f"/api/hands?where={quote(DEAF)}"
            line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            wait_until(lambda: len(children()) == 1)
            time.sleep(2)
        wait_until(lambda: going_on(app) == 0 and not children(), 3)
        answer = ask(port, f"/api/hands?where={quote(DEAF)}")
        assert "took longer than 4 s" in answer.words
        wait_until(lambda: going_on(app) == 0 and not children(), 3)


def test_a_condition_has_so_much_memory(tmp_path: Path) -> None:
    class Patient:
        """A question with all the time in the world."""

        def at_end(self, stop: Callable[[], None]) -> None:
            pass

        def check(self) -> None:
            pass

    store = HandStore(tmp_path / "hands", create=True)
    huge = (
        "(SELECT max(len(repeat(repeat('ab', range::INT), 2000))) FROM range(999999, 1000000)) > 0"
    )
    with pytest.raises(VillainError, match=r"too much memory|Out of Memory"):
        hands_where(store, ["hand"], huge, 5, Patient())


def test_a_visitor_asks_a_few_questions_at_once(app: Any, port: int) -> None:  # noqa: ANN401
    lines = [socket.create_connection(("127.0.0.1", port)) for _ in range(EACH)]
    for line in lines:
        path = f"/api/hands?where={quote(ENDLESS)}"
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    wait_until(lambda: going_on(app) == EACH)
    answer = ask(port, "/api/hands")
    assert answer.status == 429
    assert "questions of yours" in answer.words
    for line in lines:
        line.close()
    wait_until(lambda: going_on(app) == 0)
    assert ask(port, "/api/hands").status == 200


# Dropped files


def test_refused_hands_are_work_too(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dropping, "MOST_HANDS", 100)
    nonsense = b"PokerStars Hand #1: Hold'em No Limit ($1/$2) - 2009/01/01 0:00:00 ET\nhm\n\n\n"
    answer = json.loads(drop(port, nonsense * 2_000).body)
    assert answer["hands"] == 0
    assert answer["refused"][0].startswith("after 100 hands the rest was left out")


def test_a_file_that_unpacks_for_minutes_is_left(app: Any, port: int) -> None:  # noqa: ANN401
    head = b"PokerStars Hand #1: Hold'em No Limit ($1/$2) - 2009/01/01 0:00:00 ET\n"
    letters = gzip.compress(b"x" * 2**26, 1) * 60  # four gigabytes of one hand
    began = time.monotonic()
    answer = json.loads(drop(port, gzip.compress(head) + letters).body)
    assert any("after 0.5 s" in line or "took longer" in line for line in answer["refused"])
    assert time.monotonic() - began < 5
    wait_until(lambda: going_on(app) == 0)


def deep_hand(actions: int) -> bytes:
    """A hand between two deep stacks, who raise by the least so often, and a fold."""
    raises = [f"p{2 - at % 2} cbr {4 + 2 * at}" for at in range(actions - 1)]
    played = ["d dh p1 2c3d", "d dh p2 4c5d", *raises, f"p{2 - (actions - 1) % 2} f"]
    return (
        "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n"
        f"starting_stacks = [99999999, 99999999]\nactions = {played}\n"
    ).encode()


def test_a_hand_that_is_too_long_is_not_replayed(app: Any, port: int) -> None:  # noqa: ANN401
    began = time.monotonic()
    answer = drop(port, deep_hand(8000))
    assert answer.status == 400
    assert answer.words == f"this hand has 8,000 actions; the page shows {MOST_ACTIONS} at most"
    assert time.monotonic() - began < 5
    wait_until(lambda: going_on(app) == 0)


def test_a_replay_ends_with_its_time(
    app: Any,  # noqa: ANN401
    port: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(replays, "MOST_ACTIONS", 10_000)
    answer = drop(port, deep_hand(5000))
    assert "took longer than 0.5 s" in answer.words
    wait_until(lambda: going_on(app) == 0, 60)  # something may have to be compiled first


# Stopping


def test_a_program_that_ends_waits_for_no_question() -> None:
    program = (
        "import asyncio, time; from villain.web.questions import Question, _begin\n"
        "async def ask(): _begin(lambda _: time.sleep(60), Question(1))\n"
        "asyncio.run(ask())"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=30)


def test_a_server_that_stops_calls_its_questions_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(play, "FAREWELL", 1)
    app = make_app(tmp_path / "tables", tmp_path / "hands", seconds=3600)
    with caplog.at_level(logging.ERROR), serving(app) as port:
        line = socket.create_connection(("127.0.0.1", port), 10)
        path = f"/api/hands?where={quote(ENDLESS)}"
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        wait_until(lambda: going_on(app) == 1)
        began = time.monotonic()
    assert time.monotonic() - began < 10
    with line:
        assert line.recv(100).startswith(b"HTTP/1.1 503 ")
    assert "Traceback" not in caplog.text


# Matches


def test_matches_are_few_and_the_stopped_ones_stop(port: int) -> None:
    wanted = {"agents": ["loki:som", "loki:gom"], "deals": 100_000}
    before = set(threading.enumerate())
    answers = [ask(port, "/api/matches", body=wanted) for _ in range(20)]
    started = [one for one in threading.enumerate() if one not in before and "_run" in one.name]
    assert len(started) <= matches.EACH + 1
    assert {answer.status for answer in answers} <= {200, 429}
    refused = [answer for answer in answers if answer.status == 429]
    assert all("a match of yours has yet to stop" in answer.words for answer in refused)
    wait_until(lambda: sum(thread.is_alive() for thread in started) <= matches.EACH)


def test_nobody_stops_the_matches_of_others() -> None:
    wanted = NewMatch(agents=["loki:som", "loki:gom"], deals=100_000)
    playing = matches.Matches()
    try:
        for visitor in ("one", "other"):
            for _ in range(matches.EACH):
                playing.start(wanted, visitor)
        with pytest.raises(BusyError, match="4 matches are being played"):
            playing.start(wanted, "third")
        assert [one.address for one in playing.running] == ["one", "one", "other", "other"]
    finally:
        playing.stop()
    wait_until(lambda: not playing.running)


def test_one_visitor_does_not_hold_all_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    hold = threading.Event()

    def play_on(*_: object, **__: object) -> None:
        """A match that does not hear at once that it is stopped."""
        hold.wait(30)

    monkeypatch.setattr(matches, "play_match", play_on)
    wanted = NewMatch(agents=["loki:som", "loki:gom"], deals=100_000)
    playing = matches.Matches()
    for _ in range(matches.EACH + 1):
        playing.start(wanted, "one")
    with pytest.raises(BusyError, match="a match of yours has yet to stop"):
        playing.start(wanted, "one")
    playing.start(wanted, "other")
    hold.set()
    wait_until(lambda: not playing.running)
    playing.start(wanted, "one")
    wait_until(lambda: not playing.running)


async def watch_match(port: int, name: str, windows: int) -> list[int | None]:
    """Look at a match in so many windows at once: the codes with which they are closed."""
    address = f"ws://127.0.0.1:{port}/api/matches/{name}"
    codes: list[int | None] = []
    lines = [await websockets.connect(address) for _ in range(windows)]
    for line in lines:
        try:
            await line.recv()
            codes.append(None)
        except websockets.ConnectionClosed as closed:
            codes.append(closed.rcvd.code if closed.rcvd else None)
    for line in lines:
        await line.close()
    return codes


def test_a_match_that_is_not_shown_says_why(app: Any, port: int) -> None:  # noqa: ANN401
    wanted = {"agents": ["loki:som", "loki:gom"], "deals": 100_000}
    name = json.loads(ask(port, "/api/matches", body=wanted).body)["match"]
    assert asyncio.run(watch_match(port, "none", 1)) == [GONE]
    assert asyncio.run(watch_match(port, name, 6)) == [None] * 5 + [CROWDED]
    match = app.state.server.pages.matches._known[name]
    wait_until(lambda: match.watchers == 0)
    app.state.server.guard.token = "a-long-enough-secret"
    assert asyncio.run(watch_match(port, name, 1)) == [REFUSED]


# Tables


def test_wrong_keys_bring_no_table_from_its_file(
    app: Any,  # noqa: ANN401
    port: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server_module, "MOST_TABLES", 2)
    first, *others = [open_table(port) for _ in range(3)]
    rooms = app.state.server.rooms
    here = {one["table"] for one in others}
    assert set(rooms) == here  # the first waits in the file
    codes = [asyncio.run(look_at(port, first["table"], f"wrong-{number}")) for number in range(20)]
    assert codes[:5] == [GONE] * 5
    assert codes[-1] == TOO_MUCH
    assert set(rooms) == here


def test_the_same_wrong_key_again_is_not_free(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is unpickled for it, and who connects too often is told to wait."""
    monkeypatch.setattr(server_module, "MOST_TABLES", 1)
    monkeypatch.setattr(visitors, "A_SECOND", 0.01)
    monkeypatch.setattr(visitors, "BURST", 8.0)
    first, _ = [open_table(port) for _ in range(2)]
    unpickled: list[bytes] = []
    monkeypatch.setattr(keeping, "_unpickled", unpickled.append)
    codes = [asyncio.run(look_at(port, first["table"], "wrong")) for _ in range(10)]
    assert codes == [GONE] * 6 + [TOO_MUCH] * 4
    assert not unpickled


def test_a_table_that_is_fetched_takes_the_place_of_another(
    app: Any,  # noqa: ANN401
    port: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server_module, "MOST_TABLES", 2)
    first, *_ = [open_table(port) for _ in range(4)]
    assert asyncio.run(look_at(port, first["table"], first["key"])) is None
    assert len(app.state.server.rooms) == 2
    assert first["table"] in app.state.server.rooms


def test_tables_that_are_opened_at_once_are_no_more_than_may_be(
    app: Any,  # noqa: ANN401
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server_module, "MOST_TABLES", 2)
    server = app.state.server

    async def open_all() -> int:
        wanted = Settings(opponents=["call"])
        await asyncio.gather(*(server.open(wanted) for _ in range(5)))
        return len(server.rooms)

    assert asyncio.run(open_all()) == 2


def test_a_table_that_is_put_away_leaves_nothing_running(
    port: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(server_module, "MOST_TABLES", 1)
    with caplog.at_level(logging.ERROR):
        for _ in range(3):
            opened = open_table(port)
            assert asyncio.run(look_at(port, opened["table"], opened["key"])) is None
            time.sleep(0.2)
        ask(port, "/api/lobby")
        gc.collect()
    assert "destroyed" not in caplog.text
