"""A thousand kills of import, match, dealer and play in turn: nothing that was done is lost."""

import asyncio
import json
import os
import signal
import socket
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import websockets

from tests.attacks.victims import Nursery, nursery
from tests.hands.many_hands import numbers_in, problems, write_files
from tests.wire.clients import is_turn
from villain.arena import Match, play_match
from villain.arena.match_file import MatchFile
from villain.errors import VillainError
from villain.game import limit_holdem
from villain.hands.formats import acpc
from villain.hands.store.hand_store import HandStore

pytestmark = pytest.mark.slow
KILLS = 250
IN_A_ROW = 12
"""After so many kills a program may come to its end."""


@pytest.fixture(scope="module")
def programs() -> Iterator[Nursery]:
    with nursery() as programs:
        yield programs


def test_import(programs: Nursery, tmp_path: Path) -> None:
    """A store has a hand once or not at all, keeps what it has, and comes to have them all."""
    every = write_files(tmp_path / "files", 5, 12)
    rng = np.random.default_rng(1)
    kills = stores = 0
    while kills < KILLS:
        store = tmp_path / f"store {stores}"
        line = ("import", str(tmp_path / "files"), "--store", str(store), "--workers", "1")
        seen: set[str] = set()
        for _ in range(IN_A_ROW):
            if not programs.killed(float(rng.uniform(0.005, 0.3)), *line):
                break
            kills += 1
            with suppress(VillainError):  # there is no store yet
                numbers = numbers_in(HandStore(store))
                assert len(numbers) == len(set(numbers))
                assert seen <= set(numbers)
                seen = set(numbers)
        assert programs.run(*line) == 0
        assert set(numbers_in(HandStore(store))) == every
        assert problems(HandStore(store)) == []
        stores += 1


def test_match(programs: Nursery, tmp_path: Path) -> None:
    """What was written of a match stays, and in the end it is the match that nobody killed."""
    rng = np.random.default_rng(2)
    kills = matches = resumed = 0
    while kills < KILLS:
        match = Match(limit_holdem(2), ("random", "call"), 1500, seed=matches)
        path = tmp_path / f"{matches}.match"
        words = f"match random call --game limit --duplicate --hands 1500 --seed {matches}"
        share = 0.0
        for _ in range(IN_A_ROW):
            if not programs.killed(float(rng.uniform(0.02, 0.5)), *_go_on(words, path, share)):
                break
            kills += 1
            resumed += share > 0
            share = _share(path, match, share)
        else:
            assert programs.run(*_go_on(words, path, share)) == 0
        with MatchFile.load(path, match) as file:
            assert np.array_equal(file.record.payoffs, play_match(match).payoffs)
        matches += 1
    assert resumed > KILLS / 4


