"""``villain mine``, as a person sees it."""

from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.hands.scripted_players import EVERYBODY, play, store_of
from villain.models.huang.styles import read
from villain.profiles.mining import mining


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    store = store_of(tmp_path_factory.mktemp("mine") / "hands", play(EVERYBODY, 120, 2, 5))
    return str(store.folder)


def test_a_table_and_a_file(villain: Shell, folder: str, tmp_path: Path) -> None:
    path = tmp_path / "styles.npz"
    code, out, err = villain("mine", "--store", folder, "--min-hands", "5", "--out", str(path))
    assert (code, err) == (0, "")
    rows = out.splitlines()
    assert max(map(len, rows[:13])) <= 80
    assert rows[0].split() == "sequence decisions fold call raise ≤ 1 raise > 1".split()
    first = rows[1].split()
    assert first[:2] == ["000", "120"]
    assert sum(float(share.rstrip("%")) for share in first[2:]) == pytest.approx(100, abs=0.2)
    words = " ".join(out.split())
    assert "12 players with 5 heads-up hands or more; " in words
    assert words.count("in 120 hands") == 1
    squeezed = "".join(out.split())  # a long path is wrapped
    assert squeezed.endswith(f"writtento{path}:{path.stat().st_size:,}bytes")
    assert len(read(path)) == 12


def test_json_has_everything(villain: Shell, folder: str) -> None:
    line = ("mine", "--store", folder, "--min-hands", "5", "--hold-back", "--ratios", "0.5,1")
    told = villain.json(*line)
    assert told["players"] + told["held_back"] == 12
    assert told["held_back"] > 0
    assert told["actions"] == ["fold", "call", "raise ≤ 0.5", "raise ≤ 1", "raise > 1"]
    assert told["most_frequent"][0]["sequence"] == "000"
    assert sum(told["most_frequent"][0]["frequencies"]) == pytest.approx(1)
    assert villain.json(*line) == told


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "nobody has 200 heads-up hands"),
        (("--ratios", "half"), "give numbers such as 0.5,1,2"),
        (("--ratios", "1,0.5"), "they should rise"),
        (("--out", "nowhere/styles.npz"), "cannot be written"),
        (("--min-hands", "0"), "--min-hands"),
    ],
)
def test_mistakes_are_one_line(
    villain: Shell, folder: str, arguments: tuple[str, ...], words: str
) -> None:
    code, out, err = villain("mine", "--store", folder, *arguments)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


def test_ctrl_c_leaves_no_file(
    villain: Shell, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(mining, "heads_up_hands", stopped)
    path = tmp_path / "styles.npz"
    code, out, _ = villain("mine", "--store", folder, "--min-hands", "5", "--out", str(path))
    assert (code, out) == (130, "")
    assert not list(tmp_path.iterdir())
