"""``villain read``."""

import json
from pathlib import Path

import pytest

from tests.cli.shell import Shell

LIMIT = "f r f f f f f f c c / 3h4cJh: c r f c / 7d: c r c / 2s: c c"
FILE = """\
# ten players
f r f f f f f f c c

  # the flop goes on in the next line
/ 3h4cJh: c r f
c / 7d: c r c /
2s: c c
"""
STRONG = ("AA", "KK", "QQ", "AKs")


def test_a_limit_hand_on_the_screen(villain: Shell) -> None:
    code, out, err = villain("read", LIMIT, "--seat", "3", "--model", "generic")
    assert (code, err) == (0, "")
    lines = [line.rstrip() for line in out.splitlines()]
    assert lines[0] == "What seat 3 may hold: limit, 10 players, read by generic"
    assert lines[3] == "seat 3 raises to 4 before the flop"
    assert [line.split()[0][:3] for line in lines[4:7]] == ["AA", "AKo", "AQo"]
    assert lines[16].split() == ["·"] * 13  # deuces
    assert lines[17].startswith("most likely: AKo ")
    assert lines[18].endswith("of 1,326 combos")
    assert len(lines) < 21  # he folds on the flop, which shows nothing more


def test_json_is_the_range_after_each_action(villain: Shell) -> None:
    found = villain.json("read", LIMIT)  # seat 1 raised last
    assert [(row["seat"], row["action"], row["street"]) for row in found] == [
        (1, "calls 2", "preflop"),
        (1, "raises to 2", "flop"),
        (1, "raises to 4", "turn"),
        (1, "checks", "river"),
    ]
    assert found[2]["board"] == ["3h", "4c", "Jh", "7d"]
    for row in found:
        assert len(row["classes"]) == 169
        assert sum(row["classes"].values()) == pytest.approx(1)


@pytest.mark.parametrize("model", ["generic", "specific"])
def test_after_a_raise_strong_hands_weigh_more(villain: Shell, model: str) -> None:
    called, raised = (
        villain.json("read", f"f f f f f f f {action}", "--seat", "9", "--model", model)[0][
            "classes"
        ]
        for action in "cr"
    )
    assert sum(raised[hand] for hand in STRONG) > 2 * sum(called[hand] for hand in STRONG)
    before, after = villain.json("read", "c c / Kh7c2d: c r", "-n", "2", "--model", model)
    two_pair, nothing = (
        after["classes"][hand] / before["classes"][hand] for hand in ("K7o", "JTo")
    )
    assert two_pair > nothing


def test_a_no_limit_hand_and_what_the_hero_holds(villain: Shell) -> None:
    line = ("read", "r6 c / 3h4cJh: c r10 c", "--game", "nolimit", "--players", "2")
    blind = villain.json(*line)
    seeing = villain.json(*line, "--hero", "0", "--hole", "AhAd")
    assert [row["action"] for row in seeing] == ["raises to 6", "raises to 10"]
    assert 0 < seeing[0]["classes"]["AA"] < blind[0]["classes"]["AA"]
    assert seeing[0]["classes"]["KK"] > blind[0]["classes"]["KK"]
    # The hero, too, is read only by what he does, and not by what the deck was filled with.
    assert villain.json(*line, "--hero", "0") == blind


def test_no_hand_is_read_from_the_showdown(villain: Shell) -> None:
    found = villain.json("read", "r200 c", "--game", "nolimit", "-n", "2", "--seat", "0")
    assert [row["board"] for row in found] == [[]]
    assert max(found[0]["classes"].values()) < 0.5


def test_a_file_with_remarks(villain: Shell, tmp_path: Path) -> None:
    path = tmp_path / "hand.txt"
    path.write_text(FILE)
    assert villain.json("read", "--file", str(path)) == villain.json("read", LIMIT)
    path.write_text("f r x")
    code, _, err = villain("read", "--file", str(path))
    assert code == 2
    assert "hand.txt: 'x', action 3 before the flop" in err


def test_picture(villain: Shell, tmp_path: Path) -> None:
    path = tmp_path / "range.png"
    code, out, _ = villain("read", LIMIT, "--plot", str(path), "--json")
    assert code == 0
    assert len(json.loads(out)) == 4
    assert path.read_bytes().startswith(b"\x89PNG")


def test_help_ends_with_examples(villain: Shell) -> None:
    code, out, _ = villain("read", "--help")
    assert code == 0
    assert "villain read --file hand.txt" in out.split("Examples")[1]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ((), "give a hand, such as"),
        (("f r", "--file", "hand.txt"), "one of the two"),
        (("--file", "nowhere.txt"), "nowhere.txt: there is no such file"),
        (("--file", "."), ".: it cannot be read"),
        (("f x",), "'x', action 2 before the flop, is no action"),
        (("f r", "--game", "kuhn"), "kuhn is not hold'em"),
        (("f r", "--game", "limt"), "did you mean 'limit'"),
        (("f r", "--players", "11"), "11 players; there should be 2 to 10"),
        (("f r", "--model", "generc"), "did you mean 'generic'"),
        (("f r", "--model", "styles"), "model 'styles' does not read limit"),
        (("f r", "--seat", "10"), "--seat 10; the seats are 0 to 9"),
        (("f r", "--hero", "-1"), "--hero -1; the seats are 0 to 9"),
        (("f r", "--seat", "5"), "seat 5 does nothing in this hand; who acts is in seat 2, 3"),
        (("f r", "--seat", "3", "--hero", "3"), "seat 3 is the hero's own"),
        (("f", "--hero", "2"), "nobody but seat 2 acts"),
        (("f r", "--hole", "AhKd"), "--hole AhKd belongs to nobody"),
        (("f r", "--hero", "0", "--hole", "AhAh"), "Ah stands twice"),
        (("f r", "--hero", "0", "--hole", "AhKx"), "'Kx' at position 3 is not a card"),
        (("f r", "--plot", "nowhere/range.png"), "its folder should exist"),
        (("f r", "--plot", "range.txt"), "should end in .png"),
    ],
)
def test_mistakes(villain: Shell, line: tuple[str, ...], says: str) -> None:
    code, out, err = villain("read", *line)
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1
