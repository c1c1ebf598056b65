"""Repairing a store: damaged batches are set aside, and their hands brought back.

A damaged batch moves into a folder ``damaged``, and nothing is deleted. If its table ``hands`` is
as it was written, all of it is made again from there; otherwise the files that the hands came from
are read again. What does not come back is tried again each time.
"""

import re
import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from villain.errors import VillainError
from villain.hands.files.archives import size
from villain.hands.formats.format import RefusedError, read_hand
from villain.hands.formats.phh import FORMAT
from villain.hands.store.batch_files import (
    digests_of,
    flush,
    ids_of,
    is_as_written,
    unfit,
    write_digests,
)
from villain.hands.store.file_lock import locked
from villain.hands.store.hand_store import HandStore
from villain.hands.store.importing import import_hands
from villain.hands.store.records import (
    ImportRecord,
    Sources,
    read_record,
    record_path,
    recorded,
    write_record,
)
from villain.hands.store.tables import Rows

ANONYM = re.compile("p[0-9a-f]{16}")
"""A stand-in for a file's name where players are anonymous."""

VERIFYING = 0.3
"""So much of the work is reading the store, by guess; the rest is reading files again."""


@dataclass
class Repair:
    """A report of what was repaired, and of what became of the hands.

    ``set_aside`` has the batches that were moved, and why; of ``mended`` ones only the digests had
    to be written again. ``kept`` hands were in a table that is whole, ``back`` came from files,
    ``lost`` did not come back; of the ``unknown`` batches nobody knows what was in them. ``gone``
    are files that are no longer there.
    """

    set_aside: dict[str, str] = field(default_factory=dict)
    mended: list[str] = field(default_factory=list)
    kept: int = 0
    back: int = 0
    lost: int = 0
    unknown: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)


def repair(
    store: HandStore,
    paths: Sequence[Path] = (),
    *,
    workers: int = 1,
    progress: Callable[[float], None] = lambda _: None,
) -> Repair:
    """Set aside what is damaged and bring its hands back, also from these files and folders."""
    size(paths)  # raises where there is no such file, before anything moves
    report = Repair()
    batches = max(len(store.batches()), 1)
    for number, (batch, wrong) in enumerate(store.verify(), 1):
        progress(VERIFYING * min(number / batches, 1.0))
        if wrong and _mend(store, batch):
            report.mended.append(batch)
        elif wrong and _set_aside(store, batch):
            report.set_aside[batch] = wrong
    waiting = {}
    for batch in recorded(store.folder / "damaged"):
        record = read_record(record_path(store.folder / "damaged", batch))
        if lost := _lost(store, [record]):
            _from_its_hands(store, batch, record)
            report.kept += lost - _lost(store, [record])
        if record.ids is None or _lost(store, [record]):
            waiting[batch] = record
    before = _lost(store, waiting.values())
    report.gone = _from_files(store, list(waiting.values()), paths, workers, progress)
    report.lost = _lost(store, waiting.values())
    report.back = before - report.lost
    report.unknown = [batch for batch, record in waiting.items() if record.ids is None]
    return report


def _lost(store: HandStore, records: Iterable[ImportRecord]) -> int:
    ids = frozenset().union(*(record.ids or () for record in records))
    return len(ids) - len(store.known(ids))


def _mend(store: HandStore, batch: str) -> bool:
    """Write digests again where only they are lost and everything else fits together."""
    folder = store.folder / "batches" / batch
    if not folder.is_dir() or digests_of(folder) is not None or unfit(folder):
        return False
    write_digests(folder)
    return True


def _set_aside(store: HandStore, batch: str) -> bool:
    """Move a batch out of the way, its record first; False if another process has done so."""
    aside, folder = store.folder / "damaged", store.folder / "batches" / batch
    # A batch of this name may lie there, if somebody has brought it back from a copy.
    name = f"{batch}-{secrets.token_hex(4)}" if (aside / batch).exists() else batch
    record, kept = record_path(store.folder / "records", batch), record_path(aside, name)
    try:
        aside.mkdir(exist_ok=True)
        with locked(store.folder / "lock"):
            if not folder.exists() and not record.exists():
                return False
            if not kept.exists():
                known = read_record(record)
                write_record(kept, _guess(folder) if known.ids is None else known)
            record.unlink(missing_ok=True)
            if folder.exists():
                folder.rename(aside / name)
            flush(aside)
    except OSError as error:
        raise VillainError(f"batch {batch} cannot be set aside: {error.strerror}") from None
    return True


