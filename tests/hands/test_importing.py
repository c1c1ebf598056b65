"""Importing: every hand is counted, a bad one harms no other, and nothing goes elsewhere."""

import gzip
import io
import json
import os
import re
import signal
import tarfile
import time
import zipfile
from dataclasses import replace
from pathlib import Path
from subprocess import Popen

import pyarrow.parquet as pq
import pytest

from tests.hands.many_hands import (
    numbered,
    numbers_in,
    problems,
    run_python,
    some,
    text_in,
    write_files,
)
from tests.hands.test_irc import FILES as IRC
from villain.errors import VillainError
from villain.hands.hand_history import HandHistory
from villain.hands.store.hand_store import HandStore
from villain.hands.store.importing import ImportRefusal, ImportReport, import_hands
from villain.hands.store.tables import SCHEMAS

linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")


@pytest.fixture
def store(tmp_path: Path) -> HandStore:
    return HandStore(tmp_path / "store" / "hands", create=True)


def bring(
    store: HandStore, *paths: Path, anonymous: bool = False
) -> tuple[ImportReport, list[ImportRefusal]]:
    refusals: list[ImportRefusal] = []
    report = import_hands(paths, store, refused=refusals.append, anonymous=anonymous)
    assert report.read == report.added + report.known + report.refused
    assert report.refused == len(refusals)
    assert report.reasons.total() == len(refusals)
    return report, refusals


def blocks(form: str, count: int) -> list[str]:
    """Hands as they stand in a file."""
    if form == "acpc":
        return [f"STATE:{n}:r300f:AcJs|3d2d:-100|100:Ann|Ben\n" for n in range(count)]
    return [text_in(form, [hand]) for hand in some(count)]


# What is counted


def test_hands_are_counted(store: HandStore, tmp_path: Path) -> None:
    (tmp_path / "a.phhs").write_text(text_in("phh", some(8)))
    (tmp_path / "b.txt").write_text(text_in("pokerstars", some(10)))
    paths = [tmp_path / "a.phhs", tmp_path / "b.txt"]
    seen: list[int] = []
    report = import_hands(paths, store, progress=seen.append)
    assert report == ImportReport(read=18, added=10, known=8)
    assert seen == sorted(seen)
    assert seen[-1] == sum(path.stat().st_size for path in paths)
    again, _ = bring(store, tmp_path / "b.txt", tmp_path / "b.txt")
    assert again == ImportReport(read=10, known=10)  # one file is read once
    assert bring(store)[0] == ImportReport()


BROKEN = {
    "phh": ("'p1 ", "'p9 "),
    "pokerstars": ("Seat 1: ", "Seat 1; "),
    "ohh": ('"spec_version"', '"spec_version'),
    "acpc": (":r300f:", ":r300q:"),
}


@pytest.mark.parametrize("form", BROKEN)
@pytest.mark.parametrize("ending", ["\n", "\r\n"], ids=["unix", "windows"])
def test_a_bad_hand_in_the_middle_of_good_ones(
    store: HandStore, tmp_path: Path, form: str, ending: str
) -> None:
    hands = blocks(form, 7)
    assert BROKEN[form][0] in hands[3]
    hands[3] = hands[3].replace(*BROKEN[form], 1)
    path = tmp_path / "hands"
    path.write_bytes("".join(hands).replace("\n", ending).encode())
    report, (refusal,) = bring(store, path)
    assert (report.read, report.added) == (7, 6)
    assert refusal.source == str(path)
    assert refusal.line == "".join(hands[:3]).count("\n") + 1
    assert report.reasons == {refusal.reason: 1}
    assert refusal.detail.startswith(refusal.reason)
    assert "\n" not in refusal.detail


