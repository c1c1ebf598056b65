"""How long an agent thinks cannot be seen: its answer waits for the pace of the table."""

import asyncio
import gc
import threading
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from villain.errors import VillainError
from villain.game.actions import CALL, FOLD, Action
from villain.web import background
from villain.web.keeping import TableFile
from villain.web.messages import DealNext, Look, Message, Read, Settings, Trouble, Update
from villain.web.pacing import TEMPOS, UNPACED, Tempo, shown_after
from villain.web.room import Room
from villain.web.storing import HandKeeper
from villain.web.table import PageTable
from villain.web.thinking import LONGEST, SharedThinking, Thought

T = TypeVar("T")

tempos = st.sampled_from(list(TEMPOS.values()))


@given(tempos, st.floats(0, 1), st.floats(0, 1))
def test_below_the_first_tick_all_thoughts_look_alike(
    tempo: Tempo, one: float, other: float
) -> None:
    assert shown_after(one * tempo.answer, tempo) == shown_after(other * tempo.answer, tempo)


@given(tempos, st.floats(0, 60))
def test_nothing_is_shown_before_it_was_thought_or_between_two_ticks(
    tempo: Tempo, thought: float
) -> None:
    shown = shown_after(thought, tempo)
    assert thought - 1e-9 <= shown <= max(tempo.answer, thought + tempo.tick)
    assert shown == tempo.answer or (shown / tempo.tick) == pytest.approx(round(shown / tempo.tick))


def test_agents_alone_race() -> None:
    assert shown_after(0.5, UNPACED) == 0.0


def test_at_every_speed_the_usual_thoughts_look_alike() -> None:
    """The slowest agent, huang:crowd, often takes more than 0.05 s."""
    for tempo in TEMPOS.values():
        assert shown_after(0.12, tempo) == shown_after(0.0, tempo)


class FakeTime:
    """Seconds that pass as soon as everybody waits for them, in a loop and in its tables."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run to the end; whatever the machine does meanwhile takes no time."""
        loop = asyncio.new_event_loop()
        selector = loop._selector  # type: ignore[attr-defined]
        select = selector.select

        def pass_time(timeout: float | None) -> Any:  # noqa: ANN401
            ready = select(timeout and 0)
            if not ready and timeout:
                self.now += timeout
            return ready

        selector.select = pass_time
        loop.time = self.monotonic  # type: ignore[method-assign]
        try:
            return loop.run_until_complete(work)
        finally:
            loop.close()


def test_whoever_is_asked_among_many_has_less_time() -> None:
    thinking = SharedThinking()

    async def ask(times: int) -> list[float]:
        thoughts = [thinking.think(lambda seconds: seconds) for _ in range(times)]
        return [thought.choice for thought in await asyncio.gather(*thoughts)]

    assert asyncio.run(ask(1)) == [LONGEST]
    many = asyncio.run(ask(40))
    assert min(many) < LONGEST / 5
    assert thinking.asked == 0


def test_where_pages_are_served_late_it_is_busy() -> None:
    thinking = SharedThinking()

    async def sleep(blocked: float) -> None:
        for _ in range(5):
            asyncio.get_running_loop().call_soon(time.sleep, blocked)
            await thinking.sleep(0.001)

    asyncio.run(sleep(0.0))
    assert not thinking.busy
    asyncio.run(sleep(0.06))
    assert thinking.busy
    asyncio.run(sleep(0.0))
    asyncio.run(sleep(0.0))
    assert not thinking.busy


def test_nobody_waits_for_who_does_not_answer() -> None:
    """As an agent of somebody's own may do."""
    thinking, end = SharedThinking(), threading.Event()

    def wait(_: float) -> bool:
        return end.wait(10)

    async def ask() -> float:
        stuck = [asyncio.create_task(thinking.think(wait, soon=False)) for _ in range(3)]
        await asyncio.sleep(0)
        try:
            return (await asyncio.wait_for(thinking.think(lambda seconds: seconds), 5)).choice
        finally:
            end.set()
            await asyncio.gather(*stuck)

    assert asyncio.run(ask()) == LONGEST


def test_persons_and_experts_answer_soon() -> None:
    for kind, soon in (("person:style=nit", True), ("expert:trials=9", True), ("call", False)):
        table = PageTable(Settings(opponents=[kind], watch=False, seed=1))
        if table.turn == table.you:
            table.act(CALL)
        assert table.answers_soon == soon


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FakeTime:
    """The clock of the rooms; agents think where the loop runs, else it would not know."""
    fake = FakeTime()

    async def think(
        _: SharedThinking,
        choose: Callable[[float], T],
        *,
        soon: bool = True,  # noqa: ARG001
    ) -> Thought[T]:
        asked = getattr(choose, "__self__", None)
        await asyncio.sleep(getattr(asked, "waits", 0.0))
        began, seconds = time.monotonic(), getattr(asked, "seconds", 0.0)
        await asyncio.sleep(seconds)
        return Thought(choose(1.0), began, seconds)

    monkeypatch.setattr(time, "monotonic", fake.monotonic)
    monkeypatch.setattr(SharedThinking, "think", think)
    return fake


