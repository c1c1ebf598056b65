"""A dealer on real sockets, with clients of all kinds."""

import asyncio
import socket

import pytest

from tests.wire.clients import BEHAVIOURS, misbehave
from tests.wire.logs import check_log
from villain.arena import Match, play_match
from villain.errors import VillainError
from villain.histories.formats.acpc import GAMES
from villain.wire.dealer import Outcome
from villain.wire.record import Record
from villain.wire.setup import Setup, TimeLimits
from villain.wire.sockets import LOOPBACK, deal_on_sockets

RULES = GAMES["holdem.limit.2p.reverse_blinds"]
QUICK, PATIENT = TimeLimits(0.4, 2, 2), TimeLimits()
NEVER_STOP = {"garbage", "wrong_actions", "other_states", "pieces", "ten_megabytes_first"}


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    """What has to be compiled is, so that nobody is late for that."""
    play_match(Match(RULES, ("call", "call"), deals=1))


async def play(
    *clients: str, hands: int = 4, seed: int = 0, wait: float = 5.0, limits: TimeLimits = QUICK
) -> tuple[Outcome, str]:
    """A match of clients by their behaviour; the log is checked."""
    setup = Setup(RULES, ("Ann", "Ben"), hands, seed, limits)
    text: list[str] = []
    tasks: list[asyncio.Task[None]] = []

    def come(ports: tuple[int, ...]) -> None:
        for number, (how, port) in enumerate(zip(clients, ports, strict=True)):
            tasks.append(asyncio.ensure_future(misbehave(port, how, 2 * seed + number)))

    playing = deal_on_sockets(setup, Record(setup, text.append), wait=wait, announce=come)
    outcome = await asyncio.wait_for(playing, 60)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    check_log("".join(text), outcome)
    return outcome, "".join(text)


@pytest.mark.parametrize("how", BEHAVIOURS)
def test_whatever_a_client_does_the_log_is_complete(how: str) -> None:
    limits = PATIENT if how in NEVER_STOP else QUICK
    outcome, log = asyncio.run(play("agent", how, seed=3, limits=limits))
    assert bool(outcome.stopped) == (how not in NEVER_STOP)
    assert "hand 0, Ann" not in log
    if outcome.stopped:
        assert f"hand {len(outcome.payoffs)}, Ben" in outcome.stopped
        assert "# unfinished, Ben: MATCHSTATE" in log


def test_who_hangs_is_named_with_the_limit() -> None:
    outcome, _ = asyncio.run(play("hang", "agent", hands=1))
    assert outcome.stopped == "hand 0, Ann took longer than 0.4 s for a response"
    limits = TimeLimits(response=5, hand=0.1)
    outcome, _ = asyncio.run(play("agent", "hang", limits=limits))
    assert outcome.stopped == "hand 0, Ben took longer than 0.1 s for a hand"
    limits = TimeLimits(response=5, hand=5, average=0.02)
    outcome, _ = asyncio.run(play("agent", "hang", hands=5, limits=limits))
    assert outcome.stopped.endswith("longer than 0.02 s a hand on the average of the match")


def test_who_never_comes_ends_the_match_before_it_begins() -> None:
    outcome, log = asyncio.run(play("agent", "absent", wait=0.1))
    assert outcome.stopped == "Ben did not come within 0.1 s"
    assert log.endswith("SCORE:0|0:Ann|Ben\n")
    outcome, _ = asyncio.run(play("absent", "absent", wait=0.1))
    assert outcome.stopped == "Ann and Ben did not come within 0.1 s"


@pytest.mark.parametrize("seed", range(4))
def test_a_stranger_gets_no_seat(seed: int) -> None:
    outcome, _ = asyncio.run(play("agent", "stranger", wait=0.1, seed=seed))
    assert outcome.stopped == "Ben did not come within 0.1 s"


def test_a_stranger_does_not_keep_others_out() -> None:
    async def both() -> Outcome:
        setup = Setup(RULES, ("Ann", "Ben"), 3)
        tasks = []

        def come(ports: tuple[int, ...]) -> None:
            for how, port in (("stranger", 1), ("stranger", 0), ("agent", 1), ("agent", 0)):
                tasks.append(asyncio.ensure_future(misbehave(ports[port], how, 4)))

        outcome = await deal_on_sockets(setup, Record(setup), announce=come)
        await asyncio.gather(*tasks)
        return outcome

    assert asyncio.run(both()).stopped == ""


def test_what_is_ignored_and_changed_is_in_the_log() -> None:
    _, log = asyncio.run(play("agent", "other_states", hands=3, seed=1, limits=PATIENT))
    assert "Ben: ignored 'MATCHSTATE:0:0::2c2d|:r': it answers another line" in log
    _, log = asyncio.run(play("agent", "wrong_actions", hands=12, seed=1, limits=PATIENT))
    assert "Ben: a fold where checking is free became a call" in log
    assert "is no action, and became a call" in log
    _, log = asyncio.run(play("agent", "ten_megabytes", hands=1, seed=1))
    assert len(log) < 20_000


def test_a_flood_does_not_fill_the_log() -> None:
    outcome, log = asyncio.run(play("agent", "flood"))
    assert "Ben took longer" in outcome.stopped
    assert log.count("# hand 0, Ben: ignored") <= 1000


def test_ports_are_what_one_says_and_on_this_machine_only() -> None:
    with socket.create_server((LOOPBACK, 0)) as taken:
        port = taken.getsockname()[1]
        setup = Setup(RULES, ("Ann", "Ben"), 3)
        with pytest.raises(VillainError, match=f"cannot listen at 127.0.0.1:{port}"):
            asyncio.run(deal_on_sockets(setup, Record(setup), ports=(0, port)))
    for ports in ((18741,), (18741, 18741), (0, 70000)):
        with pytest.raises(VillainError, match="port"):
            asyncio.run(deal_on_sockets(setup, Record(setup), ports=ports))


async def _cancelled(start: float) -> str:
    setup = Setup(RULES, ("Ann", "Ben"), 100)
    text: list[str] = []
    tasks = []

    def come(ports: tuple[int, ...]) -> None:
        tasks.extend([asyncio.ensure_future(misbehave(port, "hang", 1)) for port in ports])

    record = Record(setup, text.append)
    playing = asyncio.ensure_future(deal_on_sockets(setup, record, announce=come))
    await asyncio.sleep(start)
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing
    await asyncio.gather(*tasks)
    return "".join(text)


@pytest.mark.parametrize("start", [0.002, 0.2])
def test_an_interrupted_match_has_a_complete_log(start: float) -> None:
    log = asyncio.run(_cancelled(start))
    assert log.count("it was interrupted") == 1
    assert log.endswith("SCORE:0|0:Ann|Ben\n")
