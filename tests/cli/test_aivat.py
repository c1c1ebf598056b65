"""``villain aivat``, and ``--aivat`` in matches and tournaments."""

from pathlib import Path

import pytest

from tests.cli.shell import Shell

PLAYED = ("match", "raise:pot=1", "random", "--hands", "12", "--seed", "7")


def test_match_and_kept_hands_say_the_same(villain: Shell, tmp_path: Path) -> None:
    path = str(tmp_path / "hands.phhs")
    match = villain.json(*PLAYED, "--aivat", "--save", path)
    one = match["agents"][0]
    assert one["aivat"]["value_function"].startswith("folds and shares 1")
    line = ("aivat", path, "--player", one["name"])
    kept = villain.json(*line, "--agent", "raise:pot=1")
    assert kept["hands"] == 12
    assert kept["chips"]["bb_per_hand"] == pytest.approx(one["bb_per_hand"])
    alone = villain.json(*line)  # luck with what it drew is left in, if it had drawn anything
    assert alone["chips"] == kept["chips"]
    status, out, _ = villain(*line)
    assert status == 0
    assert "less luck" in out
    assert "12 hands of raise:pot=1, less luck by AIVAT" in out


def test_match_and_tournament_screens(villain: Shell) -> None:
    _, out, _ = villain(*PLAYED, "--aivat")
    assert "less luck" in out
    assert "value function 'folds and shares 1 (nolimit)'" in out
    line = ("tournament", "call", "raise", "--hands", "3", "--seed", "7", "--aivat")
    _, out, _ = villain(*line)
    assert "less luck, by AIVAT" in out
    found = villain.json(*line)
    assert all("aivat" in one for one in found["pairs"] + found["average"])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (("aivat", "no.phhs"), "--player NAME"),
        (("aivat", "--player", "Ann"), "files of hands, or --store"),
        (("match", "call", "call", "call", "--aivat"), "hold'em between two"),
        (("match", "call", "call", "--game", "kuhn", "--aivat"), "hold'em between two"),
    ],
)
def test_mistakes(villain: Shell, line: tuple[str, ...], message: str) -> None:
    status, _, err = villain(*line)
    assert (status, message in err) == (2, True)