def test_stops_of_a_match(programs: Nursery, tmp_path: Path) -> None:
    """However often it is stopped, at once and in good order, no agent is blamed for it."""
    rng = np.random.default_rng(5)
    match = Match(limit_holdem(2), ("loki:bpm", "call"), 100_000, seed=1, duplicate=False)
    path, share = tmp_path / "stopped.match", 0.0
    words = "match loki:bpm call --game limit --hands 100000 --seed 1"
    for number in range(KILLS // 5):
        process = programs.start(*_go_on(words, path, share))
        time.sleep(float(rng.uniform(0.3, 1.5)))
        os.kill(process, [signal.SIGTERM, signal.SIGHUP][number % 2])
        began = time.monotonic()
        assert programs.wait() in (143, 129)
        assert time.monotonic() - began < 10
        share = _share(path, match, share)
    with MatchFile.load(path, match) as file:
        assert not file.record.faults


def _go_on(words: str, path: Path, share: float) -> list[str]:
    if not share:
        path.unlink(missing_ok=True)
    return [*words.split(), "--resume" if share else "--save", str(path)]


def _share(path: Path, match: Match, before: float) -> float:
    try:
        with MatchFile.load(path, match) as file:
            assert file.record.share >= before
            return file.record.share
    except VillainError as error:
        assert not before, error  # killed before the first writing
        return 0.0


def test_dealer(programs: Nursery, tmp_path: Path) -> None:
    """Each hand whose end a player was told is in the log, and the log can be read."""
    rng = np.random.default_rng(3)
    for kill in range(KILLS):
        log = tmp_path / f"{kill}.log"
        with socket.socket() as one, socket.socket() as two:
            one.bind(("127.0.0.1", 0))
            two.bind(("127.0.0.1", 0))
            ports = [door.getsockname()[1] for door in (one, two)]
        line = f"dealer --game limit --hands 100000 --ports {ports[0]},{ports[1]} --log {log}"
        process = programs.start(*line.split())
        ended = asyncio.run(_play_until_killed(ports, process, float(rng.uniform(0.05, 1.0))))
        assert programs.wait() == -signal.SIGKILL
        text = log.read_text() if log.exists() else ""
        written = [line for line in text.splitlines() if line.startswith("STATE:")]
        assert len(written) >= ended
        assert [int(line.split(":")[1]) for line in written] == list(range(len(written)))
        blocks, game = acpc.split(text, 1), acpc.context_of(text)
        assert len([acpc.read(block.text, game) for block in blocks]) == len(written)


async def _play_until_killed(ports: list[int], process: int, seconds: float) -> int:
    """Two who call all the time; how many hands one of them has seen to their end."""
    tasks = [asyncio.create_task(_call(port)) for port in ports]
    await asyncio.sleep(seconds)
    os.kill(process, signal.SIGKILL)
    return max(await asyncio.gather(*tasks))


async def _call(port: int) -> int:
    for _ in range(200):
        with suppress(ConnectionError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            break
        await asyncio.sleep(0.02)
    else:
        return 0
    ended = 0
    writer.write(b"VERSION:2.0.0\r\n")
    with suppress(ConnectionError, asyncio.IncompleteReadError):
        while True:
            line = (await reader.readuntil(b"\n")).decode().rstrip()
            if is_turn(line):
                writer.write(f"{line}:c\r\n".encode())
            elif all(line.split(":")[4].split("/")[0].split("|")):  # both hands are shown
                ended = int(line.split(":")[2]) + 1
    writer.close()
    return ended


def test_play(programs: Nursery, tmp_path: Path) -> None:
    """After a kill the table is where the player saw it last, or further."""
    rng = np.random.default_rng(4)
    table: dict[str, str] = {}
    last = (0, 0)
    for _ in range(KILLS):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        line = f"play --port {port} --no-browser --store {tmp_path / 'hands'}"
        process = programs.start(*line.split())
        table = table or _open_table(port)
        seen = asyncio.run(_act_until_killed(port, table, process, float(rng.uniform(0.05, 0.8))))
        assert programs.wait() == -signal.SIGKILL
        assert seen[0] >= last
        last = seen[-1]
    assert last[0] >= KILLS / 10  # hands, at the pace of the table


def _open_table(port: int) -> dict[str, str]:
    settings = {"opponents": ["call", "random"], "speed": "instant", "auto": True, "seed": 9}
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/tables",
        json.dumps(settings).encode(),
        {"Content-Type": "application/json"},
    )
    until = time.monotonic() + 20
    while True:
        try:
            with urllib.request.urlopen(request) as answer:
                table: dict[str, str] = json.load(answer)
                return table
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.02)


async def _act_until_killed(
    port: int, table: dict[str, str], process: int, seconds: float
) -> list[tuple[int, int]]:
    """Call whenever it is our turn; the hands and moments that were seen."""
    address = f"ws://127.0.0.1:{port}/api/tables/{table['table']}?key={table['key']}"
    seen: list[tuple[int, int]] = []

    async def act() -> None:
        async with websockets.connect(address) as connection:
            async for message in connection:
                said: dict[str, Any] = json.loads(message)
                if said["type"] != "update":
                    continue
                view = said["view"]
                seen.append((view["hand"], view["seq"]))
                if view["legal"]:
                    answer = {"type": "act", "action": "call", "to": 0}
                    await connection.send(
                        json.dumps({**answer, "hand": view["hand"], "seq": view["seq"]})
                    )

    async def come() -> None:
        for _ in range(1000):
            with suppress(OSError, websockets.ConnectionClosed):
                await act()
            if seen:
                return
            await asyncio.sleep(0.02)

    playing = asyncio.create_task(come())
    while not seen:
        await asyncio.sleep(0.01)
        assert not playing.done()
    await asyncio.sleep(seconds)
    os.kill(process, signal.SIGKILL)
    await playing
    return seen
