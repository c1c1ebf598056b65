"""The costliest decisions of a session: what the judge says, and what the page gets to know."""

import asyncio
import re
from pathlib import Path

import pytest

from villain.cards.card import parse_cards
from villain.game.actions import CALL, FOLD, raise_to
from villain.game.deal import Deal
from villain.game.hand import Hand
from villain.web import background, costly
from villain.web.costly import Costs, HandToJudge, judge_hand, pack
from villain.web.keeping import TableFile
from villain.web.messages import Act, Costliest, Costly, Message, Review, Settings
from villain.web.pacing import TEMPOS, UNPACED
from villain.web.room import Room
from villain.web.storing import HandKeeper
from villain.web.table import PageTable

CARD = re.compile(r"[2-9TJQKA][cdhs]")


def folded_nuts() -> tuple[PageTable, HandToJudge]:
    """On the river, with a royal flush, you fold to a bet of one who calls everything."""
    table = PageTable(Settings(opponents=["call"], seed=1))
    you, he = table.seat_of(0), table.seat_of(1)
    holes = [parse_cards("Js Ts"), parse_cards("7c 2d")]
    deal = Deal(tuple(holes if you < he else holes[::-1]), parse_cards("As Ks Qs 4d 5h"))
    table.hand = Hand(table.hand.rules, deal, table.hand.names)
    while table.hand.street < 3 or table.turn != 1:
        table.act(CALL)
    legal = table.hand.legal
    assert legal is not None
    table.act(raise_to(legal.least))
    table.act(FOLD)
    return table, table.to_judge[0]


def test_to_fold_the_nuts_is_costly_and_says_nothing_of_his_cards() -> None:
    table, told = folded_nuts()
    found = judge_hand(told, 0.0)
    last = max(found, key=lambda one: one.turn)
    assert last.street == 3
    assert last.cards == ["Js", "Ts"]
    assert last.board == ["As", "Ks", "Qs", "4d", "5h"]
    assert last.pot == 3.0
    values = {one.kind: one for one in last.values}
    assert values["fold"].taken
    assert values["fold"].value == 0
    assert values["call"].value == pytest.approx(3)  # the pot, his bet in it
    (best,) = [one for one in last.values if one.best]
    assert best.action.startswith("all-in")
    assert last.cost == pytest.approx(best.value)
    assert last.error == 0  # nothing is left to chance
    hidden = {"7c", "2d"}
    text = "".join(one.model_dump_json(exclude={"name"}) for one in found)  # that is drawn
    assert not hidden & set(CARD.findall(text))
    assert table.costs.judged == 0  # it only looked


def test_what_costs_less_than_others_or_is_stopped_is_left_out() -> None:
    _, told = folded_nuts()
    assert not judge_hand(told, 10**6)
    assert not judge_hand(told, 0.0, stopped=lambda: True)


def decision(hand: int, cost: float, turn: int = 0) -> Costly:
    told = {"hand": hand, "name": "", "turn": turn, "street": 0, "cards": [], "board": [], "pot": 1}
    return Costly.model_validate({**told, "values": [], "cost": cost, "error": 0})


def test_five_are_kept_the_worst_first() -> None:
    costs = Costs()
    for hand, cost in enumerate((3.0, 1.0, 7.0, 2.0, 5.0, 4.0, 0.5)):
        costs.take(hand, [decision(hand, cost)])
    assert [one.cost for one in costs.worst] == [7, 5, 4, 3, 2]
    assert (costs.judged, costs.bar) == (7, 2)
    costs.take(2, [decision(2, 7.0)])  # the same once more
    costs.take(9, [decision(9, 2.5), decision(9, 6.0, 1), decision(9, 5.5, 2)])  # one of a hand
    assert [(one.hand, one.cost) for one in costs.worst][:3] == [(2, 7), (9, 6), (4, 5)]
    assert [one.cost for one in costs.worst][3:] == [4, 3]


