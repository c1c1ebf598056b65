"""What the adviser says an action is worth, and what each predictor expects."""

import asyncio
import pickle
from pathlib import Path
from typing import Literal

import pytest

from villain.cards.card import parse_cards
from villain.game.actions import CALL, FOLD, raise_to
from villain.game.deal import Deal
from villain.game.hand import Hand
from villain.strategy.simulation import Budget
from villain.web import advice as advising
from villain.web.advice import NOT_KNOWN, TurnAdvice, advise
from villain.web.beliefs import of_them, of_you
from villain.web.forecasts import CountingChooser
from villain.web.keeping import TableFile
from villain.web.lobby import lobby
from villain.web.messages import Act, Look, Message, Read, ReaderLine, Settings
from villain.web.room import Room
from villain.web.storing import HandKeeper
from villain.web.table import PageTable

BUDGET = Budget(trials=400)


def on_the_river(betting: str, cards: str, *, bet: bool) -> PageTable:
    """Your turn on the river against one caller, with these cards and nothing or a bet to call."""
    table = PageTable(
        Settings.model_validate({"opponents": ["call"], "betting": betting, "seed": 1})
    )
    you, he = table.seat_of(0), table.seat_of(1)
    holes = [parse_cards(cards), parse_cards("7c 2d")]
    deal = Deal(tuple(holes if you < he else holes[::-1]), parse_cards("As Ks Qs 4d 5h"))
    table.hand = Hand(table.hand.rules, deal, table.hand.names)
    while table.hand.street < 3:
        table.act(CALL)
    if table.turn != bet:  # you check first, or he does
        table.act(CALL)
    if bet:
        legal = table.hand.legal
        assert legal is not None
        table.act(raise_to(legal.least))
    assert table.turn == 0
    return table


def advice_at(table: PageTable, reader: str = "chooser") -> TurnAdvice:
    seen = table.hand.observation(table.seat_of(0))
    return advise(table.reader(reader), seen, 1, BUDGET)


@pytest.mark.parametrize("betting", ["limit", "nolimit"])
@pytest.mark.parametrize("reader", ["chooser", "specific", "statistics"])
def test_the_nuts_on_the_river_are_raised(betting: str, reader: str) -> None:
    found = advice_at(on_the_river(betting, "Js Ts", bet=True), reader)
    fold, call, *raises = found.values
    assert (fold.action, fold.value, fold.error) == ("fold", 0.0, 0.0)
    assert call.action.startswith("call ")
    assert all(one.value > call.value > 0 for one in raises)
    assert len(raises) == 1 if betting == "limit" else len(raises) > 1
    (best,) = [one for one in found.values if one.best]
    assert best.kind == "raise"
    assert not fold.close
    assert not call.close or betting == "nolimit"  # few pay so much
    assert best.action.capitalize() in found.verdict
    assert 0 < found.trials <= BUDGET.trials


def test_nothing_on_the_river_is_folded_or_checked() -> None:
    fold, call, *_ = advice_at(on_the_river("limit", "8d 2h", bet=True)).values
    assert call.value < fold.value == 0
    free = advice_at(on_the_river("limit", "8d 2h", bet=False)).values
    assert free[0].action == "check"
    assert free[0].value >= 0


def test_advice_is_from_what_the_person_sees() -> None:
    """The same hand with other hidden cards: the same numbers."""
    found = []
    for hidden in ("7c 2d", "Ad Ah"):
        table = on_the_river("nolimit", "Js Ts", bet=False)
        you = table.seat_of(0)
        deal = table.hand._deal
        holes = [deal.holes[you], parse_cards(hidden)]
        again = Hand(
            table.hand.rules,
            Deal(tuple(holes if you == 0 else holes[::-1]), deal.board),
            table.hand.names,
        )
        while again.street < 3 or again.seat != you:
            again.act(CALL)
        table.hand = again
        found.append((advice_at(table), of_them(table, 1, table.reader("chooser"))))
    assert found[0] == found[1]


def test_a_read_thinks_until_the_values_are_there() -> None:
    table = on_the_river("nolimit", "Js Ts", bet=True)
    waiting = of_them(table, 1, table.reader("chooser"))
    assert waiting.thinking
    assert not waiting.values
    advice = advice_at(table)
    told = of_them(table, 1, table.reader("chooser"), advice)
    assert not told.thinking
    assert tuple(told.values) == advice.values
    table.act(CALL)
    assert not of_them(table, 1, table.reader("chooser")).thinking


