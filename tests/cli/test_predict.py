"""``villain predict``, as a person sees it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.cli.shell import Shell
from tests.hands.scripted_players import EVERYBODY, limit, play, store_of
from villain.models.crowd import TRAINED_ON
from villain.models.crowd.network import FILE

LINE = ("predict", "--model", "statistics,network")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    store = store_of(tmp_path_factory.mktemp("predict") / "hands", play(EVERYBODY, 80, 4, 9, limit))
    return str(store.folder)


def test_models_stand_side_by_side_with_the_baselines(villain: Shell, folder: str) -> None:
    code, out, _ = villain(*LINE, "--store", folder)
    assert code == 0
    rows = out.splitlines()
    assert max(map(len, rows)) <= 80
    names = [row.split()[0] for row in rows[1:5]]
    assert names == ["majority", "frequencies", "statistics", "network"]
    assert "1–20" in out
    assert "facing a bet" in out
    assert "12 players not trained on, in 80 hands" in " ".join(out.split())


def test_differences_to_the_crowd_are_of_the_same_decisions(villain: Shell, folder: str) -> None:
    line = ("predict", "--model", "statistics,crowd", "--store", folder, "--players", "all")
    code, out, _ = villain(*line, "--hands", "40")
    assert code == 0
    rows = out.splitlines()
    assert max(map(len, rows)) <= 80
    assert rows[-1] == TRAINED_ON
    place = rows.index("log-loss above that of crowd, of the same decisions")
    assert [row.split()[0] for row in rows[place + 2 : place + 5]] == [
        "majority",
        "frequencies",
        "statistics",
    ]
    told = villain.json(*line, "--hands", "40")
    losses = {name: one["groups"]["all"]["log_loss"] for name, one in told["models"].items()}
    found = told["above_crowd"]["statistics"]["all"]
    assert found["mean"] == pytest.approx(losses["statistics"] - losses["crowd"])
    assert found["low"] <= found["mean"] <= found["high"]
    assert f"{found['mean']:+.4f}" in out


def test_the_crowd_is_judged_with_other_weights(
    villain: Shell, folder: str, tmp_path: Path
) -> None:
    path = tmp_path / "others.npz"
    with np.load(FILE) as file:
        weights = {name: file[name] for name in file.files}
    weights["actions.bias"] = weights["actions.bias"] + np.array([5, 0, 0], np.float16)
    np.savez(path, **weights)
    line = ("predict", "--model", "crowd", "--store", folder, "--players", "people")
    usual, others = (
        villain.json(*line, "--hands", "10", *more)["models"]["crowd"]["groups"]["all"]["log_loss"]
        for more in ((), ("--weights", str(path)))
    )
    assert others > usual + 0.1


def test_json_has_everything(villain: Shell, folder: str, tmp_path: Path) -> None:
    picture = tmp_path / "calibration.png"
    line = (*LINE, "--store", folder, "--hands", "30", "--players", "all", "--out", str(picture))
    told = villain.json(*line)
    assert told["hands"] == 30
    assert told["models"]["network"]["groups"]["all"]["cases"] == told["decisions"]
    assert {one["action"] for one in told["models"]["network"]["calibration"]} <= {
        "fold",
        "call",
        "raise",
    }
    assert picture.stat().st_size > 10_000
    assert villain.json(*line) == told


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--model", "oracle"), "no predictor or model is called 'oracle'"),
        (("--model", ","), "names no predictor"),
        (("--players", "trained"), "try --players all"),
        (("--players", "them"), "no side is called 'them'"),
        (("--out", "picture.txt"), "should end in .png"),
        (("--weights", "others.npz", "--model", "network"), "weights are for the model 'crowd'"),
        (("--bots", "HAL"), "--bots says whom --players people leaves out"),
        (("--players", "people", "--bots", " "), "a bot without a name"),
        (("--players", "people", "--bots", "bost.txt"), "there is no file 'bost.txt'"),
        (("--players", "people", "--bots", "lists/bots"), "there is no file 'lists/bots'"),
        (("--weights", "none.npz", "--model", "crowd"), "there is no file none.npz"),
    ],
)
def test_mistakes_are_one_line(
    villain: Shell, folder: str, arguments: tuple[str, ...], words: str
) -> None:
    code, out, err = villain("predict", "--store", folder, *arguments)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


def test_programs_are_no_people(villain: Shell, tmp_path: Path) -> None:
    """Known programs are left out, and those that are named; by name, or in a file."""
    names = {"Rock": "Pluribus", "Maniac": "Slumbot2017", "Station": "HAL 9000"}
    hands = [
        replace(hand, names=tuple(names.get(name, name) for name in hand.names))
        for hand in play(EVERYBODY, 80, 4, 9, limit)
    ]
    store = str(store_of(tmp_path / "hands", hands).folder)
    (tmp_path / "bots.txt").write_text("hal9000\n\nSurrender\n")

    def judged(*more: str) -> int:
        found = villain.json("predict", "--model", "statistics", "--store", store, *more)
        return int(found["judged_players"])

    everybody = judged("--players", "all")
    assert judged("--players", "people") == everybody - 2
    assert judged("--players", "people", "--bots", "Hal_9000") == everybody - 3
    assert judged("--players", "people", "--bots", str(tmp_path / "bots.txt")) == everybody - 4
    line = ("--players", "people", "--model", "statistics", "--store", store)
    _, _, err = villain("predict", *line, "--bots", "Hal_9000", "--bots", "Sal\x1b[2J")
    assert err == "--bots: nobody in these hands is called 'sal2j'\n"
    assert villain("predict", *line, "--bots", "Hal_9000")[2] == ""


def test_a_store_without_hands_is_told(villain: Shell, tmp_path: Path) -> None:
    code, _, err = villain("predict", "--store", str(tmp_path))
    assert code == 2
    assert "villain import" in err
