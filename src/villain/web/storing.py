"""Hands of tables on their way into the hand store, some at a time."""

import threading
from pathlib import Path

from villain.errors import VillainError
from villain.histories.formats.format import read_hand
from villain.histories.formats.phh import FORMAT
from villain.histories.store.hand_store import HandStore
from villain.histories.store.tables import Rows
from villain.web.table import Table

SOME = 25
"""So many hands make a batch; a small store of its own for each hand would be many files."""


class HandKeeper:
    """Puts the hands of tables into the store; a hand that is put twice is there once."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self.trouble = ""

    def keep(self, table: Table, *, all_of_them: bool = False) -> None:
        """Store the hands of a table that are not stored yet, if they are enough for a batch."""
        with self._lock:
            self._keep(table, all_of_them)

    def _keep(self, table: Table, all_of_them: bool) -> None:
        waiting = [hand for hand in table.session if not hand.stored]
        if not waiting or (len(waiting) < SOME and not all_of_them):
            return
        rows = Rows()
        for played in waiting:
            rows.add(*read_hand(FORMAT, played.text), f"table {table.name}")
        try:
            HandStore(self._folder, create=True).add(rows)
        except VillainError as error:
            self.trouble = str(error)
            return
        for played in waiting:
            played.stored = True
