"""A dealer on sockets: one port a seat, and a place for whoever says the right version first."""

import asyncio
import re
import socket
from collections.abc import Callable, Sequence
from fractions import Fraction

from villain.errors import VillainError
from villain.wire.connection import Connection
from villain.wire.dealer import Dealer, Outcome, Seating
from villain.wire.record import Record
from villain.wire.setup import Setup

LOOPBACK = "127.0.0.1"
VERSION = "VERSION:2.0.0"
_VERSION = re.compile(r"VERSION:2\.0\.\d{1,9}", re.ASCII | re.IGNORECASE)
_MOST_GUESTS = 20  # connections to one port that have not yet said who they are

Announce = Callable[[tuple[int, ...]], None]


async def deal_on_sockets(
    setup: Setup,
    record: Record,
    *,
    host: str = LOOPBACK,
    ports: Sequence[int] = (),
    wait: float = 120.0,
    announce: Announce = lambda _: None,
    seating: Seating | None = None,
) -> Outcome:
    """Open a port a seat, wait until everybody has come, and deal the match.

    Without ``ports`` free ones are chosen; ``announce`` is told which. Who has not come after
    ``wait`` seconds ends the match before it begins.
    """
    players = setup.rules.players
    nothing = (Fraction(0),) * players
    if ports and (len(ports) != players or len(set(ports) - {0}) < len(ports) - ports.count(0)):
        raise VillainError(f"{len(ports)} ports for {players} seats; each seat has its own")
    doors = [_Door(name, record) for name in setup.names]
    try:
        for door, port in zip(doors, ports or [0] * players, strict=True):
            await door.open(host, port)
        announce(tuple(door.port for door in doors))
        late = await _everybody(doors, wait)
        if late:
            stopped = f"{' and '.join(late)} did not come within {wait:g} s"
            record.finish(nothing, stopped)
            return Outcome(setup, nothing, stopped=stopped)
        seats = [door.seat.result() for door in doors]
        return await Dealer(setup, seats, record, seating=seating).play()
    except asyncio.CancelledError:
        if not record.finished:
            record.finish(nothing, "it was interrupted")
        raise
    finally:
        await asyncio.gather(*(door.close() for door in doors))


async def _everybody(doors: "list[_Door]", wait: float) -> list[str]:
    """Wait for all seats to be taken, then close the doors; the names of who has not come."""
    await asyncio.wait([door.seat for door in doors], timeout=wait)
    for door in doors:
        door.shut()
    return [door.name for door in doors if not door.seat.done()]


class _Door:
    """The port of one seat."""

    def __init__(self, name: str, record: Record) -> None:
        self.name, self._record = name, record
        self.seat: asyncio.Future[Connection] = asyncio.get_running_loop().create_future()
        self.port = 0
        self._server: asyncio.Server | None = None
        self._guests: dict[Connection, asyncio.Task[None]] = {}

    async def open(self, host: str, port: int) -> None:
        if not 0 <= port <= 65535:
            raise VillainError(f"port {port}; it should be 0 to 65535, and 0 is any free one")
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            # One socket: a name such as localhost can mean two, and they would get two ports.
            listening = socket.create_server((host, port), family=family)
        except OSError as error:
            raise VillainError(f"cannot listen at {host}:{port}: {error.strerror}") from None
        self.port = listening.getsockname()[1]
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: Connection(self._arrived), sock=listening)

    def _arrived(self, guest: Connection) -> None:
        if len(self._guests) >= _MOST_GUESTS:
            guest.abort()
            return
        self._guests[guest] = asyncio.get_running_loop().create_task(self._greet(guest))

    async def _greet(self, guest: Connection) -> None:
        """Give the seat to a guest who says the right version; others have to leave."""
        while True:
            line = await guest.next_line()
            if self.seat.done() or line is None:
                break
            if _VERSION.fullmatch(line.strip()):
                self.seat.set_result(guest)
                return
            if not line.startswith(("#", ";")):
                self._record.remark(f"{self.name}: {line[:60]!r} is not {VERSION}")
                break
        await guest.close()
        del self._guests[guest]

    def shut(self) -> None:
        """Let nobody else in, and send away who has no seat."""
        if self._server is not None:
            self._server.close()
            self._server = None
        for guest, greeting in self._guests.items():
            if not self.seat.done() or guest is not self.seat.result():
                greeting.cancel()
                guest.abort()

    async def close(self) -> None:
        """Send everybody home."""
        self.shut()
        for guest in list(self._guests):
            await guest.close()
