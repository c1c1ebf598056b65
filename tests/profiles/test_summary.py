"""The summary beside a store: the same as the sums of its batches, whatever has happened to it."""

import os
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from tests.hands.scripted_players import REGULARS, play, store_of
from villain.hands.counting.statistics import COLUMNS
from villain.hands.store.answers import files_as_table
from villain.hands.store.hand_store import HandStore
from villain.profiles import summary
from villain.profiles.players import list_players
from villain.profiles.summary import OLD, StoreSummary, refresh

SUMS = ", ".join(f"sum({column})::BIGINT" for column in ("hands", *COLUMNS))


@pytest.fixture
def store(tmp_path: Path) -> HandStore:
    return store_of(tmp_path / "hands", play(REGULARS, 20, 6, 1), play(REGULARS, 20, 2, 2))


def check(store: HandStore) -> None:
    """Compare it with the totals, by player and by position."""
    found = StoreSummary(store)
    for kind, keys in (("=", "name, betting"), ("<>", "name, position")):
        sql = f"SELECT {keys}, {SUMS} FROM {{source}} GROUP BY {keys} ORDER BY {keys}"
        mine = found.ask(sql.format(source=f"{{table}} WHERE position {kind} ''")).fetchall()
        assert mine == store.query(sql.format(source="totals")).fetchall() != []
    (won,) = found.ask("SELECT sum(abs(won)) FROM {table}").fetchall()[0]
    assert won > 0


def files(store: HandStore) -> list[Path]:
    return sorted((store.folder / "summaries").glob("*"))


def test_it_is_made_once_and_again_of_what_is_new(
    store: HandStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(store)
    (first,) = files(store)
    before = first.stat().st_mtime_ns
    check(store)
    assert first.stat().st_mtime_ns == before
    store_of(store.folder, play(REGULARS, 10, 6, 3))
    read = []

    def noted(paths: list[Path]) -> str:
        read.extend(paths)
        return files_as_table(paths)

    monkeypatch.setattr(summary, "files_as_table", noted)
    check(store)
    new = store.folder / "batches" / store.batches()[-1] / "totals.parquet"
    second = next(path for path in files(store) if path != first)
    assert read == [new, first, second]


def test_old_ones_go(store: HandStore) -> None:
    check(store)
    (first,) = files(store)
    store_of(store.folder, play(REGULARS, 10, 6, 3))
    check(store)
    assert len(files(store)) == 2  # somebody may be reading the first
    os.utime(first, (0, 0))
    assert OLD > 0
    store_of(store.folder, play(REGULARS, 10, 6, 4))
    check(store)
    assert first not in files(store)


@pytest.mark.parametrize("damage", [b"", b"PAR1 no more", None])
def test_a_broken_one_is_made_again(store: HandStore, damage: bytes | None) -> None:
    check(store)
    (path,) = files(store)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] if damage is None else damage)
    check(store)


def test_one_of_another_store_is_not_taken(store: HandStore, tmp_path: Path) -> None:
    other = store_of(tmp_path / "other", play(REGULARS, 5, 6, 9))
    refresh(other)
    (theirs,) = files(other)
    (store.folder / "summaries").mkdir()
    theirs.rename(store.folder / "summaries" / theirs.name)
    check(store)


def test_where_nothing_can_be_written_it_is_done_without(store: HandStore) -> None:
    (store.folder / "summaries").write_text("a file is in the way")
    assert refresh(store) is None
    check(store)


def test_an_empty_store_has_none(tmp_path: Path) -> None:
    store = HandStore(tmp_path / "hands", create=True)
    assert refresh(store) is None
    assert list_players(store, 0) == []


def test_sums_go_on_without_a_damaged_batch(store: HandStore) -> None:
    before = sum(row.hands for row in list_players(store, 0))
    path = store.folder / "batches" / store.batches()[0] / "totals.parquet"
    seats = pq.read_metadata(path.with_name("seats.parquet")).num_rows
    path.write_bytes(path.read_bytes()[:100])
    assert sum(row.hands for row in list_players(store, 0)) == before - seats
