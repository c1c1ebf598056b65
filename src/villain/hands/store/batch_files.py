"""The files of one batch of hands: writing them, and finding out what is wrong with them."""

import json
import os
from hashlib import blake2b
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from villain.hands.store.tables import GAME, SCHEMAS, totals_of

DIGESTS = "digests.json"
"""The file that has a digest of each of the others, so that a changed byte is found."""


def write_batch(tables: dict[str, pa.Table], folder: Path) -> None:
    """Write the tables of a batch into a new folder, down to the disk."""
    folder.mkdir()
    for name, table in tables.items():
        path = folder / f"{name}.parquet"
        pq.write_table(table, path, compression="zstd", row_group_size=50_000)
        flush(path)
    write_digests(folder)
    flush(folder)


def _digest(path: Path) -> str:
    digest = blake2b(digest_size=16)
    with path.open("rb") as file:
        while piece := file.read(2**20):
            digest.update(piece)
    return digest.hexdigest()


def flush(path: Path) -> None:
    """Make sure that it is on the disk."""
    if path.is_dir() and os.name == "nt":
        return  # Windows cannot open folders
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def without(tables: dict[str, pa.Table], known: set[str]) -> dict[str, pa.Table]:
    """The tables without some hands."""
    gone = pa.array(list(known))
    kept = {
        name: tables[name].filter(pc.invert(pc.is_in(tables[name]["hand"], gone)))
        for name in ("hands", "seats", "actions")
    }
    return kept | {"totals": totals_of(kept["seats"])}


def wrong_with(folder: Path) -> str:
    """The first error in a batch, however small; empty if there is none."""
    return _changed(folder) or unfit(folder)


def damage(folder: Path) -> str:
    """Why a batch cannot be used; empty if it can. Without digests its tables must fit together."""
    return unfit(folder) if digests_of(folder) is None else _changed(folder)


def is_as_written(folder: Path, table: str) -> bool:
    """True if the file of a table has its digest."""
    try:
        return (digests_of(folder) or {}).get(table) == _digest(folder / f"{table}.parquet")
    except OSError:
        return False


def ids_of(folder: Path) -> frozenset[str] | None:
    """The hands of a batch, as long as one of the tables that name them is as it was written."""
    for table in ("hands", "seats", "actions"):
        if is_as_written(folder, table):
            names = pq.read_table(folder / f"{table}.parquet", columns=["hand"])["hand"]
            return frozenset(names.unique().to_pylist())
    return None


def write_digests(folder: Path) -> None:
    """Put down the digests of the tables as they are."""
    digests = {name: _digest(folder / f"{name}.parquet") for name in SCHEMAS}
    (folder / DIGESTS).write_text(json.dumps(digests))
    flush(folder / DIGESTS)


def digests_of(folder: Path) -> dict[str, str] | None:
    """The digests of the tables; None if nobody knows them."""
    try:
        digests = json.loads((folder / DIGESTS).read_text())
    except (OSError, ValueError):
        return None
    return digests if isinstance(digests, dict) else None


def _changed(folder: Path) -> str:
    """Which file of a batch is not as it was written."""
    digests = digests_of(folder)
    if digests is None:
        return f"{DIGESTS} cannot be read"
    for name in SCHEMAS:
        path = folder / f"{name}.parquet"
        try:
            if digests.get(name) != _digest(path):
                return f"{path.name} is not as it was written"
        except OSError as error:
            return f"{path.name} cannot be read: {error.strerror}"
    return ""


def unfit(folder: Path) -> str:
    """The first inconsistency of a batch when all of it is read; empty if there is none."""
    tables = {}
    for name, schema in SCHEMAS.items():
        path = folder / f"{name}.parquet"
        try:
            tables[name] = pq.read_table(path)
        except (OSError, pa.ArrowException) as error:
            reason = getattr(error, "strerror", None) or str(error).strip().splitlines()[0]
            return f"{path.name} cannot be read: {reason}"
        if tables[name].schema.names != schema.names:
            return f"{path.name} has other columns"
    return _wrong_in(**tables)


def _wrong_in(hands: pa.Table, seats: pa.Table, actions: pa.Table, totals: pa.Table) -> str:
    """The first inconsistency between the tables of a batch; empty if there is none."""
    if hands.num_rows != pc.count_distinct(hands["hand"]).as_py():
        return "a hand is there twice"
    if not all(pc.all(pc.is_in(rows["hand"], hands["hand"])).as_py() for rows in (seats, actions)):
        return "seats or actions are of no hand"
    if pc.sum(hands["players"]).as_py() != seats.num_rows:
        return "seats are missing"
    if pc.sum(seats["net"]).as_py() != -pc.sum(hands["rake"]).as_py():
        return "chips are not conserved"
    keys = [(name, "ascending") for name in (*GAME, "name", "position")]
    if not totals_of(seats).sort_by(keys).equals(totals.sort_by(keys)):
        return "the totals are not those of the seats"
    return ""
