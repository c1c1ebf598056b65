"""An agent, a model and a predictor from outside go through every command that takes one."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.cli.test_dealer import MAIN, opened, running
from tests.cli.test_follow import ROCK, SOME
from tests.cli.test_predict_cards import LOG
from tests.hands.scripted_players import play, store_of
from tests.outside.conftest import Specs
from villain.evaluation import learning_speed
from villain.profiles import spot_reads

HAND = "r c / 3h4cJh: c r c"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    store = store_of(tmp_path_factory.mktemp("outside") / "hands", play(SOME, 40, 4, 5))
    return str(store.folder)


def test_match(villain: Shell, specs: Specs) -> None:
    line = ("--game", "limit", "--hands", "6", "--seed", "1", "--strict")
    told = villain.json("match", specs.agent, f"loki:model={specs.model}", *line)
    assert [one["name"] for one in told["agents"]] == [specs.agent, f"loki:model={specs.model}"]
    own_parameters = f"poki:model={specs.predictor}:fold=0.5"
    assert villain.json("match", f"{specs.agent}:nerve=2", own_parameters, *line)["played"] == 6


def test_tournament_and_freezeout(villain: Shell, specs: Specs) -> None:
    told = villain.json("tournament", specs.agent, "call", "--hands", "5", "--seed", "1")
    assert told["average"][0]["name"] == specs.agent
    line = ("--game", "limit", "--stack", "20", "--count", "2", "--seed", "1")
    told = villain.json("freezeout", specs.agent, "call", *line)
    assert told["freezeouts"] == 2


def test_judge(villain: Shell, specs: Specs) -> None:
    line = ("--game", "limit", "--hands", "3", "--trials", "2")
    assert villain.json("judge", specs.agent, "call", *line)["hands"] == 3
    told = villain.json("judge", "call", "call", "--versus", specs.agent, *line)
    assert told["versus"] == specs.agent


@pytest.mark.slow
def test_dealer_and_connect(installed: Path, own_file: Path) -> None:
    paths = os.pathsep.join([str(installed), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": paths}
    with running("dealer", "--game", "limit", "--hands", "4", "--seed", "3") as dealer:
        ports = opened(dealer)
        guests = [
            subprocess.Popen(
                [*MAIN, "connect", "127.0.0.1", port, "--agent", agent, "--json"],
                stdout=subprocess.PIPE,
                text=True,
                env=environment,
            )
            for port, agent in zip(ports, (f"{own_file}:Bold", "bold"), strict=True)
        ]
        told = [json.loads(guest.communicate(timeout=120)[0]) for guest in guests]
    assert [(one["hands"], one["failures"], one["finished"]) for one in told] == [(4, 0, True)] * 2
    assert sum(one["chips"] for one in told) == 0


def test_read(villain: Shell, specs: Specs) -> None:
    told = villain.json("read", HAND, "--players", "2", "--model", f"{specs.model}:liking=9")
    assert told[-1]["street"] == "flop"
    shares = told[-1]["classes"]
    assert shares["AA"] > shares["22"]  # as this model has it
    code, out, _ = villain("read", HAND, "--players", "2", "--model", specs.predictor)
    assert code == 0
    assert "read by" in out


def test_predict(villain: Shell, folder: str, specs: Specs) -> None:
    own = f"{specs.predictor}:fold=0.25"
    line = ("predict", "--store", folder, "--players", "all", "--hands", "20")
    told = villain.json(*line, "--model", f"statistics,{own}")
    assert list(told["models"]) == ["majority", "frequencies", "statistics", own]
    assert told["models"][own]["groups"]["all"]["cases"] == told["decisions"]
    models = [f"{specs.model}:liking=2", specs.function]
    told = villain.json(*line, "--model", ",".join(models))
    for model in models:  # a model is asked as a predictor is
        assert told["models"][model]["groups"]["all"]["cases"] == told["decisions"]
    code, _, err = villain(*line, "--model", "specfic")
    assert code == 2
    assert "no predictor or model is called 'specfic'; did you mean 'specific'?" in err


def test_predict_cards(villain: Shell, tmp_path: Path, specs: Specs) -> None:
    log = tmp_path / "hands.log"
    log.write_text(LOG)
    names = [specs.model, specs.predictor]
    line = ("predict-cards", str(log), "--players", "all", "--model", ",".join(names))
    told = villain.json(*line)
    assert list(told["models"]) == names
    assert villain(*line)[0] == 0


@pytest.mark.slow
def test_follow_and_learning(
    villain: Shell, folder: str, specs: Specs, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(spot_reads, "TOGETHER", 4)
    own = f"{specs.predictor}:fold=0.5"
    line = ("follow", "--store", folder, "--player", ROCK, "--hands", "2", "--model", own)
    spots = villain.json(*line)["players"][0]["spots"]["first in"]
    assert spots["fold"][own] == pytest.approx([0.5] * 3)
    by_model = villain.json(*line[:-1], specs.model)["players"][0]["spots"]["first in"]
    assert by_model["fold"][specs.model] == pytest.approx([0.2] * 3)
    picture = tmp_path / "forming.png"
    code, out, _ = villain(*line, "--plot", str(picture))
    assert code == 0
    assert "read by" in out
    assert picture.stat().st_size > 10_000
    code, _, err = villain(*line, "--ranges", str(tmp_path / "ranges.png"))
    assert code == 2
    assert "--ranges needs the crowd" in err
    for name, value in (("EDGES", (0, 5, 10, 20)), ("SOON", 10), ("HANDS", 20)):
        monkeypatch.setattr(learning_speed, name, value)
    told = villain.json("learning", "--store", folder, "--players", "2", "--model", own)
    assert {row["gain"] for row in told["by_hands_seen"]} == {0.0}  # it learns nothing of anybody


def test_agents_lists_them_and_survives_a_broken_package(villain: Shell, installed: Path) -> None:
    assert installed.is_dir()
    told = villain.json("agents")
    assert told["bold"]["parameters"] == {"nerve": 5}
    assert told["bold"]["about"] == "Raises by chance, and folds small cards."
    assert "cannot be loaded" in told["broken"]["about"]


FAILS = """\
from villain import OpponentModel
class Mine(OpponentModel):
    def observe(self, seen):
        pass
    def predict(self, seen, seat, *, facing=None):
        pass
    def range(self, seen, seat):
        return {}[seat]
