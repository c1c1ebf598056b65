"""The game at the terminal, played by a script."""

from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.game.table import play, ring, start
from villain.cli.output import console
from villain.cli.terminal_game import _odds
from villain.hands.steps import pot_odds


def typed(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    """Answer every prompt with the next word; then the input ends."""
    answers = iter(words)

    def answer(*_: object) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)


def test_a_hand_from_deal_to_showdown(villain: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "c", "", "c", "c", "c")
    code, out, err = villain("terminal", "call", "--seed", "4", "--hands", "1")
    assert (code, err) == (0, "")
    lines = [line.strip() for line in out.splitlines()]
    assert lines[1:3] == ["you post blind 2", "call posts blind 1"]
    assert "C check · R raise to 4–200 · P pot · A all-in · ? odds · Q quit >" in out
    assert any(line.startswith("you show ") and "," in line for line in lines)
    assert lines[-1].startswith("1 hand, ")


def test_keys_mistakes_odds_and_leaving(villain: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "?", "bluff", "r 3", "f", "p", "?", "a", "q")
    code, out, _ = villain("terminal", "raise", "--seed", "1")
    assert code == 0
    assert "'bluff'? One of the keys above" in out
    assert "not now: you may" in out
    assert "it pays with an equity of" in out
    assert "your equity against a random hand is" in out


def test_odds_leave_out_what_a_short_stack_cannot_win(capsys: pytest.CaptureFixture[str]) -> None:
    hand = play(start(ring(20, 200, 200), "AsAd KsKd QsQd"), "r200")  # the button goes all-in
    assert hand.seat == 0
    _odds(console(), hand.observation(0))
    assert "15 to win 35: it pays with an equity of 30%" in capsys.readouterr().out
    assert pot_odds(hand) == pytest.approx(0.3)


def test_every_game_can_be_played_to_the_end(
    villain: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    for game in ("limit", "potlimit", "kuhn", "leduc", "onecard"):
        typed(monkeypatch, *["c"] * 200)
        code, out, _ = villain("terminal", "call", "random", "--game", game, "--hands", "3")
        assert code == 0
        assert "3 hands, " in out


BAD = """
class Bad:
    def act(self, seen):
        return 7
    def watch(self, seen):
        pass
"""


def test_a_failing_opponent_folds_and_the_game_goes_on(
    villain: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "bad.py"
    path.write_text(BAD)
    typed(monkeypatch, *["c"] * 50)
    code, out, _ = villain("terminal", f"{path}:Bad", "--hands", "2", "--seed", "1")
    assert code == 0
    assert "failed: " in out


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("terminal --seed -1", "it should be a whole number from 0"),
        ("terminal --hands 0", "one hand or more"),
        ("terminal cal", "did you mean 'call'"),
    ],
)
def test_mistakes(villain: Shell, line: str, says: str) -> None:
    code, _, err = villain(*line.split())
    assert (code, says in err, err.count("\n")) == (2, True, 1)


def test_a_check_is_no_call(villain: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "check", "f")
    _, out, _ = villain("terminal", "raise", "--hands", "1", "--seed", "1")
    assert "not now: you may fold, call" in out


def test_no_input_is_no_error(villain: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch)
    code, _, err = villain("terminal")
    assert (code, err) == (0, "")
