"""Clients for tests: scripts without a socket, and such as misbehave on one."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import numpy as np

from villain.errors import VillainError
from villain.wire.client import play_at
from villain.wire.guest import Guest
from villain.wire.sockets import LOOPBACK


class Scripted:
    """A seat that answers what is written down for it; None is to leave, ``late`` to be late."""

    def __init__(self, answers: list[str | None]) -> None:
        self.answers = answers
        self.heard: list[str] = []
        self.curious = False

    def send(self, line: str) -> None:
        self.heard.append(line)

    async def next_line(self, until: float | None = None) -> str | None:
        assert until is not None
        line = self.answers.pop(0)
        if line == "late":
            raise TimeoutError
        # A script may leave out the state, which is the one that it was told.
        return f"{self.heard[-1]}{line}" if line and line.startswith(":") else line


class Wire:
    """A bare connection, to be rude with."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def say(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def turn(self) -> bytes:
        """The next state in which this seat is to act, found as a simple bot would."""
        while True:
            line = (await self.reader.readuntil(b"\n")).rstrip()
            if is_turn(line.decode()):
                return line

    async def play(self, action: bytes = b"c") -> None:
        """Play on as one should."""
        while True:
            line = await self.turn()
            await self.say(line + b":" + action + b"\r\n")


def is_turn(line: str) -> bool:
    """Whether the seat of a line of heads-up limit is to act, by counting."""
    if not line.startswith("MATCHSTATE:"):
        return False
    _, position, _, betting, cards = line.split(":")
    streets = betting.split("/")
    if "f" in betting or "||" in cards:
        return False
    if len(streets) == 4 and len(streets[3]) > 1 and streets[3].endswith("c"):
        return False
    first = 1 if len(streets) == 1 else 0
    return (first + len(streets[-1])) % 2 == int(position)


Behaviour = Callable[[Wire, np.random.Generator], Awaitable[None]]


async def hang(wire: Wire, rng: np.random.Generator) -> None:  # noqa: ARG001
    await wire.reader.read()


async def play_then_hang(wire: Wire, rng: np.random.Generator) -> None:
    for _ in range(int(rng.integers(1, 8))):
        await wire.say(await wire.turn() + b":c\r\n")
    await wire.reader.read()


async def garbage(wire: Wire, rng: np.random.Generator) -> None:
    while True:
        line = await wire.turn()
        for _ in range(int(rng.integers(1, 4))):
            await wire.say(rng.bytes(int(rng.integers(0, 60))) + b"\n")
        await wire.say(b"# a remark\r\n; another\n" + line + b":c\r\n")


async def wrong_actions(wire: Wire, rng: np.random.Generator) -> None:
    wrong = [b"f", b"r", b"r1", b"r99999", b"k", b"", b":", b"cc", b"r-1", b"c c"]
    while True:
        line = await wire.turn()
        await wire.say(line + b":" + wrong[int(rng.integers(len(wrong)))] + b"\r\n")


async def other_states(wire: Wire, rng: np.random.Generator) -> None:
    before = b"MATCHSTATE:0:0::2c2d|"
    while True:
        line = await wire.turn()
        await wire.say(before + b":r\r\n" * int(rng.integers(1, 3)))
        await wire.say(line + b":c\n")
        before = line


async def half_a_line(wire: Wire, rng: np.random.Generator) -> None:
    line = await wire.turn()
    await wire.say(line[: int(rng.integers(1, len(line)))])
    if rng.integers(2):
        await wire.reader.read()


async def pieces(wire: Wire, rng: np.random.Generator) -> None:
    while True:
        line = await wire.turn() + b":c\r\n"
        cut = int(rng.integers(1, len(line)))
        await wire.say(line[:cut])
        await asyncio.sleep(0)
        await wire.say(line[cut:])


async def ten_megabytes(wire: Wire, rng: np.random.Generator) -> None:  # noqa: ARG001
    await wire.turn()
    for _ in range(160):
        await wire.say(b"x" * 65536)
    await wire.reader.read()


async def ten_megabytes_first(wire: Wire, rng: np.random.Generator) -> None:  # noqa: ARG001
    line = await wire.turn()
    for _ in range(160):
        await wire.say(b"x" * 65536)
    await wire.say(b"\r\n" + line + b":c\r\n")
    await wire.play()


async def flood(wire: Wire, rng: np.random.Generator) -> None:  # noqa: ARG001
    while True:
        await wire.say(b"MATCHSTATE:0:0::2c2d|:c\r\n" * 200)
        await asyncio.sleep(0)


async def chatter(wire: Wire, rng: np.random.Generator) -> None:  # noqa: ARG001
    """Says much that nobody has asked for before each answer."""
    while True:
        line = await wire.turn()
        for _ in range(9):
            await wire.say((b"# " + b"so " * 1500 + b"\n") * 100)
        await wire.say(line + b":c\r\n")


async def leave(wire: Wire, rng: np.random.Generator) -> None:
    for _ in range(int(rng.integers(0, 8))):
        await wire.say(await wire.turn() + b":r\r\n")


async def break_off(wire: Wire, rng: np.random.Generator) -> None:
    await leave(wire, rng)
    wire.writer.transport.abort()


async def looks_in(wire: Wire, rng: np.random.Generator) -> None:  # noqa: ARG001
    """Says the version, and leaves; what he said has been heard."""
    await asyncio.sleep(0.5)


async def deaf(wire: Wire, rng: np.random.Generator) -> None:  # noqa: ARG001
    wire.writer.transport.pause_reading()  # type: ignore[attr-defined]
    await asyncio.sleep(30)


BEHAVIOURS: dict[str, Behaviour] = {
    one.__name__: one
    for one in (
        *(hang, play_then_hang, garbage, wrong_actions, other_states, half_a_line, pieces),
        *(ten_megabytes, ten_megabytes_first, flood, chatter, leave, break_off, deaf),
    )
}
GREETINGS = (b"", b"VERSION:1.0.0\r\n", b"GET / HTTP/1.1\r\n\r\n", b"\xff\xfe\r\n")
"""What gets nobody a seat."""


async def misbehave(port: int, how: str, seed: int) -> None:
    """Take a seat, and play like that; ``absent`` and the greetings do not get so far."""
    rng = np.random.default_rng(seed)
    if how == "absent":
        return
    if how == "agent":
        with suppress(VillainError):  # the door may be shut already
            await play_at(LOOPBACK, port, Guest("random", seed=seed))
        return
    try:
        reader, writer = await asyncio.open_connection(LOOPBACK, port)
    except ConnectionError:
        return
    try:
        if how in ("stranger", "silent"):
            greeting = GREETINGS[int(rng.integers(len(GREETINGS)))]
            writer.write(greeting if how == "stranger" else b"")
            await reader.read()
            return
        writer.write(b"VERSION:2.0.0\r\n")
        await (looks_in if how == "looks_in" else BEHAVIOURS[how])(Wire(reader, writer), rng)
    except (ConnectionError, asyncio.IncompleteReadError):
        pass
    finally:
        writer.transport.abort()
        await asyncio.sleep(0)
