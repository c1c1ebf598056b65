"""``villain reproduce`` and ``villain freezeout``."""

from importlib import import_module
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from villain import arena
from villain.arena import freezeout_series
from villain.cli.reproduce import PAPERS
from villain.papers import baker
from villain.papers.report import Report, Section, Setting


@pytest.fixture
def experiment(monkeypatch: pytest.MonkeyPatch) -> list[Setting]:
    """An experiment that only remembers how it was set."""
    settings: list[Setting] = []

    def run(setting: Setting) -> Report:
        settings.append(setting)
        section = Section("A [table]", ("", "theirs", "ours"), (("wins", "76", "77 [74–80]"),))
        draw = {"picture.png": lambda path: path.write_text("drawn")}
        return Report("table2", "Table II", (section,), ("a note",), {"found": 77}, draw)

    monkeypatch.setattr(baker, "ITEMS", {"table2": run, "table3": run})
    return settings


@pytest.mark.parametrize("paper", PAPERS)
def test_the_help_page_lists_the_items_there_are(villain: Shell, paper: str) -> None:
    items = list(import_module(f"villain.papers.{paper}").ITEMS)
    code, text, _ = villain("reproduce", "--help")
    assert code == 0
    assert f"{paper}: {', '.join(items)}" in " ".join(text.split())


def test_reproduce_shows_and_draws(
    villain: Shell, experiment: list[Setting], tmp_path: Path
) -> None:
    out = tmp_path / "new" / "folder"
    code, text, _ = villain(
        *"reproduce baker --item table2 --scale full --seed 3 --out".split(), str(out)
    )
    assert code == 0
    assert "77 [74–80]" in text
    assert "a note" in text
    assert (out / "baker-picture.png").read_text() == "drawn"
    assert (experiment[0].full, experiment[0].seed) == (True, 3)


def test_reproduce_json(villain: Shell, experiment: list[Setting], tmp_path: Path) -> None:
    found = villain.json("reproduce", "baker", "--out", str(tmp_path))
    assert found["items"]["table3"]["found"] == 77
    assert len(experiment) == 2


FREEZEOUT = ("freezeout", "baker:la", "baker:tp", "call", "--count", "30", "--seed", "2")


def test_freezeout(villain: Shell, tmp_path: Path) -> None:
    found = villain.json(*FREEZEOUT)
    assert found["freezeouts"] == 30
    assert sum(agent["wins"] for agent in found["agents"]) == pytest.approx(1)
    path = str(tmp_path / "series.json")
    code, out, _ = villain(*FREEZEOUT, "--count", "10", "--save", path)
    assert code == 0
    assert "onecard, 10 freeze-outs" in out
    again = villain.json(*FREEZEOUT, "--resume", path, "--workers", "2")
    assert again["agents"] == found["agents"]
    kept = Path(path).read_bytes()
    code, _, err = villain(*FREEZEOUT, "--count", "5", "--resume", path)
    assert (code, "more than the 5 that are wanted" in err) == (2, True)
    assert Path(path).read_bytes() == kept


def test_a_stopped_freezeout_is_kept(
    villain: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = villain.json(*FREEZEOUT)
    play, calls = arena.play_freezeout, 0

    def interrupted(*arguments: object, **named: object) -> object:
        nonlocal calls
        calls += 1
        if calls == 13:
            raise KeyboardInterrupt
        return play(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(freezeout_series, "play_freezeout", interrupted)
    path = str(tmp_path / "series.json")
    code, _, err = villain(*FREEZEOUT, "--save", path)
    assert (code, "stopped at 40%" in err) == (130, True)
    monkeypatch.setattr(freezeout_series, "play_freezeout", play)
    assert villain.json(*FREEZEOUT, "--resume", path)["agents"] == whole["agents"]


def test_tournament_is_kept_and_goes_on(villain: Shell, tmp_path: Path) -> None:
    line = ("tournament", "call", "raise", "fold", "--hands", "100")
    folder = str(tmp_path / "kept")
    whole = villain.json(*line, "--save", folder)
    assert len(list(Path(folder).iterdir())) == 3
    assert villain.json(*line, "--resume", folder) == whole
    (Path(folder) / "0-2.match").unlink()
    assert villain.json(*line, "--resume", folder) == whole
    file, empty = tmp_path / "file", tmp_path / "empty"
    file.touch()
    empty.mkdir()
    assert "is a file" in villain(*line, "--save", str(file))[2]
    assert "holds no saved matches" in villain(*line, "--resume", str(empty))[2]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("reproduce barker", "no paper is called 'barker'"),
        ("reproduce baker --item table9", "no item is called 'table9'; did you mean 'table"),
        ("reproduce baker --scale huge", "no scale is called 'huge'"),
        ("reproduce baker --seed -1", "seed and deals should be 0 or more"),
        ("freezeout call", "1 players; this game takes 2 to 10"),
        ("freezeout call call --count 0", "a series has 1 to"),
        ("freezeout call baker:la --game nolimit", "'baker:la' does not play nolimit"),
        ("freezeout call call --game limit", "give everybody a stack"),
        ("freezeout call call --game x.game", "for any number of players"),
        ("freezeout call call --resume none.json", "there is no file"),
        ("freezeout call call --save nowhere/x", "its folder should exist"),
        ("tournament call raise --resume nowhere", "there is no folder"),
        ("match baker:la baker:analysis:anti=nothing --game onecard", "anti='nothing'"),
    ],
)
def test_mistakes(villain: Shell, line: str, says: str) -> None:
    code, out, err = villain(*line.split())
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1
