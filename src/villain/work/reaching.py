"""What both kinds of clusters need: an address that answers, workers, and signals left alone."""

import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from villain.errors import VillainError
from villain.processes import STOPS

SECONDS = 5.0


def check_listens(address: str, what: str) -> None:
    """Raise if nobody listens at ``host:port``, before which there may be ``scheme://``."""
    parts = urlsplit(address if "://" in address else f"//{address}")
    try:
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or not port:
        raise VillainError(f"{address!r} is no address of {what}; it has a host and a port")
    try:
        socket.create_connection((host, port), SECONDS).close()
    except OSError as error:
        raise VillainError(f"nobody answers at {address}: {error.strerror or error}") from None


def missing(library: str) -> VillainError:
    """The error of somebody who has not installed what a cluster needs."""
    return VillainError(f"{library} is not installed; pip install 'villain[cluster]'")


def shares(cores: int, workers: int | None) -> tuple[int, int]:
    """How many tasks a cluster of so many cores works on at a time, and how many may wait there."""
    if workers is not None:
        return workers, 0
    if not cores:
        raise VillainError("the cluster has no workers yet; if it grows, say --workers N")
    return cores, cores


@contextmanager
def signals_kept() -> Iterator[None]:
    """Take back what a library does to the handlers of signals."""
    before = {number: signal.getsignal(number) for number in STOPS}
    try:
        yield
    finally:
        for number, handler in before.items():
            if handler is not None and signal.getsignal(number) is not handler:
                signal.signal(number, handler)
