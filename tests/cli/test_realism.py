"""``villain realism`` and ``villain clones``, as a person sees them."""

from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.hands.scripted_players import EVERYBODY, play, store_of
from villain.evaluation.judging import untouched
from villain.evaluation.realism import clones
from villain.hands.hand_history import Origin

NAMES = [name for name in map(str, range(100)) if untouched(name)]
SOME = [one._replace(name=name) for one, name in zip(EVERYBODY, NAMES, strict=False)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    origin = [Origin(site="Here", currency="USD", decimals=2, table=name) for name in "ABC"]
    batches = [
        play(SOME[4 * place : 4 * place + 4], 40, 3, place, origin=one)
        for place, one in enumerate(origin)
    ]
    return str(store_of(tmp_path_factory.mktemp("realism") / "hands", *batches).folder)


def test_agents_are_set_beside_people(villain: Shell, folder: str, tmp_path: Path) -> None:
    picture = tmp_path / "realism.png"
    line = ("realism", "--store", folder, "--hands", "40", "--agent", "call", "--agent", "random")
    code, out, err = villain(*line, "--no-judge", "--plot", str(picture))
    assert code == 0, err
    rows = out.splitlines()
    assert max(map(len, rows)) <= 80
    assert rows[0].startswith("Here 0.01/0.02 USD: 3 tables, 120 hands; beside them as many of")
    assert any(row.startswith("VPIP") for row in rows)
    assert any(row.startswith("see a flop") for row in rows)
    assert picture.stat().st_size > 10_000
    assert villain(*line, "--no-judge")[1] == out
    told = villain.json(*line, "--no-judge")
    assert told["agents"] == ["call", "random"]
    [told] = told["by_stakes"]
    assert told["judge"] is None
    assert told["ours"]["shares"]["see a flop"] > told["real"]["shares"]["see a flop"]


def test_people_are_set_beside_other_people(villain: Shell, folder: str) -> None:
    line = ("realism", "--store", folder, "--beside", folder, "--hands", "40", "--no-judge")
    told = villain.json(*line)
    assert told["agents"] == [f"the people of {folder}"]
    assert told["by_stakes"][0]["ours"] == told["by_stakes"][0]["real"]


def test_each_of_several_stakes_has_a_row(villain: Shell, tmp_path: Path) -> None:
    batches = []
    for decimals, names in ((2, "AB"), (0, "CD"), (1, "E")):
        for name in names:
            place = 2 * "ABCDE".index(name)
            origin = Origin(site="Here", currency="USD", decimals=decimals, table=name)
            batches.append(play(SOME[place : place + 2], 12, 2, place, origin=origin))
    folder = str(store_of(tmp_path / "hands", *batches).folder)
    line = ("realism", "--store", folder, "--hands", "12", "--agent", "call", "--no-judge")
    code, out, err = villain(*line)
    assert code == 0, err
    assert max(map(len, out.splitlines())) <= 80
    rows = [" ".join(row.split()) for row in out.splitlines() if row.startswith("Here ")]
    small = "Here 0.01/0.02 USD 2 24 0 of 0"
    assert rows[:3] == [small, "Here 0.1/0.2 USD 1 12 0 of 0", "Here 1/2 USD 2 24 0 of 0"]
    told = villain.json(*line)
    assert [one["stakes"] for one in told["by_stakes"]] == [
        "Here 0.01/0.02 USD",
        "Here 0.1/0.2 USD",
        "Here 1/2 USD",
    ]
    assert [one["tables"] for one in told["by_stakes"]] == [2, 1, 2]
    [one] = villain.json(*line, "--stakes", "1/2", "--held-back")["by_stakes"]
    assert (one["hands"], one["held_back"]) == (24, True)
    code, _, err = villain(*line, "--plot", str(tmp_path / "one.png"))
    assert code == 2
    assert "choose them with --stakes" in err


def test_the_judge_tells_what_gives_hands_away(villain: Shell, folder: str) -> None:
    pytest.importorskip("sklearn", reason="the judge's extra is not installed")
    line = ("realism", "--store", folder, "--hands", "40", "--agent", "call")
    code, out, err = villain(*line)
    assert code == 0, err
    assert max(map(len, out.splitlines())) <= 80
    assert "a judge who sees a hand takes the real one of two for real in" in out
    assert villain.json(*line)["by_stakes"][0]["judge"]["area"] > 0.9


def test_clones_are_judged(
    villain: Shell, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clones, "LEAST_CHANCES", 2)
    picture = tmp_path / "clones.png"
    asked = ("--span", "20", "--hands", "4", "--repeats", "2", "--players", "2")
    line = ("clones", "--store", folder, *asked)
    code, out, err = villain(*line, "--plot", str(picture))
    assert code == 0, err
    rows = out.splitlines()
    assert max(map(len, rows)) <= 80
    assert any(row.startswith("2 players, clones of the first half of 20 hands") for row in rows)
    assert any(row.startswith("all ") for row in rows)
    assert picture.stat().st_size > 5_000
    told = villain.json(*line)
    assert len(told["players"]) == told["repeats"] == 2
    code, out, _ = villain(*line, "--players", "1")
    assert code == 0
    assert "one player" in out.splitlines()[-4]  # how players differ is not known
    monkeypatch.setattr(clones, "LEAST_CHANCES", 200)
    code, _, err = villain(*line, "--plot", str(picture))
    assert code == 2
    assert "no statistic has 200 chances" in err


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (("realism", "--hands", "41"), "has 41 hands in a row; ask for fewer --hands"),
        (("realism", "--hands", "40", "--agent", "cal"), "did you mean 'call'?"),
        (("realism", "--plot", "picture.txt"), "should end in .png"),
        (("realism", "--stakes", "1/2"), "there are: Here 0.01/0.02 USD"),
        (("realism", "--agent", "call", "--beside", "a"), "two things to compare with"),
        (("clones", "--span", "5000"), "no held-back player has 5,000 hands"),
        (("clones", "--span", "5000", "--everybody"), "no player has 5,000 hands"),
    ],
)
def test_mistakes_are_told_in_a_line(
    villain: Shell, folder: str, line: tuple[str, ...], words: str
) -> None:
    code, _, err = villain(line[0], "--store", folder, *line[1:])
    assert code == 2
    assert words in err
    assert len(err.splitlines()) == 1