def _guess(folder: Path) -> ImportRecord:
    """A record for a batch that has none, such as those of an older store."""
    files: dict[str, None] = {}
    anonymous = False
    with suppress(OSError, pa.ArrowException):
        table = pq.read_table(folder / "hands.parquet", columns=["source"])
        for source in table["source"].unique().to_pylist():
            anonymous = anonymous or ANONYM.fullmatch(source) is not None
            # A file in an archive is told as if that were a folder.
            for path in (Path(source), *Path(source).parents):
                if path.is_file():
                    files[str(path.absolute())] = None
                    break
    return ImportRecord(ids_of(folder), Sources(tuple(files), anonymous))


def _from_its_hands(store: HandStore, batch: str, record: ImportRecord) -> None:
    """Make a batch again from its table of hands, if that is as it was written."""
    folder = store.folder / "damaged" / batch
    if not is_as_written(folder, "hands"):
        return
    rows = Rows()
    table = pq.read_table(folder / "hands.parquet", columns=["phh", "source", "placed"])
    for text, source, placed in zip(*(column.to_pylist() for column in table), strict=True):
        with suppress(RefusedError):  # what it lacks, its files may have
            rows.add(*read_hand(FORMAT, text), source, placed)
    if rows:
        store.add(rows, record.sources)


@dataclass
class _Search:
    """Files to read again in one way, and the hands to take from them; None: all of them."""

    files: dict[Path, None]
    ids: set[str] | None


def _from_files(
    store: HandStore,
    records: Sequence[ImportRecord],
    paths: Sequence[Path],
    workers: int,
    progress: Callable[[float], None],
) -> list[str]:
    """Read again what the hands of these batches came from; gives the files that are gone.

    Nothing is taken but the lost hands: other hands of the same files were never imported, or are
    here under other names. Where nobody knows which hands are lost, the files they came from are
    read whole, unless somebody's name might come in that way.
    """
    searches: dict[Sources, _Search] = {}
    unknown: dict[Sources, _Search] = {}
    hides_names = _holds_anonymous(store, records)
    gone: dict[str, None] = {}
    for record in records:
        sources = record.sources
        way = sources._replace(files=())
        here: dict[Path, None] = {}
        for file in map(Path, sources.files):
            if file.exists():
                here[file] = None
            else:
                gone[str(file)] = None
        if record.ids is not None:
            search = searches.setdefault(way, _Search(dict.fromkeys(paths), set()))
            assert search.ids is not None
            search.ids |= record.ids
            search.files |= here
        elif sources.anonymous or not hides_names:
            unknown.setdefault(way, _Search({}, None)).files.update(here)
    todo = [*searches.items(), *unknown.items()]
    for place, (way, search) in enumerate(todo):
        total = max(size(list(search.files)), 1)

        def report(done: int, place: int = place, total: int = total) -> None:
            share = (place + min(done / total, 1.0)) / len(todo)
            progress(VERIFYING + (1 - VERIFYING) * share)

        import_hands(
            list(search.files),
            store,
            workers=workers,
            anonymous=way.anonymous,
            context=way.context,
            encoding=way.encoding,
            only=None if search.ids is None else search.ids - store.known(search.ids),
            progress=report,
        )
    return list(gone)


def _holds_anonymous(store: HandStore, records: Iterable[ImportRecord]) -> bool:
    """True if anybody's name is hidden in the store, or was in what is lost of it."""
    kept = (
        read_record(record_path(store.folder / inner, batch))
        for inner in ("records", "damaged")
        for batch in recorded(store.folder / inner)
    )
    if any(record.sources.anonymous for record in (*records, *kept)):
        return True
    question = "SELECT 1 FROM hands WHERE regexp_full_match(source, ?) LIMIT 1"
    return store.query(question, [ANONYM.pattern]).fetchone() is not None
