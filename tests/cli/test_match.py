"""``villain match`` and what belongs to it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.shell import Shell
from villain.arena import playing
from villain.arena.match_chunk import play_chunk
from villain.game.chance import is_public

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
    path = str(tmp_path / "some.match")
    play, calls = play_chunk, 0

    def interrupted(*arguments: Any, **options: Any) -> object:  # noqa: ANN401
        nonlocal calls
        calls += 1
        if calls == 4:
            raise KeyboardInterrupt
        return play(*arguments, **options)

    monkeypatch.setattr(playing, "play_chunk", interrupted)
    code, _, err = villain(*line, "--save", path)
    assert code == 130
    assert "stopped at 38%" in err
    monkeypatch.setattr(playing, "play_chunk", play)
    code, _, err = villain(*line, "--save", path)
    assert (code, "keeps 38% of a match; go on with --resume" in err) == (2, True)
    assert villain.json(*line, "--resume", path)["agents"] == whole["agents"]
    code, _, err = villain(*line, "--seed", "8", "--resume", path)
    assert (code, "is another match" in err) == (2, True)


KILLER = """
import os, signal, time
from pathlib import Path
from typing import Any
from villain.agents import Agent
from villain.game import CALL

def kept():
    return Path().glob("villain-match-*.match")

class Killer(Agent):
    acts = 0
    def act(self, seen):
        self.acts += 1
        if self.acts == {acts} and not os.path.exists({once!r}):
            open({once!r}, "w").close()
            while {waits} and not any(file.stat().st_size > 20000 for file in kept()):
                time.sleep(0.05)
            os.kill({process}, signal.{how})
        return CALL
"""


def killer(folder: Path, how: str, acts: int, process: str = "os.getpid()") -> str:
    """An agent that ends the program once, in one of its decisions."""
    file = folder / "killer.py"
    once = str(folder / "done")
    waits = how == "SIGKILL"  # until something was written
    file.write_text(KILLER.format(how=how, acts=acts, once=once, process=process, waits=waits))
    return f"{file}:Killer"


@pytest.mark.parametrize("how", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_stopped_match_is_kept_whoever_stops_it(
    how: str, villain: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    agent = killer(tmp_path, how, 1200)
    line = ("match", agent, "call", "--hands", "600", "--duplicate")
    code, out, err = villain(*line)
    assert (code, out) == (128 + signal.Signals[how], "")
    words = err.split()
    assert words[:2] == ["stopped", "at"]
    resumed = villain.json(*line, "--resume", words[-1])
    assert resumed == {**villain.json(*line, "--seed", str(resumed["seed"])), **_speed(resumed)}
    assert list(tmp_path.glob("*.match")) == [tmp_path / words[-1]]


def _speed(found: dict[str, object]) -> dict[str, object]:
    return {"hands_per_second": found["hands_per_second"]}


def test_a_killed_match_loses_its_last_second_only(
    villain: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    agent = killer(tmp_path, "SIGKILL", 1400, "os.getppid()")
    line = ["match", agent, "call", "--hands", "900", "--duplicate", "--workers", "2"]
    code = (
        "import sys; import villain.arena.kept_file as kept; kept.SECONDS = 0\n"
        "from villain.cli.app import main; main(sys.argv[1:])"
    )
    command = [sys.executable, "-c", code, *line]
    with subprocess.Popen(command, start_new_session=True) as process:
        assert process.wait(60) == -signal.SIGKILL
    (kept,) = tmp_path.glob("villain-match-*.match")
    resumed = villain.json(*line, "--resume", str(kept))
    whole = villain.json(*line, "--seed", str(resumed["seed"]))
    assert resumed == {**whole, **_speed(resumed)}
    until = time.monotonic() + 20
    while is_running(process.pid) and time.monotonic() < until:
        time.sleep(0.05)
    assert not is_running(process.pid)  # no worker outlives the program for long


def is_running(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_hands_are_kept_when_stopped_and_go_on(
    villain: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    line = ("match", killer(tmp_path, "SIGTERM", 1500), "call", "--hands", "600", "--seed", "3")
    code, _, err = villain(*line, "--save", "hands.phhs")
    assert (code, "--resume hands.phhs.match" in err) == (143, True)
    some = Path("hands.phhs").read_text()
    assert 0 < some.count("variant = ") < 600
    code, _, _ = villain(*line, "--save", "hands.phhs", "--resume", "hands.phhs.match")
    assert code == 0
    whole = Path("hands.phhs").read_text()
    assert whole.count("variant = ") == 600
    assert whole.startswith(some)
    assert not Path("hands.phhs.match").exists()


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("match call cal", "did you mean 'call'"),
        ("match call call --game nolimt", "did you mean 'nolimit'"),
        ("match call", "1 players; this game takes 2 to 10"),
        ("match call call --hands 0", "a match has 1 to 10,000,000 deals"),
        ("match call call --game none.game", "there is no file 'none.game'"),
        ("match call call --resume none.zip", "there is no file 'none.zip'"),
        ("match call call --resume .", "cannot be gone on from"),
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
    assert villain.json("agents")["raise"]["parameters"] == {"pot": 0.7, "from": "preflop"}
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


def test_match_says_the_seed_when_it_is_over_and_help_says_that_it_is_public(
    villain: Shell,
) -> None:
    found = villain.json("match", "call", "random", "--hands", "50")
    assert not is_public(found["seed"])
    line = ("match", "call", "random", "--hands", "50", "--seed")
    assert villain.json(*line, str(found["seed"]))["agents"] == found["agents"]
    for command in ("match", "tournament", "freezeout"):
        assert "It is public" in " ".join(villain(command, "--help")[1].split())