"""


def test_a_model_that_fails_is_told_in_a_line(villain: Shell, tmp_path: Path) -> None:
    path = tmp_path / "fails.py"
    path.write_text(FAILS)
    code, out, err = villain("read", HAND, "--players", "2", "--model", f"{path}:Mine")
    assert (code, out) == (1, "")
    assert err == "villain: a class of your own failed: KeyError: 1 (fails.py, line 8)\n"


NONSENSE = """\
import numpy as np
from villain import OpponentModel, Predictor
class Arrays(OpponentModel):
    def observe(self, seen):
        pass
    def predict(self, seen, seat, *, facing=None):
        return "raises"
    def range(self, seen, seat):
        return np.ones(1326)
class Pair(Predictor):
    def triple(self, name, situation):
        return 0.5, 0.5
    def learn(self, decision):
        pass
def holes(decision):
    return np.full(1326, np.nan)
def thoughtless():
    return np.ones(1326)
"""


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Arrays", "range of Arrays gives a ndarray, and should give a Range"),
        ("Pair", "Pair says (0.5, 0.5) of what a player does, and should give the chances to fold"),
        ("holes", "holes should give 1326 numbers, 0 or more: one for each combo; it gave nan"),
        ("thoughtless", "thoughtless takes no decision; it needs a parameter for it"),
    ],
)
def test_nonsense_is_told_in_a_line(
    villain: Shell, folder: str, tmp_path: Path, name: str, words: str
) -> None:
    path = tmp_path / "nonsense.py"
    path.write_text(NONSENSE)
    own = f"{path}:{name}"
    line = ["read", HAND, "--players", "2", "--model", own]
    if name == "Pair":
        line = ["predict", "--store", folder, "--players", "all", "--hands", "5", "--model", own]
    code, out, err = villain(*line)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert words in err
    _, out, err = villain("check", own)
    assert "Error" not in out + err  # said in words, too
