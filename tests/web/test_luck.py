"""The luck-adjusted line of a session: unbiased, and from what the person may know alone."""

import pickle

import numpy as np
import pytest

from villain.agents.agent import Agent
from villain.cards.card import DECK
from villain.evaluation.aivat.adjusting import adjusted
from villain.game.actions import CALL, Action
from villain.game.deal import Deal
from villain.game.hand import Hand
from villain.web.messages import Settings
from villain.web.table import PageTable


def play_hand(table: PageTable) -> None:
    while not table.hand.over:
        table.act(CALL if table.turn == table.you else table.choose())


def test_against_an_agent_that_does_not_look_only_the_own_edge_is_left() -> None:
    table = PageTable(Settings(opponents=["call"], seed=1))
    for _ in range(12):
        play_hand(table)
        table.deal()
    net = np.array([hand.net for hand in table.session])
    less_luck = np.array([hand.expected for hand in table.session])
    assert (np.abs(net) == 1).any()
    assert np.abs(less_luck - net).max() > 0.1
    assert less_luck.std() < net.std()


def test_what_the_agent_holds_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    # The same hand, but for cards of his that nobody sees as he folds: nothing tells them apart.
    found = set()
    for other in range(4):
        table = PageTable(Settings(opponents=["fold"], seed=1))
        while table.your_seat != 1:
            play_hand(table)
            table.deal()
        hole, his = (DECK[0], DECK[17]), (DECK[20 + 2 * other], DECK[21 + 2 * other])
        monkeypatch.setattr(table, "hand", Hand(table.hand.rules, Deal((his, hole), DECK[40:45])))
        while not table.hand.over:  # from the button one calls, and he checks or folds to nothing
            act = Action("raise", 6) if table.turn == table.you else table.choose()
            table.act(act)
        found.add(table.session[-1].expected)
    assert len(found) == 1


def test_where_the_agent_does_not_tell_all_ins_count_by_equity() -> None:
    table = PageTable(Settings(opponents=["random"], seed=1))
    while not any(hand.expected != hand.net for hand in table.session):
        play_hand(table)
        assert table.told is None
        table.deal()
        assert table.number < 60
    played = table.session[-1]
    assert played.expected != played.net  # an all-in


def test_watchers_of_two_agents_see_all_cards() -> None:
    table = PageTable(Settings(opponents=["call", "random"], watch=True, seed=3))
    told = table.told
    assert told is not None
    while not table.hand.over:
        table.act(table.choose())
    chances = [told._told.get(place) for place in range(len(table.hand.state.line))]
    chips = adjusted(table.hand.rules, table.hand.events, chances).chips
    assert abs(table.session[-1].expected) == pytest.approx(abs(chips) / 2)


def test_a_table_goes_on_after_a_failure_and_after_a_restart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = pickle.loads(pickle.dumps(PageTable(Settings(opponents=["call"], seed=1))))
    monkeypatch.setattr(type(table.agents[1]), "chances", lambda *_: 1 / 0)
    play_hand(table)
    assert table.session[-1].expected == table.session[-1].net
    table.deal()
    monkeypatch.undo()
    monkeypatch.setattr(type(table.agents[1]), "act", lambda *_: 1 / 0)
    assert isinstance(table.agents[1], Agent)
    play_hand(table)
    assert table.troubles == ["Ada failed (ZeroDivisionError)"] * len(table.troubles)
    assert table.session[-1].expected == table.session[-1].net
