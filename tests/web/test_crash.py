"""A server that is killed in mid-hand, over a real socket."""

import asyncio
import json
import os
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import urllib.request
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

import pytest
import websockets

SETTINGS = {"opponents": ["loki:som", "call"], "speed": "instant", "seed": 9}


def start(folder: Path, *options: str) -> tuple[subprocess.Popen[str], str]:
    command = [sys.executable, "-c", "from villain.cli.app import main; main()", "play"]
    process = subprocess.Popen(
        [*command, "--port", "0", "--no-browser", "--store", str(folder / "hands"), *options],
        stdout=subprocess.PIPE,
        text=True,
        env={
            "PATH": "",
            "COLUMNS": "200",
            "HOME": str(folder),
            "PYTHONUNBUFFERED": "1",
            "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
            # What was compiled before need not be compiled again.
            "XDG_CACHE_HOME": os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache")),
        },
    )
    assert process.stdout is not None
    found = re.search(r"127\.0\.0\.1:(\d+)", process.stdout.readline())
    assert found
    return process, found[1]


def stop(process: subprocess.Popen[str], how: signal.Signals) -> int:
    with process:
        process.send_signal(how)
        return process.wait(20)


def open_table(port: str) -> dict[str, str]:
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/tables",
        json.dumps(SETTINGS).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        told: dict[str, str] = json.load(answer)
        return told


async def my_turn(port: str, table: dict[str, str]) -> dict[str, Any]:
    address = f"ws://127.0.0.1:{port}/api/tables/{table['table']}?key={table['key']}"
    async with websockets.connect(address) as socket, asyncio.timeout(30):
        while True:
            told = json.loads(await socket.recv())
            if told["type"] == "update" and told["view"]["legal"]:
                view: dict[str, Any] = told["view"]
                return view


def test_after_a_kill_the_hand_goes_on(tmp_path: Path) -> None:
    process, port = start(tmp_path)
    try:
        table = open_table(port)
        before = asyncio.run(my_turn(port, table))
    finally:
        stop(process, signal.SIGKILL)
    process, port = start(tmp_path)
    try:
        assert asyncio.run(my_turn(port, table)) == before
    finally:
        status = stop(process, signal.SIGINT)
    assert status == 0


async def act(port: str, table: dict[str, str]) -> dict[str, Any]:
    """Call, and take the first answer that says something: trouble, or a table that went on."""
    before = await my_turn(port, table)
    address = f"ws://127.0.0.1:{port}/api/tables/{table['table']}?key={table['key']}"
    async with websockets.connect(address) as socket, asyncio.timeout(30):
        where = {"hand": before["hand"], "seq": before["seq"]}
        await socket.send(json.dumps({"type": "act", "action": "call", **where}))
        while True:
            answer: dict[str, Any] = json.loads(await socket.recv())
            if answer["type"] == "trouble" or answer.get("view", before)["seq"] > before["seq"]:
                return answer


async def windows_at(port: str, table: dict[str, str], count: int) -> list[int]:
    """Open so many windows at a table; the codes with which the server closed some."""
    address = f"ws://127.0.0.1:{port}/api/tables/{table['table']}?key={table['key']}"
    codes = []
    async with AsyncExitStack() as stack:
        for _ in range(count):
            socket = await stack.enter_async_context(websockets.connect(address))
            try:
                await socket.recv()
            except websockets.ConnectionClosed as closed:
                assert closed.rcvd is not None
                codes.append(closed.rcvd.code)
    return codes


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="limits are set from outside")
@pytest.mark.slow
def test_full_disk_kill_and_destroyed_header(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """What could not be written was refused, and what was written is there again after all that."""
    file = tmp_path / "tables" / "tables.sqlite"
    process, port = start(tmp_path)
    try:
        table = open_table(port)
        assert asyncio.run(windows_at(port, table, 6)) == [4409]
        before = asyncio.run(my_turn(port, table))
        full = file.with_name("tables.sqlite-wal").stat().st_size
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (full, resource.RLIM_INFINITY))
        answer = asyncio.run(act(port, table))
        assert answer["type"] == "trouble"
        assert "your action was not taken" in answer["words"]
        assert asyncio.run(my_turn(port, table)) == before
    finally:
        stop(process, signal.SIGKILL)
    with closing(sqlite3.connect(file)) as data:  # what waits beside the file goes into it
        data.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with file.open("r+b") as header:
        header.write(b"\xff" * 100)
    process, port = start(tmp_path)
    try:
        assert "tables.sqlite is damaged" in capfd.readouterr().err
        assert asyncio.run(my_turn(port, table)) == before
    finally:
        stop(process, signal.SIGINT)


async def play_beside_trouble(port: str) -> int:
    """A page that takes nothing, one that leaves and one that lies; another plays five hands."""
    silent, leaving, lying, mine = (open_table(port) for _ in range(4))

    def address(table: dict[str, str]) -> str:
        return f"ws://127.0.0.1:{port}/api/tables/{table['table']}?key={table['key']}"

    async with asyncio.timeout(60), websockets.connect(address(silent)):
        async with websockets.connect(address(leaving)) as gone:
            await gone.recv()
        async with websockets.connect(address(lying)) as liar:
            for said in ("[]", '{"type":"act"}', "\ud83c", '{"type":"act","hand":1,"seq":-1}'):
                await liar.send(said.encode(errors="replace").decode())
        async with websockets.connect(address(mine)) as socket:
            while True:
                told = json.loads(await socket.recv())
                if told["type"] != "update":
                    continue
                view = told["view"]
                if view["hand"] > 5:
                    return int(view["hand"])
                if view["legal"]:
                    where = {"hand": view["hand"], "seq": view["seq"]}
                    await socket.send(json.dumps({"type": "act", "action": "call", **where}))


@pytest.mark.slow
def test_others_are_not_hurt(tmp_path: Path) -> None:
    process, port = start(tmp_path)
    try:
        assert asyncio.run(play_beside_trouble(port)) == 6
    finally:
        stop(process, signal.SIGINT)
