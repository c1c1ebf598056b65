"""The sums of a store by player and game, kept beside it so that profiles are quick.

A summary is a file that can be made again at any time from the ``totals`` of the batches. Its name
tells of which batches it is; a new one is made of an old one and the batches that came since.
"""

import json
import os
import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from villain.errors import VillainError
from villain.hands.counting.statistics import COLUMNS
from villain.hands.store.answers import files_as_table, new_connection, one_line_errors
from villain.hands.store.hand_store import HandStore

OLD = 3600
"""So many seconds a summary is kept that is no longer needed: somebody may be reading it."""

_SEATS = (
    "CASE WHEN players = 2 THEN 'heads-up' WHEN players <= 6 THEN '3 to 6' ELSE '7 or more' END"
)
_KEYS = "name, site, betting, currency, stake, seats"
_COUNTS = ", ".join(("hands", *COLUMNS))
_FROM_TOTALS = f"""
    SELECT name, site, betting, currency, big_blind / 10.0 ** decimals AS stake, {_SEATS} AS seats,
        position, net / big_blind AS won, {_COUNTS}
    FROM {{source}}
"""
_FROM_SUMMARY = f"SELECT {_KEYS}, position, won, {_COUNTS} FROM {{source}} WHERE position <> ''"
_SUMS = ", ".join(f"sum({column})::BIGINT AS {column}" for column in ("hands", *COLUMNS))
# Each player and game has a row for each position, and one for all of them, whose is empty. Those
# come first, by game; the others by name: so a question reads a few neighbouring rows.
_SUMMARY = f"""
    SELECT {_KEYS}, coalesce(position, '') AS position, sum(won) AS won, {_SUMS}
    FROM ({{rows}})
    GROUP BY GROUPING SETS (({_KEYS}), ({_KEYS}, position))
"""
_ORDER = """
    ORDER BY position <> '', if(position = '', stake, 0), if(position = '', seats, ''),
        if(position = '', betting, ''), name
"""


class StoreSummary:
    """A connection, and the SQL that stands for the table of sums.

    The table has the columns ``name``, ``site``, ``betting``, ``currency``, ``stake``, ``seats``
    (heads-up, 3 to 6, 7 or more), ``position``, ``won`` in big blinds, ``hands``, and the counts of
    the statistics. Rows with an empty position are the sums of the others.
    """

    def __init__(self, store: HandStore) -> None:
        path = refresh(store)
        if path is not None:
            self.connection, self.table = new_connection(), files_as_table([path])
        else:
            self.connection = store.connect()
            rows = _FROM_TOTALS.format(source="totals")
            self.table = f"({_SUMMARY.format(rows=rows)})"

    def ask(self, sql: str, parameters: Sequence[object] = ()) -> duckdb.DuckDBPyConnection:
        """The answer to a question about ``{table}``."""
        with one_line_errors():
            return self.connection.execute(sql.format(table=self.table), list(parameters))


def refresh(store: HandStore) -> Path | None:
    """Bring the summary up to date; None if there is nothing to sum, or no place to keep it."""
    batches = store.whole_batches()
    folder = store.folder / "summaries"
    path = folder / f"{_digest(batches)}.parquet"
    if not batches:
        return None
    if _batches_of(path) == set(batches):
        return path
    try:
        folder.mkdir(exist_ok=True)
        part = folder / f".{secrets.token_hex(8)}"
        try:
            _write(store, batches, folder, part)
            os.replace(part, path)  # noqa: PTH105
        finally:
            part.unlink(missing_ok=True)
    except (OSError, duckdb.IOException):
        return None
    _sweep(folder, path)
    return path


def _write(store: HandStore, batches: Sequence[str], folder: Path, part: Path) -> None:
    before, known = _nearest(folder, set(batches))
    new = [batch for batch in batches if batch not in known]
    files = [store.folder / "batches" / batch / "totals.parquet" for batch in new]
    rows = [_FROM_TOTALS.format(source=files_as_table(files))] if files else []
    rows += [_FROM_SUMMARY.format(source=files_as_table([before]))] if before else []
    listed = json.dumps(list(batches)).replace("'", "''")
    place = str(part.absolute()).replace("'", "''")
    with new_connection() as connection:
        try:
            connection.execute(
                f"COPY ({_SUMMARY.format(rows=' UNION ALL '.join(rows))} {_ORDER}) TO '{place}' "
                "(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 4096, "
                f"KV_METADATA {{batches: '{listed}'}})"
            )
        except duckdb.IOException:
            raise
        except duckdb.Error as error:
            reason = str(error).splitlines()[0]
            raise VillainError(
                f"the store cannot answer: {reason}; villain store verify tells more"
            ) from None


def _nearest(folder: Path, batches: set[str]) -> tuple[Path | None, set[str]]:
    """The summary that has most of these batches and no others, and which."""
    best: tuple[Path | None, set[str]] = (None, set())
    for path in folder.glob("*.parquet"):
        covered = _batches_of(path)
        if covered <= batches and len(covered) > len(best[1]):
            best = path, covered
    return best


def _batches_of(path: Path) -> set[str]:
    """The batches of a summary; none if it is not there, or broken."""
    with suppress(OSError, pa.ArrowException, ValueError, KeyError, TypeError):
        schema = pq.read_schema(path)
        if set(COLUMNS) <= set(schema.names):
            return set(json.loads((schema.metadata or {})[b"batches"]))
    return set()


def _sweep(folder: Path, keep: Path) -> None:
    for path in folder.iterdir():
        with suppress(OSError):
            if path != keep and time.time() - path.stat().st_mtime > OLD:
                path.unlink()


def _digest(batches: Sequence[str]) -> str:
    # The columns are part of it: another version of this program may count other things.
    content = json.dumps([list(batches), COLUMNS])
    return blake2b(content.encode(), digest_size=12).hexdigest()
