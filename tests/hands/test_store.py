"""The hand store: nothing twice, nothing lost, nothing broken, nothing read but its own files."""

import errno
import json
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.hands.many_hands import (
    MOMENTS,
    numbers_in,
    nursery,
    problems,
    rows_of,
    run_python,
    some,
    text_in,
    write_files,
)
from villain.errors import VillainError
from villain.hands.store import batch_files, hand_store
from villain.hands.store.batch_files import DIGESTS, write_batch
from villain.hands.store.hand_store import ABANDONED, Added, HandStore, default_folder
from villain.hands.store.header import renew_header
from villain.hands.store.importing import import_hands
from villain.hands.store.tables import SCHEMAS, Rows
from villain.profiles.summary import refresh


@pytest.fixture
def store(tmp_path: Path) -> HandStore:
    return HandStore(tmp_path / "hands", create=True)


def count(store: HandStore, table: str = "hands") -> int:
    row = store.query(f"SELECT count(*) FROM {table}").fetchone()
    assert row is not None
    return int(row[0])


# Adding


def test_hands_are_added_once(store: HandStore) -> None:
    hands = some(12)
    assert store.add(rows_of(hands)) == Added(12, 0)
    assert store.add(rows_of(hands)) == Added(0, 12)
    assert store.add(rows_of(hands[::-1])) == Added(0, 12)
    assert store.add(rows_of(some(15))) == Added(3, 12)
    assert len(store.batches()) == 2
    assert count(store) == 15
    assert count(store, "seats") == sum(hand.rules.players for hand in some(15))
    assert count(store, "actions") == sum(len(hand.actions) for hand in some(15))
    assert problems(store) == []


def test_a_hand_is_once_in_a_batch(store: HandStore) -> None:
    rows = Rows()
    hand = some(1)[0]
    assert rows.add(hand, hand.replay(), "a")
    assert not rows.add(hand, hand.replay(), "b")
    assert len(rows) == 1
    assert store.add(rows) == Added(1, 0)
    assert store.add(Rows()) == Added(0, 0)
    assert len(store.batches()) == 1


@pytest.mark.parametrize("form", ["pokerstars", "ohh"])
def test_a_hand_is_the_same_in_another_format(store: HandStore, tmp_path: Path, form: str) -> None:
    for name in ("phh", form):
        (tmp_path / name).write_text(text_in(name, some(20)))
    assert import_hands([tmp_path / "phh"], store).added == 20
    report = import_hands([tmp_path / form], store)
    assert (report.read, report.added, report.known) == (20, 0, 20)


