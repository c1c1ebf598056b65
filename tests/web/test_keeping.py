"""Kept tables: damaged files, files of before, and full disks. All files are real ones."""

import pickle
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from villain.errors import VillainError
from villain.game.actions import CALL
from villain.hands.store.hand_store import HandStore
from villain.web.beliefs import of_you
from villain.web.journal import lost_changes
from villain.web.keeping import VERSION, DamagedError, NotKeptError, TableFile, UnreadableError
from villain.web.messages import Settings
from villain.web.server import Server
from villain.web.table import PageTable
from villain.web.table_rows import checksum, key_digest

BLOCK = 512


def play(table: PageTable, file: TableFile, hands: int) -> None:
    """Call everything; the table is kept in mid-hand."""
    for _ in range(hands):
        while not table.hand.over:
            table.act(CALL if table.turn == table.you else table.choose())
        file.save(table)
        table.deal()
        file.save(table)


def act(table: PageTable, file: TableFile) -> None:
    """Let whoever's turn it is act, and keep what he did."""
    table.act(CALL if table.turn == table.you else table.choose())
    file.keep(table)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, list[PageTable]]:
    """A file of eight tables, and the tables."""
    path = tmp_path_factory.mktemp("kept") / "tables.sqlite"
    file = TableFile(path)
    settings = [Settings(opponents=["loki:bpl", "call"], seed=seed) for seed in range(8)]
    # The same names each time, so that the same bytes are hit.
    tables = [PageTable(one, f"table-{one.seed:06}", f"key-{one.seed:020}") for one in settings]
    for table in tables:
        play(table, file, 3)
    file.close()
    return path.read_bytes(), tables


@pytest.fixture
def path(tmp_path: Path, kept: tuple[bytes, list[PageTable]]) -> Path:
    """A file of eight tables of one's own."""
    (tmp_path / "tables.sqlite").write_bytes(kept[0])
    return tmp_path / "tables.sqlite"


def standing(table: PageTable) -> tuple[object, ...]:
    return table.key, table.number, table.seq, table.stacks, table.hand.events


def fates(path: Path, tables: list[PageTable]) -> dict[str, list[str]]:
    """Which tables go on as they were, which are known as damaged, and which are not known."""
    file = TableFile(path)
    fate: dict[str, list[str]] = {"whole": [], "damaged": [], "gone": []}
    for table in tables:
        try:
            again = file.find(table.name)
        except DamagedError:
            fate["damaged"].append(table.name)
            continue
        if again is not None:
            assert standing(again) == standing(table)
        fate["gone" if again is None else "whole"].append(table.name)
    for name in fate["whole"]:
        playing = file.find(name)
        assert playing is not None
        playing.act(CALL if playing.turn == playing.you else playing.choose())
        file.save(playing)
    file.close()
    return fate