def test_a_bad_hand_of_the_irc_database(store: HandStore, tmp_path: Path) -> None:
    for name, text in IRC.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    report, refusals = bring(store, tmp_path / "tiny")
    first = {refusal.line: refusal.reason for refusal in refusals}
    assert report.read == 8
    assert report.added >= 5
    hdb = tmp_path / "tiny" / "hdb"
    hdb.write_text(hdb.read_text().replace("800000003   1     3  3", "800000003   1     3  4"))
    other = HandStore(tmp_path / "other", create=True)
    report, refusals = bring(other, tmp_path / "tiny")
    assert {refusal.line: refusal.reason for refusal in refusals} == {
        **first,
        3: "the lines do not fit together",
    }
    assert {refusal.source for refusal in refusals} == {str(hdb)}


def test_lines_are_counted_beyond_the_first_chunk(store: HandStore, tmp_path: Path) -> None:
    """Files are read in chunks of 4 MB, and lines without end are left out."""
    junk = ("# " + "x" * 98 + "\n") * 25_000 + "# " + "y" * 5_000_000 + "\n"
    junk += ("# " + "x" * 98 + "\n") * 25_000
    path = tmp_path / "match.log"
    path.write_text("# name/game/hands/seed x holdem.nolimit.2p.reverse_blinds.game 1 1\n" + junk)
    with path.open("a") as file:
        file.write("STATE:1:r300f:AcJs|3d2d:-100|100:Ann|Ben\nSTATE:nothing\n")
    folder = tmp_path / "tiny"
    (folder / "pdb").mkdir(parents=True)
    for name, text in IRC.items():
        (tmp_path / name).write_text(text)
    blank = (" " * 99 + "\n") * 50_000
    (folder / "hdb").write_text(IRC["tiny/hdb"] + blank + "z" * 5_000_000 + "\nnonsense\n")
    report, refusals = bring(store, path, folder)
    lines = {(Path(one.source).name, one.line, one.reason) for one in refusals}
    assert ("match.log", 50_004, "cannot be read") in lines
    assert ("hdb", 8 + 50_000 + 2, "the hand's line is missing") in lines
    assert report.added >= 6


def test_files_that_hold_no_hands(store: HandStore, tmp_path: Path) -> None:
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "blank").write_bytes(b"\n \r\n")
    (tmp_path / "letter.txt").write_text("Dear Ann,\n")
    (tmp_path / "cut.gz").write_bytes(gzip.compress(numbered(range(9)).encode())[:-40])
    (tmp_path / "cut.zip").write_bytes(b"PK\x03\x04nothing")
    (tmp_path / "nul").write_bytes(b"\0" * 100_000)
    report, refusals = bring(store, *sorted(tmp_path.glob("*[!s][!t]*.*")), tmp_path / "nul")
    _, others = bring(store, tmp_path / "empty", tmp_path / "blank")
    assert others == []
    found = {Path(refusal.source).name: (refusal.line, refusal.reason) for refusal in refusals}
    assert found["letter.txt"] == found["nul"] == (1, "unknown format")
    assert found["cut.zip"] == (0, "cannot be opened")
    assert report.reasons["cannot be opened"] == 2
    with pytest.raises(VillainError, match="there is no file or folder"):
        bring(store, tmp_path / "missing")


@pytest.mark.parametrize("form", ["phh", "ohh", "acpc"])
def test_bytes_that_are_no_text_refuse_only_their_hand(
    store: HandStore, tmp_path: Path, form: str
) -> None:
    hands = [block.encode() for block in blocks(form, 5)]
    name = b"Ann" if form == "acpc" else some(5)[2].names[0].encode()
    assert name in hands[2]
    hands[2] = hands[2].replace(name, b"\xff\xfe")
    (tmp_path / "hands").write_bytes(b"".join(hands))
    report, (refusal,) = bring(store, tmp_path / "hands")
    assert report.added == 4
    assert refusal[1:3] == (b"".join(hands[:2]).count(b"\n") + 1, "not UTF-8")


