"""A dealer on a real socket that says again what was recorded, and compares the answers."""

import re
import socket
import threading
from contextlib import suppress
from typing import Self

from villain.wire.sockets import LOOPBACK

LONGEST = 60.0
"""Seconds that it waits for anything."""


class RecordedDealer:
    """Plays one seat's part of a transcript in the competition's form, once.

    ``wrong`` are the answers that were not the recorded ones, as they came and as they should be;
    the first ends the match. What is sent comes in pieces of so many bytes, or all at once.
    """

    def __init__(self, transcript: str, seat: int = 1, piece: int = 0) -> None:
        self.script = re.findall(rf"^(TO|FROM) {seat} at \S+ ([^\r\n]*)\r?$", transcript, re.M)
        self.heard: list[str] = []
        self.wrong: list[tuple[str, str]] = []
        self._piece = piece
        self._door = socket.create_server((LOOPBACK, 0))
        self._door.settimeout(LONGEST)
        self._thread = threading.Thread(target=self._deal, daemon=True)

    @property
    def port(self) -> int:
        return int(self._door.getsockname()[1])

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.join(LONGEST)
        self._door.close()

    def _deal(self) -> None:
        line, _ = self._door.accept()
        # A client who refuses to play hangs up, perhaps before he has heard all.
        with line, line.makefile("rb") as answers, suppress(ConnectionError):
            line.settimeout(LONGEST)
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for greeting in (b"VERSION:2.0.0\r\n", b"#villain tell\r\n"):
                assert answers.readline() == greeting
            for who, text in self.script:
                if who == "TO":
                    self._send(line, text.encode() + b"\r\n")
                    continue
                said = answers.readline().decode()
                self.heard.append(said)
                if said != f"{text}\r\n":
                    self.wrong.append((said, text))
                    return
            line.shutdown(socket.SHUT_WR)
            self.heard += answers.read().decode().splitlines()

    def _send(self, line: socket.socket, data: bytes) -> None:
        size = self._piece or len(data)
        for start in range(0, len(data), size):
            line.sendall(data[start : start + size])
