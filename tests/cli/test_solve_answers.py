"""``villain solve`` with locks and against models: what an answer wins, and what it risks."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.cli.shell import Shell
from tests.hands.scripted_players import ROCK, STATION, play, store_of

SPOT = (
    *("solve", "--board", "Ks7d2c4h9s", "--pot", "10", "--stacks", "10", "--sizes", "a"),
    *("--hero", "AA, 6s5s, 6h5h, 6d5d, 6c5c", "--villain", "QQ", "--to", "0.05%"),
)
EQUILIBRIUM = 9.0
"""In chips: with six good hands and three bluffs of ten he bets, and the pot is his; else none."""

CALLS = """
import numpy as np

def calls(decision):
    return np.full(1326, decision.kind == "call")
"""


def bluffs(data: Any) -> float:  # noqa: ANN401
    """How often a hand that beats nothing is bet."""
    held = [one for one in data["players"]["hero"]["holdings"] if "5" in one["combo"]]
    return float(sum(one["chances"][1] for one in held)) / len(held)


def test_who_always_calls_is_never_bluffed(villain: Shell) -> None:
    data = villain.json(*SPOT, "--lock", "bet a: call")
    assert bluffs(data) < 0.01
    answer = data["answer"]
    assert answer["equilibrium"] == pytest.approx(EQUILIBRIUM, abs=0.02)
    assert answer["answer_against_him"] == pytest.approx(0.6 * 20, abs=0.02)
    assert answer["gain"] == pytest.approx(12 - answer["equilibrium_against_him"], abs=0.02)
    # Who never bluffs is never called: only his good hands win, and only the pot.
    assert answer["risk"] == pytest.approx(EQUILIBRIUM - 6, abs=0.05)


def test_who_folds_too_much_is_always_bluffed(villain: Shell) -> None:
    code, out, _ = villain(*SPOT, "--lock", "bet a: fold 90%; call 10%")
    assert code == 0
    rows = {line[:36].strip(): line[36:].split() for line in out.splitlines()}
    assert "the villain held to 1 lock" in out
    assert float(rows["at equilibrium"][0]) == pytest.approx(EQUILIBRIUM, abs=0.02)
    wins = float(rows["this answer against him"][0])
    assert wins == pytest.approx(0.6 * (9 + 2) + 0.4 * (9 - 1), abs=0.02)
    assert float(rows["gain"][0]) == pytest.approx(wins - EQUILIBRIUM, abs=0.05)
    assert "from the best with 1 decision held" in out


def test_the_heros_own_lock_says_what_it_costs(villain: Shell) -> None:
    code, out, _ = villain(*SPOT, "--lock", ": check")
    assert code == 0
    (row,) = (line for line in out.splitlines() if line.startswith("difference"))
    assert float(row.split()[1]) == pytest.approx(6 - EQUILIBRIUM, abs=0.05)


def test_the_dial_goes_from_safe_to_best(villain: Shell, tmp_path: Path) -> None:
    picture, table = tmp_path / "curve.png", tmp_path / "curve.csv"
    more = ("--plot", str(picture), "--csv", str(table))
    data = villain.json(*SPOT, "--lock", "bet a: call", "--curve", *more)
    points = data["curve"]
    assert (points[0]["share"], points[-1]["share"]) == (0, 1)
    assert (points[0]["gain"], points[0]["risk"]) == (0, 0)
    for one, two in pairwise(points):
        assert two["gain"] >= one["gain"] - 0.05
        assert two["risk"] >= one["risk"] - 0.05
    assert points[-1]["wins"] == pytest.approx(12, abs=0.05)
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert len(table.read_text().splitlines()) == 1 + len(points)
    code, out, _ = villain(*SPOT, "--lock", "bet a: call", "--curve")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()[4:]] == [
        f"{point['share']:g}" for point in points
    ]


def test_against_a_model(villain: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("station.py").write_text(CALLS)
    model = ("--against", "station.py:calls")
    safe = villain.json(*SPOT, *model, "--dial", "0")
    best = villain.json(*SPOT, *model, "--dial", "100%")
    assert bluffs(safe) == pytest.approx(0.75, abs=0.03)
    assert bluffs(best) < 0.01
    assert safe["answer"]["gain"] == pytest.approx(0, abs=0.02)
    assert best["answer"]["answer_against_him"] == pytest.approx(12, abs=0.02)
    assert best["answer"]["answers"] == (
        "the villain held to what station.py:calls says of a stranger, dial 1"
    )


def test_against_somebody_of_a_store(
    villain: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The more was seen of him in such places, the further the answer goes."""
    monkeypatch.chdir(tmp_path)
    Path("station.py").write_text(CALLS)
    store = store_of(tmp_path / "hands", play([STATION, ROCK], 60, 2, 5))
    whom = ("--against", "station.py:calls", "--of", "Station", "--store", str(store.folder))
    data = villain.json(*SPOT, *whom)
    assert 0 < data["answer"]["dial"] < 1
    assert "after 60 hands, dial by evidence" in data["answer"]["answers"]
    assert data["answer"]["gain"] >= -0.02
    code, _, err = villain(*SPOT, *whom[:3], "Nobody", *whom[4:])
    assert code == 2
    assert "the store has no hand of 'Nobody'; villain players lists names" in err
