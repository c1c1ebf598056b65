"""``villain judge``."""

import pytest

from tests.cli.shell import Shell
from villain.arena.judging import first_difference

LINE = ("judge", "call", "raise", "--game", "limit", "--hands", "15", "--trials", "10")


def test_costs_json(villain: Shell) -> None:
    found = villain.json(*LINE, "--seed", "3", "--worst", "2")
    assert (found["hands"], found["seed"], found["agent"]) == (15, 3, "call")
    parts = found["by_street"]
    assert sum(part["decisions"] for part in parts.values()) == found["decisions"]
    assert found["cost_per_hand"]["bb"] <= found["at_most_per_hand"]["bb"]
    first, second = found["worst"]
    assert first["cost"]["bb"] >= second["cost"]["bb"] > 0
    assert set(first["values"]) >= {"call", first["best"], first["action"]}
    assert [len(player["cards"]) for player in first["players"]] == [2, 2]
    assert found == villain.json(*LINE, "--seed", "3", "--worst", "2")


def test_costs_screen(villain: Shell) -> None:
    code, out, _ = villain(*LINE, "--seed", "3", "--worst", "1")
    assert code == 0
    assert "on the river" in out
    assert "call gave up" in out
    assert "1. deal " in out
    assert "so far: " in out
    assert "limit, 15 hands, 10 trials an action, seed 3" in out


def test_first_differences(villain: Shell) -> None:
    found = villain.json(*LINE, "--versus", "fold", "--both-lines")
    assert (found["versus"], found["lines"]) == ("fold", 2)
    one = found["differences"][0]
    assert (one["action"], one["other"]) == ("call", "fold")
    assert one["ahead"]["bb"] == pytest.approx(one["value"]["bb"] - one["other_value"]["bb"])
    code, out, _ = villain(*LINE, "--versus", "fold", "--worst", "1")
    assert code == 0
    assert "as played, a hand" in out
    assert "call leads; big blinds, call and fold in the same seat" in out


def test_stopped(villain: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    play, calls = first_difference._Line.play, 0

    def interrupted(*arguments: object, **options: object) -> object:
        nonlocal calls
        calls += 1
        if calls == 9:
            raise KeyboardInterrupt
        return play(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(first_difference._Line, "play", interrupted)
    code, out, _ = villain(*LINE, "--versus", "fold")
    assert code == 130
    assert "4 hands of 15, stopped" in out


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("judge call", "1 players; this game takes 2 to 10"),
        ("judge call cal", "did you mean 'call'"),
        ("judge call call --versus rais", "did you mean 'raise'"),
        ("judge call call --both-lines", "name the other one with --versus"),
        ("judge call call --trials 1", "1 trials; there should be 2 to 1,000,000"),
        ("judge call call --worst -1", "-1 worst decisions; there can be 0 to 1000"),
        ("judge call call --hands 0", "a match has 1 to 10,000,000 deals"),
        ("judge baker:la call --game limit", "does not play limit"),
    ],
)
def test_mistakes(villain: Shell, line: str, says: str) -> None:
    code, out, err = villain(*line.split())
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1
