"""Fifty tables at once on one server: how long the agents take to act, over real sockets.

Each table is another visitor, at an address of its own on loopback, as Linux has them.
"""

import asyncio
import http.client
import json
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import websockets

TABLES, SECONDS = 50, 20.0


def start(folder: Path) -> tuple[subprocess.Popen[str], int]:
    command = [sys.executable, "-u", "-c", "from villain.cli.app import main; main()", "play"]
    process = subprocess.Popen(
        [*command, "--port", "0", "--no-browser", "--store", str(folder / "hands")],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    return process, int(process.stdout.readline().split("/  ")[0].rsplit(":", 1)[1])


def house(number: int) -> str:
    return f"127.0.1.{number + 1}"


def open_table(port: int, seed: int) -> str:
    line = http.client.HTTPConnection("127.0.0.1", port, source_address=(house(seed), 0))
    line.request("GET", "/api/lobby")
    settings = json.load(line.getresponse())["default"] | {"speed": "instant", "seed": seed}
    line.request("POST", "/api/tables", json.dumps(settings), {"Content-Type": "application/json"})
    opened = json.load(line.getresponse())
    line.close()
    return f"ws://127.0.0.1:{port}/api/tables/{opened['table']}?key={opened['key']}"


async def play(address: str, visitor: str, until: float, waits: list[float]) -> int:
    """Call everything; note how long each answer to an action takes."""
    acted, hands = None, 0
    async with websockets.connect(address, local_addr=(visitor, 0)) as socket:
        await socket.send(json.dumps({"type": "look", "about": "you", "chair": 1}))
        while time.monotonic() < until:
            told = json.loads(await socket.recv())
            if told["type"] != "update":
                continue
            view = told["view"]
            hands = view["hand"]
            if acted is not None and view["seq"] > acted[1]:
                waits.append(time.monotonic() - acted[0])
                acted = None
            if view["legal"]:
                said = {"type": "act", "hand": hands, "seq": view["seq"], "action": "call"}
                await socket.send(json.dumps(said))
                acted = (time.monotonic(), view["seq"])
    return hands


async def play_all(port: int) -> tuple[list[float], int]:
    addresses = [open_table(port, seed) for seed in range(TABLES)]
    waits: list[float] = []
    until = time.monotonic() + SECONDS
    hands = await asyncio.gather(
        *(play(address, house(seed), until, waits) for seed, address in enumerate(addresses))
    )
    return waits, sum(hands)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        process, port = start(Path(folder))
        with process:
            try:
                waits, hands = asyncio.run(play_all(port))
            finally:
                process.send_signal(signal.SIGINT)
    middle, most = np.quantile(waits, [0.5, 0.99])
    print(f"{TABLES} tables, six-handed, {SECONDS:.0f} s: {hands:,} hands, {len(waits):,} answers")
    print(f"an answer after {1000 * middle:.0f} ms (median), {1000 * most:.0f} ms (99 %), ", end="")
    print(f"{1000 * max(waits):.0f} ms at most")


if __name__ == "__main__":
    main()
