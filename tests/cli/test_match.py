"""``villain match`` and what belongs to it."""

from pathlib import Path

import pytest

from tests.cli.shell import Shell
from villain.arena import match as arena

LINE = ("match", "call", "random", "--hands", "300", "--duplicate", "--seed", "7")


def test_match_json(villain: Shell) -> None:
    found = villain.json(*LINE)
    assert (found["hands"], found["played"], found["seed"]) == (300, 600, 7)
    one, other = found["agents"]
    assert (one["name"], other["name"]) == ("call", "random")
    assert one["bb_per_hand"] == -other["bb_per_hand"]
    assert one["ci95"][0] < one["bb_per_hand"] < one["ci95"][1]
    (pair,) = found["pairs"]
    assert pair["ahead_by"] == pytest.approx(2 * one["bb_per_hand"])
    again = villain.json(*LINE, "--workers", "2")
    assert again["agents"] == found["agents"]


def test_match_screen_and_plot(villain: Shell, tmp_path: Path) -> None:
    picture = tmp_path / "winnings.png"
    code, out, _ = villain(*LINE, "--plot", str(picture))
    assert code == 0
    assert "nolimit, 600 hands (2 seatings of 300 deals), seed 7" in out
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_match_is_kept_when_stopped_and_goes_on(
    villain: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = (*LINE, "--game", "limit", "--hands", "1000")
    whole = villain.json(*line)
    path = str(tmp_path / "match.zip")
    play, calls = arena._play, 0

    def interrupted(*arguments: object) -> object:
        nonlocal calls
        calls += 1
        if calls == 4:
            raise KeyboardInterrupt
        return play(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(arena, "_play", interrupted)
    code, _, err = villain(*line, "--save", path)
    assert code == 130
    assert "stopped at 38%" in err
    monkeypatch.setattr(arena, "_play", play)
    assert villain.json(*line, "--resume", path)["agents"] == whole["agents"]
    code, _, err = villain(*line, "--seed", "8", "--resume", path)
    assert (code, "is another match" in err) == (2, True)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("match call cal", "did you mean 'call'"),
        ("match call call --game nolimt", "did you mean 'nolimit'"),
        ("match call", "1 players; this game takes 2 to 10"),
        ("match call call --hands 0", "a match has 1 to 10,000,000 deals"),
        ("match call call --game none.game", "there is no file 'none.game'"),
        ("match call call --resume none.zip", "there is no file 'none.zip'"),
        ("match call call --resume .", "is no saved match"),
        ("match call call --hands 1000000000000", "a match has 1 to 10,000,000 deals"),
        ("match call call --save nowhere/x.zip", "its folder should exist"),
        ("match call call --plot nowhere/x.png", "its folder should exist"),
        ("match call call --plot x.foo", "should end in .png"),
    ],
)
def test_mistakes(villain: Shell, line: str, says: str) -> None:
    code, out, err = villain(*line.split())
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


def test_agents_and_games(villain: Shell) -> None:
    assert villain.json("agents")["raise"]["parameters"] == {"pot": 0.7}
    assert set(villain.json("games")) == {
        "limit",
        "nolimit",
        "potlimit",
        "kuhn",
        "leduc",
        "onecard",
        "onecard-freefold",
    }
    for command, line in (
        ("agents", "baker:la "),
        ("games", "kuhn "),
    ):
        code, out, _ = villain(command)
        assert code == 0
        assert any(row.startswith(line) for row in out.splitlines())


def test_tournament(villain: Shell) -> None:
    line = ("tournament", "fold", "call", "raise", "--hands", "100", "--game", "limit")
    found = villain.json(*line)
    assert len(found["pairs"]) == 6
    by_pair = {(row["row"], row["column"]): row["bb_per_hand"] for row in found["pairs"]}
    assert all(by_pair[a, b] == -by_pair[b, a] for a, b in by_pair)
    assert by_pair["raise", "fold"] > 0
    code, out, _ = villain(*line)
    assert code == 0
    assert out.splitlines()[1].startswith("raise")  # the best first
    code, _, err = villain("tournament", "call", "call")
    assert (code, "each of them once" in err) == (2, True)
