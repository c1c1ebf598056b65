"""Hands to look at: those of a store, or of files for the moment."""

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from villain.cli.output import console, plain, progress
from villain.files import WorkFolder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from villain.hands.store.hand_store import HandStore

MOST_TOLD = 3
"""So many damaged batches are named, one a line."""


def open_store(folder: Path | None, *, create: bool = False) -> "HandStore":
    """The hand store; what of it is damaged, and left out of all answers, is told first."""
    from villain.hands.store.hand_store import HandStore

    store = HandStore(folder, create=create)
    damaged = store.damaged()
    screen = console(to_errors=True)
    for batch, problem in list(damaged.items())[:MOST_TOLD]:
        screen.print(f"batch {plain(batch)} is left out: {plain(problem)}", soft_wrap=True)
    if damaged:
        more = len(damaged) - MOST_TOLD
        others = f"{more:,} more are left out; " if more > 0 else ""
        screen.print(
            f"{others}villain store repair sets damaged batches aside and brings back their hands",
            soft_wrap=True,
        )
    return store


@contextmanager
def opened_store(files: list[Path] | None, folder: Path | None) -> "Iterator[HandStore]":
    """The store; or one for the moment, of the hands of files."""
    from villain.errors import VillainError
    from villain.hands.files.archives import size
    from villain.hands.store.hand_store import HandStore
    from villain.hands.store.importing import import_hands

    if not files:
        yield open_store(folder)
        return
    if folder is not None:
        raise VillainError("give files of hands, or --store with a folder; one of the two")
    total = max(size(files), 1)
    with WorkFolder() as kept:
        store = HandStore(Path(kept) / "hands", create=True)
        with progress("reading") as bar:
            imported = import_hands(files, store, progress=lambda done: bar(done / total))
        if not imported.added:
            raise VillainError(f"there is no hand to read in {_in_words(files)}")
        if imported.refused:
            words = f"{imported.refused:,} of {imported.read:,} hands could not be read"
            console(to_errors=True).print(words)
        yield store


def _in_words(files: list[Path]) -> str:
    more = f" and {len(files) - 1} more" if len(files) > 1 else ""
    return f"{str(files[0])!r}{more}"
