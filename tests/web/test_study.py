"""The page Study: spots are solved within bounds, and nothing hidden is used or shown."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

from villain.cards.card import Card
from villain.errors import VillainError
from villain.game.actions import CALL, Action
from villain.game.deal import Deal
from villain.game.hand import Hand
from villain.game.presets import no_limit_holdem
from villain.hands.formats.phh_writer import write
from villain.hands.hand_history import Origin, history_of
from villain.solver.solvable import plan_spot
from villain.web import solving, studies, study_spots
from villain.web.messages import Settings
from villain.web.server import make_app
from villain.web.study_messages import StudySpot
from villain.web.study_spots import (
    seen_from_outside,
    spot_of_hand,
    spot_of_table,
    typed_spot,
    why_not,
)
from villain.web.table import PageTable
from villain.web.visitors import BusyError, Visitors

RIVER = {
    "board": "Ks 7d 2c 4h 9s",
    "pot": 10,
    "stacks": "10",
    "out_of_position": "AA, 65s",
    "in_position": "QQ",
    "sizes": "a",
    "target": 0.001,
}
"""A bluff catcher against the nuts and air: bluffs are half as many as value bets."""


@pytest.fixture(autouse=True)
def one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "THREADS", 1)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = make_app(tmp_path / "tables", tmp_path / "hands")
    with TestClient(app, base_url="http://127.0.0.1:8421") as found:
        yield found


def begin(client: TestClient, asked: dict[str, object], path: str = "") -> str:
    started = client.post(f"/api/study{path}", json=asked)
    assert started.status_code == 200, started.text
    return f"/api/study/{started.json()['study']}"


def wait(client: TestClient, study: str, seconds: float = 60.0) -> dict[str, Any]:
    end = time.monotonic() + seconds
    while (status := client.get(study).json())["working"]:
        assert time.monotonic() < end, status["runs"]
        time.sleep(0.02)
    return dict(status)


def wait_for(done: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end
        time.sleep(0.01)


def solved(client: TestClient, **changed: object) -> str:
    study = begin(client, {**RIVER, **changed})
    assert wait(client, study)["runs"][0]["state"] == "done"
    return study


def move(node: dict[str, Any], name: str) -> dict[str, Any]:
    return next(one for one in node["moves"] if one["name"] == name)


# Solving and walking


def test_a_river_is_solved_and_the_distance_falls(client: TestClient) -> None:
    study = solved(client)
    run = client.get(study).json()["runs"][0]
    assert run["distances"][-1] < 0.001 < run["distances"][0]
    assert run["seconds"] == sorted(run["seconds"])
    node = client.get(f"{study}/at").json()
    assert [one["name"] for one in node["moves"]] == ["check", "bet 10 all-in"]
    # Six aces bet always, and of four bluffs as many as make three to six: 9 of 10 hands.
    assert move(node, "bet 10 all-in")["frequency"] == pytest.approx(0.9, abs=0.02)
    after = client.get(f"{study}/at", params={"line": "bet 10 all-in"}).json()
    assert move(after, "call")["frequency"] == pytest.approx(0.5, abs=0.03)
    assert after["path"][0]["taken"] == 1
    end = client.get(f"{study}/at", params={"line": "bet 10 all-in, fold"}).json()
    assert end["kind"] == "over"
    assert end["words"] == "Out of position wins the pot."


def test_a_cell_is_the_mean_of_its_combos(client: TestClient) -> None:
    study = solved(client)
    node = client.get(f"{study}/at").json()
    place = 13 * 8 + 9  # 65s
    told = client.get(f"{study}/combos", params={"hand": "65s", "player": 0}).json()
    combos = told["combos"]
    assert len(combos) == 4
    weights = [combo["weight"] for combo in combos]
    for row, chances in enumerate(node["sides"][0]["chances"]):
        mean = np.average([combo["chances"][row] for combo in combos], weights=weights)
        assert chances[place] == pytest.approx(mean, abs=1e-3)
    equities = [combo["equity"] for combo in combos]
    assert node["sides"][0]["equities"][place] == pytest.approx(np.mean(equities), abs=1e-3)
    assert node["sides"][0]["weights"][0] == pytest.approx(1.0)
    assert node["sides"][0]["weights"][1] is None


def test_the_report_over_all_cards(client: TestClient) -> None:
    study = solved(client, board="Ks 7d 2c 4h", sizes="50%")
    node = client.get(f"{study}/at", params={"line": "check, check"}).json()
    assert node["kind"] == "card"
    # Forty-eight cards are unseen; those with which a range would be empty do not come.
    assert 40 <= len(node["cards"]) <= 48
    board = {"Ks", "7d", "2c", "4h"}
    assert not board & {row["card"] for row in node["cards"]}
    for row in node["cards"]:
        assert sum(row["frequencies"]) == pytest.approx(1.0, abs=1e-3)
        assert sum(row["equities"]) == pytest.approx(1.0, abs=1e-3)
        assert sum(row["values"]) == pytest.approx(10.0, abs=1e-2)
    further = client.get(f"{study}/at", params={"line": node["cards"][0]["line"]}).json()
    assert further["street"] == "river"
    assert len(further["board"]) == 5


def test_limits_of_a_line(client: TestClient) -> None:
    study = solved(client)
    for line, words in (
        ("bet 3", "'bet 3' cannot be done here; there are: check, bet 10 all-in (a)"),
        ("check, check, check", "'check' after 'check, check': the hand is over"),
    ):
        answer = client.get(f"{study}/at", params={"line": line})
        assert (answer.status_code, answer.json()["words"]) == (400, words)


# Locks


def test_who_never_bluffs_is_not_called(client: TestClient) -> None:
    """A lock on one hand: the other answers it, and both are told what it changes."""
    study = solved(client)
    before = client.get(f"{study}/at").json()["sides"][0]["value"]
    said = {"line": "", "hand": "65s", "shares": [1, 0]}
    assert client.post(f"{study}/lock", json=said).status_code == 200
    status = wait(client, study)
    assert [run["key"] for run in status["runs"]] == ["equilibrium", "locked", "blend"]
    assert [run["state"] for run in status["runs"]] == ["done", "done", "done"]
    assert status["locks"][0]["words"] == "check 100%"
    assert status["locks"][0]["hand"] == "65s"
    answer = {"line": "bet 10 all-in", "run": "locked"}
    called = client.get(f"{study}/at", params=answer).json()
    assert move(called, "call")["frequency"] < 0.02
    effect = status["effect"]
    assert effect["before"][0] == pytest.approx(before, abs=0.02)
    # Value bets win the pot and no more: six of ten hands win ten chips, the bluffs nothing.
    assert effect["after"][0] == pytest.approx(6.0, abs=0.05)
    assert sum(effect["after"]) == pytest.approx(10.0, abs=1e-3)
    client.post(f"{study}/unlock")
    status = wait(client, study)
    assert [run["key"] for run in status["runs"]] == ["equilibrium"]
    assert not status["locks"]
    assert status["effect"] is None


def test_a_whole_range_is_tilted(client: TestClient) -> None:
    study = solved(client)
    client.post(f"{study}/lock", json={"line": "bet 10 all-in", "shares": [0.2, 0.8]})
    wait(client, study)
    there = {"line": "bet 10 all-in", "run": "locked"}
    node = client.get(f"{study}/at", params=there).json()
    assert move(node, "call")["frequency"] == pytest.approx(0.8, abs=0.01)
    assert node["locked"]
    start = client.get(f"{study}/at", params={"run": "locked"}).json()
    assert start["sides"][0]["chances"][1][13 * 8 + 9] < 0.02  # who is called so often bluffs never


def test_three_strategies_side_by_side(client: TestClient) -> None:
    """Against a lock: what each does is what its own solution says, with its gain and risk."""
    study = solved(client)
    assert client.get(study).json()["sides"] is None
    assert not client.get(f"{study}/beside").json()["columns"]
    client.post(f"{study}/lock", json={"line": "bet 10 all-in", "shares": [0.2, 0.8]})
    status = wait(client, study)
    sides = status["sides"]
    assert (sides["hero"], sides["model"], sides["share"]) == (0, "", 0.5)
    safe, best, blend = sides["marks"]
    assert (safe["gain"], safe["risk"]) == (0, 0)
    assert [best["key"], blend["key"]] == ["locked", "blend"]
    # Who calls so often is not bluffed: six of ten hands win twenty chips instead of fifteen.
    assert best["gain"] >= blend["gain"] >= -0.02
    assert best["gain"] > 0.3
    assert best["risk"] >= blend["risk"] - 0.02
    asked = {"line": "", "hand": "65s"}
    shown = client.get(f"{study}/beside", params=asked).json()
    assert shown["player"] == 0
    assert [one["key"] for one in shown["columns"]] == ["equilibrium", "locked", "blend"]
    for one in shown["columns"]:
        node = client.get(f"{study}/at", params={"run": one["key"]}).json()
        expected = [move["frequency"] for move in node["moves"]]
        assert one["frequencies"] == pytest.approx(expected, abs=2e-3)
        held = [row[13 * 8 + 9] for row in node["sides"][0]["chances"]]
        assert one["chances"] == pytest.approx(held, abs=2e-3)
    bluffs = [one["chances"][1] for one in shown["columns"]]
    assert bluffs[0] > 0.1 > bluffs[1]
    assert client.get(f"{study}/beside", params={"hand": "xx"}).status_code == 400
    client.post(f"{study}/dial", json={"share": 0.9})
    status = wait(client, study)
    assert status["sides"]["share"] == status["sides"]["marks"][2]["share"] == 0.9
    client.post(f"{study}/unlock")
    assert wait(client, study)["sides"] is None


def test_locks_of_both_have_no_blend(client: TestClient) -> None:
    study = solved(client)
    client.post(f"{study}/lock", json={"line": "bet 10 all-in", "shares": [0.2, 0.8]})
    wait(client, study)
    client.post(f"{study}/lock", json={"line": "", "shares": [0.5, 0.5], "run": "locked"})
    status = wait(client, study)
    assert [run["key"] for run in status["runs"]] == ["equilibrium", "locked"]
    assert status["sides"] is None


def test_a_lock_that_makes_no_sense_is_refused(client: TestClient) -> None:
    study = solved(client)
    for said, words in (
        ({"shares": [1]}, "2 shares of moves are wanted"),
        ({"hand": "AQs", "shares": [1, 0]}, "out of position never has AQs here"),
        ({"hand": "xx", "shares": [1, 0]}, "'xx' is no starting hand; write one such as AKs"),
        ({"shares": [0, 0]}, "2 shares of moves are wanted"),
    ):
        refused = client.post(f"{study}/lock", json=said)
        assert (refused.status_code, refused.json()["words"]) == (400, words)
    assert client.post(f"{study}/dial", json={"share": 0.5}).status_code == 400


# Bounds


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"board": "Ks 7x 2c"}, "'7x' at position 4 is not a card"),
        ({"board": "Ks 7d"}, "a board of 2 cards"),
        ({"in_position": "KKK"}, "KKK"),
        ({"in_position": "KsKd"}, "no hand left"),
        ({"stacks": "much"}, "stacks 'much'"),
        ({"sizes": "lots"}, "size 'lots'"),
        ({"stacks": "0"}, "stacks of nothing"),
        ({"board": "Ks 7d 2c", "in_position": "random", "sizes": "33%, 75%, a"}, "GB"),
        ({"pot": -1}, "pot"),
        ({"unknown": 1}, "unknown"),
    ],
)  # fmt: skip
def test_what_cannot_be_solved_is_said_in_a_line(
    client: TestClient, changed: dict[str, object], words: str
) -> None:
    refused = client.post("/api/study", json={**RIVER, **changed})
    assert refused.status_code in (400, 422)
    assert words in refused.json()["words"]
    assert "\n" not in refused.json()["words"]


def test_sizes_are_chosen_so_that_a_spot_can_be_solved_soon() -> None:
    asked = studies.EXAMPLE.model_copy(update={"sizes": "", "board": "Jh Th 4c"})
    spot = typed_spot(asked).spot
    assert plan_spot(spot)[0].gigabytes(4.0) <= study_spots.LARGEST
    assert str(spot.sizes[0]).strip() == study_spots.LADDER[-1]
    river = typed_spot(asked.model_copy(update={"board": "Jh Th 4c 2s 2d"})).spot
    assert str(river.sizes[0]) == study_spots.LADDER[0]


def test_a_visitor_solves_one_spot_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new one stops his old one; others have theirs, up to a number; old ones are dropped."""
    monkeypatch.setattr(studies, "KEPT", 4)
    spot = StudySpot.model_validate({**RIVER, "target": 0.0002})
    endless = typed_spot(spot)
    object.__setattr__(endless.asked, "target", 0.0)
    kept = studies.Studies(Visitors())
    first = kept.find(kept.start(endless, "1.1.1.1"))
    second = kept.find(kept.start(endless, "1.1.1.1"))
    other = kept.find(kept.start(endless, "2.2.2.2"))
    try:
        wait_for(lambda: not first.working)
        assert first.runs["equilibrium"].state == "stopped"
        assert second.working
        assert other.working
        with pytest.raises(BusyError, match="2 spots are being solved"):
            kept.start(endless, "3.3.3.3")
        names = []
        for _ in range(4):
            names.append(kept.start(endless, "2.2.2.2"))
            wait_for(lambda: sum(one.working for one in kept._known.values()) <= 2)
        assert len(kept._known) <= 4
        with pytest.raises(VillainError, match="this study is over"):
            kept.find(first.name)
        assert kept.find(names[-1]).working
    finally:
        for study in (first, second, other, *kept._known.values()):
            study.stop()


