"""Our agents on sockets: what they do in memory, with the names that the dealer tells."""

import asyncio
import signal
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import process_time, sleep

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.wire.own_time import run
from villain.agents import Agent
from villain.arena import Match, play_match
from villain.arena.clock import Clock
from villain.errors import VillainError
from villain.game import (
    CALL,
    Action,
    Observation,
    Rules,
    kuhn,
    leduc,
    limit_holdem,
    no_limit_holdem,
    raise_to,
)
from villain.game.gamedef import write_gamedef
from villain.wire.client import play_at
from villain.wire.guest import Guest
from villain.wire.matches import play_over_sockets, play_replay
from villain.wire.sockets import LOOPBACK


@pytest.mark.parametrize(
    ("rules", "agents", "deals"),
    [
        (limit_holdem(2), ("loki:som", "random"), 30),
        (limit_holdem(2), ("loki:gom", "loki:som"), 12),
        (no_limit_holdem(2), ("random", "raise:pot=0.5"), 300),
        (no_limit_holdem(3), ("random", "call", "random"), 40),
        (limit_holdem(4), ("random", "raise", "call", "random"), 20),
        (leduc(3), ("random", "raise", "call"), 60),
        (kuhn(), ("random", "random"), 60),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_a_match_on_sockets_is_the_match_in_memory(
    rules: Rules, agents: tuple[str, ...], deals: int
) -> None:
    match = Match(rules, agents, deals=deals, seed=11, patience=0)
    on_sockets = [run(play_replay(match, number)) for number in range(len(match.seatings))]
    assert np.array_equal([one.payoffs for one in on_sockets], play_match(match).payoffs)


@pytest.mark.slow
def test_a_thousand_hands_take_less_than_three_seconds() -> None:
    """Of this process's time, with the dealer and both clients in it; others may run beside it."""
    match = Match(limit_holdem(2), ("call", "call"), deals=1000, seed=3, duplicate=False)
    play_match(match)  # what has to be compiled is
    took = []
    for _ in range(3):
        started = process_time()
        play_over_sockets(match)
        took.append(process_time() - started)
    assert min(took) < 3


class Noting(Agent):
    """Notes what it sees, and plays what it is told to."""

    def __init__(self, action: Action = CALL) -> None:
        super().__init__(0)
        self.seen: list[Observation] = []
        self.ends: list[Observation] = []
        self.action = action

    def act(self, seen: Observation) -> Action:
        self.seen.append(seen)
        return self.action

    def watch(self, seen: Observation) -> None:
        self.ends.append(seen)


def noting(game: str = "", action: Action = CALL) -> tuple[Guest, Noting, list[str]]:
    complaints: list[str] = []
    guest = Guest("call", game=game, complain=complaints.append)
    agent = Noting(action)
    guest.agent = agent
    return guest, agent, complaints


def test_a_guest_answers_when_it_is_its_turn_and_sees_the_end() -> None:
    guest, agent, complaints = noting("limit")
    assert guest.hear("# hello") == guest.hear("; hello") == guest.hear("") == ""
    assert guest.hear("MATCHSTATE:0:0::AcJs|") == ""
    assert guest.hear("MATCHSTATE:0:0:r:AcJs|\r\n") == "MATCHSTATE:0:0:r:AcJs|:c"
    line = "MATCHSTATE:0:0:rc/:AcJs|/Kc5sQc"
    assert guest.hear(line) == f"{line}:c"
    assert guest.in_hand
    for _ in range(2):  # said twice, it is still one hand
        assert guest.hear("MATCHSTATE:0:0:rc/crf:AcJs|/Kc5sQc") == ""
    assert (guest.hands, int(guest.won), guest.in_hand) == (1, -4, False)
    (end,) = agent.ends
    assert end.names == ("call", "opponent 1")
    assert [seen.street for seen in agent.seen] == [0, 1]
    assert complaints == []


SAID = (
    "MATCHSTATE:1:0::|AcJs",
    "MATCHSTATE:1:0:cr:|AcJs",
    "MATCHSTATE:1:0:crc/r:|AcJs/Kc5sQc",
    "#names Ann|Ben",
    "#game GAMEDEF",
)


@given(
    st.lists(st.tuples(st.sampled_from(SAID), st.integers(0, 40), st.text(max_size=5)), max_size=6)
)
def test_what_a_dealer_says_is_played_or_refused(
    damages: list[tuple[str, int, str]],
) -> None:
    guest = Guest("call")
    for line, place, instead in damages:
        with suppress(VillainError):
            guest.hear(line[:place] + instead + line[place + len(instead) :])


def test_nonsense_is_not_taken_for_anothers_turn() -> None:
    guest, _, _ = noting("limit")
    guest.hear("MATCHSTATE:1:0::|AcJs")
    for line in ("hello", "x:0:0::AcJs|", "MATCHSTATE::0::AcJs|", "MATCHSTATE:0:0:"):
        with pytest.raises(VillainError):
            guest.hear(line)


def test_the_others_keep_their_names_when_the_button_moves() -> None:
    guest, agent, _ = noting("limit")
    guest.hear("MATCHSTATE:2:0::||AcJs")
    guest.hear("MATCHSTATE:1:1:c:|AcJs|")
    guest.hear("MATCHSTATE:1:1:cc:|AcJs|")
    assert agent.seen[0].names == ("opponent 1", "opponent 2", "call")
    assert agent.seen[1].names == ("opponent 2", "call", "opponent 1")
    guest.hear("#names Ann|Ben|Cid")
    guest.hear("MATCHSTATE:0:2:c:AcJs||")
    assert agent.seen[2].names == ("Ann", "Ben", "Cid")


FITS_BOTH = "fits holdem.limit.2p.reverse_blinds as well as holdem.nolimit.2p.reverse_blinds"


def test_the_game_is_what_one_says() -> None:
    guest, _, complaints = noting("nolimit")
    guest.hear("MATCHSTATE:0:0::AcJs|")
    assert guest.rules == no_limit_holdem(2)
    assert complaints == []


@pytest.mark.parametrize(
    ("line", "game"),
    [
        ("MATCHSTATE:0:0:r300:AcJs|", "holdem.nolimit.2p.reverse_blinds"),
        ("MATCHSTATE:0:0:r:AcJs|", "holdem.limit.2p.reverse_blinds"),
        ("MATCHSTATE:0:0:r300:AcJs||", "holdem.nolimit.3p"),
        ("MATCHSTATE:0:0:cr:AcJs||", "holdem.limit.3p"),
    ],
)
def test_a_raise_tells_the_game(line: str, game: str) -> None:
    guest, agent, complaints = noting()
    assert guest.hear("MATCHSTATE:0:0::" + line.rsplit(":", 1)[1]) == ""  # nothing is told yet
    assert (guest.rules, guest.in_hand) == (None, True)
    assert guest.hear(line) == f"{line}:c" * (agent.seen != [])
    assert guest.rules is not None
    assert guest.rules.name == game
    (note,) = complaints
    assert note.startswith(f"the dealer does not say the game; it is taken for {game} with blinds")


def test_hands_before_the_game_was_known_count() -> None:
    guest, agent, _ = noting()
    guest.hear("MATCHSTATE:0:0::AcJs|")
    guest.hear("MATCHSTATE:0:0:f:AcJs|")
    assert (guest.hands, guest.in_hand) == (0, False)
    guest.hear("MATCHSTATE:0:1:r300:AcJs|")
    assert (guest.hands, int(guest.won), len(agent.ends)) == (1, 50, 1)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("MATCHSTATE:1:0::|AcJs", FITS_BOTH),
        ("MATCHSTATE:0:0:c:AcJs|", FITS_BOTH),
        ("MATCHSTATE:0:0::AcJs|||", "fits no game of the competition; give --game a_file.game"),
        ("MATCHSTATE:0:0::Ac||", "fits no game of the competition"),
        ("MATCHSTATE:0:0:r6:AcJs|", "fits no game of the competition"),  # the blinds are others
        ("MATCHSTATE:0:0:r30000:AcJs|", "fits no game of the competition"),
        ("MATCHSTATE:0:0:r300r:AcJs|", "fits no game of the competition"),
    ],
)
def test_a_game_that_nobody_knows_is_not_played(line: str, complaint: str) -> None:
    guest, agent, _ = noting()
    with pytest.raises(VillainError, match=complaint):
        guest.hear(line)
    assert agent.seen == []


