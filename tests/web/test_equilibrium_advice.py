"""Equilibrium in the browser: what it does with your hand, and as an opponent."""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.web.test_advice import Line, on_the_river
from villain.agents.families import STRONG
from villain.cards.card import parse_cards
from villain.game.actions import CALL
from villain.game.deal import Deal
from villain.game.hand import Hand
from villain.web import equilibrium_advice as advising
from villain.web.equilibrium_advice import MOST_HANDS, SolvedHands
from villain.web.keeping import TableFile
from villain.web.lobby import lobby
from villain.web.messages import Act, EquilibriumMove, Look, Read, Settings
from villain.web.room import Room
from villain.web.storing import HandKeeper
from villain.web.table import PageTable


@pytest.fixture(autouse=True)
def few_iterations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising, "ITERATIONS", 20)
    monkeypatch.setattr(advising, "SECONDS", None)


def moves_at(table: PageTable) -> list[EquilibriumMove]:
    turn = table.name, table.number, table.seq
    return SolvedHands().moves(turn, table.hand.observation(table.seat_of(0)))


@pytest.mark.parametrize("betting", ["limit", "nolimit"])
def test_the_nuts_win_the_pot_at_least(betting: str) -> None:
    table = on_the_river(betting, "Js Ts", bet=True)
    fold, call, *raises = moves_at(table)
    pot = sum(table.hand.committed) / table.settings.big_blind
    assert (fold.action, fold.chance, fold.value) == ("fold", 0, 0)
    assert call.action.startswith("call ")
    assert call.value == pytest.approx(pot, abs=0.01)
    assert raises[0].action.startswith("raise to ")
    assert all(one.value >= pot - 0.01 for one in raises)
    assert sum(one.chance for one in (call, *raises)) == pytest.approx(1, abs=1e-3)


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
        found.append(moves_at(table))
    assert found[0] == found[1]


def test_few_hands_are_remembered_and_of_a_table_one() -> None:
    hands, table = SolvedHands(), on_the_river("limit", "Js Ts", bet=True)
    seen = table.hand.observation(table.seat_of(0))
    for number in range(3):
        hands.moves(("a", number, 0), seen)
    assert len(hands) == 1
    for name in "bcdefg":
        hands.moves((name, 0, 0), seen)
    assert len(hands) == MOST_HANDS


async def reads_of(folder: Path, opponents: list[str], done: Callable[[Read], bool]) -> list[Read]:
    """Look at the first opponent and call, for two turns, each when all is known."""
    table = PageTable(Settings(opponents=opponents, speed="instant", seed=5))
    room = Room(table, TableFile(folder / "tables.sqlite"), HandKeeper(folder / "hands"))
    line, found = Line(), list[Read]()
    watcher = room.join(line)
    room.hear(watcher, Look(about="them", chair=1))
    while len(found) < 2:
        while True:
            now = [one for one in line.reads() if (one.hand, one.seq) == (table.number, table.seq)]
            if table.turn == 0 and now and not now[-1].thinking and done(now[-1]):
                break
            await asyncio.sleep(0.01)
        found.append(now[-1])
        act = {"hand": table.number, "seq": table.seq, "action": "call"}
        room.hear(watcher, Act.model_validate(act))
    room.leave(watcher)
    await room.stop()
    return found


def told(folder: Path, *opponents: str, done: Callable[[Read], bool]) -> list[Read]:
    return asyncio.run(asyncio.wait_for(reads_of(folder, [*opponents], done), 120))


def test_it_comes_to_a_table_of_two(tmp_path: Path) -> None:
    for read in told(tmp_path, "call", done=lambda read: bool(read.equilibrium)):
        assert read.equilibrium
        assert sum(one.chance for one in read.equilibrium) == pytest.approx(1, abs=1e-3)
        assert read.values  # beside what the simulation says


def test_a_larger_table_has_none(tmp_path: Path) -> None:
    for read in told(tmp_path, "call", "call", done=lambda read: bool(read.values)):
        assert read.equilibrium is None


def test_what_fails_is_logged_once_and_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(SolvedHands, "moves", lambda *_: 1 / 0)
    with caplog.at_level(logging.ERROR):
        reads = told(tmp_path, "call", done=lambda read: read.equilibrium is None)
    assert all(read.values for read in reads)
    assert sum("no advice of equilibrium" in one.message for one in caplog.records) == 1


def test_a_turn_that_is_past_is_not_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(SolvedHands, "moves", lambda *told: asked.append(told))

    async def act_at_once() -> None:
        table = on_the_river("limit", "Js Ts", bet=True)
        adviser = advising.EquilibriumAdviser(table, lambda: asked.append("done"))
        adviser.ask()
        table.act(CALL)
        await adviser.ended()

    asyncio.run(act_at_once())
    assert not asked


def test_it_is_offered_to_two_players_as_a_strong_one() -> None:
    (line,) = [one for one in lobby().agents if one.name == "equilibrium"]
    assert line.family == STRONG
    assert line.games == {"nolimit": [2], "limit": [2]}
    assert line.about.endswith(".")


def test_it_plays_without_keeping_others_waiting(tmp_path: Path) -> None:
    """It thinks in a thread of its own, and is shown within seconds."""
    reads = told(tmp_path, "equilibrium:iterations=20", done=lambda read: bool(read.equilibrium))
    assert len(reads) == 2
    table = PageTable(Settings(opponents=["equilibrium"], seed=5))
    while table.turn == 0:
        table.act(CALL)
    assert not table.answers_soon
