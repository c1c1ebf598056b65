"""Which batches of a store are whole: their sums are checked when they are opened first.

What was checked is remembered with the sizes and times of the files, so that it is done once.
"""

import json
import os
import secrets
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from villain.hands.store.batch_files import DIGESTS, damage
from villain.hands.store.tables import SCHEMAS

REMEMBERED = "checked.json"

Mark = list[list[int]]
"""Size and time of each file of a batch."""


def damaged_batches(store: Path, batches: Sequence[str]) -> dict[str, str]:
    """The batches that cannot be used, and why."""
    remembered, new, wrong = _remembered(store), {}, {}
    for batch in batches:
        folder = store / "batches" / batch
        mark = _mark(folder)
        if mark is not None and remembered.get(batch) == mark:
            continue
        problem = damage(folder)
        if problem:
            wrong[batch] = problem
        elif mark is not None and mark == _mark(folder):
            new[batch] = mark
    if new:
        here = set(batches)
        kept = {batch: mark for batch, mark in remembered.items() if batch in here}
        _remember(store, kept | new)
    return wrong


def _mark(folder: Path) -> Mark | None:
    """A mark that changes whenever a file of a batch is written; None if a table is missing."""
    mark = []
    for name in (*(f"{table}.parquet" for table in SCHEMAS), DIGESTS):
        try:
            about = (folder / name).stat()
        except OSError:
            if name != DIGESTS:
                return None
        else:
            mark.append([about.st_size, about.st_mtime_ns])
    return mark


def _remembered(store: Path) -> dict[str, Mark]:
    with suppress(OSError, ValueError):
        marks = json.loads((store / REMEMBERED).read_text())
        if isinstance(marks, dict):
            return marks
    return {}


def _remember(store: Path, marks: dict[str, Mark]) -> None:
    """Two processes may write at once: one of them checks some batches again, no more."""
    part = store / f".{REMEMBERED}-{secrets.token_hex(8)}"
    with suppress(OSError):  # a store that may only be read is checked each time
        try:
            part.write_text(json.dumps(marks))
            os.replace(part, store / REMEMBERED)  # noqa: PTH105
        finally:
            part.unlink(missing_ok=True)
