"""Hands in and out of the store, and what it says of players, as a person sees it."""

import csv
import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from tests.cli.shell import Shell
from tests.hands.many_hands import some, text_in
from tests.hands.scripted_players import EVERYBODY, SURRENDER, play, store_of
from villain.game.gamedef import write_gamedef
from villain.hands.store.hand_store import HandStore
from villain.hands.store.identity import identity

COMMANDS = (
    "import",
    "store",
    "store verify",
    "store repair",
    "players",
    "profile",
    "hands",
    "export",
    "replay",
)
NAMED = tuple(replace(hand, origin=replace(hand.origin, zone="UTC")) for hand in some(20))
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def ring(tmp_path_factory: pytest.TempPathFactory) -> HandStore:
    """Twelve players whose tendencies are known."""
    hands = play(EVERYBODY, 350, 4, seed=21) + play(EVERYBODY, 250, 4, 22, regular=SURRENDER)
    return store_of(tmp_path_factory.mktemp("ring") / "hands", hands)


@pytest.fixture(scope="session")
def few(tmp_path_factory: pytest.TempPathFactory) -> HandStore:
    """Twenty hands of people with strange names."""
    return store_of(tmp_path_factory.mktemp("few") / "hands", NAMED)


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch, ring: HandStore) -> HandStore:
    monkeypatch.setenv("VILLAIN_STORE", str(ring.folder))
    return ring


def rows(out: str) -> list[str]:
    return [line.rstrip() for line in out.splitlines()]


def fits(out: str, width: int = 80) -> bool:
    return max(map(len, rows(out))) <= width


# villain import


def test_import_counts_what_became_of_the_hands(villain: Shell, tmp_path: Path) -> None:
    path, report, store = tmp_path / "a.phhs", tmp_path / "refused.csv", str(tmp_path / "store")
    broken = text_in("phh", NAMED[4:5]).replace("[1]", "[9]").replace("actions = [", "actions = [7")
    path.write_text(text_in("phh", NAMED[:4]) + broken)
    line = ("import", str(path), "--store", store, "--workers", "1")
    found = villain.json(*line, "--report", str(report))
    assert list(found) == ["read", "added", "known", "refused", "reasons", "notes"]
    assert found == {
        "read": 5, "added": 4, "known": 0,
        "refused": 1, "reasons": {"cannot be read": 1}, "notes": {},
    }  # fmt: skip
    with report.open(newline="") as file:
        head, refused = csv.reader(file)
    assert head == ["file", "line", "reason", "detail"]
    assert refused[:3] == [
        str(path),
        str(path.read_text().split("[9]")[0].count("\n") + 1),
        "cannot be read",
    ]
    code, out, err = villain(*line)
    assert (code, err) == (0, "")
    assert rows(out) == [
        "5 hands read: 0 added, 4 already there, 1 refused",
        "          1  cannot be read",
    ]


def test_anonymous_names_cannot_be_read(villain: Shell, tmp_path: Path) -> None:
    path, store = tmp_path / "a.phhs", str(tmp_path / "store")
    path.write_text(text_in("phh", NAMED[:6]))
    villain("import", str(path), "--store", store, "--workers", "1", "--anonymise")
    names = {
        row["name"]
        for row in villain.json("players", "--min-hands", "1", "--store", store)["players"]
    }
    assert names
    assert not names & {name for hand in NAMED for name in hand.names}
    code, out, _ = villain("export", "--store", store)
    assert code == 0
    assert "O'Hara" not in out


# villain store


def test_store(villain: Shell, at_home: HandStore) -> None:
    code, out, err = villain("store")
    assert (code, err) == (0, "")
    first, _, head, line = rows(out)
    assert first.startswith(f"600 hands of 12 players in {at_home.folder} (")
    assert first.endswith(" MB in 1 batch)")
    assert head.split() == ["site", "game", "big", "blind", "hands", "from", "to"]
    assert line.split() == ["Here", "nolimit", "0.02", "USD", "600", "2026-01-01", "2026-01-01"]
    found = villain.json("store")
    assert (found["hands"], found["players"], found["batches"]) == (600, 12, 1)
    assert found["bytes"] > 10_000
    assert found["sources"][0]["stake"] == "0.02 USD"


