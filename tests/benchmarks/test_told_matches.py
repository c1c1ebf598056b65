"""Matches without hole cards: what is won is fair, learners see whole hands, work can be cut."""

import json
import pickle
import sys
from pathlib import Path

import numpy as np
import pytest

from benchmarks import people_in_money, risk, wrong_models
from benchmarks.told_matches import clones, matches
from benchmarks.told_matches.drawn_hand import DrawnHand, agent_side
from benchmarks.told_matches.matches import RULES, ToldMatch, Unit, play, run
from benchmarks.told_matches.ranged_response import RangedResponse
from benchmarks.told_matches.results import cleared, compared, rate_over, units_of
from benchmarks.told_matches.wrong_models import WRONG, wrong_villain
from villain.agents import make_agent
from villain.arena.exploiting import LocalBestResponse
from villain.arena.exploiting.exploiter import ExploiterView, compatible, observation_after
from villain.arena.luck import LUCK
from villain.cards import parse_cards
from villain.cards.combo import COMBOS
from villain.game import Action
from villain.models.crowd.people import HIMSELF, somebody
from villain.models.crowd.without_windows import Likeness
from villain.solver.values.board_facts import facts_of

SCRIPT = "benchmarks/gauntlet/opponents.py:"


def drawn(one: str, other: str, number: int, seat: int = 0) -> DrawnHand:
    """A hand of two agents that has been played."""
    sides = agent_side(make_agent(one)), agent_side(make_agent(other))
    hand = DrawnHand(RULES, seat, sides, (3, 7, number))
    hand.play()
    return hand


def match_of(wins: list[float], dials: list[float] | None = None, risk: float = 0.0) -> ToldMatch:
    """A match in which luck explains nothing."""
    shape = np.zeros((len(wins), len(LUCK)))
    steps = np.array(dials or [0.5] * len(wins))
    return ToldMatch(np.array(wins), shape, steps, steps, risk, 0.0, 1.0)


def test_two_who_call_everything_win_nothing_and_see_all_cards() -> None:
    hand = drawn("call", "call", 1)
    shown = hand.shown()
    assert hand.showdown() == pytest.approx(0, abs=1e-3)
    assert shown.over
    assert shown.board[:5] == hand.state.board
    assert len({*shown.board, *shown.observation(0).hole, *shown.observation(1).hole}) == 9


def test_what_is_shown_is_what_was_played() -> None:
    for number in range(12):
        hand = drawn(f"{SCRIPT}tight_aggressive", f"{SCRIPT}barreler", number, number % 2)
        shown = hand.shown()
        for seat in (0, 1):
            combo = COMBOS.index(next(c for c in COMBOS if c.cards == shown.observation(seat).hole))
            assert hand.ranges[seat][combo] > 0
        assert shown.over
        if any(shown.folded):
            assert shown.payoffs is not None
            assert hand.won == shown.payoffs[hand.me]


def test_the_same_chance_brings_the_same_board_to_others() -> None:
    boards = [drawn("call", other, 4).state.board for other in ("call", "raise:pot=0")]
    assert boards[0] == boards[1][: len(boards[0])]


def test_wins_are_those_of_dealt_hands_and_luck_has_no_mean() -> None:
    match = play(Unit(f"{SCRIPT}least", "pair_keeper", 5, 60, 0))
    errors = match.luck.std(axis=0) / np.sqrt(len(match.luck))
    assert (np.abs(match.luck.mean(axis=0)) < 4 * errors + 1e-9).all()
    whole = cleared([match])
    assert whole.std() < match.wins.std()


@pytest.mark.parametrize("actions", ["fc", "fcpa"])
@pytest.mark.parametrize(
    ("line", "board"),
    [("", ""), ("r250 c / c r400", "3h 8s Kd"), ("c c / c c / c c / c", "3h 8s Kd 9c Js")],
)
def test_all_holdings_at_once_are_answered_as_one_by_one(
    actions: str, line: str, board: str
) -> None:
    script = make_agent(f"{SCRIPT}tight_aggressive")
    hand = DrawnHand(RULES, 0, (agent_side(script), agent_side(script)), (1, 7, 0))
    for street in line.split("/"):
        if hand.state.seat is None:
            dealt = len(hand.state.board)
            hand.events.append(hand.state.deal(parse_cards(board)[dealt : max(3, dealt + 1)]))
        for text in street.split():
            hand.events.append(hand.state.act(Action.parse(text)))
    seat = hand.state.seat
    assert seat is not None
    rng = np.random.default_rng(2)
    weights = compatible(rng.random(1326), parse_cards(board))

    def view(hole: tuple[object, ...], held: np.ndarray) -> ExploiterView:
        seen = hand.seen_by(1 - seat)
        return ExploiterView(
            hand.seen_by(seat, hole),  # type: ignore[arg-type]
            hand.state,
            held,
            lambda action: script.chances(observation_after(seen, hand.state, action)),  # type: ignore[arg-type, return-value]
        )

    facts = facts_of(tuple(sorted(hand.state.board)))
    ranged, single = RangedResponse(actions=actions), LocalBestResponse(actions=actions)
    taken, values = ranged.all_values(view((), weights), facts)
    for place in rng.choice(facts.size, 8, replace=False):
        hole = COMBOS[facts.holdings[place]].cards
        wanted = single.values(view(hole, compatible(weights, hole)))
        for action, value in zip(taken, values[:, place], strict=True):
            assert value == pytest.approx(wanted[action], rel=2e-3, abs=0.5)


