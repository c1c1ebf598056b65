"""Equilibrium, the best answer and the blend side by side with a person's hand."""

from pathlib import Path

import numpy as np
import pytest

from tests.web.test_advice import on_the_river
from tests.web.test_equilibrium_advice import told
from villain.agents.villain_counsel import HandPlay, ReadAnswers
from villain.cards.card import parse_cards
from villain.game.actions import CALL, FOLD, raise_to
from villain.game.deal import Deal
from villain.game.hand import Hand
from villain.web import equilibrium_advice as advising
from villain.web import side_by_side
from villain.web.equilibrium_advice import SolvedHands
from villain.web.messages import SideBySide
from villain.web.side_by_side import MOST_TABLES, Counsels, SeenTable, in_columns
from villain.web.table import PageTable


@pytest.fixture(autouse=True)
def few_iterations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising, "ITERATIONS", 20)
    monkeypatch.setattr(advising, "SECONDS", None)
    monkeypatch.setattr(side_by_side, "ITERATIONS", 20)
    monkeypatch.setattr(side_by_side, "SECONDS", None)


def beside(table: PageTable, counsels: Counsels | None = None) -> SideBySide:
    turn = table.name, table.number, table.seq
    seen = table.hand.observation(table.seat_of(0))
    safe = SolvedHands().play(turn, seen)
    return (counsels or Counsels()).beside(SeenTable.of(table), seen, safe)


@pytest.mark.parametrize("betting", ["limit", "nolimit"])
def test_three_columns_with_chances_values_gain_and_risk(betting: str) -> None:
    table = on_the_river(betting, "Js Ts", bet=True)
    shown = beside(table)
    assert [one.key for one in shown.columns] == ["equilibrium", "best", "blend"]
    assert shown.actions[:2] == ["fold", shown.actions[1]]
    assert shown.kinds[:3] == ["fold", "call", "raise"]
    for one in shown.columns:
        assert sum(chance or 0 for chance in one.chances) == pytest.approx(1, abs=0.02)
        assert one.values[0] == pytest.approx(0, abs=1e-3)
    safe, best, blend = shown.columns
    assert safe.gain is None
    assert safe.risk is None
    assert best.gain is not None
    assert blend.gain is not None
    assert best.gain >= blend.gain - 0.05
    assert best.gain >= -0.05
    assert best.risk is not None
    assert best.risk >= 0


def test_a_stranger_is_answered_as_anybody_and_the_blend_is_equilibrium() -> None:
    table = on_the_river("nolimit", "Js Ts", bet=True)
    table.session.clear()
    shown = beside(table)
    assert (shown.hands, shown.dial) == (0, 0)
    assert "has not been seen yet" in shown.words


def test_gains_are_those_of_the_best_answers_values() -> None:
    """By hand: what each mixture is worth where actions have the values of the best answer."""
    table = on_the_river("nolimit", "Js Ts", bet=True)
    seen = table.hand.observation(table.seat_of(0))
    assert seen.legal is not None
    actions = (FOLD, CALL, raise_to(seen.legal.least))
    safe = HandPlay(actions, np.array([0.5, 0.5, 0.0]), np.array([0.0, 1.0, 1.0]))
    best = HandPlay(actions, np.array([0.0, 0.0, 1.0]), np.array([0.0, 2.0, 6.0]))
    half = HandPlay(actions, np.array([0.0, 0.5, 0.5]), np.array([0.0, 1.5, 3.0]))
    shown = in_columns(seen, safe, ReadAnswers(best, half, 4.0, 1.0, 3, 0.25))
    big = seen.rules.big_blind
    assert [one.gain for one in shown.columns] == [None, 5 / big, 3 / big]
    assert [one.risk for one in shown.columns] == [None, 4 / big, 1 / big]
    assert "as read after 3 hands, raise to" in shown.words
    assert f"{3 / big:.2f} bb more than equilibrium" in shown.words


def test_actions_that_nobody_takes_are_left_out_and_unknown_ones_are_empty() -> None:
    table = on_the_river("nolimit", "Js Ts", bet=True)
    seen = table.hand.observation(table.seat_of(0))
    assert seen.legal is not None
    least, most = raise_to(seen.legal.least), raise_to(seen.legal.most)
    safe = HandPlay((FOLD, CALL), np.array([0.0, 1.0]), np.zeros(2))
    more = (FOLD, CALL, least, most)
    best = HandPlay(more, np.array([0.0, 0.0, 0.0, 1.0]), np.zeros(4))
    shown = in_columns(seen, safe, ReadAnswers(best, best, 0.0, 0.0, 0, 0.0))
    assert len(shown.actions) == 3
    assert shown.actions[-1].startswith("all-in")
    assert shown.columns[0].chances[-1] is None


def test_it_knows_what_the_person_sees() -> None:
    """The same hand with other hidden cards: the same numbers."""
    found = []
    for hidden in ("7c 2d", "Ad Ah"):
        table = on_the_river("nolimit", "Js 9d", bet=False)
        you, deal = table.seat_of(0), table.hand._deal
        holes = [deal.holes[you], parse_cards(hidden)]
        deal = Deal(tuple(holes if you == 0 else holes[::-1]), deal.board)
        table.hand = Hand(table.hand.rules, deal, table.hand.names)
        while table.hand.street < 3 or table.turn != 0:
            table.act(CALL)
        found.append(beside(table))
    assert found[0] == found[1]


def test_it_learns_from_the_hands_of_the_table_each_once() -> None:
    table, counsels = on_the_river("limit", "Js Ts", bet=True), Counsels()
    before = beside(table, counsels).hands
    assert before == len(table.session)
    while not table.hand.over:
        table.act(CALL)
    table.deal()
    while table.turn != 0:
        table.act(CALL)
    for _ in range(2):
        assert beside(table, counsels).hands == before + 1
    for name in "abcdef":
        table.name = name
        beside(table, counsels)
    assert len(counsels._by_table) == MOST_TABLES


def test_it_comes_to_a_table_of_two(tmp_path: Path) -> None:
    for read in told(tmp_path, "call", done=lambda read: read.beside is not None):
        assert read.beside is not None
        assert read.equilibrium
        safe = dict(zip(read.beside.actions, read.beside.columns[0].chances, strict=True))
        assert all(safe[one.action] == pytest.approx(one.chance) for one in read.equilibrium)


def test_where_it_fails_equilibrium_is_still_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Counsels, "beside", lambda *_: 1 / 0)
    reads = told(tmp_path, "call", done=lambda read: bool(read.equilibrium))
    assert all(read.beside is None for read in reads)
    assert (
        sum(
            "no answers to its opponent" in one.message or "gets no answers" in one.message
            for one in caplog.records
        )
        <= 1
    )
