"""Damaged and missing batches: questions go on without them, and their hands come back."""

import os
import shutil
import tarfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.hands.many_hands import (
    numbered,
    numbers_in,
    problems,
    rows_of,
    run_python,
    some,
    write_files,
)
from tests.hands.test_irc import FILES as IRC
from villain.errors import VillainError
from villain.hands.store import checking, repairing
from villain.hands.store.batch_files import DIGESTS, damage, write_batch
from villain.hands.store.hand_store import Added, HandStore
from villain.hands.store.importing import import_hands
from villain.hands.store.records import read_record
from villain.hands.store.repairing import repair
from villain.profiles.players import list_players


@pytest.fixture
def store(tmp_path: Path) -> HandStore:
    """Three batches of ten hands, each of a file."""
    write_files(tmp_path / "files", 3, 10)
    store = HandStore(tmp_path / "hands", create=True)
    import_hands([tmp_path / "files"], store, batch=1)
    assert len(store.batches()) == 3
    return store


def file(store: HandStore, table: str, place: int = 1) -> Path:
    return store.folder / "batches" / store.batches()[place] / f"{table}.parquet"


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[int(np.random.default_rng(5).integers(len(data)))] ^= 4
    path.write_bytes(data)


def empty(path: Path) -> None:
    path.write_bytes(b"")


def overwrite(path: Path) -> None:
    path.write_bytes(b"PAR1nothingPAR1")


@pytest.mark.parametrize(
    ("harm", "table"),
    [
        (truncate, "hands"),
        (flip, "seats"),
        (empty, "actions"),
        (overwrite, "totals"),
        (Path.unlink, "hands"),
    ],
)
def test_one_damaged_batch_does_not_stop_the_others(
    store: HandStore, harm: Callable[[Path], None], table: str
) -> None:
    bad = store.batches()[1]
    harm(file(store, table))
    rest = sorted(str(number) for number in (*range(1, 11), *range(21, 31)))
    assert numbers_in(store) == rest
    assert sum(row.hands for row in list_players(store, 0)) > 0
    assert list(store.damaged()) == [bad]
    assert store.add(rows_of(some(2))) == Added(2, 0)
    report = repair(store)
    assert list(report.set_aside) == [bad]
    whole = table != "hands"
    assert (report.kept, report.back, report.lost) == ((10, 0, 0) if whole else (0, 10, 0))
    assert len(numbers_in(store)) == len(set(numbers_in(store))) == 32
    assert problems(store) == []
    assert store.damaged() == {}
    assert (store.folder / "damaged" / bad).is_dir()


def test_a_batch_that_is_gone_is_missed_and_comes_back(store: HandStore) -> None:
    bad = store.batches()[1]
    shutil.rmtree(store.folder / "batches" / bad)
    assert len(numbers_in(store)) == 20
    assert store.damaged() == {bad: "it is gone"}
    assert problems(store) == ["it is gone"]
    report = repair(store)
    assert (report.set_aside, report.back, report.lost) == ({bad: "it is gone"}, 10, 0)
    assert len(numbers_in(store)) == 30
    assert problems(store) == []
    again = repair(store)
    assert (again.set_aside, again.back, again.lost) == ({}, 0, 0)


def test_what_does_not_come_back_is_tried_again(store: HandStore, tmp_path: Path) -> None:
    sources = tmp_path / "files"
    truncate(file(store, "hands"))
    sources.rename(tmp_path / "away")
    report = repair(store)
    assert (report.lost, report.back) == (10, 0)
    assert [Path(name).name for name in report.gone] == ["0001.phhs"]
    with pytest.raises(VillainError, match="there is no file or folder"):
        repair(store, [tmp_path / "nowhere"])
    assert repair(store).lost == 10
    (tmp_path / "away").rename(sources)
    assert (repair(store).back, len(numbers_in(store))) == (10, 30)
    assert repair(store).gone == []


def test_lost_hands_are_found_elsewhere(store: HandStore, tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "files")
    truncate(file(store, "hands"))
    (tmp_path / "copy.phhs").write_text(numbered(range(5, 21)))
    report = repair(store, [tmp_path / "copy.phhs"])
    assert (report.back, report.lost) == (10, 0)
    assert len(numbers_in(store)) == 30


def test_hands_that_were_imported_again_meanwhile_are_not_lost(
    store: HandStore, tmp_path: Path
) -> None:
    truncate(file(store, "hands"))
    assert import_hands([tmp_path / "files"], store).added == 10
    shutil.rmtree(tmp_path / "files")
    report = repair(store)
    assert (report.back, report.lost, len(report.set_aside)) == (0, 0, 1)
    assert len(numbers_in(store)) == 30