def test_a_study_that_nobody_looks_at_stops_and_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "ALONE", 0.1)
    endless = typed_spot(StudySpot.model_validate(RIVER))
    object.__setattr__(endless.asked, "target", 0.0)
    kept = studies.Studies(Visitors())
    study = kept.find(kept.start(endless))
    wait_for(lambda: not study.working)
    assert study.runs["equilibrium"].state == "stopped"
    study.looked_at -= studies.UNUSED + 1
    kept._drop_unused()
    assert not kept._known


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that were used longest ago make room; the one that is used stays."""
    monkeypatch.setattr(solving.Study, "gigabytes", 0.7)
    kept = studies.Studies(Visitors())
    spot = typed_spot(StudySpot.model_validate(RIVER))
    names = []
    for number in range(3):  # beside 1.4 GB there is room for one more, beside 2.1 GB there is not
        names.append(kept.start(spot, f"1.1.1.{number}"))
        wait_for(lambda: not kept.find(names[-1]).working)
    assert list(kept._known) == names
    kept.find(names[0])
    names.append(kept.start(spot, "1.1.1.9"))
    assert list(kept._known) == [names[2], names[0], names[3]]
    kept._make_room(more=0)  # for another solution of the last one
    assert list(kept._known) == [names[0], names[3]]


def test_a_study_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "LONGEST", 0.2)
    endless = typed_spot(StudySpot.model_validate(RIVER))
    object.__setattr__(endless.asked, "target", 0.0)
    study = solving.Study(endless, "x")
    study.runs["equilibrium"].allowed = 0.2
    wait_for(lambda: not study.working)
    assert study.runs["equilibrium"].state == "late"
    assert study.runs["equilibrium"].solution is not None


# Hands


def played(
    hole: str = "AcKc", his: str = "QhQd", *, bets: tuple[int, ...] = (4,), stack: int = 200
) -> Hand:
    """A heads-up hand that is checked down to the river, where the first bets."""
    deal = Deal(
        tuple(tuple(Card.parse(text[at : at + 2]) for at in (0, 2)) for text in (hole, his)),
        tuple(map(Card.parse, ("Ks", "7d", "2c", "4h", "9s"))),
    )
    hand = Hand(no_limit_holdem(2).with_stacks(stack, stack), deal, ("you", "Otto"))
    for _ in range(6):
        hand.act(CALL)
    for to in bets:
        hand.act(Action("raise", to))
    while not hand.over:
        hand.act(CALL)
    return hand


def text_of(hand: Hand) -> str:
    return write(history_of(hand, Origin(hero=0)), hand)


def test_what_a_decision_cost_and_the_best_answer(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a replayed hand: the actor's cards, his action among the moves, values beside each."""
    monkeypatch.setattr(study_spots, "LADDER", ("75% / a",))
    hand = played(bets=(2,), stack=12)
    study = begin(client, {"text": text_of(hand), "step": 6}, "/hand")
    status = wait(client, study)
    assert [run["state"] for run in status["runs"]] == ["done"] * 3, status["runs"]
    assert status["spot"]["names"] == ["you", "Otto"]
    assert status["spot"]["unit_name"] == "bb"
    verdict = status["verdict"]
    assert verdict["cards"] == ["Ac", "Kc"]
    assert verdict["taken"] == "bet 2"
    assert verdict["other"] == "Otto"
    for side, cost in ((verdict["equilibrium"], "cost"), (verdict["answer"], "answer_cost")):
        values = {one["move"]: one["value"] for one in side}
        assert verdict[cost] == pytest.approx(max(values.values()) - values["bet 2"], abs=1e-4)
        assert sum(one["chance"] for one in side) == pytest.approx(1.0, abs=1e-3)
    assert verdict["worth"] == pytest.approx(max(one["value"] for one in verdict["answer"]))
    sides = status["sides"]
    assert (sides["hero"], sides["other"], sides["model"]) == (0, "Otto", "crowd")
    assert [mark["key"] for mark in sides["marks"]] == ["equilibrium", "answer", "blend"]
    _, best, blend = sides["marks"]
    assert best["gain"] >= blend["gain"] - 0.02 >= -0.04
    assert best["risk"] >= blend["risk"] - 0.02
    assert verdict["words"][0].startswith("Equilibrium plays ")
    assert verdict["words"][1].startswith("Against Otto, as crowd reads him, ")


