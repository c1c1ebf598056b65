"""``villain solve``: spots at equilibrium, on the screen, as data and as pictures."""

import csv
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.shell import Shell
from villain.cli import solve_run
from villain.cli.solve_moves import ALL_IN, FOLD, PASSIVE, show_moves
from villain.solver.betting import Move

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

RIVER = ("solve", "--board", "Ks7d2c4h9s", "--pot", "10", "--stacks", "10")
POLAR = (*RIVER, "--hero", "AA, 6s5s, 6h5h, 6d5d, 6c5c", "--villain", "QQ", "--sizes", "a")
"""The best hand or nothing against one that beats nothing only, with a bet of the pot."""

TURN = ("solve", "-b", "Ks7d2c4h", "--pot", "10", "--stacks", "10", "--sizes", "a")


def chances(data: Any) -> dict[str, float]:  # noqa: ANN401
    return {move["action"]: move["frequency"] for move in data["actions"]}


def test_the_polar_river_is_the_textbooks(villain: Shell) -> None:
    """He calls a bet of the pot half the time, and there is one bluff to two good hands."""
    root = villain.json(*POLAR, "--to", "0.01%")
    assert root["to_act"] == "hero"
    assert root["solution"]["reached"]
    assert chances(root)["bet 10 all-in"] == pytest.approx(0.6 * 1.5, abs=0.01)
    bluffs = [
        one["chances"][1] for one in root["players"]["hero"]["holdings"] if "5" in one["combo"]
    ]
    assert sum(bluffs) == pytest.approx(3, abs=0.05)
    facing = villain.json(*POLAR, "--to", "0.01%", "--line", "bet a")
    assert facing["to_act"] == "villain"
    assert chances(facing)["call"] == pytest.approx(0.5, abs=0.01)
    assert facing["actions"][0]["value"] == pytest.approx(0, abs=1e-6)  # a fold has nothing
    both = [facing["players"][who]["value"] for who in ("hero", "villain")]
    assert sum(both) == pytest.approx(facing["pot"], rel=1e-4)


def test_the_screen(villain: Shell) -> None:
    code, out, err = villain(*POLAR, "--to", "0.1%")
    assert code == 0
    lines = [line.rstrip() for line in out.splitlines()]
    assert lines[:2] == ["K♠ 7♦ 2♣ 4♥ 9♠   pot 10", "the hero acts (out of position)"]
    grid = lines[3:16]
    assert [len(line.split()) for line in (grid[0], grid[5])] == [14, 13]  # "AA a" are two words
    assert grid[0].startswith("AA a")
    assert grid[8].split()[-4].startswith("65s")
    assert " x  check    a  bet 10 all-in" in lines[17]
    assert lines[20].split() == ["action", "frequency", "value", "equity"]
    assert [line.split()[0] for line in lines[21:24]] == ["check", "bet", "all"]
    assert lines[-1].endswith(" s")
    assert "of the pot from equilibrium after" in lines[-1]
    assert err == "4 decisions on 1 river: less than 1 MB of memory\n"


def test_json_leaves_standard_error_alone(villain: Shell) -> None:
    _, _, err = villain(*POLAR, "--json")
    assert err == ""


def test_position_turn_and_bets_are_the_heros_and_the_villains(villain: Shell) -> None:
    line = (*RIVER[:5], "--hero", "AA", "--villain", "QQ", "--position", "in", "--json")
    first = villain.json(*line, "--stacks", "30/50")
    assert first["to_act"] == "villain"
    assert first["spot"]["stacks"] == [50, 30]
    assert first["spot"]["ranges"] == ["QQ", "AA"]
    assert villain.json(*line, "--stacks", "30", "--to-act", "hero")["to_act"] == "hero"
    facing = villain.json(*line, "--stacks", "30", "--bets", "0/5")
    assert (facing["to_act"], facing["pot"]) == ("hero", 15)
    raised = villain.json(*line, "--stacks", "30", "--bets", "12/5")
    assert raised["to_act"] == "villain"


def test_what_nobody_can_call_is_in_no_pot(villain: Shell) -> None:
    ranges = ("--hero", "AA", "--villain", "QQ", "--bets", "30/0")
    data = villain.json(*RIVER, *ranges)
    assert data["pot"] == 20  # the villain has ten chips to call with
    assert data["actions"][0]["value"] == pytest.approx(0, abs=1e-6)