def test_a_hand_that_is_there_twice_is_there_once_again(store: HandStore) -> None:
    write_batch(rows_of(some(5)).tables(), store.folder / "batches" / "98")
    write_batch(rows_of(some(8, first=3)).tables(), store.folder / "batches" / "99")
    assert len(numbers_in(store)) == 43
    report = repair(store)
    assert sorted(report.set_aside) == ["98", "99"]
    assert (report.kept, report.lost) == (11, 0)
    assert len(numbers_in(store)) == len(set(numbers_in(store))) == 41
    assert problems(store) == []


def test_a_copy_of_a_batch_that_was_repaired_is_set_aside_too(store: HandStore) -> None:
    bad = store.batches()[1]
    copy = store.folder / "copy"
    shutil.copytree(store.folder / "batches" / bad, copy)
    truncate(file(store, "hands"))
    assert repair(store).lost == 0
    copy.rename(store.folder / "batches" / bad)
    assert len(numbers_in(store)) == 40
    assert repair(store).lost == 0
    assert len(numbers_in(store)) == len(set(numbers_in(store))) == 30
    assert problems(store) == []


@pytest.mark.parametrize("step", ["_from_its_hands", "_from_files", "write_record"])
def test_a_repair_that_is_stopped_can_be_done_again(
    store: HandStore, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    truncate(file(store, "seats", 0))
    truncate(file(store, "hands", 1))
    with monkeypatch.context() as patch:
        patch.setattr(repairing, step, stop)
        with pytest.raises(KeyboardInterrupt):
            repair(store)
    assert repair(store).lost == 0
    assert len(numbers_in(store)) == len(set(numbers_in(store))) == 30
    assert problems(store) == []


def test_the_order_of_hands_stays(store: HandStore) -> None:
    question = "SELECT placed, number, source FROM hands ORDER BY placed"
    before = list(store.rows(question))
    truncate(file(store, "seats"))
    repair(store)
    assert list(store.rows(question)) == before


def test_archives_and_databases_are_read_again(tmp_path: Path) -> None:
    store = HandStore(tmp_path / "hands", create=True)
    (tmp_path / "a.phhs").write_text(numbered(range(1, 6)))
    with tarfile.open(tmp_path / "a.tar.gz", "w:gz") as tar:
        tar.add(tmp_path / "a.phhs", "deep/a.phhs")
    for name, text in IRC.items():
        path = tmp_path / "irc" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    import_hands([tmp_path / "a.tar.gz", tmp_path / "irc"], store)
    hands = len(numbers_in(store))
    assert hands > 5
    (tmp_path / "a.phhs").unlink()
    shutil.rmtree(store.folder / "batches" / store.batches()[0])
    report = repair(store)
    assert (report.back, report.lost, report.gone) == (hands, 0, [])


def test_anonymous_hands_stay_anonymous(tmp_path: Path) -> None:
    (tmp_path / "SecretName.phhs").write_text(numbered(range(1, 6)))
    store = HandStore(tmp_path / "hands", create=True)
    import_hands([tmp_path / "SecretName.phhs"], store, anonymous=True)
    names = set(store.rows("SELECT name FROM seats"))
    kept = [path.read_text() for path in (store.folder / "records").iterdir()]
    assert kept
    assert "SecretName" not in "".join(kept)
    truncate(file(store, "hands", 0))
    assert repair(store).lost == 5
    assert repair(store, [tmp_path / "SecretName.phhs"]).back == 5
    assert set(store.rows("SELECT name FROM seats")) == names
    (tmp_path / "b.phhs").write_text(numbered(range(11, 16)))
    import_hands([tmp_path / "b.phhs"], store)
    before = sorted(store.rows("SELECT name, number FROM seats"))
    for place in (0, 1):
        truncate(file(store, "hands", place))
    shutil.move(tmp_path / "b.phhs", tmp_path / "c.phhs")
    assert repair(store, [tmp_path / "SecretName.phhs", tmp_path / "c.phhs"]).back == 10
    assert sorted(store.rows("SELECT name, number FROM seats")) == before


def test_nothing_comes_in_but_the_lost_hands(tmp_path: Path) -> None:
    """Not what was never imported, and with its name not what is anonymous here."""
    folder = tmp_path / "all"
    folder.mkdir()
    for name, first in (("secret", 1), ("open", 11), ("never", 21)):
        (folder / f"{name}.phhs").write_text(numbered(range(first, first + 5)))
    store = HandStore(tmp_path / "hands", create=True)
    import_hands([folder / "secret.phhs"], store, anonymous=True)
    import_hands([folder / "open.phhs"], store)
    before = sorted(store.rows("SELECT name, number FROM seats"))
    shutil.rmtree(store.folder / "batches" / store.batches()[1])
    (folder / "open.phhs").rename(folder / "moved.phhs")
    assert repair(store, [folder]).back == 5
    assert sorted(store.rows("SELECT name, number FROM seats")) == before


def test_what_a_file_has_got_since_stays_out(store: HandStore, tmp_path: Path) -> None:
    shutil.rmtree(store.folder / "batches" / store.batches()[2])
    with (tmp_path / "files" / "0002.phhs").open("a") as grown:
        grown.write("\n" + numbered(range(31, 41)))
    assert repair(store).back == 10
    assert sorted(map(int, numbers_in(store))) == list(range(1, 31))


@pytest.mark.parametrize("hides_names", [True, False])
def test_where_nobody_knows_what_is_lost_no_name_comes_in(
    store: HandStore, tmp_path: Path, hides_names: bool
) -> None:
    (tmp_path / "secret.phhs").write_text(numbered(range(51, 56)))
    import_hands([tmp_path / "secret.phhs"], store, anonymous=hides_names)
    bad = store.batches()[1]
    shutil.rmtree(store.folder / "records")
    (store.folder / "batches" / bad / DIGESTS).unlink()
    truncate(file(store, "seats"))
    report = repair(store, [tmp_path / "secret.phhs"])
    assert report.unknown == [bad]
    assert len(numbers_in(store)) == (25 if hides_names else 35)


# Sums


def test_sums_are_checked_once(store: HandStore, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    def counting(folder: Path) -> str:
        looked.append(folder.name)
        return damage(folder)

    (store.folder / checking.REMEMBERED).unlink(missing_ok=True)
    monkeypatch.setattr(checking, "damage", counting)
    for _ in range(3):
        assert len(numbers_in(HandStore(store.folder))) == 30
    assert looked == store.batches()
    path = file(store, "totals")
    path.write_bytes(path.read_bytes())
    os.utime(path, ns=(1, 1))
    assert len(numbers_in(HandStore(store.folder))) == 30
    assert looked == [*store.batches(), store.batches()[1]]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"x": 3}', "\0"])
def test_what_was_remembered_may_be_damaged_too(store: HandStore, text: str) -> None:
    (store.folder / checking.REMEMBERED).write_text(text)
    assert len(numbers_in(store)) == 30
    truncate(file(store, "hands"))
    (store.folder / checking.REMEMBERED).write_text(text)
    for path in (store.folder / "records").iterdir():
        path.write_text(text)
    assert len(numbers_in(store)) == 20
    assert repair(store).unknown == []  # the seats have told which hands there were


def test_a_store_without_digests_and_records_is_read(store: HandStore, tmp_path: Path) -> None:
    """As older programs left it, or somebody who copied only the tables."""
    shutil.rmtree(store.folder / "records")
    for batch in store.batches():
        (store.folder / "batches" / batch / DIGESTS).unlink()
    assert len(numbers_in(store)) == 30
    assert store.damaged() == {}
    truncate(file(store, "seats"))
    assert len(numbers_in(store)) == 20
    bad = store.batches()[1]
    report = repair(store)
    assert list(report.set_aside) == [bad]
    assert len(report.mended) == 2
    assert report.unknown == [bad]  # nothing vouches for its hands
    assert len(numbers_in(store)) == 30  # but it did say which file they came from
    assert problems(store) == []
    assert (tmp_path / "files").is_dir()


# Several processes


@pytest.mark.slow
def test_two_repairs_and_an_import_at_once(store: HandStore, tmp_path: Path) -> None:
    for place, table in enumerate(("hands", "seats", "hands")):
        truncate(file(store, table, place))
    (tmp_path / "more.phhs").write_text(numbered(range(25, 60)))
    begin = "import sys; from pathlib import Path; from villain.hands.store."
    mend = f"{begin}repairing import *; input(); repair(HandStore(Path(sys.argv[1])))"
    bring = (
        f"{begin}importing import *; input(); "
        "import_hands([Path(sys.argv[2])], HandStore(Path(sys.argv[1])), batch=1)"
    )
    places = str(store.folder), str(tmp_path / "more.phhs")
    processes = [run_python(code, *places) for code in (mend, mend, bring)]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    for process in processes:
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 0, errors
    assert sorted(map(int, numbers_in(store))) == list(range(1, 60))
    assert problems(store) == []
    assert store.damaged() == {}


def test_records_tell_what_a_batch_holds(store: HandStore, tmp_path: Path) -> None:
    (_, path, _) = sorted((store.folder / "records").iterdir())
    record = read_record(path)
    assert record.sources.files == (str(tmp_path / "files" / "0001.phhs"),)
    assert record.ids is not None
    assert len(record.ids) == 10
    assert record.ids == store.known(record.ids)