def test_what_cannot_be_kept_is_refused(store: HandStore, tmp_path: Path) -> None:
    """Half a character, more chips than a column holds, another game."""
    (good,) = blocks("phh", 1)
    ohh = text_in("ohh", some(1, first=30)).replace('"Alpha II"', '"\\ud83d"')
    assert "\\ud83d" in ohh
    (tmp_path / "half.ohh").write_text(ohh)
    game = good.replace("'NT'", "'PO'").replace("'FT'", "'PO'").replace("'PT'", "'PO'")
    (tmp_path / "hands.phhs").write_text(f"{good}\n{RICH}\n{game}")
    report, refusals = bring(store, tmp_path / "half.ohh", tmp_path / "hands.phhs")
    assert report.added == 1
    reasons = [refusal.reason for refusal in refusals]
    assert reasons == ["cannot be read", "too many chips", "other game"]


RICH = """\
[1]
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [900000000000000, 900000000000000]
actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']
"""


def test_a_hand_of_hundreds_of_raises_is_kept(store: HandStore, tmp_path: Path) -> None:
    raises = "".join(f"r{chips}" for chips in range(200, 20_001, 100))
    line = f"STATE:1:{raises}f:AcJs|3d2d:-19900|19900:Ann|Ben\n"
    if raises.count("r") % 2 == 0:
        line = line.replace("-19900|19900", "19900|-19900")
    (tmp_path / "match.log").write_text(line)
    _, refusals = bring(store, tmp_path / "match.log")
    assert refusals == []
    assert store.query("SELECT max(raises), max(place) FROM actions").fetchall() == [(199, 199)]


# Archives and names


def test_hands_in_archives(store: HandStore, tmp_path: Path) -> None:
    """The same hands in every kind of archive; nothing is written under the names in them."""
    text = numbered(range(1, 6)).encode()
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for name in ("../../evil.phhs", "/etc/evil.phhs", "x\\..\\..\\evil.phhs", "C:\\evil.phhs"):
            archive.writestr(name, text)
    with tarfile.open(tmp_path / "b.tar.xz", "w:xz") as tar:
        for name in ("../../evil.phhs", "/no/such/evil.phhs", "a/./b/../evil.phhs", "evil\n.phhs"):
            header = tarfile.TarInfo(name)
            header.size = len(text)
            tar.addfile(header, io.BytesIO(text))
    (tmp_path / "c.gz").write_bytes(gzip.compress(text))
    before = _outside(store, tmp_path)
    report, _ = bring(store, *(tmp_path / name for name in ("a.zip", "b.tar.xz", "c.gz")))
    assert (report.read, report.added, report.known) == (45, 5, 40)
    assert _outside(store, tmp_path) == before
    assert not Path("/no/such/evil.phhs").exists()
    assert not Path("/etc/evil.phhs").exists()


def test_names_inside_of_files_are_only_text(store: HandStore, tmp_path: Path) -> None:
    """Sites, tables, players and numbers that would be paths, or end a text early."""
    evil = ("../../evil", "/etc/evil", "a\0b", "'; DROP TABLE hands; --", "\x1b[2J", "x" * 5000)
    hands = [_named(hand, text) for hand, text in zip(some(6), evil, strict=True)]
    (tmp_path / "hands.phhs").write_text(text_in("phh", hands))
    before = _outside(store, tmp_path)
    report, refusals = bring(store, tmp_path / "hands.phhs")
    assert (report.added, refusals) == (6, [])
    assert _outside(store, tmp_path) == before
    assert [path.stem for path in (store.folder / "records").iterdir()] == store.batches()
    (batch,) = (store.folder / "batches").iterdir()
    assert sorted(one.stem for one in batch.iterdir()) == sorted([*SCHEMAS, "digests"])
    for column in ("site", "number", "table_name"):
        assert {text for (text,) in store.rows(f"SELECT {column} FROM hands")} == set(evil)
    assert problems(store) == []


