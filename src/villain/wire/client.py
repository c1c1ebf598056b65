"""Plays an agent on anybody's dealer."""

import asyncio
from contextlib import redirect_stdout
from sys import stderr

from villain.arena.clock import Clock
from villain.errors import VillainError
from villain.wire.connection import PLEASE, Connection
from villain.wire.guest import Guest
from villain.wire.sockets import VERSION

PAUSE = 0.1
"""Seconds between two attempts to reach a dealer that is not there yet."""


async def play_at(host: str, port: int, guest: Guest, *, wait: float = 0.0) -> None:
    """Sit down at a dealer's port and play until he hangs up; the guest keeps the score.

    A dealer that is not there yet is waited for, so many seconds.
    """
    connection = await _reach(host, port, wait)
    try:
        connection.send(VERSION)
        connection.send(PLEASE)  # in the same packet: the dealer knows it before the first hand
        while (line := await connection.next_line()) is not None:
            answer = guest.hear(line)
            if answer:
                connection.send(answer)
    finally:
        await connection.close()


async def _reach(host: str, port: int, wait: float) -> Connection:
    if not 1 <= port <= 65535:
        raise VillainError(f"port {port}; it should be 1 to 65535")
    loop = asyncio.get_running_loop()
    until = loop.time() + wait
    while True:
        try:
            _, connection = await loop.create_connection(Connection, host, port)
        except OSError as error:
            if loop.time() + PAUSE > until:
                raise VillainError(
                    f"no dealer at {host}:{port}: {error.strerror or error}"
                ) from None
            await asyncio.sleep(PAUSE)
        else:
            return connection


def play_on_dealer(host: str, port: int, guest: Guest, clock: Clock, *, wait: float = 0.0) -> None:
    """The same for a program that has nothing else to do; what agents print goes to the errors."""
    with clock, redirect_stdout(stderr):
        asyncio.run(play_at(host, port, guest, wait=wait))