def test_limit_rake_and_sizes_of_the_villains_own(villain: Shell) -> None:
    ranges = ("--hero", "AA, KQ", "--villain", "QQ, KJ")
    limit = (*RIVER, *ranges, "--limit", "2,4,4", "--cap", "2")
    moves = chances(villain.json(*limit, "--line", "bet, raise"))
    assert set(moves) == {"fold", "call"}  # two bets are the cap
    raked = villain.json(*RIVER, *ranges, "--rake", "5%", "--rake-cap", "0.4")
    total = sum(raked["players"][who]["value"] for who in ("hero", "villain"))
    assert 9.5 < total < 10  # the house has its part, but no more than the cap of it
    assert total == pytest.approx(10 - 0.4, abs=0.05)
    own = (*RIVER, *ranges, "--sizes", "a", "--villain-sizes", "50%")
    assert set(chances(villain.json(*own))) == {"check", "bet 10 all-in"}
    assert set(chances(villain.json(*own, "--line", "check"))) == {"check", "bet 5"}
    soon = (*RIVER, *ranges, "--sizes", "75%", "--all-in-from", "70%")
    assert set(chances(villain.json(*soon))) == {"check", "bet 10 all-in"}


def test_holdings_as_csv(villain: Shell, tmp_path: Path) -> None:
    path = tmp_path / "holdings.csv"
    code, _, _ = villain(*POLAR, "--csv", str(path))
    assert code == 0
    with path.open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 6 + 4
    for row in rows:
        both = float(row["chance of check"]) + float(row["chance of bet 10 all-in"])
        assert both == pytest.approx(1)
    assert {row["combo"]: float(row["equity"]) for row in rows}["AsAh"] == 1


def test_a_picture_in_the_usual_colours(villain: Shell, tmp_path: Path) -> None:
    from matplotlib.image import imread

    path = tmp_path / "grid.png"
    code, _, _ = villain(*POLAR, "--line", "bet a", "--plot", str(path))
    assert code == 0
    seen = {tuple(pixel) for pixel in (imread(path)[::5, ::5, :3] * 255).round().reshape(-1, 3)}
    for colour in (FOLD, PASSIVE):
        assert tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5)) in seen


def test_larger_bets_are_darker_and_all_in_is_the_darkest() -> None:
    sizes = [Move("raise", to, "x", opens=True) for to in (2, 4, 8, 16)]
    moves = show_moves([Move("check"), *sizes, Move("raise", 30, "a", opens=True, all_in=True)])
    light = [sum(int(move.colour[at : at + 2], 16) for at in (1, 3, 5)) for move in moves[1:]]
    assert light == sorted(light, reverse=True)
    assert moves[-1].colour == ALL_IN
    assert len({move.sign for move in moves}) == len(moves)
    assert len({move.colour for move in moves}) == len(moves)


def test_all_next_cards(villain: Shell, tmp_path: Path) -> None:
    ranges = ("--hero", "AA, 6h5h", "--villain", "QQ")
    path, table = tmp_path / "cards.png", tmp_path / "cards.csv"
    line = (*TURN, *ranges, "--line", "check, check", "--cards")
    code, out, _ = villain(*line, "--plot", str(path), "--csv", str(table))
    assert code == 0
    assert path.read_bytes().startswith(b"\x89PNG")
    rows = {line.split()[0] for line in out.splitlines() if line[1:2] in [*"♠♥♦♣"]}
    assert len(rows) == 48 + 1  # and the board itself
    assert len(table.read_text().splitlines()) == 49
    data = villain.json(*line)
    equity = {row["card"]: row["equity"]["villain"] for row in data["cards"]}
    assert equity["Qs"] > 0.9 > equity["2s"]
    # One of them walked to is the same.
    there = villain.json(*line[:-2], "check, check, river Qs")
    assert there["players"]["villain"]["equity"] == pytest.approx(equity["Qs"])


def test_solutions_are_saved_looked_at_and_gone_on_with(villain: Shell, tmp_path: Path) -> None:
    path = tmp_path / "polar.solution"
    code, _, err = villain(*POLAR, "--to", "2%", "--save", str(path))
    assert code == 0
    assert f"saved in {path}" in " ".join(err.split())
    kept = path.read_bytes()
    look = villain.json("solve", "--load", str(path))
    assert path.read_bytes() == kept
    assert look["solution"]["reached"] is None
    assert look["spot"]["hero"] == 0
    reached = villain.json("solve", "--load", str(path), "--to", "5%")
    assert reached["solution"]["iterations"] == look["solution"]["iterations"]
    further = villain.json("solve", "--load", str(path), "--to", "0.01%", "--line", "bet a")
    assert further["solution"]["iterations"] > look["solution"]["iterations"]
    assert chances(further)["call"] == pytest.approx(0.5, abs=0.01)
    again = villain.json("solve", "--load", str(path))
    assert again["solution"]["iterations"] == further["solution"]["iterations"]
    code, _, err = villain("solve", "--load", str(path), "--pot", "3", "--lock", ": check")
    assert (code, err.count("\n")) == (2, 1)
    assert "leave --pot, --lock out" in err