def test_a_damaged_store(villain: Shell, tmp_path: Path) -> None:
    store = store_of(tmp_path / "hands", NAMED[:5], NAMED[5:])
    line = ("store", "verify", "--store", str(store.folder))
    assert villain(*line) == (0, "2 of 2 batches are whole\n", "")
    assert villain("store", "--store", str(store.folder), "verify")[0] == 0
    assert villain.json(*line) == {"batches": 2, "wrong": {}}
    first = store.batches()[0]
    path = store.folder / "batches" / first / "seats.parquet"
    path.write_bytes(path.read_bytes()[:-20])
    code, out, _ = villain(*line)
    assert code == 1
    assert rows(out)[0].startswith(f"{first}: seats.parquet")
    assert rows(out)[-1] == "1 of 2 batches are whole"
    code, out, _ = villain(*line, "--json")
    assert code == 1
    assert list(json.loads(out)["wrong"]) == [first]
    code, out, err = villain("profile", "Ann", "--store", str(store.folder))
    assert code == 0
    assert rows(out)[0] == "Ann at PokerStars"
    assert rows(err) == [
        f"batch {first} is left out: seats.parquet is not as it was written",
        "villain store repair sets damaged batches aside and brings back their hands",
    ]
    assert list(villain.json("store", "--store", str(store.folder))["damaged"]) == [first]
    (hand,) = pq.read_table(path.with_name("hands.parquet"))["hand"][:1].to_pylist()
    code, _, err = villain("replay", hand, "--store", str(store.folder))
    assert code == 2
    assert f"batch {first} is left out" in err


def test_repair(villain: Shell, tmp_path: Path) -> None:
    source = tmp_path / "a.phhs"
    source.write_text(text_in("phh", NAMED))
    store = str(tmp_path / "hands")
    line = ("store", "repair", "--workers", "1", "--store", store)
    villain("import", str(source), "--store", store, "--workers", "1")
    assert villain(*line) == (0, "nothing is damaged\n", "")
    (batch,) = HandStore(Path(store)).batches()
    shutil.rmtree(tmp_path / "hands" / "batches" / batch)
    assert villain.json("store", "--store", store)["hands"] == 0
    away = source.rename(tmp_path / "b.phhs")
    code, out, err = villain(*line)
    assert (code, err) == (1, "")
    assert rows(out) == [
        f"{batch}: it is gone; set aside",
        "0 hands brought back: 0 from what was whole, 0 from their files",
        f"no longer there: {source}",
        f"20 hands of the batches in {tmp_path / 'hands' / 'damaged'} did not come back; "
        "villain store repair --from PATH looks for them elsewhere",
    ]
    found = villain.json(*line, "--from", str(away))
    assert (found["back"], found["lost"], found["set_aside"]) == (20, 0, {})
    assert villain(*line) == (0, "nothing is damaged\n", "")
    assert villain(*line, "--from", "nowhere")[0] == 2
    (tmp_path / "hands" / "villain-hands.json").unlink()
    code, _, err = villain("import", str(away), "--store", store, "--workers", "1")
    assert (code, err.count("\n")) == (2, 1)
    assert "the header of the store is missing" in err
    assert rows(villain(*line)[1]) == [
        "the header is written anew, with another key: anonymous players get other digests from "
        "now on",
        "nothing else is damaged",
    ]
    assert villain.json("store", "--store", store)["hands"] == 20


# villain players


def test_players(villain: Shell, at_home: HandStore) -> None:
    assert at_home
    code, out, _ = villain("players", "--min-hands", "1")
    assert code == 0
    assert fits(out)
    head, first, *_, last = rows(out)
    assert head.split() == ["player", "site", "hands", "won", "bb", "bb/100", "VPIP", "PFR", "AFq"]
    assert first.split()[0] == "Surrender"  # the most hands first
    assert last == "12 players with 1 hands or more"
    found = villain.json("players", "--min-hands", "1", "--sort", "vpip", "--limit", "3")["players"]
    assert [row["vpip"] for row in found] == sorted((row["vpip"] for row in found), reverse=True)
    assert len(found) == 3
    assert list(found[0]) == [
        "name", "site", "hands", "won", "bb_per_100", "vpip", "pfr", "afq"
    ]  # fmt: skip
    _, out, _ = villain("players", "--min-hands", "1", "--limit", "2", "--sort", "name")
    assert [row.split()[0] for row in rows(out)[1:3]] == ["Maniac", "Regular"]
    assert rows(out)[-1] == "the first 2 players with 1 hands or more"
    assert (
        villain("players", "--min-hands", "100000")[1] == "0 players with 100,000 hands or more\n"
    )