@pytest.mark.parametrize("seed", range(6))
def test_twenty_flipped_blocks(path: Path, kept: tuple[bytes, list[PageTable]], seed: int) -> None:
    data = bytearray(kept[0])
    for block in random.Random(seed).sample(range(8, len(data) // BLOCK), 20):
        for at in range(block * BLOCK, (block + 1) * BLOCK):
            data[at] ^= 0xFF
    path.write_bytes(data)
    fate = fates(path, kept[1])
    assert fate["whole"]
    assert len(fate["whole"]) + len(fate["damaged"]) == len(kept[1])
    aside = list(path.parent.glob("tables.damaged-*.sqlite"))
    assert [one.read_bytes() for one in aside] in ([], [bytes(data)])
    assert fates(path, [one for one in kept[1] if one.name in fate["damaged"]])["damaged"]


@pytest.mark.parametrize("size", [16, 100, 4096])
def test_a_destroyed_header_loses_no_table(
    path: Path, kept: tuple[bytes, list[PageTable]], size: int, caplog: pytest.LogCaptureFixture
) -> None:
    path.write_bytes(random.Random(size).randbytes(size) + kept[0][size:])
    assert fates(path, kept[1])["whole"] == [table.name for table in kept[1]]
    assert "is damaged (file is not a database): it is kept as tables.damaged-" in caplog.text
    assert "go on in a new file: 8; damaged tables: 0" in caplog.text


def flip(path: Path, kept: tuple[bytes, list[PageTable]], place: int, mask: int) -> str:
    """Open the tables with one byte of the first page changed; what is wrong then, if anything."""
    shutil.rmtree(path.parent)
    path.parent.mkdir()
    data = bytearray(kept[0])
    data[place] ^= mask
    path.write_bytes(data)
    try:
        file = TableFile(path)
        with closing(file):
            for table in kept[1][::3]:
                again = file.find(table.name)
                if again is None or standing(again) != standing(table):
                    return f"byte {place} ^ {mask}: {table.name} is not as it was"
                file.save(again)
    except Exception as error:
        return f"byte {place} ^ {mask}: {error!r}"
    aside = [one.read_bytes() for one in path.parent.glob("tables.damaged-*.sqlite")]
    return "" if aside in ([], [bytes(data)]) else f"byte {place} ^ {mask}: kept aside otherwise"


def first_page(data: bytes) -> list[int]:
    """The header, and what is not empty of the rest."""
    return [place for place in range(4096) if place < 100 or data[place]]


def flips_at(data: bytes, text: bytes) -> list[tuple[int, int]]:
    return [(data.index(text, 0, 4096), mask) for mask in (1, 0xFF)]


@pytest.mark.parametrize("part", range(4))
def test_one_changed_byte_in_the_first_page_loses_no_table(
    path: Path, kept: tuple[bytes, list[PageTable]], part: int
) -> None:
    data = kept[0]
    # The format, the version, the layout; a reserved byte, the length; and words of the schema.
    known = [(place, mask) for place in (18, 20, 31, 47, 63) for mask in (1, 0x20, 0xFF)]
    known += flips_at(data, b"CREATE TABLE") + flips_at(data, b"changed") + flips_at(data, b"INT")
    known += flips_at(data, b"played") + flips_at(data, b"table_ BLOB") + flips_at(data, b"index")
    drawn = random.Random(1).sample(first_page(data), 33)
    flips = [*known, *((place, 1 << place % 8) for place in drawn)]
    trouble = [flip(path, kept, *one) for one in flips[part::4]]
    assert not any(trouble), "\n".join(filter(None, trouble))


@pytest.mark.slow
@pytest.mark.parametrize("mask", [1, 0x20, 0xFF])
def test_any_changed_byte_in_the_first_page_loses_no_table(
    path: Path, kept: tuple[bytes, list[PageTable]], mask: int
) -> None:
    trouble = [flip(path, kept, place, mask) for place in first_page(kept[0])]
    assert not any(trouble), "\n".join(filter(None, trouble))


def test_what_was_never_a_table_is_kept_aside(
    path: Path, kept: tuple[bytes, list[PageTable]]
) -> None:
    for text in (b"no table at all", b"\0" * 9000):
        path.write_bytes(text)
        assert len(fates(path, kept[1])["gone"]) == 8
        path.unlink()
    aside = {one.read_bytes() for one in path.parent.glob("tables.damaged-*.sqlite")}
    assert aside == {b"no table at all", b"\0" * 9000}


@pytest.mark.parametrize("place", [0.0, 0.5, 0.99])
def test_a_damaged_journal_is_not_passed_over(
    tmp_path: Path, place: float, caplog: pytest.LogCaptureFixture
) -> None:
    """After a kill the newest changes are there alone, and SQLite says nothing of what it skips."""
    file = TableFile(tmp_path / "tables.sqlite")
    table = PageTable(Settings(opponents=["call"], seed=1))
    play(table, file, 5)
    killed = tmp_path / "killed"
    shutil.copytree(tmp_path, killed)
    file.close()
    beside = killed / "tables.sqlite-wal"
    journal = beside.read_bytes()
    assert lost_changes(journal) == 0
    assert lost_changes(journal[:-100]) == 0  # the last change was being written
    damaged = bytearray(journal)
    damaged[int(place * len(journal))] ^= 1
    beside.write_bytes(damaged)
    TableFile(killed / "tables.sqlite").close()
    assert "the newest changes" in caplog.text
    assert [one.read_bytes() for one in killed.glob("tables.damaged-*-wal")] == [bytes(damaged)]
    caplog.clear()
    TableFile(killed / "tables.sqlite").close()
    assert not caplog.text


def test_a_file_that_is_in_use_is_not_damaged(path: Path) -> None:
    file = TableFile(path)
    file.save(PageTable(Settings(opponents=["call"], seed=1)))
    with pytest.raises(VillainError, match="locked"):
        TableFile(path)
    file.close()
    assert not list(path.parent.glob("*damaged*"))


KILLED_RESCUE = """
import os, pathlib, sys
from villain.web.rescue import rescue

steps = int(sys.argv[2])

def counted(method):
    def step(*arguments, **options):
        global steps
        steps -= 1
        if steps < 0:
            os.kill(os.getpid(), 9)
        return method(*arguments, **options)
    return step

for name in ("unlink", "replace"):
    setattr(pathlib.Path, name, counted(getattr(pathlib.Path, name)))
os.link = counted(os.link)
rescue(pathlib.Path(sys.argv[1]))
"""


def test_a_killed_rescue_loses_no_change(tmp_path: Path) -> None:
    """It is killed before each step by which it changes the folder."""
    folder = tmp_path / "playing"
    file = TableFile(folder / "tables.sqlite")
    table = PageTable(Settings(opponents=["call"], seed=1))
    play(table, file, 1)
    file._data.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    play(table, file, 2)  # the newest changes are in the journal alone
    steps = 0
    while True:
        killed = tmp_path / f"killed-{steps}" / "tables.sqlite"
        shutil.copytree(folder, killed.parent)
        with killed.open("r+b") as header:
            header.write(b"\xff" * 16)
        status = subprocess.run(
            [sys.executable, "-c", KILLED_RESCUE, str(killed), str(steps)],
            check=False,
            timeout=60,
        ).returncode
        again = TableFile(killed)
        kept = again.find(table.name)
        assert kept is not None
        assert standing(kept) == standing(table)
        assert len(kept.session) == 3
        again.close()
        left = {one.name for one in killed.parent.iterdir() if "damaged" not in one.name}
        assert left == {"tables.sqlite"}
        if status == 0:
            break
        steps += 1
    file.close()
    assert steps >= 5


class Bomb:
    """Does something when it is unpickled."""

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (Path("unpickled"),)


@pytest.mark.parametrize("kind", ["tables", "played", "to_judge"])
def test_nothing_damaged_is_unpickled(
    path: Path,
    kept: tuple[bytes, list[PageTable]],
    kind: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.chdir(path.parent)
    data = sqlite3.connect(path)
    column = "table_" if kind == "tables" else "hand"
    data.execute(f"UPDATE {kind} SET {column} = ?", [pickle.dumps(Bomb())])
    data.commit()
    data.close()
    name, file = kept[1][0].name, TableFile(path)
    if kind == "tables":
        with pytest.raises(DamagedError, match="damaged"):
            file.find(name)
        assert len(file.session(name)) == 3
    else:
        table = file.find(name)
        assert table is not None
        assert len(table.session) == (0 if kind == "played" else 3)
        assert bool(table.troubles) == (kind == "played")
        for number in file.to_judge(name):
            assert (file.hand_to_judge(name, number) is None) == (kind == "to_judge")
        assert "damaged" in caplog.text
    file.close()
    assert not Path("unpickled").exists()
    assert sqlite3.connect(path).execute(f"SELECT count(*) FROM {kind}").fetchone()[0] >= 8


def test_nothing_is_unpickled_before_the_key_fits(
    path: Path, kept: tuple[bytes, list[PageTable]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(path.parent)
    table, content = kept[1][0], pickle.dumps(Bomb())
    noted = checksum("tables", table.name, VERSION, content, key_digest(table.key))
    with closing(sqlite3.connect(path)) as data:
        data.execute(
            "UPDATE tables SET table_ = ?, checksum = ? WHERE name = ?",
            [content, noted, table.name],
        )
        data.commit()
    with closing(TableFile(path)) as file:
        for key in ("", "wrong", table.key[:-1], f"{table.key} ", "\ud83c"):
            assert file.find(table.name, key) is None
        assert not Path("unpickled").exists()
        with pytest.raises(UnreadableError):
            file.find(table.name, table.key)
        assert Path("unpickled").exists()


def test_a_damaged_digest_of_a_key_is_damage(
    path: Path, kept: tuple[bytes, list[PageTable]]
) -> None:
    """Else its owner would be told that there is no such table."""
    name, key = kept[1][0].name, kept[1][0].key
    for value in ("NULL", "x'00'", "'text'", "1", "zeroblob(16)"):
        with closing(sqlite3.connect(path)) as data:
            data.execute(f"UPDATE tables SET key_digest = {value} WHERE name = ?", [name])
            data.commit()
        with closing(TableFile(path)) as file, pytest.raises(DamagedError):
            file.find(name, key)


def test_a_file_from_before_checksums_is_opened(tmp_path: Path) -> None:
    table = PageTable(Settings(opponents=["call"], seed=5))
    old = sqlite3.connect(tmp_path / "tables.sqlite")
    old.execute("PRAGMA journal_mode = WAL")
    old.execute(
        "CREATE TABLE tables (name TEXT PRIMARY KEY, version INT, changed REAL, table_ BLOB)"
    )
    for kind in ("played", "to_judge"):
        columns = "(name TEXT, number INT, hand BLOB, PRIMARY KEY (name, number))"
        old.execute(f"CREATE TABLE {kind} {columns}")
    row = [table.name, VERSION, None, pickle.dumps(table)]
    old.execute("INSERT INTO tables VALUES (?, ?, ?, ?)", row)
    old.execute("INSERT INTO tables VALUES ('older', 4, NULL, x'00')")
    old.commit()
    old.close()
    for _ in range(2):
        file = TableFile(tmp_path / "tables.sqlite")
        again = file.find(table.name)
        assert again is not None
        assert standing(again) == standing(table)
        with pytest.raises(UnreadableError, match="another version"):
            file.find("older")
        play(table, file, 1)
        file.close()


@pytest.mark.parametrize("header", ["whole", "destroyed"])
def test_a_file_from_before_digests_of_keys_is_opened(
    path: Path, kept: tuple[bytes, list[PageTable]], header: str
) -> None:
    with closing(sqlite3.connect(path)) as data:
        data.execute("ALTER TABLE tables DROP COLUMN key_digest")
        for name, content in data.execute("SELECT name, table_ FROM tables").fetchall():
            noted = checksum("tables", name, VERSION, content)
            data.execute("UPDATE tables SET checksum = ? WHERE name = ?", [noted, name])
        data.commit()
        data.execute("PRAGMA user_version = 1")
    if header == "destroyed":
        with path.open("r+b") as damaged:
            damaged.write(b"\xff" * 100)
    with closing(TableFile(path)) as file:
        for table in kept[1]:
            assert file.find(table.name, "another key") is None
            again = file.find(table.name, table.key)
            assert again is not None
            assert standing(again) == standing(table)


def destroy_header(path: Path) -> None:
    with path.open("r+b") as damaged:
        damaged.write(b"\xff" * 100)


@pytest.mark.parametrize("header", ["whole", "destroyed"])
def test_a_file_from_before_steps_is_opened(
    path: Path, kept: tuple[bytes, list[PageTable]], header: str
) -> None:
    """It gets a place for them, in which they are found even where the header is destroyed."""
    with closing(sqlite3.connect(path)) as data:
        data.execute("DROP TABLE steps")
        data.execute("VACUUM")
        data.execute("PRAGMA user_version = 2")
    if header == "destroyed":
        destroy_header(path)
    with closing(TableFile(path)) as file:
        tables = [file.find(table.name) for table in kept[1]]
        for again, table in zip(tables, kept[1], strict=True):
            assert again is not None
            assert standing(again) == standing(table)
            act(again, file)
    destroy_header(path)
    with closing(TableFile(path)) as file:
        for before in tables:
            assert before is not None
            again = file.find(before.name)
            assert again is not None
            assert standing(again) == standing(before)


def test_a_damaged_file_from_before_checksums_is_not_trusted(
    path: Path, kept: tuple[bytes, list[PageTable]]
) -> None:
    data = sqlite3.connect(path)
    for kind in ("tables", "played", "to_judge"):
        data.execute(f"ALTER TABLE {kind} DROP COLUMN checksum")
    data.execute("ALTER TABLE tables DROP COLUMN key_digest")
    data.execute("PRAGMA user_version = 0")
    data.close()
    with path.open("r+b") as file:
        file.write(b"\0" * 100)
    assert len(fates(path, kept[1])["damaged"]) == 8


def test_the_last_played_come_first(tmp_path: Path) -> None:
    """SQLite below 3.42 knows no parts of a second, and said NULL."""
    file = TableFile(tmp_path / "tables.sqlite")
    tables = [PageTable(Settings(opponents=["call"], seed=seed)) for seed in range(4)]
    for table in (*tables, tables[1]):
        file.save(table)
    assert file.names(3) == [tables[1].name, tables[3].name, tables[2].name]


def test_every_step_is_kept_and_the_table_goes_on_from_there(tmp_path: Path) -> None:
    """Whenever the server is killed, and though only the ends of hands are kept whole."""
    path = tmp_path / "tables.sqlite"
    table = PageTable(Settings(opponents=["loki:som", "call"], seed=4))
    with closing(TableFile(path)) as file:
        file.keep(table)
    wholes = set()
    for _ in range(40):
        with closing(TableFile(path)) as file:
            if table.hand.over:
                table.deal()
                file.keep(table)
            else:
                act(table, file)
            (whole,) = file._data.execute("SELECT table_ FROM tables").fetchone()
            wholes.add(whole)
        with closing(TableFile(path)) as file:
            again = file.find(table.name)
            assert again is not None
            assert standing(again) == standing(table)
            assert again.steps == table.steps
            assert len(again.session) == len(table.session)
        if len(table.session) % 2:
            table = again  # as if the server had been killed
    assert len(table.session) >= 2
    assert len(wholes) == len(table.session) + 1


def test_agents_know_again_what_was_done_before_a_kill(tmp_path: Path) -> None:
    """Of a hand under way only the actions are kept; models read as if nothing had happened."""
    file = TableFile(tmp_path / "tables.sqlite")
    table = PageTable(Settings(opponents=["expert:trials=9", "call"], seed=5))
    play(table, file, 1)
    while table.hand.street < 1:
        act(table, file)
    again = file.find(table.name)
    assert again is not None
    for one in (table, again):
        while one.turn != one.you:
            one.act(CALL)
    before, after = (of_you(one, one.kinds.index("expert:trials=9")) for one in (table, again))
    assert before.grid
    assert after.grid == before.grid
    assert before.lead is not None
    assert after.lead == before.lead


@pytest.mark.parametrize("damage", ["steps = x'63'", "number = number + 1", "checksum = NULL"])
def test_damaged_steps_are_a_damaged_table(
    path: Path, kept: tuple[bytes, list[PageTable]], damage: str
) -> None:
    """A hand is not dealt again to somebody who has seen his cards."""
    name = kept[1][0].name
    with closing(TableFile(path)) as file:
        table = file.find(name)
        assert table is not None
        act(table, file)
        file._data.execute(f"UPDATE steps SET {damage}")
    with closing(TableFile(path)) as file, pytest.raises(DamagedError):
        file.find(name)


@contextmanager
def full_disk(file: TableFile) -> Iterator[None]:
    """SQLite's own limit stands for the disk's."""
    (pages,) = file._data.execute("PRAGMA page_count").fetchone()
    file._data.execute(f"PRAGMA max_page_count = {pages}")
    yield
    file._data.execute("PRAGMA max_page_count = 1000000")


def test_a_table_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    """On a full disk neither the table nor its hands are written, and they are later."""
    file = TableFile(tmp_path / "tables.sqlite")
    table = PageTable(Settings(opponents=["loki:bpl"], seed=2))
    play(table, file, 1)
    with full_disk(file), pytest.raises(NotKeptError, match="full"):
        play(table, file, 20)
    again, session = file.find(table.name), len(table.session)
    assert again is not None
    assert len(again.session) <= session
    assert [hand.number for hand in again.session] == list(range(1, len(again.session) + 1))
    assert again.number in (len(again.session), len(again.session) + 1)
    file.save(table)
    again = file.find(table.name)
    assert again is not None
    assert len(again.session) == session
    assert len(file.to_judge(table.name)) == session


def test_a_server_goes_on_with_what_is_whole(
    path: Path, kept: tuple[bytes, list[PageTable]], caplog: pytest.LogCaptureFixture
) -> None:
    """One table of eight is damaged: its hands go to the store, and it is not deleted."""
    damaged, *whole = (table.name for table in kept[1])
    data = sqlite3.connect(path)
    data.execute("UPDATE tables SET table_ = zeroblob(99) WHERE name = ?", [damaged])
    data.commit()
    data.close()
    for _ in range(2):
        server = Server(path.parent, path.parent / "hands")
        assert set(server.rooms) == set(whole)
        assert f"table '{damaged}': this table is damaged" in caplog.text
        with pytest.raises(DamagedError):
            server.room(damaged, "any key")
        (hands,) = (
            HandStore(path.parent / "hands")
            .query("SELECT count(*) FROM hands WHERE starts_with(number, ?)", [damaged])
            .fetchall()
        )
        assert hands == (3,)
        server._file.close()
        caplog.clear()


def test_hands_of_a_table_of_another_version_are_stored(
    path: Path, kept: tuple[bytes, list[PageTable]]
) -> None:
    """The table itself cannot be opened, and one of its hands is of a class that is no more."""
    name = kept[1][0].name
    content = b"cvillain.web.table\nHandOfBefore\n."
    with closing(sqlite3.connect(path)) as data:
        (table,) = data.execute("SELECT table_ FROM tables WHERE name = ?", [name]).fetchone()
        data.execute(
            "UPDATE tables SET version = ?, key_digest = NULL, checksum = ? WHERE name = ?",
            [VERSION + 1, checksum("tables", name, VERSION + 1, table), name],
        )
        data.execute(
            "UPDATE played SET hand = ?, checksum = ? WHERE name = ? AND number = 2",
            [content, checksum("played", name, 2, content), name],
        )
        data.commit()
    server = Server(path.parent, path.parent / "hands")
    with pytest.raises(UnreadableError, match="another version"):
        server.room(name, kept[1][0].key)
    (hands,) = (
        HandStore(path.parent / "hands")
        .query("SELECT count(*) FROM hands WHERE starts_with(number, ?)", [name])
        .fetchall()
    )
    assert hands == (2,)
    server._file.close()


def test_a_checksum_is_of_name_number_and_content() -> None:
    rows = [("tables", "a", 1, b"x"), ("played", "a", 1, b"x"), ("tables", "b", 1, b"x")]
    rows += [("tables", "a", 2, b"x"), ("tables", "a", 1, b"y")]
    assert len({checksum(*row) for row in rows}) == len(rows)