class Line:
    def __init__(self) -> None:
        self.told: list[Message] = []

    def put(self, message: Message) -> None:
        self.told.append(message)

    def reads(self) -> list[Read]:
        return [one for one in self.told if isinstance(one, Read)]


async def until(table: PageTable, line: Line) -> Read:
    """Look at an opponent at one's turn, and wait for what each action is worth."""
    for _ in range(3000):
        found = [one for one in line.reads() if one.seq == table.seq and not one.thinking]
        if table.turn == 0 and found:
            return found[-1]
        await asyncio.sleep(0.01)
    raise AssertionError("no advice")


async def look_and_act(folder: Path, opponents: list[str]) -> tuple[list[Read], Line]:
    table = PageTable(Settings(opponents=opponents, speed="instant", seed=5))
    room = Room(table, TableFile(folder / "tables.sqlite"), HandKeeper(folder / "hands"))
    line = Line()
    watcher = room.join(line)
    room.hear(watcher, Look(about="them", chair=1))
    found = []
    for _ in range(2):
        found.append(await until(table, line))
        act = {"hand": table.number, "seq": table.seq, "action": "call"}
        room.hear(watcher, Act.model_validate(act))
    room.leave(watcher)
    await room.stop()
    return found, line


def test_values_come_to_the_table(tmp_path: Path) -> None:
    reads, line = asyncio.run(look_and_act(tmp_path, ["call", "raise"]))
    for read in reads:
        assert sum(one.best for one in read.values) == 1
        assert read.trials >= 200
    assert any(one.thinking for one in line.reads())


def test_a_simulation_that_fails_does_not_break_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advising, "simulate_actions", lambda *_: 1 / 0)
    reads, _ = asyncio.run(look_and_act(tmp_path, ["loki:som", "random"]))
    for read in reads:
        assert not read.values
        assert read.verdict == NOT_KNOWN.verdict


def test_predictors_say_what_they_expect_and_who_is_trusted() -> None:
    table = PageTable(Settings(opponents=["raise", "call"], seed=2))
    strangers = of_them(table, 1, table.reader("statistics"))
    assert strangers.decisions == 0
    for _ in range(15):
        while not table.hand.over:
            table.act(CALL if table.turn == 0 else table.choose())
        table.deal()
    read = of_them(table, 1, table.reader("statistics"))
    names = [one.predictor for one in read.forecasts]
    assert set(names) == {"crowd", "network", "statistics", "formula", "mixture"}
    for one in read.forecasts:
        assert one.next.fold + one.next.call + one.next.more == pytest.approx(1)
    trust = {one.predictor: one.trust for one in read.forecasts if one.predictor != "mixture"}
    assert sum(trust.values()) == pytest.approx(1)
    assert trust[read.chosen] == max(trust.values())
    assert read.decisions > 10
    mixed = read.forecasts[-1].next
    assert mixed.more == pytest.approx(
        sum(trust[one.predictor] * one.next.more for one in read.forecasts[:-1]), abs=1e-6
    )
    # The chooser itself says the same.
    chooser = table.reader("crowd-chooser").predictor  # type: ignore[attr-defined]
    assert isinstance(chooser, CountingChooser)
    assert chooser.weights(table.names[1])[read.chosen] == 1
    assert not of_you(table, 1).forecasts
    assert pickle.loads(pickle.dumps(table)).reader("crowd-chooser").predictor.decisions


@pytest.mark.parametrize("betting", ["limit", "nolimit"])
@pytest.mark.parametrize("reader", lobby().readers, ids=lambda reader: reader.name)
def test_every_reader_reads_to_the_end_of_a_hand(
    reader: ReaderLine, betting: Literal["limit", "nolimit"]
) -> None:
    """Also him who is alone at last, or all-in: he does nothing more."""
    sizes = reader.games.get(betting, [])
    for opponents in (["raise:pot=10"], ["raise:pot=10", "fold"]):
        if len(opponents) + 1 not in sizes:
            continue
        told = Settings(opponents=opponents, betting=betting, buy_in=10, seed=4)
        table = PageTable(told)
        for fold in (True, False):
            while not table.hand.over:
                read = of_them(table, 1, table.reader(reader.name))
                assert len(read.grid) == 169 or "has not acted" in read.words
                table.act((FOLD if fold else CALL) if table.turn == 0 else table.choose())
            read = of_them(table, 1, table.reader(reader.name))
            assert read.next is None  # it speaks of what was
            table.deal()