@pytest.mark.parametrize(
    ("game", "line", "complaint"),
    [
        ("limit", "MATCHSTATE:0:0:r300:AcJs|", "'r300' in limit; write r"),
        ("nolimit", "MATCHSTATE:0:0:r:AcJs|", "'r' in nolimit; write r300"),
        ("nolimit", "MATCHSTATE:0:0:r300:AcJs|", "may not raise to 300; legal: .* raise to 4–200"),
        ("holdem.limit.3p", "MATCHSTATE:0:0::AcJs|", "no cards that seat 0 can see"),
    ],
)
def test_a_line_that_cannot_be_of_the_game_is_refused(game: str, line: str, complaint: str) -> None:
    guest, agent, _ = noting(game)
    with pytest.raises(VillainError, match=f"{complaint}.*; is the game really {game}"):
        guest.hear(line)
    assert agent.seen == []


def test_a_dealer_who_deals_another_game_is_refused() -> None:
    for game, dealt in (("limit", no_limit_holdem(2)), ("nolimit", no_limit_holdem(2, stack=90))):
        guest = Guest("call", game=game)
        for line in ("ours", *write_gamedef(dealt).splitlines()):
            guest.hear(f"#game {line}")
        with pytest.raises(VillainError, match=f"deals ours, which is not {game} as --game says"):
            guest.hear("MATCHSTATE:1:0::|AcJs")


def test_who_only_talks_about_a_game_has_not_told_it() -> None:
    guest, _, _ = noting("limit")
    guest.hear("#game over soon")
    assert guest.hear("MATCHSTATE:1:0::|AcJs").endswith(":c")


