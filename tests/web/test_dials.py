"""The dial of an opponent who moves from equilibrium to the best answer to the person."""

import asyncio
import pickle
from itertools import groupby
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

from tests.web.test_room import Hearer
from tests.web.test_table import _other_deal, play_hand
from villain.agents.villain import Villain
from villain.agents.villain_beliefs import BeliefStanding
from villain.game.actions import Action
from villain.game.deal import Deal
from villain.game.events import Acted
from villain.game.hand import Hand
from villain.web import dials as dials_page
from villain.web.dials import ENOUGH, dial_of
from villain.web.keeping import TableFile
from villain.web.messages import Act, Dial, Settings
from villain.web.pacing import TEMPOS, UNPACED
from villain.web.room import Room
from villain.web.storing import HandKeeper
from villain.web.table import PageTable

VILLAIN = "villain:iterations=4"
STRANGER = Dial(hands=0, dial=0, fixed=False, trust=1, given=None, risked=None, reasons=[])


def seated(*opponents: str, watch: bool = False) -> PageTable:
    return PageTable(Settings(opponents=list(opponents), seed=6, speed="instant", watch=watch))


async def heard(
    table: PageTable, folder: Path, hands: int, action: Literal["fold", "call"] = "call"
) -> list[Dial]:
    """The dials that a page hears of while its person does one thing for so many hands."""
    room = Room(table, TableFile(folder / "tables.sqlite"), HandKeeper(folder / "hands"))
    hearer = Hearer()
    watcher = room.join(hearer)
    while len(table.session) < hands:
        await asyncio.sleep(0.001)
        if table.turn is not None and table.turn == table.you:
            free = table.hand.observation(table.seat_of(0)).legal
            assert free is not None
            now = action if free.fold else "call"
            room.hear(watcher, Act(hand=table.number, seq=table.seq, action=now))
    while _waiting(table):
        await asyncio.sleep(0.01)
    room.leave(watcher)
    await room.stop()
    return [one for one in hearer.messages if isinstance(one, Dial)]


def _waiting(table: PageTable) -> bool:
    agent = table.agents[1]
    return isinstance(agent, Villain) and agent.beliefs is not None and bool(agent.beliefs.waiting)


def test_it_is_told_at_once_and_after_each_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(TEMPOS, "instant", UNPACED)
    dials = asyncio.run(asyncio.wait_for(heard(seated(VILLAIN), tmp_path, 2), 300))
    stranger, *later = dials
    assert stranger == Dial(
        hands=0, dial=0, fixed=False, trust=1, given=None, risked=None, reasons=[]
    )
    # Laying a hand beside equilibrium may move the dial once more.
    assert [hands for hands, _ in groupby(one.hands for one in later)] == [1, 2]
    assert all(0 < one.dial < 0.5 for one in later)


def test_others_have_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Poki has a `standing`, too, which is something else."""
    monkeypatch.setitem(TEMPOS, "instant", UNPACED)
    assert asyncio.run(asyncio.wait_for(heard(seated("call"), tmp_path, 2), 300)) == []
    assert dial_of(seated("poki")) is None
    assert dial_of(seated(VILLAIN, "call", watch=True)) is None


def test_one_that_was_set_says_so() -> None:
    table = seated(f"{VILLAIN},dial=0")
    play_hand(table, np.random.default_rng(6))
    assert dial_of(table) == STRANGER.model_copy(update={"fixed": True})
    half = dial_of(seated(f"{VILLAIN},dial=0.5"))
    assert half is not None
    assert (half.dial, half.fixed) == (0.5, True)


def test_it_says_why_once_it_is_sure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who folds every button is told so, after eight of them, with equilibrium's own figure."""
    monkeypatch.setitem(TEMPOS, "instant", UNPACED)
    table = seated(VILLAIN)
    dials = asyncio.run(asyncio.wait_for(heard(table, tmp_path, 20, "fold"), 300))
    agent = table.agents[1]
    assert isinstance(agent, Villain)
    assert agent.beliefs is not None
    counted = agent.beliefs.known["you"].habits.counts["give up"]
    assert not any(one.reasons for one in dials if one.hands < 14)
    reason = dials[-1].reasons[0]
    assert (reason.done, reason.chances) == (counted.done, counted.chances)
    assert reason.done == reason.chances >= 8
    assert reason.equilibrium == pytest.approx(counted.expected / counted.chances)
    assert reason.equilibrium < reason.low < reason.high == 1
    assert reason.words == (
        f"You folded {reason.done} of {reason.chances} hands on the button; "
        f"equilibrium folds {reason.equilibrium:.0%}.".replace("%", " %")
    )


def test_what_cannot_be_compared_hurts_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(TEMPOS, "instant", UNPACED)
    monkeypatch.setattr(dials_page, "compare", lambda _: 1 / 0)
    dials = asyncio.run(asyncio.wait_for(heard(seated(VILLAIN), tmp_path, 2), 300))
    assert [one.hands for one in dials] == [0, 1, 2]
    assert "cannot be compared" in caplog.text


@pytest.mark.parametrize(("hands", "told"), [(ENOUGH - 1, (None, None)), (ENOUGH, (12, 5))])
def test_gifts_and_risk_are_told_once_there_are_enough_hands(
    hands: int, told: tuple[int | None, int | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    standing = BeliefStanding(hands, dial=0.316, reliable=0.41, risk=0.0451, gifts=0.1229)
    monkeypatch.setattr(Villain, "standing", lambda _: standing)
    dial = dial_of(seated(VILLAIN))
    given, risked = told
    assert dial is not None
    assert (dial.hands, dial.dial, dial.fixed, dial.trust) == (hands, 0.3, False, 0.4)
    assert (dial.given, dial.risked) == (given, risked)


def test_it_does_not_tell_what_was_folded() -> None:
    """The same hands with other cards of the agent's that nobody saw leave the dial as it is."""
    table, rng, compared = seated(VILLAIN), np.random.default_rng(6), 0
    for _ in range(7):
        before = pickle.dumps(table.agents[1])
        play_hand(table, rng)
        if not table.seen_history().shown:
            you, hand = table.seat_of(0), table.hand
            other = _other_deal(hand, you, hand.observation(you).hole, rng)
            first, second = (_after(table, before, deal) for deal in (hand._deal, other))
            assert first == second
            compared += 1
        table.deal()
    assert compared >= 3


def _after(table: PageTable, agent: bytes, deal: Deal) -> tuple[Dial | None, float, float]:
    """The dial after the hand as it went, with such cards, and what was risked and given."""
    copy: PageTable = pickle.loads(pickle.dumps(table))
    watcher: Villain = pickle.loads(agent)
    hand = Hand(table.hand.rules, deal, table.hand.names)
    for event in table.hand.events:
        if isinstance(event, Acted):
            hand.act(Action(event.kind, event.to if event.kind == "raise" else 0))
    watcher.watch(hand.observation(table.seat_of(1)))
    copy.agents[1] = watcher
    standing = watcher.standing()
    assert isinstance(standing, BeliefStanding)
    return dial_of(copy), standing.risk, standing.gifts
