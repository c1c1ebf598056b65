"""A dealer on real sockets, with clients of all kinds."""

import asyncio
import errno
import socket
from collections.abc import Callable, Coroutine
from contextlib import suppress

import pytest

from tests.wire.clients import BEHAVIOURS, Wire, misbehave
from tests.wire.logs import check_log
from tests.wire.own_time import run
from villain.errors import VillainError
from villain.hands.formats.acpc import GAMES
from villain.wire.match_log import MatchLog, MatchOutcome, Writer
from villain.wire.setup import Setup, TimeLimits
from villain.wire.sockets import LOOPBACK, deal_on_sockets

RULES = GAMES["holdem.limit.2p.reverse_blinds"]
QUICK, PATIENT = TimeLimits(0.4, 2, 2), TimeLimits()
NEVER_STOP = {
    "garbage",
    "wrong_actions",
    "other_states",
    "pieces",
    "ten_megabytes_first",
    "chatter",
}


async def play(
    *clients: str,
    hands: int = 4,
    seed: int = 0,
    wait: float = 5.0,
    limits: TimeLimits = QUICK,
    transcript: Writer | None = None,
) -> tuple[MatchOutcome, str]:
    """A match of clients by their behaviour; the log is checked."""
    setup = Setup(RULES, ("Ann", "Ben"), hands, seed, limits)
    text: list[str] = []
    tasks: list[asyncio.Task[None]] = []

    def come(ports: tuple[int, ...]) -> None:
        for number, (how, port) in enumerate(zip(clients, ports, strict=True)):
            tasks.append(asyncio.ensure_future(misbehave(port, how, 2 * seed + number)))

    record = MatchLog(setup, [text.append], transcript)
    playing = deal_on_sockets(setup, record, wait=wait, announce=come)
    outcome = await asyncio.wait_for(playing, 60)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    check_log("".join(text), outcome)
    return outcome, "".join(text)


@pytest.mark.parametrize("how", BEHAVIOURS)
def test_whatever_a_client_does_the_log_is_complete(how: str) -> None:
    limits = PATIENT if how in NEVER_STOP else QUICK
    outcome, log = run(play("agent", how, seed=3, limits=limits))
    assert bool(outcome.stopped) == (how not in NEVER_STOP)
    assert "hand 0, Ann" not in log
    if outcome.stopped:
        assert f"hand {len(outcome.payoffs)}, Ben" in outcome.stopped
        assert "# unfinished, Ben: MATCHSTATE" in log


def test_who_hangs_is_named_with_the_limit() -> None:
    outcome, _ = run(play("hang", "agent", hands=1))
    assert outcome.stopped == "hand 0, Ann took longer than 0.4 s for a response"
    limits = TimeLimits(response=5, hand=0.1)
    outcome, _ = run(play("agent", "hang", limits=limits))
    assert outcome.stopped == "hand 0, Ben took longer than 0.1 s for a hand"
    limits = TimeLimits(response=5, hand=5, average=0.02)
    outcome, _ = run(play("agent", "hang", hands=5, limits=limits))
    assert outcome.stopped.endswith("longer than 0.02 s a hand on the average of the match")


def test_who_never_comes_ends_the_match_before_it_begins() -> None:
    outcome, log = run(play("agent", "absent", wait=0.1))
    assert outcome.stopped == "Ben did not come within 0.1 s"
    assert log.endswith("SCORE:0|0:Ann|Ben\n")
    outcome, _ = run(play("absent", "absent", wait=0.1))
    assert outcome.stopped == "Ann and Ben did not come within 0.1 s"


@pytest.mark.parametrize("seed", range(4))
def test_a_stranger_gets_no_seat(seed: int) -> None:
    outcome, _ = run(play("agent", "stranger", wait=0.1, seed=seed))
    assert outcome.stopped == "Ben did not come within 0.1 s"


async def _come_one_after_the_other(*clients: tuple[int, str]) -> tuple[MatchOutcome, str]:
    """A match of clients who come to a port in this order, some of them to no purpose."""
    setup = Setup(RULES, ("Ann", "Ben"), 3)
    text: list[str] = []
    tasks: list[asyncio.Task[None]] = []

    async def come(ports: tuple[int, ...]) -> None:
        for number, (port, how) in enumerate(clients):
            tasks.append(asyncio.ensure_future(misbehave(ports[port], how, number)))
            await asyncio.sleep(1)  # so that he is there before the next

    record = MatchLog(setup, [text.append])
    outcome = await deal_on_sockets(
        setup, record, announce=lambda ports: tasks.append(asyncio.ensure_future(come(ports)))
    )
    await asyncio.wait_for(asyncio.gather(*tasks), 60)
    return outcome, "".join(text)