# villain profile


def test_profile_screen(villain: Shell, at_home: HandStore) -> None:
    assert at_home
    code, out, err = villain("profile", "Surrender")
    assert (code, err) == (0, "")
    assert fits(out)
    lines = rows(out)
    assert lines[0] == "Surrender at Here"
    assert lines[1].split(" (95 %: ")[0].endswith(" bb/100")
    assert lines[2].endswith("  no-limit, big blind 0.02 USD, 3 to 6 players")
    head = next(place for place, line in enumerate(lines) if line.startswith("statistic"))
    assert " ".join(lines[head].split()[1:]) == "done/chances rate 95 % shrunk 95 % population"
    assert lines[head + 1].startswith("VPIP ")
    fold = next(line for line in lines if line.startswith("fold BB to steal"))
    assert "100 %" in fold
    assert fold.endswith("▲")
    places = next(at for at, line in enumerate(lines) if line.startswith("position  hands"))
    named = [line.split()[0] for line in lines[places + 1 : places + 9] if line[:1] != " "]
    assert named == ["SB", "BB", "CO", "BTN"]
    crowd = next(at for at, line in enumerate(lines) if line.startswith("What the crowd expects"))
    assert lines[crowd].endswith(" hands, in % (of a stranger)")
    assert lines[crowd + 2].startswith("first in before the flop")
    leaks = lines.index("Where he differs most from the population:")
    assert lines[leaks + 1].startswith("• folds the big blind to a late raise 100 % of the time,")
    assert lines[leaks + 2].startswith("  ")
    assert not [line for line in lines if "%" in line.replace(" %", "")]  # "82 %", never "82%"


def test_profile_json_csv_and_pictures(villain: Shell, at_home: HandStore, tmp_path: Path) -> None:
    assert at_home
    table, picture = tmp_path / "one.csv", tmp_path / "one.png"
    found = villain.json("profile", "Maniac", "--csv", str(table), "--plot", str(picture))
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert picture.stat().st_size > 20_000
    with table.open(newline="") as file:
        written = list(csv.DictReader(file))
    whole = [row for row in written if row["position"] == "all"]
    assert {row["position"] for row in written} == {"all", *found["positions"]}
    assert [row["key"] for row in whole] == [row["key"] for row in found["statistics"]]
    for row, line in zip(whole, found["statistics"], strict=True):
        assert (int(row["done"]), int(row["chances"])) == (line["done"], line["chances"])
        known = {key: row[key] for key in row if row[key] != ""}
        assert set(row) - set(known) == {key for key, value in line.items() if value is None}
    vpip = found["statistics"][0]
    assert vpip["name"] == "VPIP"
    assert vpip["low"] < vpip["rate"] < vpip["high"]
    assert vpip["population"] < vpip["shrunk"] <= vpip["rate"]
    assert "hands dealt" in vpip["definition"]
    assert found["style"]["words"] == "loose-aggressive (LAG, a maniac)"
    assert sum(found["style"]["probabilities"].values()) == pytest.approx(1)
    assert (found["hands"], found["players"]) == (sum(g["hands"] for g in found["games"]), 12)
    assert sum(place["hands"] for place in found["positions"].values()) == found["hands"]
    assert all(" of " in leak for leak in found["leaks"])
    raises = found["crowd"]["spots"]["first in"]["actions"]["raise"]
    assert raises["expected"] > raises["stranger"]


