"""Names that try to steer the terminal, break a file, or calculate in a spreadsheet."""

import csv
import io
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.hands.many_hands import some, text_in
from tests.hands.scripted_players import store_of
from villain.cli.csv_cells import SafeRows
from villain.hands.hand_history import HandHistory
from villain.hands.store.hand_store import HandStore
from villain.hands.store.importing import import_hands

CLEAR, TITLE, C1 = "A\x1b[2J\x1b[31m", "B\x1b]0;owned\x07", "C\x9b2J\x85D"
TURNED, BROKEN, FORMULA = "E\u202egpj.exe\u2066", "F\nG\r\tH", '=HYPERLINK("http://x")'
NAMES = (CLEAR, TITLE, C1, TURNED, BROKEN, FORMULA)
SITE, TABLE = "Site\x1b[5m\u2029", "Table\x1bc\n"
STEERING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def hostile() -> list[HandHistory]:
    hands = []
    for place, hand in enumerate(some(40)):
        names = tuple(NAMES[(place + seat) % len(NAMES)] for seat in range(hand.rules.players))
        origin = replace(hand.origin, site=SITE, table=TABLE, zone="UTC")
        hands.append(replace(hand, names=names, origin=origin))
    return hands


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> HandStore:
    return store_of(tmp_path_factory.mktemp("hostile") / "hands", hostile())


def test_names_are_kept_as_they_are(store: HandStore) -> None:
    names = {name for (name,) in store.query("SELECT DISTINCT name FROM seats").fetchall()}
    assert set(NAMES) <= names


def commands(store: HandStore) -> list[tuple[str, ...]]:
    (hand,) = store.query("SELECT hand FROM hands WHERE players = 4 LIMIT 1").fetchone() or ("",)
    return [
        ("players", "--min-hands", "1"),
        *(("profile", name, "--chart", "--no-crowd") for name in NAMES),
        ("replay", hand),
        ("hands",),
        (
            "hands",
            "--sql",
            "SELECT name, table_name, hands.site FROM hands JOIN seats USING (hand)",
        ),
        ("hands", "--sql", 'SELECT 1 AS "head\x1b[2J\nline", phh FROM hands LIMIT 1'),
        ("store",),
    ]


def test_nothing_that_is_printed_steers_the_terminal(villain: Shell, store: HandStore) -> None:
    for line in commands(store):
        code, out, err = villain(*line, "--store", str(store.folder))
        assert code == 0, (line, err)
        assert not STEERING.search(out + err), line


def test_json_has_the_names_whole_and_no_control_in_its_text(
    villain: Shell, store: HandStore
) -> None:
    names = set()
    for line in commands(store):
        code, out, err = villain(*line, "--store", str(store.folder), "--json")
        assert code == 0
        assert not STEERING.search(out + err), line
        data = json.loads(out)
        if line[0] == "players":
            names |= {player["name"] for player in data["players"]}
    assert set(NAMES) <= names


def test_a_name_in_an_error_is_clean(villain: Shell, store: HandStore) -> None:
    code, _, err = villain("profile", "nobody\x1b[2J", "--store", str(store.folder))
    assert code == 2
    assert not STEERING.search(err)
    code, _, err = villain("import", "no\x1b[2Jfile", "--store", str(store.folder))
    assert code == 2
    assert not STEERING.search(err)


@pytest.mark.parametrize("form", ["phh", "ohh", "pokerstars", "acpc"])
def test_an_exported_file_has_the_names_as_they_are(
    villain: Shell, store: HandStore, tmp_path: Path, form: str
) -> None:
    """What a format cannot say is left out and told; what is written comes back the same."""
    path, back = tmp_path / "out", HandStore(tmp_path / "back", create=True)
    code, _, err = villain(
        "export", "--format", form, "-o", str(path), "--store", str(store.folder)
    )
    assert code == 0
    assert not STEERING.search(err)
    count = int(err.split()[0])
    assert count == (40 if form in ("phh", "ohh") else 0)
    if count:
        report = import_hands([path], back)
        assert (report.added, report.refused) == (40, 0)
        names = {name for (name,) in back.query("SELECT DISTINCT name FROM seats").fetchall()}
        assert set(NAMES) <= names


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_an_export_onto_a_terminal_is_clean(store: HandStore) -> None:
    import pty

    main, side = pty.openpty()
    code = "from villain.cli.app import main; main()"
    line = [sys.executable, "-c", code, "export", "--store", str(store.folder)]
    with subprocess.Popen(line, stdout=side, stderr=subprocess.DEVNULL) as process:
        os.close(side)
        parts = []
        while True:
            try:
                part = os.read(main, 65536)
            except OSError:  # so Linux tells the end
                break
            if not part:
                break
            parts.append(part)
    os.close(main)
    shown = b"".join(parts).decode().replace("\r\n", "\n")
    assert process.returncode == 0
    assert shown.count("players = ") == 40
    assert not STEERING.search(shown)


def test_a_formula_after_a_semicolon_is_none_either() -> None:
    """Behind the first cell of a row quotes do not help where semicolons split it."""
    file = io.StringIO()
    SafeRows(file).write([1, 'a;=HYPERLINK("http://x")', "b; -1", 'c|"@d', "e,-1"])
    assert file.getvalue() == ('1,"a;\'=HYPERLINK(""http://x"")","b; \'-1","c|""\'@d","e,-1"\r\n')


def test_no_cell_of_a_report_is_a_formula(villain: Shell, tmp_path: Path) -> None:
    folder = tmp_path / "=cmd"
    folder.mkdir()
    broken = text_in("phh", some(1)).replace("actions = [", "actions = [7")
    names = ("=SUM(1)", "+1", "-1+2", "@cmd", "Ann", "a;=1+2", 'b; "@c', "d,=1")
    for name in names:
        (folder / name).write_text(broken)
    report = tmp_path / "refused.csv"
    here = Path.cwd()
    os.chdir(folder)
    try:
        line = ("import", *(f"{name}" for name in names if name[0] != "-"), "./-1+2")
        code, _, _ = villain(
            *line, "--store", str(tmp_path / "store"), "--report", str(report), "--workers", "1"
        )
    finally:
        os.chdir(here)
    assert code == 0
    with report.open(newline="", encoding="utf-8") as file:
        cells = [one for row in list(csv.reader(file))[1:] for one in row]
    assert "'=SUM(1)" in cells
    assert "Ann" in cells
    assert not any(one.startswith(("=", "+", "-", "@", "\t", "\r")) for one in cells)
    # As a spreadsheet reads it in a country where the comma is in numbers.
    with report.open(newline="", encoding="utf-8") as file:
        cells = [one for row in csv.reader(file, delimiter=";") for one in row]
    assert not any(one.strip(' "').startswith(("=", "+", "-", "@")) for one in cells)
    text = report.read_text()
    assert '"d,=1",1,' in text  # quotes hold it together, and a number has none


def test_a_profile_as_csv_keeps_its_numbers(
    villain: Shell, store: HandStore, tmp_path: Path
) -> None:
    path = tmp_path / "profile.csv"
    villain("profile", FORMULA, "--store", str(store.folder), "--csv", str(path))
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert all(row["done"].isdigit() and row["chances"].isdigit() for row in rows)
    assert not any(cell.startswith(("=", "+", "@")) for row in rows for cell in row.values())