def test_strangers_do_not_keep_others_out() -> None:
    crowd = [(1, "stranger")] * 4 + [(0, "silent")] * 25
    outcome, log = run(_come_one_after_the_other(*crowd, (1, "agent"), (0, "agent")))
    assert outcome.stopped == ""
    assert "is not VERSION:2.0.0" in log


def test_who_leaves_before_the_match_makes_room() -> None:
    outcome, _ = run(_come_one_after_the_other((0, "looks_in"), (0, "agent"), (1, "agent")))
    assert outcome.stopped == ""


def _call_at(port: int) -> socket.socket:
    visitor = socket.create_connection((LOOPBACK, port))
    visitor.sendall(b"VERSION:2.0.0\r\n")
    return visitor


async def _after_visits(
    at_once: Callable[[tuple[int, ...]], None],
    then: Callable[[tuple[int, ...]], Coroutine[None, None, None]],
) -> MatchOutcome:
    """A match with visits: at once is before the dealer's loop goes on, as while he warms up."""
    setup = Setup(RULES, ("Ann", "Ben"), 3)
    accidents: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, what: accidents.append(what))
    tasks: list[asyncio.Task[None]] = []

    def announce(ports: tuple[int, ...]) -> None:
        at_once(ports)
        tasks.append(asyncio.ensure_future(then(ports)))

    dealing = deal_on_sockets(setup, MatchLog(setup), announce=announce, wait=30)
    outcome = await asyncio.wait_for(dealing, 60)
    await asyncio.wait_for(asyncio.gather(*tasks), 60)
    assert accidents == []
    return outcome


@pytest.mark.parametrize("visited", [(0,), (1,), (0, 1)])
def test_who_leaves_while_the_dealer_warms_up_makes_room(visited: tuple[int, ...]) -> None:
    def look_in(ports: tuple[int, ...]) -> None:
        for player in visited:
            _call_at(ports[player]).close()

    async def play_all(ports: tuple[int, ...]) -> None:
        await asyncio.gather(*(misbehave(port, "agent", 1) for port in ports))

    assert run(_after_visits(look_in, play_all)).stopped == ""


@pytest.mark.parametrize("turns", range(4))
def test_who_leaves_in_the_instant_the_table_fills_makes_room(turns: int) -> None:
    """So many turns of the loop after the last has said the version."""
    early: list[socket.socket] = []

    async def fill_and_leave(ports: tuple[int, ...]) -> None:
        last = socket.create_connection((LOOPBACK, ports[1]))
        await asyncio.sleep(1)  # the first has his seat
        last.sendall(b"VERSION:2.0.0\r\n")
        for _ in range(turns):
            await asyncio.sleep(0)
        early[0].close()
        wire = Wire(*await asyncio.open_connection(sock=last))
        honest = asyncio.ensure_future(misbehave(ports[0], "agent", 1))
        with suppress(asyncio.IncompleteReadError):
            await wire.play()
        wire.writer.close()
        await honest

    outcome = run(_after_visits(lambda ports: early.append(_call_at(ports[0])), fill_and_leave))
    assert outcome.stopped == ""


def test_two_do_not_fit_on_a_seat() -> None:
    outcome, _ = run(_come_one_after_the_other((0, "agent"), (0, "agent"), (1, "agent")))
    assert outcome.stopped == ""


@pytest.mark.parametrize("after", range(4, 14, 3))
def test_a_full_disk_stops_the_match_and_the_other_log_is_complete(after: int) -> None:
    setup = Setup(RULES, ("Ann", "Ben"), 100)
    text: list[str] = []
    written: list[str] = []

    def disk(line: str) -> None:
        if len(written) == after:
            raise OSError(errno.ENOSPC, "No space left", "x.log")
        written.append(line)

    async def play() -> MatchOutcome:
        tasks: list[asyncio.Task[None]] = []

        def come(ports: tuple[int, ...]) -> None:
            tasks.extend(asyncio.ensure_future(misbehave(port, "agent", 1)) for port in ports)

        outcome = await deal_on_sockets(setup, MatchLog(setup, [disk, text.append]), announce=come)
        await asyncio.gather(*tasks)
        return outcome

    outcome = run(play())
    assert outcome.stopped == f"hand {after}, cannot write x.log: No space left"
    check_log("".join(text), outcome)