def test_ctrl_c_shows_and_saves_what_is_there(
    villain: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def at_once() -> "Iterator[Callable[[], bool]]":
        yield lambda: True

    monkeypatch.setattr(solve_run, "stops_noted", at_once)
    path = tmp_path / "begun.solution"
    code, out, _ = villain(*POLAR, "--to", "0.001%", "--save", str(path))
    assert code == 130
    assert "after 1 iteration," in out
    assert "(0.001 % was wanted)" in out
    monkeypatch.undo()
    assert villain.json("solve", "--load", str(path))["solution"]["iterations"] == 1


RANGES = ("--hero", "AA, 76s", "--villain", "QQ")


@pytest.mark.parametrize(
    ("more", "wanted"),
    [
        ((), "a spot needs --hero, --villain"),
        (("--hero", "AA, AKx", "--villain", "QQ"), "--hero: range 'AA, AKx': token 2"),
        (("--hero", "KsKs", "--villain", "QQ"), "--hero"),
        ((*RANGES, "--sizes", "33"), "size '33'; write a share of the pot (75%)"),
        ((*RANGES, "--to", "0.5"), "--to '0.5'; write a share in percent, such as 0.5%"),
        ((*RANGES, "--rake", "500%"), "--rake '500%'; write a share in percent"),
        ((*RANGES, "--rake-cap", "3"), "give --rake 5% too"),
        ((*RANGES, "--cap", "3"), "give --limit 2,4,4 too"),
        ((*RANGES, "--limit", "2,4"), "write the bets of flop, turn and river"),
        ((*RANGES, "--limit", "2,4,4", "--sizes", "a"), "leave --sizes and --villain-sizes out"),
        ((*RANGES, "--position", "button"), "--position 'button'; write out or in"),
        ((*RANGES, "--bets", "0/x"), "--bets '0/x'; write one number for both"),
        ((*RANGES, "--line", "bet 30%"), "'bet 30%' cannot be done here; there are: check, bet"),
        ((*RANGES, "--line", "check, check"), "the hand is over; end --line with a decision"),
        ((*RANGES, "--cards"), "at the beginning no card comes"),
        ((*RANGES, "--scheme", "cfr"), "no scheme is called 'cfr'; did you mean 'dcfr'"),
        ((*RANGES, "--scheme", "pdcfr+", "--short"), "cannot be stored in 16 bits"),
        ((*RANGES, "--plot", "grid.txt"), "should end in .png, .pdf or .svg"),
        ((*RANGES, "--lock", "bet 75% fold"), "write the line, a colon and what he does"),
        ((*RANGES, "--lock", "bet 75%: call AA", "--dial", "1"), "leaves some holdings free"),
        ((*RANGES, "--lock", ": check", "--dial", "1"), "a decision of the hero's"),
        ((*RANGES, "--dial", "0.5"), "give --against or --lock too"),
        ((*RANGES, "--lock", ": check", "--dial", "auto"), "say who with --of NAME"),
        ((*RANGES, "--curve"), "give --against or --lock"),
        ((*RANGES, "--against", "crowd"), "add --dial 0.3, or --of NAME with --store"),
        ((*RANGES, "--against", "crowd", "--dial", "2"), "--dial '2'; write 0 (equilibrium)"),
        ((*RANGES, "--against", "nobody", "--dial", "1"), "no model is called 'nobody'"),
        ((*RANGES, "--against", "styles", "--dial", "1"), "take one that does, such as crowd"),
        ((*RANGES, "--of", "Bob"), "give --against crowd too"),
    ],
)
def test_mistakes_are_told_in_a_line(villain: Shell, more: tuple[str, ...], wanted: str) -> None:
    code, out, err = villain(*RIVER, *more)
    assert (code, out) == (2, "")
    told = err.splitlines()
    assert len(told) == (2 if "styles" in more else 1)  # a model's answers are asked for late
    assert told[-1].startswith("villain: ")
    assert wanted in told[-1]


def test_a_street_that_ends_asks_for_its_card(villain: Shell) -> None:
    code, _, err = villain(*TURN, *RANGES, "--line", "check, check")
    assert code == 2
    assert "a river card comes; add one to --line (river 5h), or take --cards" in err


def test_memory_is_told_and_refused_above_the_limit(villain: Shell) -> None:
    flop = ("solve", "-b", "Ks7d2c", "--pot", "20", "--stacks", "60", *RANGES, "--sizes", "75%")
    code, _, err = villain(*flop, "--memory", "0.001")
    assert code == 2
    assert "0.001 GB are allowed; take fewer sizes" in err
    turn = ("solve", "-b", "Ks7d2c4h", *flop[3:], "--seconds", "0")
    _, _, err = villain(*turn)
    assert err.endswith(" decisions on 1 turn, 48 rivers: less than 1 MB of memory\n")


def test_a_file_that_is_none(villain: Shell, tmp_path: Path) -> None:
    path = tmp_path / "text.solution"
    path.write_text("no solution")
    code, _, err = villain("solve", "--load", str(path))
    assert code == 2
    assert " ".join(err.split()).endswith("is no solution, or damaged; solve it again")