@pytest.mark.parametrize(
    ("sent", "later", "taken"),
    [
        (raise_to(300), "r300", ""),
        (raise_to(300), "r300c/", ""),
        (raise_to(300), "", ""),  # the same line once more
        (raise_to(300), "c", "c"),
        (raise_to(300), "r3000", "r3000"),
        (raise_to(300), "r400c/", "r400"),
        (CALL, "f", "f"),
    ],
)
def test_an_action_that_comes_back_as_another_is_noticed(
    sent: Action, later: str, taken: str
) -> None:
    guest, _, complaints = noting("holdem.nolimit.2p.reverse_blinds", sent)
    said = guest.hear("MATCHSTATE:1:0::|AcJs").rsplit(":", 1)[1]
    guest.hear(f"MATCHSTATE:1:0:{later}:|AcJs{'/Kc5sQc' * ('/' in later)}")
    assert guest.changed == len(complaints) == bool(taken)
    if taken:
        assert complaints == [f"hand 0: the dealer took {said} as {taken}"]


ONLY_NO_LIMIT = """
from villain.agents.blind import Caller
from villain.game import Betting

class Deep(Caller):
    @classmethod
    def plays(cls, rules):
        return rules.betting is Betting.NO_LIMIT
"""


def test_a_game_that_the_agent_does_not_play_is_refused_before_the_match(tmp_path: Path) -> None:
    (tmp_path / "deep.py").write_text(ONLY_NO_LIMIT)
    spec = f"{tmp_path / 'deep.py'}:Deep"
    for game in ("limit", "holdem.limit.3p"):
        with pytest.raises(VillainError, match=f"does not play {game}"):
            Guest(spec, game=game)
    with pytest.raises(VillainError, match="does not play kuhn"):
        Guest("huang", game="kuhn")
    with pytest.raises(VillainError, match="does not play nolimit with 3 players"):
        Guest("huang", game="nolimit").hear("MATCHSTATE:0:0::AcJs||")
    with pytest.raises(VillainError, match=r"does not play holdem\.limit\.2p"):
        Guest(spec).hear("MATCHSTATE:0:0:r:AcJs|")
    with pytest.raises(VillainError, match="'simulator' does not play"):
        Guest("simulator").hear("MATCHSTATE:0:0::AcJs|")
    with pytest.raises(VillainError, match=FITS_BOTH):  # that he could play but one is no sign
        Guest(spec).hear("MATCHSTATE:1:0::|AcJs")


def test_the_game_that_the_dealer_tells_is_played() -> None:
    guest, _, complaints = noting()
    for line in ("ours", *write_gamedef(no_limit_holdem(2)).splitlines()):
        assert guest.hear(f"#game {line}") == ""
    assert guest.hear("MATCHSTATE:1:0::|AcJs").endswith(":c")
    assert guest.rules == replace(no_limit_holdem(2), name="ours")
    assert complaints == []


@pytest.mark.parametrize("action", [raise_to(999), Action("bluff"), None, Action("raise", "x")])  # type: ignore[arg-type]
def test_an_agent_that_fails_folds_or_checks(action: Action) -> None:
    guest, _, complaints = noting("limit", action)
    assert guest.hear("MATCHSTATE:0:0:r:AcJs|").endswith(":f")
    assert guest.hear("MATCHSTATE:0:0:c:AcJs|").endswith(":c")
    assert guest.failures == len(complaints) == 2
    assert complaints[0].startswith("hand 0: call ")


class Slow(Noting):
    """Thinks for too long."""

    def act(self, seen: Observation) -> Action:
        sleep(5)
        return super().act(seen)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="nobody can be interrupted here")
def test_an_agent_that_thinks_too_long_is_interrupted() -> None:
    complaints: list[str] = []
    clock = Clock(0.05)
    guest = Guest("call", game="limit", clock=clock, complain=complaints.append)
    guest.agent = Slow()
    with clock:
        assert guest.hear("MATCHSTATE:0:0:r:AcJs|").endswith(":f")
    assert complaints == ["hand 0: call took longer than 0.5 s"]  # the first hands have more time


def test_a_dealer_that_is_not_there_is_named() -> None:
    for port in (1, 0, 70000):
        with pytest.raises(VillainError, match=f"{port}"):
            run(play_at(LOOPBACK, port, Guest("call")))


async def _on_a_dealer_that_says(text: bytes) -> Guest:
    guest = Guest("call", game="limit")

    async def say(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(text)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(say, LOOPBACK, 0)
    try:
        await play_at(LOOPBACK, server.sockets[0].getsockname()[1], guest)
    finally:
        server.close()
    return guest


def test_a_dealer_that_misbehaves_is_left() -> None:
    guest = run(_on_a_dealer_that_says(b"MATCHSTATE:1:0::|AcJs\r\nMATCHSTATE:1:0:c"))
    assert (guest.hands, guest.in_hand) == (0, True)
    for text in (b"hello\r\n", b"x" * 100_000 + b"\n", b"MATCHSTATE:1:0:fff:|AcJs\n"):
        with pytest.raises(VillainError):
            run(_on_a_dealer_that_says(text))