def test_a_log_that_cannot_be_begun_is_said_at_once() -> None:
    def nowhere(_: str) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "x.log")

    setup = Setup(RULES, ("Ann", "Ben"), 3)
    with pytest.raises(VillainError, match=r"cannot write x.log: Permission denied"):
        run(deal_on_sockets(setup, MatchLog(setup, transcript=nowhere)))


def test_what_is_ignored_and_changed_is_in_the_log() -> None:
    _, log = run(play("agent", "other_states", hands=3, seed=1, limits=PATIENT))
    assert "Ben: ignored 'MATCHSTATE:0:0::2c2d|:r': it answers another line" in log
    _, log = run(play("agent", "wrong_actions", hands=12, seed=1, limits=PATIENT))
    assert "Ben: a fold where checking is free became a call" in log
    assert "is no action, and became a call" in log
    _, log = run(play("agent", "ten_megabytes", hands=1, seed=1))
    assert len(log) < 20_000


def test_a_flood_fills_neither_the_log_nor_the_transcript() -> None:
    transcript: list[str] = []
    outcome, log = run(play("agent", "flood", transcript=transcript.append))
    assert outcome.stopped == "hand 0, Ben sent 1000 lines and no answer"
    assert log.count("# hand 0, Ben: ignored") <= 1000
    assert "".join(transcript).count("FROM 2") <= 1000


def test_a_flood_between_answers_is_counted_and_not_kept() -> None:
    """Who answers in the end goes on playing; what he says beside it is kept up to a limit."""
    transcript: list[str] = []
    outcome, log = run(
        play("agent", "chatter", hands=6, limits=PATIENT, transcript=transcript.append)
    )
    assert outcome.stopped == ""
    text = "".join(transcript)
    assert len(text) < 400_000  # and he has sent some 20 megabytes
    kept, cut = text.count("FROM 2 "), text.splitlines()[-3]
    assert 1000 < kept < 1100
    assert cut.startswith("# Ben: ")
    assert cut.endswith(" more lines were ignored")
    assert "more lines" not in log


def test_ports_are_what_one_says_and_on_this_machine_only() -> None:
    setup, text = Setup(RULES, ("Ann", "Ben"), 3), list[str]()
    record = MatchLog(setup, [text.append])
    with socket.create_server((LOOPBACK, 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(VillainError, match=f"cannot listen at 127.0.0.1:{port}"):
            run(deal_on_sockets(setup, record, ports=(0, port)))
    for ports in ((18741,), (18741, 18741), (0, 70000)):
        with pytest.raises(VillainError, match="port"):
            run(deal_on_sockets(setup, record, ports=ports))
    for host in ("x" * 70, "no such name", "256.1.1.1"):
        with pytest.raises(VillainError, match="cannot listen"):
            run(deal_on_sockets(setup, record, host=host))
    for wait in (-1.0, float("nan"), float("inf")):
        with pytest.raises(VillainError, match="wait"):
            run(deal_on_sockets(setup, record, wait=wait))
    assert text == []  # an older log is not touched


async def _cancelled(turns: int) -> str:
    """The log of a match that is interrupted after so many turns of the loop."""
    setup = Setup(RULES, ("Ann", "Ben"), 100)
    text: list[str] = []
    tasks = []

    def come(ports: tuple[int, ...]) -> None:
        tasks.extend([asyncio.ensure_future(misbehave(port, "hang", 1)) for port in ports])

    record = MatchLog(setup, [text.append])
    playing = asyncio.ensure_future(deal_on_sockets(setup, record, announce=come))
    for _ in range(turns):
        await asyncio.sleep(0)
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing
    await asyncio.gather(*tasks)
    return "".join(text)


@pytest.mark.parametrize("turns", [*range(1, 20), 50])
def test_an_interrupted_match_has_a_complete_log_and_nobody_waits(turns: int) -> None:
    log = run(_cancelled(turns))
    assert log.count("it was interrupted") == 1
    assert log.endswith("SCORE:0|0:Ann|Ben\n")