class Line:
    """Keeps what it is told, and what may be known of the hands that are over."""

    def __init__(self, table: PageTable) -> None:
        self.table, self.told = table, list[Message]()
        self.known: dict[int, set[str]] = {}

    def put(self, message: Message) -> None:
        table = self.table
        if table.hand.over:
            own = table.hand.observation(table.seat_of(0)).hole
            self.known[table.number] = {str(card) for card in (*own, *table.hand.board)}
        if isinstance(message, Costliest):
            for one in message.decisions:
                assert one.hand < table.number or table.hand.over
                found = set(CARD.findall(one.model_dump_json(exclude={"name"})))
                assert found <= self.known[one.hand]
        self.told.append(message)

    def last(self) -> Costliest | None:
        found = [one for one in self.told if isinstance(one, Costliest)]
        return found[-1] if found else None


@pytest.fixture(autouse=True)
def unpaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the pace here."""
    monkeypatch.setitem(TEMPOS, "instant", UNPACED)


async def play(room: Room, line: Line, hands: int, *, review: bool) -> None:
    table, watcher = room.table, room.join(line)
    if review:
        room.hear(watcher, Review())
    while not (table.hand.over and table.number == hands):
        await asyncio.sleep(0)
        if table.hand.over:
            room._asked_to_deal = True
            room._news.set()
        elif table.turn == table.you:
            legal = table.hand.legal
            assert legal is not None
            kind = "fold" if legal.fold and table.number % 2 else "call"
            act = {"hand": table.number, "seq": table.seq, "action": kind}
            room.hear(watcher, Act.model_validate(act))
    if review:
        for _ in range(3000):
            found = line.last()
            if found is not None and found.judged == hands and not found.working:
                break
            await asyncio.sleep(0.01)
    room.leave(watcher)
    await room.stop()


SETTINGS = Settings(opponents=["loki:bpl", "call", "random"], speed="instant", auto=False, seed=6)


@pytest.mark.slow
def test_hands_are_judged_while_somebody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(costly, "FRESH", 20)
    judged: list[int] = []

    def note(told: HandToJudge, bar: float, **how: object) -> list[Costly]:
        judged.append(told.number)
        return judge_hand(told, bar, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(background, "judge_hand", note)
    file, keeper = TableFile(tmp_path / "tables.sqlite"), HandKeeper(tmp_path / "hands")
    table = PageTable(SETTINGS)
    line = Line(table)
    asyncio.run(play(Room(table, file, keeper), line, 3, review=False))
    assert line.last() is None
    assert not judged
    waiting = file.to_judge(table.name)
    assert waiting == sorted(waiting, reverse=True)

    again = file.find(table.name)  # after a restart they wait still
    assert again is not None
    line.table = again
    asyncio.run(play(Room(again, file, keeper), line, 6, review=True))
    found = line.last()
    assert found is not None
    costs = [one.cost for one in found.decisions]
    assert costs == sorted(costs, reverse=True)
    assert 0 < len(costs) <= 5
    assert len({one.hand for one in found.decisions}) == len(costs)
    assert min(costs) > 0
    for one in found.decisions:
        assert sum(value.best for value in one.values) == 1
        assert sum(value.taken for value in one.values) == 1
    assert set(waiting) <= set(judged)
    assert len(judged) == len(set(judged)) == found.judged  # each once

    third = file.find(table.name)
    assert third is not None
    assert third.costs.worst == found.decisions
    assert not file.to_judge(table.name)


def test_a_judge_that_fails_does_not_break_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "judge_hand", lambda *_, **__: 1 / 0)
    table = PageTable(SETTINGS)
    line = Line(table)
    room = Room(table, TableFile(tmp_path / "tables.sqlite"), HandKeeper(tmp_path / "hands"))
    asyncio.run(play(room, line, 3, review=True))
    found = line.last()
    assert found is not None
    assert (found.decisions, found.left) == ([], 0)


def test_only_the_newest_hands_wait(tmp_path: Path) -> None:
    file = TableFile(tmp_path / "tables.sqlite")
    table = PageTable(Settings(opponents=["call"], seed=3))
    _, told = folded_nuts()
    for number in range(1, costly.NEWEST + 21):
        table.to_judge.append(
            HandToJudge(told.history, told.seat, told.chairs, pack([]), number, "")
        )
    table.number = costly.NEWEST + 20
    file.save(table)
    assert file.to_judge(table.name) == list(range(costly.NEWEST + 20, 20, -1))


def test_who_only_watches_is_not_judged() -> None:
    table = PageTable(Settings(opponents=["call", "raise"], watch=True, seed=3))
    while not table.hand.over:
        table.act(table.choose())
    assert not table.to_judge
