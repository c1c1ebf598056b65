"""The store as it grows: how fast hands come in, what that takes, and how long answers take.

Real hands are imported once. Then they are copied, each copy with other players and other hands,
batch by batch and as an import would have written them, until the store has so many. At each size
ten hands that are known are imported, which checks and sums up what was copied; then 10,000 real
hands that are new; and the same questions are asked, each as a command of its own.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from benchmarks.growth.commands import Spent, villain
from villain.hands.files.pieces import Piece, pieces
from villain.hands.store.batch_files import write_batch
from villain.hands.store.hand_store import HandStore
from villain.hands.store.records import ImportRecord, record_path, write_record
from villain.hands.store.tables import SCHEMAS

DATA = Path(os.environ.get("VILLAIN_DATA", "../shared/data")) / "handhq"
FIRST, NEW = DATA / "PS_25NLH.tar.xz", DATA / "ONG_400NLH.tar.xz"
FIRST_HANDS, NEW_HANDS = 10_000, 10_000
SIZES = (10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000)
ROUNDS = 2

_BY_COLUMNS = {tuple(schema.names): schema for schema in SCHEMAS.values()}
_BY_POSITION = "SELECT position, avg(net / big_blind) FROM seats GROUP BY position"


def grow(folder: Path, most: int) -> Iterator[dict[str, float]]:
    """Let a store grow, and measure it at each size."""
    with TemporaryDirectory(dir=folder) as parts:
        first = cut(FIRST, FIRST_HANDS, Path(parts) / "first")
        new = cut(NEW, NEW_HANDS, Path(parts) / "new", len(SIZES))
        store = HandStore(folder / "store", create=True)
        known = cut(FIRST, 10, Path(parts) / "known")
        ask(store, "import", str(first[0]), "--workers", "1")
        base, copies, name = store.batches(), 0, busiest(store)
        for size, file in zip(SIZES, new, strict=True):
            if size > most:
                return
            while (hands := count(store)) < size:
                copies += 1
                copy(store, base, copies, size - hands)
            summing = ask(store, "import", str(known[0]), "--workers", "1")
            row = measure(store, count(store), name, file)
            yield row | {"summing up": summing.processor}


def measure(store: HandStore, hands: int, name: str, new: Path) -> dict[str, float]:
    """Import, look at a player, and ask; the best of some rounds."""
    imported = ask(store, "import", str(new), "--workers", "1")
    questions = {
        "profile": ("profile", name, "--no-crowd"),
        "his hands": ("hands", "--where", f"name = '{name}'", "--limit", "20"),
        "all seats": ("hands", "--sql", _BY_POSITION),
    }
    row: dict[str, float] = {
        "hands": hands,
        "batches": len(store.batches()),
        "bytes": sum(path.stat().st_size for path in store.folder.rglob("*") if path.is_file()),
        "imported a second": NEW_HANDS / imported.processor,
        "import": imported.seconds,
        "import MB": imported.megabytes,
    }
    for what, command in questions.items():
        spent = [ask(store, *command) for _ in range(ROUNDS)]
        row[what] = min(one.seconds for one in spent)
        row[f"{what} processor"] = min(one.processor for one in spent)
        row[f"{what} MB"] = min(one.megabytes for one in spent)
    return row


def ask(store: HandStore, *command: str) -> Spent:
    """Run a command on a store."""
    return villain(*command, "--store", str(store.folder))


def cut(archive: Path, hands: int, folder: Path, files: int = 1) -> list[Path]:
    """The first hands of an archive as files of so many."""
    folder.mkdir()
    texts = (
        text
        for piece in pieces([archive])
        if isinstance(piece, Piece)
        for _, text, _, _ in piece.decoded()
    )
    paths = []
    for number in range(files):
        path = folder / f"{number}.phhs"
        some = [text for text, _ in zip(texts, range(hands), strict=False)]
        path.write_text("\n\n".join(some))
        paths.append(path)
    return paths


def count(store: HandStore) -> int:
    """The hands of a store."""
    row = store.query("SELECT count(*) FROM hands").fetchone()
    assert row is not None
    return int(row[0])


def busiest(store: HandStore) -> str:
    """The player of most hands."""
    sql = "SELECT name FROM totals GROUP BY name ORDER BY sum(hands) DESC, name LIMIT 1"
    row = store.query(sql).fetchone()
    assert row is not None
    return str(row[0])


def copy(store: HandStore, batches: list[str], number: int, most: int) -> None:
    """Copy batches, with other hands of other players, until there are so many more hands."""
    for batch in batches:
        if most <= 0:
            return
        tables = {
            name: renamed(
                pq.read_table(store.folder / "batches" / batch / f"{name}.parquet"), number
            )
            for name in SCHEMAS
        }
        name = f"{batch[:20]}-{number:08x}"
        ids = frozenset(tables["hands"]["hand"].to_pylist())
        write_record(record_path(store.folder / "records", name), ImportRecord(ids))
        write_batch(tables, store.folder / "incoming" / name)
        (store.folder / "incoming" / name).rename(store.folder / "batches" / name)
        most -= len(ids)


def renamed(table: pa.Table, number: int) -> pa.Table:
    """The rows of other hands and other players."""
    if "hand" in table.column_names:
        old = pc.utf8_slice_codeunits(table["hand"], 4)
        new = pc.binary_join_element_wise(f"{number:04x}", old, "")
        table = table.set_column(table.column_names.index("hand"), "hand", new)
    if "name" in table.column_names:
        new = pc.binary_join_element_wise(table["name"], f"~{number}", "")
        table = table.set_column(table.column_names.index("name"), "name", new)
    return table.cast(_BY_COLUMNS[tuple(table.column_names)])