def test_ranges_of_a_hand_do_not_depend_on_anybodys_cards() -> None:
    """Only what was held in truth is made sure to be in the range of who decides."""
    one, other = (spot_of_hand(text_of(played(*cards)), 6, "crowd") for cards in (
        ("AcKc", "QhQd"), ("AcKc", "8h3d"),
    ))  # fmt: skip
    for player in (0, 1):
        ours, theirs = one.spot.ranges[player].weights, other.spot.ranges[player].weights
        assert np.array_equal(ours, theirs)
    another = spot_of_hand(text_of(played("JcTc", "QhQd")), 6, "crowd")
    assert np.array_equal(one.spot.ranges[1].weights, another.spot.ranges[1].weights)
    differ = np.flatnonzero(one.spot.ranges[0].weights != another.spot.ranges[0].weights)
    assert len(differ) <= 2


def test_why_a_position_cannot_be_studied(client: TestClient) -> None:
    hand = played()
    text = text_of(hand)
    for step, words in (
        (0, "A spot can be studied from the flop on."),
        (8, "The hand is over: there is nothing left to decide."),
    ):
        refused = client.post("/api/study/hand", json={"text": text, "step": step})
        assert (refused.status_code, refused.json()["words"]) == (400, words)
    three = Hand(
        no_limit_holdem(3),
        Deal(
            tuple(
                tuple(map(Card.parse, two)) for two in (("Ac", "Kc"), ("Qh", "Qd"), ("8h", "8d"))
            ),
            tuple(map(Card.parse, ("Ks", "7d", "2c", "4h", "9s"))),
        ),
        ("a", "b", "c"),
    )
    for _ in range(3):
        three.act(CALL)
    assert why_not(three.state) == (
        "3 players are still in; a spot can be studied when two are left."
    )
    shoved = Hand(no_limit_holdem(2), Deal(((), ()), ()), ("a", "b"), check=False)
    shoved.act(Action("raise", 200))
    assert why_not(shoved.state) == "A spot can be studied from the flop on."


