"""Plays an agent on anybody's dealer."""

import asyncio
import socket
import sys
from contextlib import redirect_stdout
from math import isfinite
from os import strerror

from villain.arena.clock import Clock
from villain.errors import VillainError
from villain.wire.connection import PLEASE, Connection
from villain.wire.guest import Guest
from villain.wire.setup import find_rules, warm_up
from villain.wire.sockets import VERSION

PAUSE = 0.1
"""Seconds between two attempts to reach a dealer that is not there yet."""


async def play_at(host: str, port: int, guest: Guest, *, wait: float = 0.0) -> None:
    """Sit down at a dealer's port and play until he hangs up; the guest keeps the score.

    A dealer that is not there yet is waited for, so many seconds.
    """
    connection = await _reach(host, port, wait, guest)
    try:
        connection.send(VERSION)
        connection.send(PLEASE)  # in the same packet: the dealer knows it before the first hand
        connection.flush()
        warm_up(guest.rules or find_rules("limit", 2))  # while he waits for the others
        await connection.closed.wait()
    finally:
        await connection.close()
    if isinstance(connection.failure, VillainError):
        raise VillainError(f"cannot go on at {host}:{port}: {connection.failure}")
    if connection.failure is not None:
        raise connection.failure


async def _reach(host: str, port: int, wait: float, guest: Guest) -> Connection:
    if not 1 <= port <= 65535:
        raise VillainError(f"port {port}; it should be 1 to 65535")
    if not (isfinite(wait) and wait >= 0):
        raise VillainError(f"a wait of {wait:g}; it should be seconds, 0 or more")
    loop = asyncio.get_running_loop()
    until = loop.time() + wait
    while True:
        try:
            _, connection = await loop.create_connection(
                lambda: Connection(answer=guest.hear), host, port
            )
        except (OSError, UnicodeError) as error:
            nowhere = isinstance(error, UnicodeError | socket.gaierror)  # it is no machine's name
            if nowhere or loop.time() + PAUSE > until:
                raise VillainError(f"no dealer at {host[:60]}:{port}: {_why(error)}") from None
            await asyncio.sleep(PAUSE)
        else:
            return connection


def _why(error: Exception) -> str:
    """The system's reason; asyncio has only the address to tell."""
    if isinstance(error, OSError) and error.errno is not None and error.errno > 0:
        return strerror(error.errno)
    return getattr(error, "strerror", None) or str(error)


def play_on_dealer(host: str, port: int, guest: Guest, clock: Clock, *, wait: float = 0.0) -> None:
    """The same for a program that has nothing else to do; what agents print goes to the errors."""
    with clock, redirect_stdout(sys.stderr), asyncio.Runner() as runner:
        # Not its run(), with which Ctrl-C would wait until an agent has thought.
        runner.get_loop().run_until_complete(play_at(host, port, guest, wait=wait))
