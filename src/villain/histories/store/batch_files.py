"""The files of one batch of hands: writing them, and finding out what is wrong with them."""

import os
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from villain.histories.store.tables import SCHEMAS, totals_of


def write_batch(tables: dict[str, pa.Table], folder: Path) -> None:
    """Write the tables of a batch into a new folder, down to the disk."""
    folder.mkdir()
    for name, table in tables.items():
        path = folder / f"{name}.parquet"
        pq.write_table(table, path, compression="zstd", row_group_size=50_000)
        flush(path)
    flush(folder)


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
    """What is wrong with a batch; empty if nothing is."""
    tables = {}
    for name, schema in SCHEMAS.items():
        path = folder / f"{name}.parquet"
        try:
            tables[name] = pq.read_table(path)
        except (OSError, pa.ArrowException) as error:
            return f"{path.name} cannot be read: {str(error).splitlines()[0]}"
        if tables[name].schema.names != schema.names:
            return f"{path.name} has other columns"
    hands = tables["hands"]
    if hands.num_rows != pc.count_distinct(hands["hand"]).as_py():
        return "a hand is there twice"
    if pc.sum(hands["players"]).as_py() != tables["seats"].num_rows:
        return "seats are missing"
    if pc.sum(tables["seats"]["net"]).as_py() != -pc.sum(hands["rake"]).as_py():
        return "chips are not conserved"
    if pc.sum(tables["totals"]["hands"]).as_py() != tables["seats"].num_rows:
        return "the totals are not those of the seats"
    return ""
