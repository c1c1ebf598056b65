"""A table from hand to hand: chairs, stacks, chance, failures, and what is written down."""

import pickle

import pytest

from villain.agents.agent import Agent
from villain.arena.live_table import LiveTable
from villain.errors import VillainError
from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.chance import is_public
from villain.game.observation import Observation
from villain.game.presets import leduc, no_limit_holdem

NAMES = ("Ann", "Bob", "Cid")


class Breaks(Agent):
    """Wants what nobody may do, and cannot bear the end."""

    def act(self, seen: Observation) -> Action:
        return raise_to(seen.stacks[seen.seat] + 10_000)

    def watch(self, seen: Observation) -> None:
        raise ValueError(f"I had {seen.hole}")


def play_on(table: LiveTable) -> None:
    """Play the hand to its end; a person folds where there is something to call."""
    while not table.hand.over:
        assert table.turn is not None
        assert table.hand.legal is not None
        person = table.agents[table.turn] is None
        table.act((FOLD if table.hand.legal.call else CALL) if person else table.choose())


def play(table: LiveTable) -> None:
    table.deal()
    play_on(table)


def test_the_button_goes_round_and_chairs_stay() -> None:
    table = LiveTable(no_limit_holdem(3), NAMES, ("call", "call", "call"), seed=3)
    buttons = []
    for _ in range(6):
        play(table)
        assert table.hand.names == tuple(NAMES[chair] for chair in table.chairs)
        assert [table.seat_of(chair) for chair in table.chairs] == [0, 1, 2]
        buttons.append(table.chairs[-1])
    assert buttons[:3] == buttons[3:]
    assert {*buttons} == {0, 1, 2}


def test_stacks_go_on_from_hand_to_hand_until_one_is_short() -> None:
    table = LiveTable(no_limit_holdem(3), NAMES, ("random", "raise", "call"), seed=1, least=50)
    for _ in range(30):
        before = list(table.stacks)
        play(table)
        bought = [stack if stack >= 50 else 200 for stack in before]
        assert [table.hand.rules.stacks[table.seat_of(chair)] for chair in range(3)] == bought
        assert sum(table.stacks) == sum(bought)
    anew = LiveTable(no_limit_holdem(2), NAMES[:2], ("raise", "call"), seed=1)
    for _ in range(3):
        play(anew)
        assert anew.hand.rules.stacks == (200, 200)


def test_a_seed_is_secret_unless_it_is_given() -> None:
    assert not is_public(LiveTable(leduc(), NAMES[:2], ("call", "call")).seed)
    tables = [LiveTable(leduc(), NAMES[:2], ("random", "random"), seed=5) for _ in range(2)]
    for table in tables:
        play(table)
        play(table)
    assert tables[0].hand.events == tables[1].hand.events
    with pytest.raises(VillainError, match="a seed of -1"):
        LiveTable(leduc(), NAMES[:2], ("call", "call"), seed=-1)


def test_a_pickled_table_goes_on_alike() -> None:
    table = LiveTable(no_limit_holdem(3), NAMES, (None, "random", "loki:bpl"), seed=2, least=40)
    play(table)
    table.deal()
    copy: LiveTable = pickle.loads(pickle.dumps(table))
    for one in (table, copy):
        play_on(one)
        play(one)
    assert table.hand.events == copy.hand.events
    assert table.stacks == copy.stacks


def test_whoever_fails_folds_and_the_table_goes_on() -> None:
    table = LiveTable(no_limit_holdem(2), ("Ann", "Bob"), (Breaks, "raise"), seed=4)
    play(table)
    assert table.hand.over
    words = [fault.reason for fault in table.faults]
    assert "IllegalActionError: seat" in words[0]
    assert words[-1].startswith("in watch: ValueError: I had")
    assert {fault.agent for fault in table.faults} == {"Ann"}
    table.deal()
    with pytest.raises(VillainError, match="not over yet"):
        table.deal()


def test_a_history_has_the_cards_that_its_viewer_saw() -> None:
    table = LiveTable(no_limit_holdem(3), NAMES, (None, "fold", "raise"), seed=6)
    table.deal()
    play_on(table)
    labels = ("hero", "fold", "raise")
    seen, whole = (table.history("t", labels, viewer) for viewer in (0, None))
    known = [seat for seat, cards in enumerate(seen.holes) if cards]
    assert known == [table.seat_of(0)]
    assert all(whole.holes)
    assert seen.names == tuple(labels[chair] for chair in table.chairs)
    assert (seen.origin.number, seen.origin.hero) == ("t-000001", table.seat_of(0))
    assert seen.replay().payoffs == table.hand.payoffs