def test_work_can_be_cut_and_shared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    units = units_of([("call", "limper"), ("fold", "limper")], 4, 3, 2)
    whole = run(units)
    file = tmp_path / "kept.jsonl"
    run(units[:1], keep=file)
    with file.open("a") as cut:
        cut.write('{"unit": {"subj')
        cut.write("\n")
    shared = run(units, keep=file, workers=2)
    assert list(shared) == list(whole) == units
    for unit in units:
        assert shared[unit].wins == pytest.approx(whole[unit].wins, abs=1e-5)
    capsys.readouterr()
    assert list(run(units, keep=file)) == units
    assert run(units, minutes=0) == {}
    assert capsys.readouterr().err == ""


def test_differences_are_by_match_and_only_of_what_both_have_played() -> None:
    played = {
        Unit("villain", "lbr:fc", 1, 2, 0): match_of([1.0, 2.0]),
        Unit("villain:dial=0", "lbr:fc", 1, 2, 0): match_of([0.5, 0.5]),
        Unit("villain", "lbr:fc", 1, 2, 1): match_of([9.0, 9.0]),
    }
    mine, more = compared(played, "villain", "lbr:fc", "villain:dial=0")
    assert (len(mine), more.tolist()) == (1, [[0.5, 1.5]])
    number, whole, later, dial, _ = risk.line(played, "villain", "lbr:fc")
    assert (number, whole.mean, later.mean, dial) == (1, 1.0, 1.5, 0.5)
    assert rate_over(np.array([1.0])).low == float("-inf")


def test_losses_are_beside_what_is_stated() -> None:
    played = {
        Unit("wrong:frozen", "equilibrium", 1, 2, number): match_of([-1.0, -1.0], risk=0.25)
        for number in range(3)
    }
    row = wrong_models.losses(played, "wrong:frozen", "equilibrium")
    assert row["shown"] == {  # in thousandths of a big blind
        "loses": "+1000 (+1000 to +1000)",
        "states": "+250 (+250 to +250)",
        "beyond": "+750 (+750 to +750)",
    }


def test_hands_until_the_dial_has_halved_are_counted_from_the_change() -> None:
    match = match_of([0.0] * 6, [0.1, 0.6, 0.8, 0.7, 0.4, 0.2])
    assert wrong_models.hands_until_halved(match, 3) == 2
    assert wrong_models.hands_until_halved(match, 6) == float("inf")
    assert wrong_models.hands_until_doubted(match) == 1


@pytest.mark.parametrize("how", WRONG)
def test_wrong_models_say_something_else_and_learn_nothing(how: str) -> None:
    hand = drawn(f"{SCRIPT}tight_aggressive", f"{SCRIPT}tight_aggressive", 2)
    shown = hand.shown()
    villain, right = wrong_villain(how, "rock", 1), make_agent("villain")
    assert villain.beliefs is not None
    before = villain.beliefs.range_of(RULES, (), 1) if how == "other" else None
    villain.watch(shown.observation(0))
    standing = villain.beliefs.standing()
    assert standing is not None
    assert standing.hands == (151 if how == "other" else 1)
    assert before is None or len(before) == 1326
    del right


def test_a_clone_in_a_file_plays_as_the_person_does(tmp_path: Path) -> None:
    likeness = Likeness.of(somebody("heads-up", "nit", 1), HIMSELF)
    file = tmp_path / "clones.pickle"
    file.write_bytes(pickle.dumps([tuple(likeness)]))
    assert clones.clones_in(file) == 1
    unit = Unit("call", f"clone:0@{file}", 1, 4, 0)
    assert np.array_equal(play(unit).wins, play(unit).wins)
    assert clones.clone_of(f"0@{file}", 1)._name == HIMSELF


def test_the_table_of_people(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(people_in_money, "SUBJECT", "raise:pot=1")
    monkeypatch.setattr(people_in_money, "BESIDE", "call")
    monkeypatch.setattr(people_in_money, "STYLES", ("nit",))
    text = f"people --hands 2 --matches 2 --seed 2 --json --keep {tmp_path / 'people.jsonl'}"
    monkeypatch.setattr(sys, "argv", text.split())
    assert people_in_money.main() == 0
    row = json.loads(capsys.readouterr().out)
    assert len(row["each"]) == 2
    assert row["all"]["low"] < row["all"]["mean"] < row["all"]["high"]
    assert matches.RULES.players == 2


@pytest.mark.parametrize("command", [risk, wrong_models])
def test_a_wrong_name_is_told(
    command: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", "run --against tarot --matches 1 --hands 1".split())
    assert command.main() == 2  # type: ignore[attr-defined]
    assert "no agent is called 'tarot'" in capsys.readouterr().err