def test_a_table_is_studied_from_what_its_player_sees() -> None:
    """The same table with other hidden cards opens the very same spot."""
    found = []
    for his in ("QhQd", "8h3d"):
        table = PageTable(Settings(opponents=["call"], seed=4))
        swap(table, "AcKc", his)
        found.append(spot_of_table(table, "crowd")())
    one, other = found
    for player in (0, 1):
        assert np.array_equal(one.spot.ranges[player].weights, other.spot.ranges[player].weights)
    assert one.asked == other.asked
    assert one.made is None
    own = {Card.parse("Ac"), Card.parse("Kc")}
    assert one.state is not None
    other_seat = next(seat for seat in one.state.inside if seat != table.your_seat)
    read = one.spot.ranges[one.state.inside.index(other_seat)]
    assert not any(own & {*combo.cards} for combo in read)


def test_a_table_is_studied_by_who_holds_its_key(client: TestClient) -> None:
    opened = client.post("/api/tables", json={"opponents": ["call"], "seed": 4}).json()
    address = f"/api/tables/{opened['table']}/study"
    for key, words in (
        ("wrong", "there is no such table"),
        (opened["key"], "A spot can be studied from the flop on."),
    ):
        refused = client.post(address, params={"key": key})
        assert (refused.status_code, refused.json()["words"]) == (400, words)


def swap(table: PageTable, own: str, his: str) -> None:
    """Deal other cards to a table, and check to the flop."""
    holes = [own, his] if table.your_seat == 0 else [his, own]
    deal = Deal(
        tuple(tuple(Card.parse(text[at : at + 2]) for at in (0, 2)) for text in holes),
        tuple(map(Card.parse, ("Ks", "7d", "2c", "4h", "9s"))),
    )
    table.hand = Hand(table.hand.rules, deal, table.hand.names)
    for _ in range(6):
        table.hand.act(CALL)


def test_the_view_from_outside_has_no_cards() -> None:
    hand = played()
    seen = seen_from_outside(hand, 0)
    assert seen.hole == ()
    early = PageTable(Settings(opponents=["call"], seed=4))
    assert "Card" not in repr(seen_from_outside(early.hand, 0).events)
