"""Hands that fulfil a condition, found in a process of its own.

A condition is a stranger's SQL, and DuckDB hears nothing within one call of a function: some of
them take hours, or all memory. A process can be limited, and killed.
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

import duckdb

from villain.errors import VillainError
from villain.files import WorkFolder
from villain.hands.store.finding import select_hands
from villain.hands.store.hand_store import HandStore

if sys.platform != "win32":  # there only time is limited
    import resource

MOST_MEMORY = 4 * 2**30
"""Addresses that the process may use, in bytes; DuckDB's own limit knows nothing of long texts."""

MOST_ON_DISK = "2GB"
"""What a question may put into temporary files."""

TOO_MUCH = "the store cannot answer: this condition needs too much memory"


class Stoppable(Protocol):
    """A question, as far as it matters here."""

    def at_end(self, stop: Callable[[], None]) -> None:
        """Have ``stop`` called when the work should end."""

    def check(self) -> None:
        """Go no further if nobody wants the answer any more."""


class LimitedStore(HandStore):
    """The hand store, for strangers: temporary files have an end."""

    def connect(self) -> duckdb.DuckDBPyConnection:
        """A connection that does not fill the disk."""
        connection = super().connect()
        connection.execute(f"SET max_temp_directory_size = '{MOST_ON_DISK}'")
        return connection


def hands_where(
    store: HandStore, columns: Sequence[str], where: str, limit: int, question: Stoppable
) -> list[list[Any]]:
    """The newest hands that fulfil a condition; what is not a number or a text comes as text."""
    asked = {"store": str(store.folder), "columns": columns, "where": where, "limit": limit}
    with (
        WorkFolder() as spill,  # a process that is killed leaves its temporary files behind
        subprocess.Popen(
            [sys.executable, "-P", "-m", "villain.web.conditions"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "MALLOC_ARENA_MAX": "2", "OPENBLAS_NUM_THREADS": "1"},
        ) as process,
    ):
        question.at_end(process.kill)
        question.check()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps({**asked, "spill": str(spill)}).encode() + b"\n")
            process.stdin.flush()
            said = process.stdout.read()
        except OSError:
            said = b""
        finally:
            process.kill()
    question.check()
    if not said:
        raise VillainError(TOO_MUCH)
    answer = json.loads(said)
    if "words" in answer:
        raise VillainError(answer["words"])
    rows: list[list[Any]] = answer["rows"]
    return rows


def _main() -> None:
    """Answer one question that comes as a line."""
    asked = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    tempfile.tempdir = asked["spill"]
    if sys.platform != "win32":
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        store = LimitedStore(Path(asked["store"]))
        rows = select_hands(store, asked["columns"], asked["where"], asked["limit"], newest=True)
        answer = json.dumps({"rows": list(rows)}, default=str)
    except VillainError as error:
        answer = json.dumps({"words": str(error)})
    except MemoryError:
        answer = json.dumps({"words": TOO_MUCH})
    sys.stdout.write(answer)
    sys.stdout.flush()


def _end_with_the_server() -> None:
    """The server says nothing more; when it is gone, however it went, the line ends."""
    sys.stdin.buffer.read()
    os._exit(1)


if __name__ == "__main__":
    _main()
