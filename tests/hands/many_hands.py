"""Many hands quickly, stores full of them, and a nursery of imports that get killed."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from tests.hands.random_hands import random_history
from villain.hands.formats.phh_writer import write
from villain.hands.formats.registry import FORMATS, write_hands
from villain.hands.hand_history import HandHistory
from villain.hands.store import hand_store
from villain.hands.store.batch_files import flush, write_batch
from villain.hands.store.hand_store import HandStore
from villain.hands.store.importing import import_hands
from villain.hands.store.tables import Rows

ROOT = Path(__file__).parents[2]


@cache
def some(count: int, first: int = 0) -> tuple[HandHistory, ...]:
    """Different hands with no blinds, cards or names that a format has no words for."""
    seeds = range(first, first + count)
    return tuple(random_history(seed, players=2 + seed % 3, ante=False) for seed in seeds)


def rows_of(histories: Sequence[HandHistory], source: str = "a file") -> Rows:
    """The hands as they are given to a store."""
    rows = Rows()
    for history in histories:
        rows.add(history, history.replay(), source)
    return rows


def text_in(form: str, histories: Sequence[HandHistory]) -> str:
    """A file of a format."""
    hands = ((history, history.replay()) for history in histories)
    return "".join(write_hands(FORMATS[form], hands))


@cache
def _pattern() -> str:
    (history,) = some(1, first=3)
    text = write(history, history.replay())
    assert "hand = 1003\n" in text
    return f"[1]\n{text}\n"


def numbered(numbers: range) -> str:
    """One hand again and again, under other numbers: a file of many hands, in no time."""
    return "".join(_pattern().replace("hand = 1003\n", f"hand = {n}\n") for n in numbers)


def write_files(folder: Path, files: int, hands: int) -> set[str]:
    """A folder of files with so many hands each; gives the numbers of all hands."""
    folder.mkdir()
    for place in range(files):
        numbers = range(1 + place * hands, 1 + (place + 1) * hands)
        (folder / f"{place:04d}.phhs").write_text(numbered(numbers))
    return {str(number) for number in range(1, 1 + files * hands)}


def numbers_in(store: HandStore) -> list[str]:
    """The numbers of all hands of a store, each as often as it is there."""
    return [number for (number,) in store.rows("SELECT number FROM hands ORDER BY number")]


def problems(store: HandStore) -> list[str]:
    """What is wrong with a store."""
    return [wrong for _, wrong in store.verify() if wrong]


def run_python(code: str, *arguments: str) -> "subprocess.Popen[str]":
    """Start another Python with this package and these tests."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


# Imports that get killed. A process that has loaded everything waits for orders; for each it forks
# a child that imports, so that a child begins at once.

MOMENTS = (
    *("before the folder", "in the first file", "after two files", "before the rename"),
    *("after the rename", "with the lock"),
)


class Nursery:
    """Starts imports and kills them."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def run(self, files: Path, store: Path, seconds: float | None = None, moment: str = "") -> bool:
        """Import, and be killed after some time or at a moment; whether it came to its end."""
        order = {"files": str(files), "store": str(store), "seconds": seconds, "moment": moment}
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        status = self._process.stdout.readline().strip()
        if status not in ("0", str(signal.SIGKILL.value)):
            raise AssertionError(f"the import ended with status {status!r}")
        return status == "0"


@contextmanager
def nursery() -> Iterator[Nursery]:
    """A nursery that is closed in the end."""
    process = run_python("from tests.hands.many_hands import serve; serve()")
    try:
        yield Nursery(process)
    finally:
        process.communicate(timeout=20)


def serve() -> None:
    """What the nursery does."""
    for line in sys.stdin:
        order = json.loads(line)
        child = os.fork()
        if child == 0:
            _import(order)
        if order["seconds"] is not None:
            time.sleep(order["seconds"])
            os.kill(child, signal.SIGKILL)
        print(os.waitpid(child, 0)[1], flush=True)


def _import(order: dict[str, Any]) -> None:
    status = 1
    signal.alarm(60)
    try:
        if order["moment"]:
            _die_at(order["moment"])
        import_hands([Path(order["files"])], HandStore(Path(order["store"]), create=True), batch=1)
        status = 0
    finally:
        os._exit(status)


def _die_at(moment: str) -> None:
    """Let this process kill itself at a moment in the second batch that it writes."""
    calls = 0

    def dying(call: Callable[..., Any], at: int, after: bool) -> Callable[..., Any]:
        def called(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401
            nonlocal calls
            calls += 1
            if calls == at and not after:
                os.kill(os.getpid(), signal.SIGKILL)
            result = call(*arguments, **options)
            if calls == at:
                os.kill(os.getpid(), signal.SIGKILL)
            return result

        return called

    def halve(table: object, path: Path, **options: Any) -> None:  # noqa: ANN401
        write_table(table, path, **options)
        if calls == 5:
            os.truncate(path, path.stat().st_size // 2)

    write_table = pq.write_table
    where, what, call, at, after = {
        "before the folder": (hand_store, "write_batch", write_batch, 2, False),
        "in the first file": (pq, "write_table", halve, 5, True),
        "after two files": (pq, "write_table", write_table, 6, True),
        "before the rename": (Path, "rename", Path.rename, 2, False),
        "after the rename": (Path, "rename", Path.rename, 2, True),
        "with the lock": (hand_store, "flush", flush, 2, False),
    }[moment]
    setattr(where, what, dying(call, at, after))
