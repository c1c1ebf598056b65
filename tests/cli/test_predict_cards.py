"""``villain predict-cards``."""

from pathlib import Path

import pytest

from tests.cli.shell import Shell

LOG = """\
STATE:0:r300f:2c2d|AsKh:-100|100:DeepStack|Cleo
STATE:1:cr400c/r800f:QhJd|9s9h/Qs7h2c:400|-400:Cleo|DeepStack
STATE:2:r250c/cc/cc/cr900f:8c6d|AdTh/3s4h9c/Kd/2h:-250|250:DeepStack|Cleo
STATE:3:f:As8d|8c3h:50|-50:Ann|DeepStack
"""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "hands.log"
    path.write_text(LOG)
    return path


def test_people_who_are_held_back_are_read_and_theirs_stands_beside(
    villain: Shell, log: Path
) -> None:
    code, out, err = villain("predict-cards", str(log), "--model", "basic,cards")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].endswith("3 hands, players: held-back")
    assert lines[1].split() == ["street", "actions", "basic", "cards", "theirs"]
    assert [line.split()[0] for line in lines[2:10:2]] == ["pre-flop", "flop", "turn", "river"]
    assert lines[8].split()[-1] == "0.39"


def test_json_has_everything(villain: Shell, log: Path, tmp_path: Path) -> None:
    picture = tmp_path / "nats.png"
    found = villain.json(
        "predict-cards", str(log), "--model", "cards", "--players", "all", "--out", str(picture)
    )
    assert (found["hands"], found["all_cards_known"]) == (4, True)
    assert found["theirs"]["river"] == 0.39
    cards = found["models"]["cards"]
    assert set(cards["players"]) == {"Cleo", "DeepStack"}  # Ann never acts
    assert cards["streets"]["river"]["actions"] == 3
    assert cards["streets_without_folds"]["river"]["actions"] == 2
    assert picture.stat().st_size > 1000


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "give files of hands, or --store"),
        (["LOG", "--model", "nobody"], "nobody"),
        (["LOG", "--model", "cards,cards"], "each once"),
        (["LOG", "--players", "Zoe"], "no hand has known cards of players 'Zoe'"),
        (["LOG", "--out", "nats.txt"], "should end in .png"),
        (["nowhere.log"], "nowhere.log"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(
    villain: Shell, log: Path, arguments: list[str], complaint: str
) -> None:
    words = [str(log) if word == "LOG" else word for word in arguments]
    code, out, err = villain("predict-cards", *words)
    assert (code, out) == (2, "")
    assert complaint in err
    assert len(err.splitlines()) == 1


def test_hands_that_cannot_be_read_are_counted(villain: Shell, log: Path) -> None:
    log.write_text(LOG + "STATE:4:f:As8d|8c3h:70|-70:Ann|DeepStack\n")
    code, out, err = villain("predict-cards", str(log), "--model", "basic")
    assert code == 0
    assert err.startswith("1 hand could not be read, the first in ")
    assert "hands.log, line 5: winnings differ" in err
    assert "3 hands" in out


def test_limit_is_not_read_by_the_card_network(villain: Shell, tmp_path: Path) -> None:
    path = tmp_path / "limit.log"
    path.write_text("STATE:0:rrc/cc/cc/cc:2c2d|AsKh/3s4h9c/Kd/Th:-30|30:Ann|Ben\n")
    code, _, err = villain("predict-cards", str(path), "--model", "cards")
    assert code == 2
    assert "'cards' reads none of these hands" in err