def _outside(store: HandStore, folder: Path) -> set[Path]:
    """All files but those in which the store keeps its batches, and what it knows of them."""
    inside = {store.folder / name for name in ("batches", "records")}
    return {path for path in folder.rglob("*") if not inside & {path, *path.parents}}


def _named(hand: HandHistory, text: str) -> HandHistory:
    origin = replace(hand.origin, site=text, number=text, table=text)
    return replace(hand, names=(text, *hand.names[1:]), origin=origin)


# Anonymous


def test_no_name_is_kept_where_players_are_anonymous(store: HandStore, tmp_path: Path) -> None:
    names = [f"Secret{seat}Name" for seat in range(4)]
    hands = [
        replace(
            hand,
            names=tuple(names[: hand.rules.players]),
            origin=replace(hand.origin, fields={"_note": "'Secret2Name is a fish'"}),
        )
        for hand in some(12)
    ]
    folder = tmp_path / "Secret1Name"
    folder.mkdir()
    (folder / "a.phhs").write_text(text_in("phh", hands))
    (folder / "b.txt").write_text(text_in("pokerstars", hands))
    report, _ = bring(store, folder, anonymous=True)
    assert (report.read, report.added, report.known) == (24, 12, 12)
    told = {name for (name,) in store.rows("SELECT DISTINCT name FROM seats")}
    assert len(told) == 4
    assert all(re.fullmatch("p[0-9a-f]{16}", name) for name in told)
    for path in store.folder.rglob("*"):
        if path.is_file():
            assert b"Secret" not in path.read_bytes()
        if path.suffix == ".parquet":
            assert "Secret" not in json.dumps(pq.read_table(path).to_pylist(), default=str)
    again, _ = bring(store, folder / "b.txt", anonymous=True)
    assert (again.added, again.known) == (0, 12)
    assert {name for (name,) in store.rows("SELECT DISTINCT name FROM totals")} == told
    other = HandStore(tmp_path / "other", create=True)
    bring(other, folder / "a.phhs", anonymous=True)
    assert {name for (name,) in other.rows("SELECT DISTINCT name FROM seats")}.isdisjoint(told)


# Memory

MEASURED = """
import re, sys
from pathlib import Path
from villain.hands.store.hand_store import HandStore
from villain.hands.store.importing import import_hands
store, files = map(Path, sys.argv[1:])
report = import_hands([files], HandStore(store, create=True), batch=1)
status = Path("/proc/self/status").read_text()  # getrusage has what the process before exec had
print(report.added, report.refused, int(re.search(r"VmHWM:\\s+(\\d+)", status)[1]) // 1024)
"""


def measured(store: Path, files: Path) -> tuple[int, int, int]:
    """Import in another process: hands added, hands refused, and its greatest size in MB."""
    out, errors = run_python(MEASURED, str(store), str(files)).communicate(timeout=120)
    assert errors == ""
    added, refused, size = map(int, out.split())
    return added, refused, size


@linux
@pytest.mark.slow
def test_memory_does_not_grow_with_the_number_of_hands(tmp_path: Path) -> None:
    sizes = []
    for files in (3, 12):
        write_files(tmp_path / f"files {files}", files, 150)
        added, _, size = measured(tmp_path / f"store {files}", tmp_path / f"files {files}")
        assert added == 150 * files
        sizes.append(size)
    assert sizes[1] < sizes[0] + 12


@linux
@pytest.mark.parametrize("length", [2**26, pytest.param(2**31, marks=pytest.mark.slow)])
@pytest.mark.slow
def test_a_line_of_two_gigabytes(tmp_path: Path, length: int) -> None:
    """It is refused, and the hands around it are not; a hole in a file takes no room on disk."""
    one, two = numbered(range(1, 2)), numbered(range(2, 3))
    path = tmp_path / "hands.phhs"
    with path.open("wb") as file:
        file.write(one.encode() + b"[1]\nvariant = '")
        file.seek(length, os.SEEK_CUR)
        file.write(b"'\n" + two.encode())
    added, refused, size = measured(tmp_path / "store", path)
    assert (added, refused) == (2, 1)
    assert size < 250


