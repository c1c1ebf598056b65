"""A dealer on sockets: one port a seat, and a place for whoever says the right version first."""

import asyncio
import re
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from math import isfinite

from villain.errors import VillainError
from villain.wire.connection import Connection
from villain.wire.dealer import Dealer, Seating
from villain.wire.match_log import MatchLog, MatchOutcome
from villain.wire.setup import Setup, warm_up

LOOPBACK = "127.0.0.1"
VERSION = "VERSION:2.0.0"
_VERSION = re.compile(r"VERSION:2\.0\.\d{1,9}", re.ASCII | re.IGNORECASE)
SETTLING = 0.02
"""Seconds in which the going of somebody is noticed who has left already."""
_MOST_GUESTS = 20  # connections to one port that have not yet said who they are

Announce = Callable[[tuple[int, ...]], None]


async def deal_on_sockets(
    setup: Setup,
    record: MatchLog,
    *,
    host: str = LOOPBACK,
    ports: Sequence[int] = (),
    wait: float = 120.0,
    announce: Announce = lambda _: None,
    seating: Seating | None = None,
) -> MatchOutcome:
    """Open a port a seat, wait until everybody has come, and deal the match.

    Without ``ports`` free ones are chosen; ``announce`` is told which. Who has not come after
    ``wait`` seconds ends the match before it begins. Nothing is written before the ports are open.
    """
    players = setup.rules.players
    if ports and (len(ports) != players or len(set(ports) - {0}) < len(ports) - ports.count(0)):
        raise VillainError(f"{len(ports)} ports for {players} seats; each seat has its own")
    if not (isfinite(wait) and wait >= 0):
        raise VillainError(f"a wait of {wait:g}; it should be seconds, 0 or more")
    doors = [_Door(player, record) for player in range(players)]
    try:
        for door, port in zip(doors, ports or [0] * players, strict=True):
            door.put_up(host, port)
        record.begin()
        if record.trouble is not None:
            raise VillainError(record.complaint)
        for door in doors:
            door.open()
        announce(tuple(door.port for door in doors))
        warm_up(setup.rules)
        late = await _everybody(doors, wait)
        if late:
            return _ended(record, f"{' and '.join(late)} did not come within {wait:g} s")
        seats = [door.seat for door in doors if door.seat is not None]
        return await Dealer(setup, seats, record, seating=seating).play()
    except asyncio.CancelledError:
        if record.outcome is None:
            _ended(record, "it was interrupted")
        raise
    finally:
        await asyncio.gather(*(door.close() for door in doors))


def _ended(record: MatchLog, why: str) -> MatchOutcome:
    """A match that ends before it begins."""
    outcome = MatchOutcome(record.setup, (Fraction(0),) * record.setup.rules.players, stopped=why)
    record.finish(outcome)
    return outcome


async def _everybody(doors: "list[_Door]", wait: float) -> list[str]:
    """Wait for all seats to be taken, then close the doors; the names of who has not come."""
    loop = asyncio.get_running_loop()
    until = loop.time() + wait
    while True:
        with suppress(TimeoutError):
            async with asyncio.timeout_at(until):
                for door in doors:
                    await door.taken.wait()
        # Somebody may have left again, while others were waited for or just now.
        await asyncio.sleep(SETTLING)
        late = [door.name for door in doors if not door.is_taken]
        if not late or loop.time() >= until:
            break
    for door in doors:
        door.shut()
    return late


class _Door:
    """The port of one seat; who has it and leaves before the match makes room for the next."""

    def __init__(self, player: int, record: MatchLog) -> None:
        self.name = record.setup.names[player]
        self._player, self._record = player, record
        self._loop = asyncio.get_running_loop()
        self.seat: Connection | None = None
        self.taken = asyncio.Event()
        self.port = 0
        self._open = True
        self._listening: socket.socket | None = None
        self._coming: set[asyncio.Task[object]] = set()
        self._guests: dict[Connection, asyncio.Task[None]] = {}

    @property
    def is_taken(self) -> bool:
        """True if somebody has the seat who has not left."""
        return self.seat is not None and not self.seat.closed.is_set()

    def put_up(self, host: str, port: int) -> None:
        if not 0 <= port <= 65535:
            raise VillainError(f"port {port}; it should be 0 to 65535, and 0 is any free one")
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            # One socket: a name such as localhost can mean two, and they would get two ports.
            self._listening = socket.create_server((host, port), family=family)
        except (OSError, UnicodeError) as error:
            why, *_ = str(getattr(error, "strerror", None) or error).split(" (while")
            raise VillainError(f"cannot listen at {host[:60]}:{port}: {why}") from None
        self._listening.setblocking(False)
        self.port = self._listening.getsockname()[1]

    def open(self) -> None:
        assert self._listening is not None
        self._loop.add_reader(self._listening, self._let_in)

    def _let_in(self) -> None:
        # An asyncio.Server that is closed forgets who has just come, and he would wait for ever.
        assert self._listening is not None
        with suppress(OSError):  # he has gone again
            knocking, _ = self._listening.accept()
            coming = self._loop.connect_accepted_socket(lambda: Connection(self._arrived), knocking)
            task: asyncio.Task[object] = self._loop.create_task(coming)
            self._coming.add(task)
            task.add_done_callback(self._coming.discard)

    def _arrived(self, guest: Connection) -> None:
        if not self._open:  # he had knocked before the door was shut
            guest.abort()
            return
        strangers = [one for one in self._guests if one is not self.seat]
        if len(strangers) >= _MOST_GUESTS:
            self._send_away(strangers[0])
        self._guests[guest] = self._loop.create_task(self._greet(guest))

    def _send_away(self, guest: Connection) -> None:
        self._guests.pop(guest).cancel()
        guest.abort()

    async def _greet(self, guest: Connection) -> None:
        """Give the seat to a guest who says the right version; others have to leave."""
        if await self._says_version(guest):
            if self.is_taken:
                await asyncio.sleep(SETTLING)  # who has it may just be leaving
            if not self.is_taken:
                self.seat = guest
                self.taken.set()
                await guest.closed.wait()
                if not self._open:
                    return
                if self.seat is guest:
                    self.seat = None
                    self.taken.clear()
        await guest.close()
        self._guests.pop(guest, None)

    async def _says_version(self, guest: Connection) -> bool:
        while (line := await guest.next_line()) is not None:
            if _VERSION.fullmatch(line.strip()):
                return True
            if not line.startswith(("#", ";")):
                self._record.remark_on(self._player, f"{line[:60]!r} is not {VERSION}")
                break
        return False

    def shut(self) -> None:
        """Let nobody else in, and send away who has no seat."""
        self._open = False
        if self._listening is not None:
            self._loop.remove_reader(self._listening)
            self._listening.close()
            self._listening = None
        for guest in list(self._guests):
            if guest is not self.seat:
                self._send_away(guest)

    async def close(self) -> None:
        """Send everybody home."""
        self.shut()
        await asyncio.gather(*self._coming, return_exceptions=True)
        for guest, greeting in self._guests.items():
            await guest.close()
            greeting.cancel()
