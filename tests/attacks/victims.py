"""Programs that get killed. A process that has loaded everything waits for orders; for each it
forks a child that runs one, so that a child begins at once."""

import importlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from villain.arena import kept_file, match_chunk
from villain.cli.app import main
from villain.web.lobby import warm_up

LONGEST = 120


class Nursery:
    """Starts programs, and tells how they ended."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def start(self, *line: str) -> int:
        """Start a villain command; its process."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(line) + "\n")
        self._process.stdin.flush()
        return int(self._read())

    def wait(self) -> int:
        """The status of the program that was started last, when it has ended."""
        return int(self._read())

    def run(self, *line: str) -> int:
        """Run a command to its end."""
        self.start(*line)
        return self.wait()

    def killed(self, seconds: float, *line: str) -> bool:
        """Run a command, kill it after some time; whether it was killed before its end."""
        process = self.start(*line)
        time.sleep(seconds)
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
        status = self.wait()
        assert status in (0, -signal.SIGKILL), f"{line} ended with status {status}"
        return status != 0

    def _read(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


@contextmanager
def nursery() -> Iterator[Nursery]:
    """A nursery that is closed in the end."""
    process = subprocess.Popen(
        [sys.executable, "-c", "from tests.attacks.victims import serve; serve()"],
        cwd=Path(__file__).parent.parent.parent,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield Nursery(process)
    finally:
        process.communicate(timeout=20)


def serve() -> None:
    """What the nursery does."""
    warm_up()  # which also imports and compiles what the others need
    for name in ("web.server", "wire.sockets", "hands.store.importing"):
        importlib.import_module(f"villain.{name}")
    kept_file.SECONDS = 0.0
    match_chunk.LONG = 0.01
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _run(json.loads(line))
        print(child, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def _run(line: list[str]) -> None:
    signal.alarm(LONGEST)
    status = 1
    try:
        with open(os.devnull, "r+") as nothing:  # noqa: PTH123
            os.dup2(nothing.fileno(), 0)
            os.dup2(nothing.fileno(), 1)
        main(line)
    except SystemExit as stop:
        status = int(stop.code or 0)
    finally:
        os._exit(status)
