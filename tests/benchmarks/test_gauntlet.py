"""The gauntlet's scripts keep the laws of agents, and do what their names say."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from benchmarks.gauntlet.__main__ import main
from benchmarks.gauntlet.measured_match import RULES, MeasuredMatch, play_measured
from benchmarks.gauntlet.opponents import (
    CHANGING,
    SCRIPTS,
    STATIONARY,
    Barreler,
    Script,
    Switcher,
    Teacher,
    has_pair,
    preflop_places,
)
from benchmarks.gauntlet.standing import STRETCHES, Standing, best_wins, misses
from villain.agents import make_agent
from villain.arena.luck import LUCK, less_luck
from villain.arena.statistics import Rate
from villain.cards import Combo, parse_cards
from villain.checks import check_agent
from villain.checks.dealing import random_action
from villain.game import CALL, FOLD, Action, Hand, Observation, raise_to, shuffle

every_script = pytest.mark.parametrize("name", SCRIPTS)


def seen_after(text: str, board: str, seat: int, hole: str = "Ah Kh") -> Observation:
    """What a seat sees after actions such as ``c c / r200``, streets apart by strokes.

    The other one holds the deuces of clubs and diamonds, which no board here has.
    """
    holes = [parse_cards(hole), parse_cards("2c 2d")]
    cards = parse_cards(board)
    rest = [card for card in RULES.deck if card not in {*holes[0], *holes[1], *cards}]
    deal = shuffle(RULES, np.random.default_rng(1))
    deal = deal._replace(
        holes=tuple(holes if seat == 0 else holes[::-1]),
        board=(*cards, *rest)[:5],
    )
    hand = Hand(RULES, deal)
    for action in text.replace("/", " ").split():
        hand.act(Action.parse(action))
    assert hand.seat == seat
    return hand.observation(seat)


def spots(hands: int, each: Callable[[Observation], None]) -> None:
    """Show a visitor all decisions of both seats in hands that are played at random."""
    rng = np.random.default_rng(5)
    for _ in range(hands):
        hand = Hand(RULES, shuffle(RULES, rng))
        while hand.seat is not None:
            assert hand.legal is not None
            each(hand.observation(hand.seat))
            hand.act(random_action(hand.legal, rng))


@every_script
def test_it_keeps_the_laws_of_agents(name: str) -> None:
    check_agent(SCRIPTS[name])


@every_script
def test_it_can_be_named_by_its_file(name: str) -> None:
    agent = make_agent(f"benchmarks/gauntlet/opponents.py:{name}", 1)
    assert type(agent).__name__ == SCRIPTS[name].__name__


@pytest.mark.parametrize("name", ["tight_aggressive", "rock", "proportional", "teacher"])
def test_it_does_what_it_tells(name: str) -> None:
    script, often = SCRIPTS[name](3), 200
    surprises = list[float]()

    def compare(seen: Observation) -> None:
        told = script.chances(seen)
        row = told.chances[Combo.of(*seen.hole)]
        drawn = [script.act(seen) for _ in range(often if row.max() < 1 else 1)]
        for action in set(drawn):
            assert told.of(action)[Combo.of(*seen.hole)] > 0
        for action, chance in zip(told.actions, row, strict=True):
            if 0 < chance < 1:
                error = np.sqrt(chance * (1 - chance) / often)
                surprises.append((drawn.count(action) / often - chance) / error)

    spots(15, compare)
    if name == "tight_aggressive":
        assert len(surprises) > 10
    if surprises:
        assert np.abs(surprises).max() < 4.5
        assert np.sqrt(np.mean(np.square(surprises))) < 1.5


def test_those_that_look_at_no_card_do_one_thing() -> None:
    for name in ("limper", "caller", "raiser", "least"):
        script = SCRIPTS[name]()
        spots(10, lambda seen, one=script: _one_thing(one, seen))  # type: ignore[misc]


def _one_thing(script: Script, seen: Observation) -> None:
    assert len(script.chances(seen).actions) == 1


def test_limper_limps_and_folds() -> None:
    script = SCRIPTS["limper"]()
    assert script.act(seen_after("", "", 1)) == CALL
    assert script.act(seen_after("r250", "", 0)) == FOLD
    assert script.act(seen_after("c c / c", "3h 4h 5h", 1)) == CALL
    assert script.act(seen_after("c c / r100", "3h 4h 5h", 1)) == FOLD


def test_raisers_raise_the_pot_and_the_least() -> None:
    before, after = seen_after("", "", 1), seen_after("c c / r200", "3h 4h 5h", 1)
    assert SCRIPTS["raiser"]().act(before) == raise_to(300)
    assert SCRIPTS["raiser"]().act(after) == raise_to(200 + 600)
    assert SCRIPTS["least"]().act(before) == raise_to(200)
    assert SCRIPTS["least"]().act(after) == raise_to(400)


def test_proportional_bets_more_with_more_and_nothing_with_nothing() -> None:
    seen = seen_after("c c", "3h 8s Kd", 0)
    told = SCRIPTS["proportional"]().chances(seen)
    sizes = [
        np.dot(told.chances[Combo.parse(hand)], [action.to for action in told.actions])
        for hand in ("7c 6c", "9c 8c", "Kh 4c", "8c 8d")
    ]
    assert sizes[0] == 0
    assert sizes == sorted(sizes)
    assert len(set(sizes)) == 4


def test_rock_plays_few_hands() -> None:
    told = SCRIPTS["rock"]().chances(seen_after("", "", 1))
    assert 0.15 < told.of_kind("raise").mean() < 0.2
    answers = SCRIPTS["rock"]().chances(seen_after("r300", "", 0))
    assert 0.85 < answers.of(FOLD).mean() < 0.9


def test_river_folder_folds_rivers_and_not_turns() -> None:
    script = SCRIPTS["river_folder"]()
    turn = script.chances(seen_after("c c / c c / r100", "3h 8s Kd 9c", 1))
    river = script.chances(seen_after("c c / c c / c c / r100", "3h 8s Kd 9c Js", 1))
    assert turn.of(FOLD).mean() < 0.6
    assert river.of(FOLD).mean() > 0.9


def test_pair_keeper_never_folds_a_pair() -> None:
    board = parse_cards("3h 8s Kd 9c Js")
    script = SCRIPTS["pair_keeper"]()
    told = script.chances(seen_after("c c / c c / c c / r9900", "3h 8s Kd 9c Js", 1))
    assert has_pair(board)[[Combo.parse("3c 2h"), Combo.parse("4c 4d")]].all()
    assert not has_pair(board)[Combo.parse("Ac Qd")]
    assert told.of(FOLD)[has_pair(board)].max() == 0
    assert told.of(FOLD)[Combo.parse("Ac Qd")] == 1


def test_barreler_bets_every_street_whatever_it_holds() -> None:
    script = Barreler()
    for text, board in (
        ("r250 c / c", "3h 8s Kd"),
        ("r250 c / c r400 c / c", "3h 8s Kd 9c"),
        ("r250 c / c r400 c / c r900 c / c", "3h 8s Kd 9c Js"),
    ):
        assert script.chances(seen_after(text, board, 1)).of_kind("raise").min() == 1
    unled = script.chances(seen_after("c c / c", "3h 8s Kd", 1))
    assert unled.of_kind("raise").mean() < 0.5


def test_tight_aggressive_is_tighter_out_of_position_and_bluffs_some() -> None:
    script = SCRIPTS["tight_aggressive"]()
    opens = script.chances(seen_after("", "", 1)).of_kind("raise")
    assert 0.6 < opens.mean() < 0.8
    assert opens[preflop_places() < 0.15].max() == 0
    weak = Combo.parse("5c 4h")
    river = script.chances(seen_after("r250 c / c c / c c / c", "3h 8s Kd 9c Js", 1))
    assert 0 < river.of_kind("raise")[weak] < 0.5
    assert river.of_kind("raise")[Combo.parse("Qc Td")] > 0.8


def test_switcher_changes_every_fifty_hands() -> None:
    script, seen = Switcher(), seen_after("", "", 1)
    opened = list[float]()
    for _ in range(150):
        opened.append(float(script.chances(seen).of_kind("raise").mean()))
        script.watch(seen)
    assert len(set(opened[:50])) == len(set(opened[50:100])) == 1
    assert opened[0] < 0.2 < 0.7 < opened[50]
    assert opened[100:] == opened[:50]


def test_teacher_folds_for_two_hundred_hands_and_then_does_not() -> None:
    script, seen = Teacher(), seen_after("c c / r100", "3h 8s Kd", 1)
    for _ in range(200):
        assert script.chances(seen).of(FOLD).mean() > 0.85
        assert not script.chances(seen).of_kind("raise").any()
        script.watch(seen)
    assert script.chances(seen).of(FOLD).mean() < 0.5
    assert script.chances(seen).of_kind("raise").mean() > 0.15


def test_a_measured_match_is_the_same_again_and_its_luck_has_no_mean() -> None:
    spec = "benchmarks/gauntlet/opponents.py:tight_aggressive"
    one, other = (play_measured(spec, "barreler", 150, 7) for _ in range(2))
    assert np.array_equal(one.wins, other.wins)
    assert not one.faults
    longer = play_measured(spec, "rock", 1500, 8)
    errors = longer.luck.std(axis=0) / np.sqrt(len(longer.luck))
    assert (np.abs(longer.luck.mean(axis=0)) < 4 * errors + 1e-9).all()


def test_calling_a_caller_is_luck_alone() -> None:
    match = play_measured("call", "caller", 120, 3)
    assert np.abs(less_luck(match.wins, match.luck)).max() < 0.05


def test_every_stationary_script_has_a_best_win() -> None:
    assert set(best_wins()) == set(STATIONARY)
    assert best_wins()["limper"] == 1.0
    assert min(best_wins().values()) > 0


def standing(script: str, *means: float, half: float = 0.1) -> Standing:
    rates = tuple(Rate(mean, half / 2, mean - half, mean + half) for mean in means)
    return Standing(script, 1.0, rates[-1], rates, 0)


def test_misses_are_listed() -> None:
    good = standing("rock", 0.1, 0.5, 0.95)
    assert misses([good, standing("teacher", 0.2, 0.3, 0.5)]) == []
    assert misses([good, standing("limper", 0.9, 0.9, 0.58)]) == [
        "limper: 58% after hand 500; wanted 60%"
    ]
    assert misses([standing("rock", 0.7, 0.7, 0.7)]) == ["on average 70%; wanted 75%"]
    assert misses([standing("switcher", -0.3, 0.2, 0.3)]) == [
        "switcher: surely below zero in hands 1–100"
    ]
    assert misses([standing("switcher", 0.3, 0.2, 0.05)]) == [
        "switcher: -0.05 at the interval's end; wanted 0"
    ]


def test_stretches_are_cut_from_each_match() -> None:
    wins = np.repeat([1.0, 2.0, 3.0], [100, 400, 500])
    luck = np.zeros((1000, len(LUCK)))
    both = Standing.of("rock", [MeasuredMatch(wins, luck, []), MeasuredMatch(wins, luck, [])])
    assert [part.mean for part in both.stretches] == [1.0, 2.0, 3.0]
    assert len(both.stretches) == len(STRETCHES)
    assert set(CHANGING) == {"switcher", "teacher"}


def test_the_runner_keeps_matches_and_says_what_is_missed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "matches.jsonl"
    text = f"gauntlet call --only limper --hands 30 --json --keep {file}"
    monkeypatch.setattr(sys, "argv", text.split())
    assert main() == 1
    first, kept = capsys.readouterr(), file.read_text()
    assert main() == 1
    again = capsys.readouterr()
    assert (again.out, file.read_text()) == (first.out, kept)
    assert ("30 of 30 hands" in first.err, again.err) == (True, "")
    assert json.loads(first.out)["missed"] == [
        "limper: no share; it takes more than 500 hands and a best win"
    ]