def test_what_another_process_adds_meanwhile_is_seen(
    store: HandStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one gets in between the first look and the lock."""
    others = [some(4), some(8)]

    def slowly(tables: dict[str, pa.Table], folder: Path) -> None:
        if others:
            HandStore(store.folder).add(rows_of(others.pop()))
        write_batch(tables, folder)

    monkeypatch.setattr(hand_store, "write_batch", slowly)
    assert store.add(rows_of(some(12))) == Added(4, 8)
    assert len(numbers_in(store)) == len(set(numbers_in(store))) == 12
    others[:] = [some(16)]
    assert store.add(rows_of(some(14))) == Added(0, 14)
    assert problems(store) == []
    assert list((store.folder / "incoming").iterdir()) == []


IMPORT = """
import sys
from pathlib import Path
from villain.hands.store.hand_store import HandStore
from villain.hands.store.importing import import_hands
sys.stdin.readline()
store, *paths = map(Path, sys.argv[1:])
report = import_hands(paths, HandStore(store, create=True), batch=1)
print(report.added, report.known)
"""


@pytest.mark.slow
def test_two_processes_import_at_once(tmp_path: Path) -> None:
    """Both have the files in the middle, one the first and the other the last, for three rounds."""
    write_files(tmp_path / "files", 5, 9)
    files = sorted(map(str, (tmp_path / "files").iterdir()))
    for number in range(3):
        folder = tmp_path / f"store {number}"
        both = [
            run_python(IMPORT, str(folder), *mine[:: 1 - 2 * (number == 1)])
            for mine in (files[:4], files[1:])
        ]
        for process in both:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        told = [process.communicate(timeout=60) for process in both]
        assert [errors for _, errors in told] == ["", ""]
        added, known = np.sum([list(map(int, out.split())) for out, _ in told], axis=0)
        assert (added, known) == (45, 27)
        store = HandStore(folder)
        assert sorted(map(int, numbers_in(store))) == list(range(1, 46))
        assert problems(store) == []


def test_two_stores_in_one_process(tmp_path: Path) -> None:
    one, two = (HandStore(f"{tmp_path}/{name}", create=True) for name in ("one", "two"))
    assert one.key != two.key
    assert one.add(rows_of(some(3))) == Added(3, 0)
    assert two.add(rows_of(some(5))) == Added(5, 0)
    asked, also = (store.query("SELECT hand FROM hands") for store in (one, two))
    assert (asked.fetchone() is None, len(asked.fetchall()), len(also.fetchall())) == (False, 2, 5)


NAMES = (
    *("it's", 'q"q', "a b", "Hände ♠", "x*y", "x?y", "x[ab]y", "xay", "[", "a[!b]c", "name=zz"),
    *("~", "{a,b}", "-- x", "a\\b", "%41", "s3:", "a;b", "$HOME", "\n", "year=1"),
)


def test_a_folder_may_have_any_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """DuckDB takes some for patterns, which other stores would fit, and some for columns."""
    monkeypatch.chdir(tmp_path)
    hands = dict(zip(NAMES, some(len(NAMES)), strict=True))
    for name, hand in hands.items():
        assert HandStore(Path(name), create=True).add(rows_of([hand])) == Added(1, 0)
    for name, hand in hands.items():
        store = HandStore(Path(name))
        answer = store.query("SELECT * FROM hands")
        assert [column[0] for column in answer.description] == SCHEMAS["hands"].names
        (row,) = answer.fetchall()
        assert row[1] == hand.origin.number
        found = list(store.rows("SELECT name FROM seats ORDER BY seat"))
        assert found == [(seat,) for seat in hand.names]
        assert store.add(rows_of([hand])) == Added(0, 1)
    assert problems(HandStore(Path("x?y"))) == []


# Opening


def test_where_hands_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("VILLAIN_STORE", str(tmp_path / "here"))
    assert HandStore(create=True).folder == default_folder() == tmp_path / "here"
    monkeypatch.delenv("VILLAIN_STORE")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_folder() == tmp_path / "villain" / "hands"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_folder() == tmp_path / ".local" / "share" / "villain" / "hands"


def test_there_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(VillainError, match=r"there is no hand store in .*; villain import makes"):
        HandStore(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_store_of_another_version(store: HandStore) -> None:
    header = store.folder / "villain-hands.json"
    header.write_text(json.dumps(json.loads(header.read_text()) | {"version": 99}))
    for create in (True, False):
        with pytest.raises(VillainError, match=r"is of version 99, this program of 1; import the"):
            HandStore(store.folder, create=create)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"version": 1}', '{"version": 1, "key": 3}', '"x"', "\udcff"]
)
def test_a_header_that_cannot_be_read(store: HandStore, text: str) -> None:
    header = store.folder / "villain-hands.json"
    header.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(VillainError, match="cannot be read"):
        HandStore(store.folder, create=True)


def test_a_store_that_has_lost_its_header(store: HandStore) -> None:
    """Nobody gets another key without asking for it; a folder of another kind is left alone."""
    store.add(rows_of(some(2)))
    refresh(store)
    assert {"checked.json", "summaries", "records"} <= {one.name for one in store.folder.iterdir()}
    (store.folder / "damaged").mkdir()
    header = store.folder / "villain-hands.json"
    header.unlink()
    for create in (True, False):
        with pytest.raises(VillainError, match=r"the header of the store is missing.*repair"):
            HandStore(store.folder, create=create)
    assert not header.exists()
    assert renew_header(store.folder)
    assert not renew_header(store.folder)
    assert count(HandStore(store.folder)) == 2
    header.write_text("{")
    assert renew_header(store.folder)
    (aside,) = (store.folder / "damaged").iterdir()
    assert aside.read_text() == "{"
    assert HandStore(store.folder, create=True).add(rows_of(some(3))) == Added(1, 2)
    (store.folder / "thesis.txt").write_text("mine")
    header.unlink()
    with pytest.raises(VillainError, match="there is no hand store"):
        renew_header(store.folder)


def test_what_a_killed_first_import_left_becomes_a_store(store: HandStore) -> None:
    (store.folder / "villain-hands.json").unlink()
    assert HandStore(store.folder, create=True).batches() == []


def test_a_folder_that_holds_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(VillainError, match="holds other things; a store has a folder of its own"):
        HandStore(tmp_path, create=True)
    assert [one.name for one in tmp_path.iterdir()] == ["thesis.txt"]
    with pytest.raises(VillainError, match=r"no hand store can be made in .*thesis"):
        HandStore(tmp_path / "thesis.txt", create=True)
    with pytest.raises(VillainError, match="thesis"):
        HandStore(tmp_path / "thesis.txt" / "deeper", create=True)


def test_what_is_no_batch_is_passed_over(store: HandStore) -> None:
    store.add(rows_of(some(2)))
    (store.folder / "batches" / ".DS_Store").write_text("x")
    (store.folder / "batches" / ".trash").mkdir()
    (store.folder / "batches" / "note.txt").write_text("x")
    assert count(store) == 2
    assert store.add(rows_of(some(3))) == Added(1, 2)
    assert problems(store) == []


def test_a_store_without_its_folders(store: HandStore) -> None:
    shutil.rmtree(store.folder / "batches")
    for use in (store.batches, store.connect, lambda: store.add(rows_of(some(1)))):
        with pytest.raises(VillainError, match=r"the batches of .* cannot be listed: No such file"):
            use()
    (store.folder / "batches").mkdir()
    shutil.rmtree(store.folder / "incoming")
    with pytest.raises(VillainError, match="hands cannot be written: No such file or directory"):
        store.add(rows_of(some(1)))
    store.sweep()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_folder_that_may_only_be_read(store: HandStore) -> None:
    store.add(rows_of(some(2)))
    folders = [store.folder, store.folder / "incoming", store.folder / "batches"]
    try:
        for folder in folders:
            folder.chmod(0o500)
        reader = HandStore(store.folder, create=True)
        assert (count(reader), problems(reader)) == (2, [])
        with pytest.raises(VillainError, match="hands cannot be written: Permission denied"):
            reader.add(rows_of(some(3)))
        with pytest.raises(VillainError, match=r"no hand store can be made in .*denied"):
            HandStore(store.folder / "new", create=True)
        store.folder.chmod(0)
        with pytest.raises(VillainError, match="cannot be read"):
            HandStore(store.folder)
    finally:
        for folder in folders:
            folder.chmod(0o700)


# What goes wrong while hands are written

FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
DENIED = PermissionError(errno.EACCES, os.strerror(errno.EACCES))


@pytest.mark.parametrize(
    ("where", "what", "at", "error"),
    [
        (Path, "mkdir", 1, DENIED),
        (pq, "write_table", 1, DENIED),
        (pq, "write_table", 3, FULL),
        (os, "fsync", 1, FULL),
        (os, "fsync", 6, FULL),
        (Path, "write_text", 2, FULL),
        (Path, "write_text", 3, FULL),
        (Path, "rename", 1, DENIED),
        (hand_store, "locked", 1, DENIED),
        (hand_store, "flush", 1, FULL),
    ],
)
def test_a_disk_error_breaks_nothing(
    store: HandStore,
    monkeypatch: pytest.MonkeyPatch,
    where: object,
    what: str,
    at: int,
    error: OSError,
) -> None:
    store.add(rows_of(some(3)))
    calls = 0
    real: Callable[..., object] = getattr(where, what)

    def failing(*arguments: object, **options: object) -> object:
        nonlocal calls
        calls += 1
        if calls == at:
            raise error
        return real(*arguments, **options)

    with monkeypatch.context() as patch:
        patch.setattr(where, what, failing)
        with pytest.raises(VillainError, match=f"hands cannot be written: {error.strerror}"):
            store.add(rows_of(some(8)))
    assert calls >= at
    assert problems(store) == []
    # After the rename they are there, whether or not the disk has told so.
    assert count(store) == (8 if what == "flush" else 3)
    assert list((store.folder / "incoming").iterdir()) == []
    store.add(rows_of(some(8)))
    assert len(numbers_in(store)) == len(set(numbers_in(store))) == 8


def test_leftovers_are_ignored_and_swept_when_old(store: HandStore, tmp_path: Path) -> None:
    incoming = store.folder / "incoming"
    write_batch(rows_of(some(3)).tables(), incoming / "old")
    shutil.copytree(incoming / "old", incoming / "new")
    (incoming / "header-old").write_text("{}")
    (incoming / "header-new").write_text("{}")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "thesis.txt").write_text("mine")
    (incoming / "link").symlink_to(elsewhere)
    past = time.time() - ABANDONED - 60
    for name in ("old", "header-old", "link"):
        os.utime(incoming / name, (past, past), follow_symlinks=False)
    assert count(store) == 0
    assert problems(store) == []
    import_hands([], store)
    assert sorted(one.name for one in incoming.iterdir()) == ["header-new", "new"]
    assert (elsewhere / "thesis.txt").exists()
    assert store.add(rows_of(some(3))) == Added(3, 0)


# What verify finds


def spoil(store: HandStore, change: Callable[[dict[str, pa.Table]], None]) -> None:
    """Change the tables of the only batch, and write its files as if they had always been so."""
    (batch,) = store.batches()
    folder = store.folder / "batches" / batch
    tables = {name: pq.read_table(folder / f"{name}.parquet") for name in SCHEMAS}
    change(tables)
    shutil.rmtree(folder)
    write_batch(tables, folder)


def test_verify_finds_a_missing_or_truncated_file(store: HandStore) -> None:
    store.add(rows_of(some(5)))
    (batch,) = store.batches()
    for name in SCHEMAS:
        path = store.folder / "batches" / batch / f"{name}.parquet"
        whole = path.read_bytes()
        path.unlink()
        missing = f"{name}.parquet cannot be read: No such file or directory"
        assert list(store.verify()) == [(batch, missing)]
        for data in (whole[: len(whole) // 2], whole[:-1], b"", whole + b"\0"):
            path.write_bytes(data)
            wrong = f"{name}.parquet is not as it was written"
            assert list(store.verify()) == [(batch, wrong)]
        path.write_bytes(whole)
    digests = store.folder / "batches" / batch / DIGESTS
    kept = digests.read_text()
    for text in ("", "[]", "{}"):
        digests.write_text(text)
        assert len(problems(store)) == 1
    digests.unlink()
    assert problems(store) == [f"{DIGESTS} cannot be read"]
    digests.write_text(kept)
    assert problems(store) == []


def test_verify_finds_a_flipped_bit_wherever_it_is(store: HandStore) -> None:
    store.add(rows_of(some(5)))
    (batch,) = store.batches()
    rng = np.random.default_rng(2)
    for name in SCHEMAS:
        path = store.folder / "batches" / batch / f"{name}.parquet"
        whole = path.read_bytes()
        for place in rng.integers(len(whole), size=20):
            data = bytearray(whole)
            data[place] ^= 1 << int(rng.integers(8))
            path.write_bytes(data)
            assert problems(store) == [f"{name}.parquet is not as it was written"]
        path.write_bytes(whole)
    assert problems(store) == []


def test_verify_finds_a_hand_that_is_there_twice(store: HandStore) -> None:
    store.add(rows_of(some(5)))
    (batch,) = store.batches()
    other = store.folder / "batches" / "99"
    write_batch(rows_of(some(8, first=3)).tables(), other)
    shared = "2 of its hands are in another batch too"
    found = list(store.verify())
    assert found == [(batch, ""), ("99", ""), (batch, shared), ("99", shared)]
    shutil.rmtree(other)

    def twice(tables: dict[str, pa.Table]) -> None:
        for name in ("hands", "seats", "actions"):
            tables[name] = pa.concat_tables([tables[name], tables[name]])

    spoil(store, twice)
    assert problems(store) == ["a hand is there twice"]


def test_verify_finds_what_does_not_add_up(store: HandStore) -> None:
    def without_a_seat(tables: dict[str, pa.Table]) -> None:
        tables["seats"] = tables["seats"].slice(1)

    def of_no_hand(tables: dict[str, pa.Table]) -> None:
        tables["actions"] = pa.concat_tables([tables["actions"], strange["actions"]])

    def other_net(tables: dict[str, pa.Table]) -> None:
        _add_one(tables, "seats", "net")

    def other_totals(tables: dict[str, pa.Table]) -> None:
        _add_one(tables, "totals", "net")

    def other_counts(tables: dict[str, pa.Table]) -> None:
        _add_one(tables, "totals", "vpip_done")

    def no_totals(tables: dict[str, pa.Table]) -> None:
        tables["totals"] = tables["totals"].slice(1)

    def other_columns(tables: dict[str, pa.Table]) -> None:
        tables["hands"] = tables["hands"].drop_columns(["rake"])

    strange = rows_of(some(1, first=40)).tables()
    for change, wrong in (
        (without_a_seat, "seats are missing"),
        (of_no_hand, "seats or actions are of no hand"),
        (other_net, "chips are not conserved"),
        (other_totals, "the totals are not those of the seats"),
        (other_counts, "the totals are not those of the seats"),
        (no_totals, "the totals are not those of the seats"),
        (other_columns, "hands.parquet has other columns"),
    ):
        store.add(rows_of(some(5)))
        spoil(store, change)
        assert problems(store) == [wrong]
        for inner in ("batches", "records"):
            shutil.rmtree(store.folder / inner)
            (store.folder / inner).mkdir()


def _add_one(tables: dict[str, pa.Table], name: str, column: str) -> None:
    table = tables[name]
    values = table[column].to_pylist()
    values[0] += 1
    place = table.schema.get_field_index(column)
    tables[name] = table.set_column(place, table.schema.field(place), pa.array(values, pa.int64()))


def test_damage_after_a_file_was_checked_is_told_in_one_line(store: HandStore) -> None:
    """A disk that forgets changes neither size nor time of a file."""
    store.add(rows_of(some(40)))
    assert count(store) == 40
    (batch,) = store.batches()
    path = store.folder / "batches" / batch / "hands.parquet"
    about, size = path.stat(), path.stat().st_size
    path.write_bytes(b"PAR1" + b"\xff" * (size - 8) + b"PAR1")
    os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))
    with pytest.raises(VillainError, match=r"the store cannot answer: .*villain store repair.*"):
        count(store)
    assert problems(store) == ["hands.parquet is not as it was written"]


# Questions


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("SELECT", "SELECT clause without selection list"),
        ("SELECT nothing FROM hands", 'column "nothing" not found'),
        ("SELECT * FROM folds", "folds does not exist"),
        ("SELECT hand\nFROM hands\nWHERE (", "syntax error"),
        ("SELECT CAST(phh AS INTEGER) FROM hands", "Could not convert string"),
        ("SELECT error('a' || chr(10) || 'b') FROM range(3000000)", "a"),
        ("SELECT '\ud800'", "incompatible"),
        ("", "there is no question"),
        (" ; -- ", "there is no question"),
        ("DROP VIEW hands", "a question begins with SELECT"),
        ("DELETE FROM hands", "a question begins with SELECT"),
        ("SELECT 1; SET memory_limit = '90GB'", "a question begins with SELECT"),
        ("SELECT ? + ?", "parameters"),
    ],
)
def test_wrong_questions_are_told_in_one_line(store: HandStore, sql: str, told: str) -> None:
    store.add(rows_of(some(2)))
    with pytest.raises(VillainError, match="the store cannot answer: ") as error:
        list(store.rows(sql))
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def test_right_questions(store: HandStore) -> None:
    store.add(rows_of(some(9)))
    assert len(list(store.rows("SELECT * FROM hands JOIN seats USING (hand)"))) == count(
        store, "seats"
    )
    assert list(store.rows("SELECT 1; SELECT ?", [2])) == [(2,)]
    assert len(list(store.rows("PIVOT seats ON position USING sum(net)"))) > 0
    assert len(list(store.rows("FROM range(3500)"))) == 3500


def test_nothing_outside_the_store_can_be_read_or_written(store: HandStore, tmp_path: Path) -> None:
    store.add(rows_of(some(2)))
    (tmp_path / "secret.csv").write_text("word\nxyzzy\n")
    shutil.copytree(store.folder / "batches", tmp_path / "hands" / "batches2")
    connection = store.connect()
    batches = (store.folder / "batches").absolute()
    (other,) = (tmp_path / "hands" / "batches2").glob("*/hands.parquet")
    local = pa.table({"word": ["xyzzy"]})
    assert local.num_rows == 1
    outside = [tmp_path / "secret.csv", batches / ".." / ".." / "secret.csv", "secret.csv"]
    outside += [batches / "x" / ".." / ".." / ".." / "secret.csv", store.folder / "lock"]
    outside += [store.folder / "villain-hands.json", f"file://{tmp_path}/secret.csv"]
    questions = [
        f"SELECT * FROM {function}('{path}')"
        for path in outside
        for function in ("read_csv", "read_text", "read_blob", "read_json", "sniff_csv", "glob")
    ]
    questions += [f"SELECT * FROM '{path}'" for path in outside]
    questions += [f"COPY (SELECT 1) TO '{path}.new'" for path in outside]
    questions += [f"ATTACH '{path}.db'" for path in outside]
    questions += [f"EXPORT DATABASE '{tmp_path}/all'", f"IMPORT DATABASE '{tmp_path}/all'"]
    questions += [f"SELECT * FROM read_parquet('{other}')", "SELECT * FROM local"]
    questions += [f"SELECT * FROM glob('{tmp_path}/*')", f"SELECT * FROM glob('{batches}/../*')"]
    questions += ["INSTALL httpfs", "LOAD httpfs", "SET enable_external_access = true"]
    questions += ["SET allowed_directories = ['/']", f"SET temp_directory = '{tmp_path}/t'"]
    questions += [f"SET log_query_path = '{tmp_path}/log'", "SELECT * FROM read_csv('/dev/stdin')"]
    before = sorted(tmp_path.rglob("*"))
    for sql in questions:
        with pytest.raises(Exception, match=r"(?i)permission|disabled|not exist|cannot") as error:
            connection.execute(sql).fetchall()
        assert "xyzzy" not in str(error.value)
        with pytest.raises(VillainError, match="the store cannot answer"):
            store.query(sql).fetchall()
    # A question does not write inside of it either.
    for sql in (
        f"COPY (SELECT 1) TO '{batches}/new.csv'",
        f"EXPLAIN ANALYZE COPY (SELECT 1) TO '{batches}/new.csv'",
        f"ATTACH '{batches}/new.db'",
        f"EXPORT DATABASE '{batches}/new'",
    ):
        with pytest.raises(VillainError, match="a question begins with SELECT"):
            store.query(sql)
    assert sorted(tmp_path.rglob("*")) == before
    assert len(connection.execute("SELECT * FROM hands").fetchall()) == 2


# Killed imports


@pytest.mark.slow
def test_an_import_is_killed_fifty_times(tmp_path: Path) -> None:
    """A store is whole after every kill; the next import goes on, up to the last hand."""
    files, hands = 5, 12
    every = write_files(tmp_path / "files", files, hands)
    rng = np.random.default_rng(50)
    moments = [*MOMENTS, *[""] * (50 - len(MOMENTS))]
    kills = stores = left = 0
    seen: dict[str, str] = {}
    with nursery() as imports:
        longest = 0.25
        waiting = [moments[place] for place in rng.permutation(50)]
        while waiting:
            folder = tmp_path / f"store {stores}"
            moment = waiting.pop()
            seconds = None if moment else float(rng.uniform(0.005, longest))
            ended = imports.run(tmp_path / "files", folder, seconds, moment)
            kills += not ended
            if ended:  # it was quicker than the kill, which is to come sooner then
                waiting.append(moment)
                longest = max(0.03, 0.9 * longest)
            if not (folder / "villain-hands.json").exists():
                continue
            _check_new(HandStore(folder), seen, hands)
            left = max(left, len(list((folder / "incoming").iterdir())))
            if ended or len(seen) > files - 2:
                assert imports.run(tmp_path / "files", folder)
                _check_all(HandStore(folder), every)
                stores += 1
                seen = {}
        assert imports.run(tmp_path / "files", tmp_path / f"store {stores}")
    _check_all(HandStore(tmp_path / f"store {stores}"), every)
    assert kills == 50
    assert stores >= 2
    assert left


def _check_new(store: HandStore, seen: dict[str, str], hands: int) -> None:
    """Each batch is whole, with all hands of one file, and no file is there twice."""
    for batch in store.batches():
        folder = store.folder / "batches" / batch
        if batch not in seen:
            assert batch_files.wrong_with(folder) == ""
            sources = pq.read_table(folder / "hands.parquet", columns=["source"])["source"]
            assert len(sources) == hands
            (source,) = set(sources.to_pylist())
            assert source not in seen.values()
            seen[batch] = source


def _check_all(store: HandStore, every: set[str]) -> None:
    numbers = numbers_in(store)
    assert len(numbers) == len(every)
    assert set(numbers) == every
    assert problems(store) == []