def test_profile_charts_in_the_terminal(
    villain: Shell, at_home: HandStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert at_home
    for width in (80, 120):
        monkeypatch.setenv("COLUMNS", str(width))
        code, out, _ = villain("profile", "Station", "--chart", "--no-crowd")
        assert code == 0
        assert fits(out, width)
        lines = rows(out)
        top = lines.index("Big blinds won over his hands")
        assert all(sign in out for sign in "●○△▽")
        assert lines[top + 1].split()[0].replace(",", "").lstrip("+-").isdecimal()
        bottom = next(line for line in lines[top + 1 :] if line.endswith(" hands"))
        assert len(bottom) == {80: 79, 120: 110}[width]
        axis = lines.index(
            "Statistics against the population (● he, shrunk, with 95 %; ◇ population)"
        )
        assert lines[axis + 1].split() == ["0", "50", "100", "%"]
        wtsd = next(line for line in lines[axis:] if line.lstrip().startswith("WTSD"))
        assert wtsd.index("◇") < wtsd.index("●")  # who calls everything gets to the showdown


def test_profile_of_strange_names(villain: Shell, few: HandStore) -> None:
    for name in ("Bob O'Hara", "Ünal", "[x]", "h#2"):
        line = ("profile", name, "--no-crowd", "--store", str(few.folder))
        code, out, _ = villain(*line, "--chart")
        assert code == 0
        assert rows(out)[0] == f"{name} at PokerStars"
        assert "Nothing sure can be said yet of how he differs from the population." in out
        assert villain.json(*line)["leaks"] == []


def test_a_picture_of_a_name_that_the_font_has_not(villain: Shell, tmp_path: Path) -> None:
    names = ("王小明", "a$b$c")
    hands = [replace(hand, names=names) for hand in NAMED if hand.rules.players == 2]
    store = store_of(tmp_path / "hands", hands)
    for name in names:
        line = ("profile", name, "--no-crowd", "--store", str(store.folder))
        code, _, err = villain(*line, "--plot", str(tmp_path / "x.png"))
        assert (code, err) == (0, "")


# villain hands


def test_hands(villain: Shell, at_home: HandStore) -> None:
    assert at_home
    code, out, _ = villain("hands", "--where", "name = 'Rock' AND vpip_done = 1", "--limit", "2")
    assert code == 0
    assert fits(out)
    head, first, second, _, last = rows(out)
    assert head.split()[:7] == ["hand", "played", "site", "game", "players", "board", "pot"]
    assert len(first.split()[0]) == len(second.split()[0]) == 12
    assert first.split()[1] == "2026-01-01"
    assert last == "2 hands; --limit shows more"
    found = villain.json("hands", "--where", "name = 'Rock'", "--limit", "1000")
    assert not found["more"]
    assert len(found["rows"]) == villain.json("profile", "Rock", "--no-crowd")["hands"]
    assert found["rows"][0]["played"].startswith("2026-01-01")
    assert villain("hands", "--where", "false")[1] == "0 hands\n"
    # What is shown can be replayed.
    assert villain("replay", first.split()[0])[0] == 0


def test_questions_in_sql(villain: Shell, at_home: HandStore) -> None:
    assert at_home
    sql = "SELECT name, count(*) AS hands, avg(net) AS net FROM seats GROUP BY name ORDER BY name"
    code, out, _ = villain("hands", "--sql", sql, "--limit", "1")
    assert code == 0
    assert rows(out)[0].split() == ["name", "hands", "net"]
    assert rows(out)[1].split()[0] == "Maniac"
    assert rows(out)[3] == "1 row; --limit shows more"
    # A row that is wider than the screen stands in a list.
    code, out, _ = villain("hands", "--sql", "SELECT * FROM totals", "--limit", "1")
    assert code == 0
    assert rows(out)[0] == "row 1"
    assert rows(out)[1].split()[0] == "name"
    answer = villain.json(
        "hands",
        "--sql",
        "SELECT DATE '2026-01-02' d, 1.5::DECIMAL(3,1) x, [1, 2] l, NULL n, 'a'::BLOB b",
    )
    assert answer["rows"] == [{"d": "2026-01-02", "x": 1.5, "l": [1, 2], "n": None, "b": "b'a'"}]


# villain export


@pytest.mark.parametrize("form", ["phh", "pokerstars", "ohh"])
def test_what_is_exported_is_known_when_it_comes_back(
    villain: Shell, few: HandStore, tmp_path: Path, form: str
) -> None:
    path, store = tmp_path / "out.txt", str(few.folder)
    code, out, err = villain("export", "--format", form, "--out", str(path), "--store", store)
    assert (code, out, err) == (0, "", "20 hands written\n")
    assert [one.name for one in tmp_path.iterdir()] == ["out.txt"]
    found = villain.json("import", str(path), "--store", store, "--workers", "1")
    assert (found["read"], found["known"], found["added"]) == (20, 20, 0)
    code, out, _ = villain("export", "--format", form, "--store", store)
    assert (code, out) == (0, path.read_text())


def test_export_to_acpc(villain: Shell, tmp_path: Path) -> None:
    """The protocol has no room for site, time and rake; the play is the same."""
    hands = play(EVERYBODY, 15, 3, seed=23)
    store = store_of(tmp_path / "hands", hands)
    path, again = tmp_path / "out.log", str(tmp_path / "again")
    line = ("export", "--format", "acpc", "--store", str(store.folder))
    code, _, err = villain(*line, "--out", str(path))
    assert (code, err) == (0, "15 hands written\n")
    game = tmp_path / "three.game"
    game.write_text(write_gamedef(hands[0].rules))
    back = ("import", str(path), "--store", again, "--workers", "1", "--game", str(game))
    found = villain.json(*back)
    assert (found["read"], found["added"]) == (15, 15)
    sql = "SELECT name, sum(net)::BIGINT, sum(afq_done)::BIGINT FROM seats GROUP BY 1 ORDER BY 1"
    one, other = (
        villain.json("hands", "--sql", sql, "--store", folder)["rows"]
        for folder in (str(store.folder), again)
    )
    assert one == other


def test_export_of_some_and_of_what_a_format_cannot_say(
    villain: Shell, few: HandStore, tmp_path: Path
) -> None:
    store, path = str(few.folder), tmp_path / "some.phhs"
    condition = "name = 'Ann'"
    villain("export", "--where", condition, "--out", str(path), "--store", store)
    with_ann = [hand for hand in NAMED if "Ann" in hand.names]
    other = store_of(tmp_path / "other", [])
    found = villain.json("import", str(path), "--store", str(other.folder), "--workers", "1")
    assert found["added"] == len(with_ann) > 2
    kept = {row["hand"] for row in villain.json("hands", "--store", str(other.folder))["rows"]}
    assert kept == {identity(hand) for hand in with_ann}
    code, _, err = villain("export", "--format", "acpc", "--store", store)
    assert code == 0
    written, *left = err.splitlines()
    assert written.endswith(" hands written")
    assert sum(int(line.split()[0]) for line in left) == 20 - int(written.split()[0])


# villain replay


def test_replay(villain: Shell, tmp_path: Path) -> None:
    hand = next(hand for hand in NAMED if hand.board and len(hand.shown) == 2)
    path = tmp_path / "hands.phhs"
    path.write_text(text_in("phh", [NAMED[0], hand]))
    code, out, _ = villain("replay", f"{path}#2")
    assert code == 0
    lines = rows(out)
    assert lines[0].startswith(f"PokerStars #{hand.origin.number}: ")
    for name, line in zip(hand.names, lines[1:], strict=False):
        assert line.endswith(f"  {name}")
    assert "Before the flop  pot " in out
    assert " to call" in out
    assert any(line.startswith("  equity: ") for line in lines)
    assert any(" shows " in line for line in lines)
    found = villain.json("replay", f"{path}#2")
    assert [one["name"] for one in found["players"]] == list(hand.names)
    assert list(found["steps"][0]) == [
        "street", "board", "words", "pot", "pots", "odds", "equities"
    ]  # fmt: skip
    boards = [one["board"] for one in found["steps"] if one["board"] is not None]
    assert boards[-1] == [str(card) for card in hand.board]


def test_stepping_waits_for_a_person(
    villain: Shell, few: HandStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = ("replay", identity(NAMED[0]), "--store", str(few.folder))
    _, plain, _ = villain(*line)
    code, out, _ = villain(*line, "--step")  # there is nobody
    assert (code, out) == (0, plain)
    waits: list[None] = []
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda: waits.append(None))
    code, out, _ = villain(*line, "--step")
    assert (code, out) == (0, plain)
    assert len(waits) >= len(NAMED[0].actions)


# All of them


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples(villain: Shell, command: str) -> None:
    code, out, _ = villain(*command.split(), "--help")
    assert code == 0
    assert fits(out)
    assert f" villain {command}" in out.split("Examples:")[1]


MISTAKES = [
    ("import none.phh", "there is no file or folder 'none.phh'"),
    ("import {hands} --report nowhere/x.csv", "its folder should exist"),
    ("import {hands} --game none.game", "there is no file 'none.game'"),
    ("import {hands} --store {hands}", "no hand store can be made in"),
    ("players --store nowhere", "nowhere'; villain import makes one"),
    ("players --sort luck", "no order is called 'luck'"),
    ("players --limit 0", "should be greater than or equal to 1"),
    ("profile Nobody", "no player in this store is called 'Nobody'; see villain players"),
    ("profile maniac", "did you mean 'Maniac'?"),
    ("profile Maniac --site There", "'Maniac' plays at 'Here', and not at 'There'"),
    ("profile Maniac --plot nowhere/x.png", "its folder should exist"),
    ("profile Maniac --plot x.jpeg2", "should end in .png"),
    ("profile Maniac --csv nowhere/x.csv", "its folder should exist"),
    ("profile", "Missing argument"),
    ("hands --where luck>3", "the store cannot answer: "),
    ("hands --where luck>3 --json", "the store cannot answer: "),
    ("hands --sql DELETE", "the store cannot answer: "),
    ("hands --where true --sql SELECT", "give --where or --sql, one of the two"),
    ("hands --limit -1", "should be greater than or equal to 1"),
    ("export --format pokerstar", "did you mean 'pokerstars'?"),
    ("export --format irc", "no format that can be written is called 'irc'"),
    ("export --out nowhere/x.txt", "its folder should exist"),
    ("export --out .", "'.' cannot be written"),
    ("export --where luck>3 --out {hands}", "the store cannot answer: "),
    ("replay none.phh", "there is no file 'none.phh'"),
    ("replay {hands}#3", "has 1 hand, and no number 3"),
    ("replay 0123456789", "no hand of the store begins with '0123456789'"),
    ("replay luck", "'luck' is no hand"),
    ("store --store nowhere", "nowhere'; villain import makes one"),
    ("store verify --store nowhere", "nowhere'; villain import makes one"),
]


@pytest.mark.parametrize(("line", "says"), MISTAKES, ids=[line for line, _ in MISTAKES])
def test_mistakes_are_told_in_a_line(
    villain: Shell,
    at_home: HandStore,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    line: str,
    says: str,
) -> None:
    assert at_home
    monkeypatch.chdir(tmp_path)
    hands = Path("hands.phhs")
    hands.write_text(text_in("phh", NAMED[:1]))
    before = hands.read_text()
    code, out, err = villain(*line.format(hands=hands).split())
    assert (code, out) == (2, "")
    assert says in err
    assert err.startswith("villain: ")
    assert err.count("\n") == 1
    # Nothing is left behind, and nothing is overwritten by what failed.
    assert [one.name for one in tmp_path.iterdir()] == ["hands.phhs"]
    assert hands.read_text() == before


def test_a_reader_who_goes_away(ring: HandStore) -> None:
    """As in villain export | head."""
    code = "from villain.cli.app import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", code, "export", "--store", str(ring.folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "[1]\n"
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(30) != 0


def test_the_option_goes_before_the_variable(
    villain: Shell, at_home: HandStore, few: HandStore
) -> None:
    assert at_home
    assert villain.json("store")["hands"] == 600
    assert villain.json("store", "--store", str(few.folder))["hands"] == 20


def test_hands_are_those_that_were_put_in(few: HandStore) -> None:
    found = [name for (name,) in few.rows("SELECT hand FROM hands")]
    assert sorted(found) == sorted(identity(hand) for hand in NAMED)
