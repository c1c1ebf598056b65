"""Hands of tables on their way into the hand store, some at a time."""

import logging
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from villain.errors import VillainError
from villain.hands.formats.format import RefusedError, read_hand
from villain.hands.formats.phh import FORMAT
from villain.hands.store.hand_store import HandStore
from villain.hands.store.tables import Rows
from villain.web.table import PageTable, PlayedHand

log = logging.getLogger(__name__)

HANDS_IN_BATCH = 25
"""So many hands make a batch; a batch for each hand would be many files."""


class Remains(NamedTuple):
    """The remains of a table that cannot be opened: its name, and the hands that can be read."""

    name: str
    session: Sequence[PlayedHand]


class HandKeeper:
    """Puts the hands of tables into the store; a hand that is put twice is there once."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._lock = threading.Lock()

    def enough(self, table: PageTable) -> bool:
        """True if a table has enough new hands for a batch."""
        return len(_waiting(table)) >= HANDS_IN_BATCH

    def keep(self, tables: Iterable[PageTable | Remains]) -> None:
        """Store all hands of these tables that are not stored yet, in one batch."""
        with self._lock:
            rows = Rows()
            done: list[PlayedHand] = []
            for table in tables:
                for played in _waiting(table):
                    try:
                        rows.add(*read_hand(FORMAT, played.text), f"table {table.name}")
                    except RefusedError:
                        log.exception("a hand of table %s cannot be stored", table.name)
                    done.append(played)
            if not done:
                return
            try:
                HandStore(self._folder, create=True).add(rows)
            except VillainError as error:
                log.warning("hands cannot be stored (%s); they are kept with their table", error)
                return
            for played in done:
                played.stored = True


def _waiting(table: PageTable | Remains) -> list[PlayedHand]:
    """The newest hands, back to the last that is stored; one not kept yet may be taken back."""
    waiting = []
    for played in reversed(table.session):
        if played.stored:
            break
        if played.kept:
            waiting.append(played)
    return waiting[::-1]
