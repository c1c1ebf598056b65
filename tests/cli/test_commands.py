"""The commands, run as a person runs them."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from villain.cli.app import app
from villain.strength import equities


def test_strength_json_has_the_papers_figures(villain: Shell) -> None:
    found = villain.json("strength", "AdQc", "--board", "3h4cJh")
    assert (found["ahead"], found["tied"], found["behind"]) == (628, 9, 444)
    assert found["table"] == [[449005, 3211, 169504], [0, 8370, 540], [91981, 1036, 346543]]
    rounded = {key: round(found[key], 3) for key in ("hs", "ppot1", "npot1", "ppot2", "npot2")}
    assert rounded == {"hs": 0.585, "ppot1": 0.108, "npot1": 0.145, "ppot2": 0.208, "npot2": 0.274}
    assert found["ehs"] == pytest.approx(found["hs"] + (1 - found["hs"]) * found["ppot2"])
    five = villain.json("strength", "AdQc", "--board", "3h4cJh", "--opponents", "5")
    assert round(five["hs"], 3) == 0.069
    assert round(five["hs1"], 3) == 0.585


def test_strength_screen(villain: Shell) -> None:
    code, out, err = villain("strength", "AdQc", "--board", "3h4cJh", "--opponents", "5")
    assert (code, err) == (0, "")
    assert [line.rstrip() for line in out.splitlines()] == [
        "A♦ Q♣  on  3♥ 4♣ J♥   high card, ace, queen, jack, four and three",
        "against 5 opponents with random",
        "",
        "against one of them         now  after one card  after two",
        "ahead                       628           54.1%      50.6%",
        "tied                          9            0.8%       1.2%",
        "behind                      444           45.1%      48.3%",
        "hand strength (HS)        0.585",
        "Ppot: behind, then ahead                  0.108      0.208",
        "Npot: ahead, then behind                  0.145      0.274",
        "seven-card hand rank      0.511",
        "",
        "against all 5",
        "HS to the power of 5      0.069",
        "effective strength (EHS)  0.263",
        "equity at the showdown    0.118",
        "",
        "the equity is sampled: ± 0.0006 in 95 %",
    ]


@pytest.mark.parametrize(
    ("board", "opponents"),
    [("3h4cJh", 1), ("3h4cJh", 5), ("3h4cJhTs", 2), ("3h4cJhTs2d", 1), ("3h4cJhTs2d", 9)],
)
def test_strength_and_equity_say_the_same(villain: Shell, board: str, opponents: int) -> None:
    strength = villain.json("strength", "AdQc", "--board", board, "-n", str(opponents))
    equity = villain.json("equity", "AdQc", *["random"] * opponents, "--board", board)
    assert strength["equity"] == pytest.approx(equity["players"][0]["equity"], abs=1e-12)
    assert strength["standard_error"] == equity["players"][0]["standard_error"]


def test_strength_and_equity_say_the_same_of_several_ranges(villain: Shell) -> None:
    both = ("--range", "QQ+, AK", "--range", "top 15%", "--board", "3h4cJh", "--dead", "Kd")
    strength = villain.json("strength", "AdQc", *both)
    equity = villain.json("equity", "AdQc", "QQ+, AK", "top 15%", *both[4:])
    assert strength["equity"] == equity["players"][0]["equity"]
    alone = villain.json("equity", "AdQc", "top 15%", *both[4:])
    assert strength["each"][1]["equity"] == pytest.approx(alone["players"][0]["equity"])


def test_strength_on_turn_river_and_before_the_flop(villain: Shell) -> None:
    turn = villain.json("strength", "AdQc", "--board", "3h4cJhTs")
    assert turn["ppot2"] is None
    assert turn["ppot1"] > 0
    river = villain.json("strength", "AdQc", "--board", "3h4cJhTs2d")
    assert (river["ppot1"], river["table"]) == (None, None)
    before = villain.json("strength", "AdQc")
    assert before["class"] == "AQo"
    assert before["equity"] == pytest.approx(0.6443, abs=0.0005)
    assert before["income"]["10"] == pytest.approx(555, abs=15)


def test_strength_against_each_opponent(villain: Shell) -> None:
    arguments = ("strength", "AdQc", "--board", "3h4cJh", "--range", "random", "--range", "QQ+")
    found = villain.json(*arguments)
    assert [row["range"] for row in found["each"]] == ["random", "QQ+"]
    assert found["hs"] == pytest.approx(found["each"][0]["hs"] * found["each"][1]["hs"])
    code, out, _ = villain(*arguments)
    assert code == 0
    assert "ahead of all of them now" in out


def test_equity(villain: Shell) -> None:
    found = villain.json("equity", "AhKh", "QQ+")
    assert found["exact"] is True
    assert found["players"][0]["equity"] == pytest.approx(0.345860, abs=1e-6)
    sampled = villain.json("equity", "AhKh", "QQ+", "--samples", "20000", "--seed", "4")
    assert (sampled["seed"], sampled["trials"]) == (4, 20000)
    assert sampled == villain.json("equity", "AhKh", "QQ+", "--samples", "20000", "--seed", "4")
    code, out, _ = villain("equity", "AhKh", "QQ+", "--board", "2h7hJc")
    assert code == 0
    assert "47.68%" in out
    assert "exact (every deal on every board, 11,880 showdowns)" in out
    _, out, _ = villain("equity", "AhKh", "QQ+", "--sample", "--precision", "0.002")
    assert "± is a 95 % interval" in out


def test_evaluate(villain: Shell) -> None:
    found = villain.json("evaluate", "AsKsQsJsTs2d3c")
    assert (found["rank"], found["words"]) == (7462, "royal flush")
    _, out, _ = villain("evaluate", "As", "8d", "Kc", "8c", "Ah")
    assert out == "two pair, aces and eights, king kicker\nA♠ A♥ 8♦ 8♣ K♣   rank 4940 of 7462\n"


def test_range_grid(villain: Shell) -> None:
    code, out, _ = villain("range", "QQ+,AKs,A5s-A2s,KQs:0.5")
    assert code == 0
    lines = out.splitlines()
    assert lines[0].split() == "AA AKs · · · · · · · A5s A4s A3s A2s".split()
    assert lines[1].split() == "· KK KQs⁵ · · · · · · · · · ·".split()
    assert len(lines[:13]) == 13
    assert lines[14:] == [
        "42 combos (40 by weight), 3.0% of all hands",
        "QQ+, AKs, A5s-A2s, KQs:0.5",
    ]
    found = villain.json("range", "top 15%", "--dead", "As")
    assert found["combos"] < 200
    assert found["classes"]["AA"] == 0.5


def test_income(villain: Shell) -> None:
    found = villain.json("income", "--players", "10")
    assert next(iter(found["rates"])) == "AA"
    assert found["deals"] >= 1_000_000
    code, out, _ = villain("income", "--players", "2")
    assert code == 0
    assert max(map(len, out.splitlines())) <= 80
    _, out, _ = villain("income", "--compare")
    assert "largest difference 9.8 (QJo), 86 hands" in out


@pytest.mark.slow
def test_bench(villain: Shell) -> None:
    found = villain.json("bench")
    assert found["evaluate"]["unit"] == "million a second"
    assert set(found) >= {"flop", "turn", "river", "exact", "sampled"}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("strength AdXc --board 3h4cJh", "'Xc' at position 3 is not a card"),
        ("strength AdAd --board 3h4cJh", "Ad stands twice"),
        ("strength AdQc --board 3h4cJh2s5d7c", "has 6 cards; it takes none, three, four or five"),
        ("strength AdQc --board 3h4cAd", "Ad is in the hand and in the board"),
        ("strength AdQc --board 3h4cJh --dead Jh", "Jh is in the board and in the dead cards"),
        ("strength AdQc --board 3h4cJh --range AdKd", "no hand of the range 'AdKd' is possible"),
        ("strength AdQc --board 3h4cJh --range QQ+ --range AA -n 3", "2 ranges for 3 opponents"),
        ("strength Ad --board 3h4cJh", "has 1 card; it takes two"),
        ("equity AhKh", "equity takes 2 to 10"),
        ("equity AhKh AhQd", "cannot be dealt together"),
        ("equity AhKh QQ++", "token 1, 'QQ++' at position 1"),
        ("equity AhKh AKs:-1", "a weight is 0 or more"),
        ("equity AhKh QQ --board AhKd2c", "no hand of the range 1 'AhKh' is possible"),
        ("equity AhKh QQ --precision 0", "it should be 1e-07 or more"),
        ("evaluate AsKs", "it takes five to seven"),
        ("evaluate AsKsQsJsAs", "As stands twice"),
        ("range KK,foo", "token 2, 'foo' at position 4"),
        ("income --players 11", "2 to 10"),
        ("income --players x", "Invalid value for '--players'"),
        ("strength", "Missing argument"),
        ("strength AdQc --opponents 0 --board 3h4cJh", "0 opponents; there can be 1 to 9"),
        ("strength AdQc --opponents 100000000000000000000000", "there can be 1 to 9"),
        ("strength AdQc --range none", "the range is empty"),
        ("strength AdQc --dead Ad", "Ad is in the hand and in the dead cards"),
        ("strength AdQc --range AdKd", "no hand of the range 'AdKd' is possible"),
        ("equity AhKh AhQh,AhJh", "Ah is in range 1 and in range 2"),
        ("strength AdQc --opponents 12", "12 opponents; there can be 1 to 9"),
        ("equity AA KK --samples 0", "0 samples; there should be two or more"),
        ("equity AA KK --seed -1", "a seed of -1; it should be 0 or more"),
        ("equity AA none", "the range 2 is empty"),
        ("play --token secret", "the token has 6 letters; 12 are the least"),
        ("play --seconds 0", "--seconds must be positive, not 0"),
        ("bluff", "No such command 'bluff'"),
        ("range AA --colour", "No such option"),
    ],
)
def test_bad_input_is_one_line_and_status_2(villain: Shell, line: str, says: str) -> None:
    code, out, err = villain(*line.split())
    assert code == 2
    assert out == ""
    assert says in err
    assert err.count("\n") == 1
    assert err.startswith("villain: ")


@pytest.mark.parametrize("dialect", ["[50]AKs, QQ[/50]", "50%(AKs)", "A♥K♥", "top 15%", "AKs:0.5"])
def test_every_dialect_can_be_shown(villain: Shell, dialect: str) -> None:
    for line in (
        ("equity", "7c7d", dialect),
        ("range", dialect),
        ("strength", "7c7d", "--range", dialect),
        ("strength", "7c7d", "--board", "2h7hJc", "--range", dialect),
        ("strength", "7c7d", "--board", "2h7hJc", "--range", dialect, "--range", "AA"),
    ):
        code, out, err = villain(*line)
        assert (code, err) == (0, "")
        assert dialect in out or line[0] == "range"


def test_opponents_count_before_the_flop(villain: Shell) -> None:
    found = villain.json("strength", "AsAh", "--opponents", "3")
    assert found["equity"] == pytest.approx(0.64, abs=0.01)
    assert found["ranges"] == ["random"] * 3


def test_weights_above_one_compare_hands_and_are_no_share(villain: Shell) -> None:
    found = villain.json("range", "AA:4, KK")
    assert (found["combos"], found["weight"]) == (12, 30)
    assert found["share"] == pytest.approx(7.5 / 1326)


def test_an_empty_range_is_refused(villain: Shell) -> None:
    code, _, err = villain("range", "")
    assert (code, "the range is empty" in err) == (2, True)


COMMANDS = "strength equity evaluate range income bench match tournament agents games".split()
COMMANDS += "freezeout reproduce read check solve".split()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(villain: Shell, command: str) -> None:
    code, out, _ = villain(command, "--help")
    assert code == 0
    assert "--json" in out
    assert f"villain {command}" in out.split("Examples")[1]


def test_the_help_page_has_every_command_in_its_group(villain: Shell) -> None:
    code, out, _ = villain("--help")
    groups = {}
    for group in re.split(r"╭─ ", out)[1:]:
        title, _, body = group.partition(" ─")
        groups[title] = re.findall(r"^│ ([a-z]\S*)", body, re.M)
    assert code == 0
    assert list(groups) == [
        "Options",
        "Play",
        "Agents and matches",
        "Reading opponents",
        "Your hands",
        "Cards",
        "Solving",
        "Papers and measuring",
    ]
    assert groups["Cards"] == ["strength", "equity", "evaluate", "range", "income"]
    every = {command.name for command in app.registered_commands} | {"store"}
    assert {name for names in groups.values() for name in names} == every


def test_nothing_heavy_is_loaded_for_the_help_page() -> None:
    script = (
        "import sys, villain, villain.cli.app as a\n"
        "try: a.main(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'numba', 'numpy', 'scipy', 'pydantic'} & set(sys.modules)\n"
        "sys.exit(f'loaded {heavy}' if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """In a process of its own."""
    script = "from villain.cli.app import main; main()"
    return subprocess.run(
        [sys.executable, "-c", script, *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        check=False,
    )


def test_the_first_compilation_is_announced_once_and_kept(tmp_path: Path) -> None:
    first, second = (
        run("evaluate", "AsKsQsJsTs", XDG_CACHE_HOME=str(tmp_path), NUMBA_CACHE_DIR="")
        for _ in range(2)
    )
    assert first.stderr == "compiling (later runs start at once)…\n"
    assert second.stderr == ""
    assert first.stdout == second.stdout


def test_a_terminal_without_suits_is_no_reason_to_fail() -> None:
    done = run("evaluate", "AsKsQsJsTs", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "royal flush")


def test_an_interrupted_sample_is_shown(villain: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    result = equities.equity(["AA", "KK", "QQ"], samples=1000)

    def interrupted(*_: object, **__: object) -> None:
        raise equities.EquityStopped(result)

    monkeypatch.setattr(equities, "equity", interrupted)
    code, out, _ = villain("equity", "AA", "KK", "QQ")
    assert code == 130
    assert "1,000 samples" in out


def test_ctrl_c_stops_without_a_traceback(villain: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("villain.strength.equities.equity", interrupted)
    code, _, err = villain("equity", "AhKh", "QQ+")
    assert code == 130
    assert "Traceback" not in err