class Line:
    """Notes when what was put on it."""

    def __init__(self) -> None:
        self.messages: list[tuple[float, Message]] = []

    def put(self, message: Message) -> None:
        self.messages.append((time.monotonic(), message))

    def when(self, kind: type[Message]) -> list[float]:
        return [at for at, message in self.messages if isinstance(message, kind)]


class SlowTable(PageTable):
    """A table at which agents call, after so many seconds of the clock, and of waiting before."""

    seconds = waits = 0.0

    def choose(self) -> Action:
        return CALL


def table(seconds: float, **settings: object) -> SlowTable:
    asked = {"opponents": ["call"] * 5, "speed": "quick", "seed": 3, **settings}
    slow = SlowTable(Settings.model_validate(asked))
    slow.seconds = seconds
    return slow


async def watch(room: Room, seconds: float, look_at: float | None = None) -> Line:
    """What somebody sees in so many seconds, who looks into a head at some moment."""
    line, began = Line(), time.monotonic()
    watcher = room.join(line)
    if look_at is not None:
        await asyncio.sleep(look_at)
        room.hear(watcher, Look(about="them", chair=1))
    await asyncio.sleep(began + seconds - time.monotonic())
    room.leave(watcher)
    await room.stop()
    line.messages = [(at - began, message) for at, message in line.messages]
    return line


def room_of(table: PageTable, folder: Path) -> Room:
    return Room(table, TableFile(folder / "tables.sqlite"), HandKeeper(folder / "hands"))


@pytest.mark.parametrize("seconds", [0.0, 0.15])
def test_an_answer_waits_for_the_pace_of_the_table(
    tmp_path: Path, clock: FakeTime, seconds: float
) -> None:
    line = clock.run(watch(room_of(table(seconds), tmp_path), 0.55))
    assert line.when(Update) == pytest.approx([0.0, 0.2, 0.4])  # whatever the thought


def test_a_long_thought_is_shown_at_a_late_tick(tmp_path: Path, clock: FakeTime) -> None:
    line = clock.run(watch(room_of(table(0.25), tmp_path), 0.8))
    assert line.when(Update) == pytest.approx([0.0, 0.6])


@pytest.mark.parametrize("seconds", [0.0, 0.15])
def test_who_waits_for_other_tables_is_paced_from_when_it_thinks(
    tmp_path: Path, clock: FakeTime, seconds: float
) -> None:
    waiting = table(seconds)
    waiting.waits = 0.07
    line = clock.run(watch(room_of(waiting, tmp_path), 0.6))
    assert line.when(Update) == pytest.approx([0.0, 0.27, 0.54])  # whatever the thought


def test_after_a_fold_the_rest_of_the_hand_can_be_skipped(tmp_path: Path, clock: FakeTime) -> None:
    def folded() -> SlowTable:
        calm = table(0.0, speed="calm", auto=False)
        while calm.turn != calm.you:
            calm.act(CALL)
        assert calm.hand.legal is not None
        assert calm.hand.legal.fold
        calm.act(FOLD)
        return calm

    async def skip(room: Room) -> Line:
        line = Line()
        watcher = room.join(line)
        await asyncio.sleep(0.1)
        room.hear(watcher, DealNext())
        await asyncio.sleep(4.9)
        room.leave(watcher)
        await room.stop()
        return line

    waited = clock.run(watch(room_of(folded(), tmp_path / "one"), 5.0))
    skipped = clock.run(skip(room_of(folded(), tmp_path / "other")))
    assert len(waited.when(Update)) == 4  # every second and a half
    assert len(skipped.when(Update)) > 10
    last = [one for _, one in skipped.messages if isinstance(one, Update)][-1]
    assert last.view.over  # it hurries to the end of this hand, and deals no other


def test_a_look_does_not_tell_when_the_thought_is_over(tmp_path: Path, clock: FakeTime) -> None:
    line = clock.run(watch(room_of(table(0.02), tmp_path), 0.35, look_at=0.1))
    assert line.when(Read) == pytest.approx([0.2])


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (RuntimeError("the secret of the house"), "something went wrong here"),
        (VillainError("the deck is wet"), "the deck is wet"),
    ],
)
def test_what_fails_inside_a_table_is_told_in_words_for_people(
    tmp_path: Path,
    clock: FakeTime,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    words: str,
) -> None:
    def fail(*_: object) -> None:
        raise error

    failing = table(0.0, speed="instant")
    monkeypatch.setattr(SlowTable, "act", fail)
    line = clock.run(watch(room_of(failing, tmp_path), 0.3))
    troubles = [message.words for _, message in line.messages if isinstance(message, Trouble)]
    assert len(troubles) == 1
    assert words in troubles[0]
    assert "secret" not in troubles[0]


def test_a_table_is_not_kept_in_the_middle_of_a_thought(
    tmp_path: Path, clock: FakeTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = room_of(table(0.5), tmp_path)
    kept: list[bool] = []
    monkeypatch.setattr(room._file, "save", lambda _: kept.append(True))
    clock.run(watch(room, 0.1))
    assert not kept


def test_what_is_there_when_all_is_warm_is_not_searched_for_garbage(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(background, "warm_up_readers", lambda: None)
    try:
        background._warm_up()
        assert gc.get_freeze_count() > 10_000
    finally:
        gc.unfreeze()
