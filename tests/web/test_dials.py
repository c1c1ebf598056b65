"""The dial of an opponent who moves from equilibrium to the best answer to the person."""

import asyncio
import pickle
from pathlib import Path

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
from villain.web.dials import ENOUGH, dial_of
from villain.web.keeping import TableFile
from villain.web.messages import Act, Dial, Settings
from villain.web.pacing import TEMPOS, UNPACED
from villain.web.room import Room
from villain.web.storing import HandKeeper
from villain.web.table import PageTable

VILLAIN = "villain:iterations=4"


def seated(*opponents: str, watch: bool = False) -> PageTable:
    return PageTable(Settings(opponents=list(opponents), seed=6, speed="instant", watch=watch))


async def heard(table: PageTable, folder: Path, hands: int) -> list[Dial]:
    """The dials that a page hears of while its person calls everything for so many hands."""
    room = Room(table, TableFile(folder / "tables.sqlite"), HandKeeper(folder / "hands"))
    hearer = Hearer()
    watcher = room.join(hearer)
    while len(table.session) < hands:
        await asyncio.sleep(0.001)
        if table.turn is not None and table.turn == table.you:
            room.hear(watcher, Act(hand=table.number, seq=table.seq, action="call"))
    room.leave(watcher)
    await room.stop()
    return [one for one in hearer.messages if isinstance(one, Dial)]


def test_it_is_told_at_once_and_after_each_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(TEMPOS, "instant", UNPACED)
    dials = asyncio.run(asyncio.wait_for(heard(seated(VILLAIN), tmp_path, 2), 300))
    stranger, *later = dials
    assert stranger == Dial(hands=0, dial=0, fixed=False, trust=1, given=None, risked=None)
    assert [one.hands for one in later] == [1, 2]
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
    equilibrium = Dial(hands=0, dial=0, fixed=True, trust=1, given=None, risked=None)
    assert dial_of(table) == equilibrium
    half = dial_of(seated(f"{VILLAIN},dial=0.5"))
    assert half is not None
    assert (half.dial, half.fixed) == (0.5, True)


@pytest.mark.parametrize(("hands", "told"), [(ENOUGH - 1, (None, None)), (ENOUGH, (12, 5))])
def test_gifts_and_risk_are_told_once_there_are_enough_hands(
    hands: int, told: tuple[int | None, int | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    standing = BeliefStanding(hands, dial=0.316, reliable=0.41, risk=0.0451, gifts=0.1229)
    monkeypatch.setattr(Villain, "standing", lambda _: standing)
    dial = dial_of(seated(VILLAIN))
    given, risked = told
    assert dial == Dial(hands=hands, dial=0.3, fixed=False, trust=0.4, given=given, risked=risked)


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