# Interrupted

SLOWLY = """
import sys
from villain.cli.app import main
from villain.hands.store import importing
importing.import_hands.__kwdefaults__["batch"] = 1
main(sys.argv[1:])
"""


def wait_for(store: Path, batches: int, process: Popen[str]) -> None:
    until = time.monotonic() + 60
    while len(list(store.glob("batches/*"))) < batches:
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.005)


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("workers", [pytest.param("1", marks=pytest.mark.slow), "2"])
def test_control_c(tmp_path: Path, workers: str) -> None:
    every = write_files(tmp_path / "files", 40, 5)
    folder = tmp_path / "store"
    command = ["import", str(tmp_path / "files"), "--store", str(folder), "--workers", workers]
    process = run_python(SLOWLY, *command, "--json")
    wait_for(folder, 2, process)
    os.killpg(process.pid, signal.SIGINT)
    out, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert "Traceback" not in errors
    assert "stopped; the same command goes on from here" in errors
    report = json.loads(out)
    store = HandStore(folder)
    there = len(numbers_in(store))
    assert 0 < report["added"] <= there < 200
    assert workers == "1" or report["added"] == there
    assert there % 5 == 0
    assert problems(store) == []
    assert import_hands([tmp_path / "files"], store).known == there
    assert sorted(numbers_in(store)) == sorted(every)


@linux
@pytest.mark.slow
def test_control_c_while_workers_start(tmp_path: Path) -> None:
    """They have not yet said that they leave it to the other process."""
    write_files(tmp_path / "files", 30, 5)
    folder = tmp_path / "store"
    command = ["import", str(tmp_path / "files"), "--store", str(folder), "--workers", "2"]
    process = run_python(SLOWLY, *command)
    while not _children(process.pid) and process.poll() is None:
        time.sleep(0.002)
    time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert "Traceback" not in errors
    assert problems(HandStore(folder)) == []


def _children(parent: int) -> list[int]:
    """The processes that another one has started and that are not yet gone."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, its_parent = path.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if int(its_parent) == parent and state != "Z":
            found.append(int(path.parent.name))
    return found


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@linux
def test_workers_do_not_outlive_the_process_that_started_them(tmp_path: Path) -> None:
    every = write_files(tmp_path / "files", 30, 5)
    folder = tmp_path / "store"
    command = ["import", str(tmp_path / "files"), "--store", str(folder), "--workers", "2"]
    process = run_python(SLOWLY, *command)
    wait_for(folder, 2, process)
    workers = _children(process.pid)
    assert len(workers) >= 2
    process.kill()
    process.communicate(timeout=20)
    until = time.monotonic() + 5
    while any(map(_alive, workers)) and time.monotonic() < until:
        time.sleep(0.02)
    assert [pid for pid in workers if _alive(pid)] == []
    store = HandStore(folder)
    numbers = numbers_in(store)
    assert len(numbers) == len(set(numbers)) == 5 * len(store.batches())
    assert problems(store) == []
    import_hands([tmp_path / "files"], store)
    assert sorted(numbers_in(store)) == sorted(every)


@linux
@pytest.mark.slow
def test_a_worker_that_is_ended_from_outside(tmp_path: Path) -> None:
    every = write_files(tmp_path / "files", 40, 5)
    folder = tmp_path / "store"
    command = ["import", str(tmp_path / "files"), "--store", str(folder), "--workers", "2"]
    process = run_python(SLOWLY, *command)
    wait_for(folder, 2, process)
    os.kill(max(_children(process.pid)), signal.SIGKILL)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 2
    assert errors.strip().splitlines()[-1].endswith("the same command goes on from here")
    assert "Traceback" not in errors
    store = HandStore(folder)
    assert problems(store) == []
    import_hands([tmp_path / "files"], store)
    assert sorted(numbers_in(store)) == sorted(every)
