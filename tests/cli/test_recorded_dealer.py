"""``villain connect`` on foreign dealers as they were recorded: ours by hand, and real ones.

The real ones are the matches that the competition's own dealer recorded. The agent says again what
its seat has said there; what the dealer makes of it must be what the client believes.
"""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.cli.shell import Shell
from tests.wire.recorded_dealer import RecordedDealer
from tests.wire.test_dealer import DATA, read_member
from villain.agents import Agent
from villain.arena.clock import Clock
from villain.game import Action, Observation
from villain.hands.formats.acpc import GAMES
from villain.wire.client import play_on_dealer
from villain.wire.guest import Guest
from villain.wire.replies import read_action
from villain.wire.sockets import LOOPBACK

HERE = Path(__file__).parent.parent / "wire" / "recordings"


def connect(
    villain: Shell, name: str, agent: str, game: str = "", piece: int = 0
) -> tuple[int, Any, list[str], RecordedDealer]:
    """The exit status, the result, the complaints, and the dealer."""
    recording = (HERE / f"{name}.transcript").read_text()
    options = ("--game", str(HERE / game)) if game else ()
    with RecordedDealer(recording, piece=piece) as dealer:
        where = ("connect", LOOPBACK, str(dealer.port))
        code, out, err = villain(*where, "--agent", agent, *options, "--json")
    assert dealer.wrong == []
    return code, json.loads(out) if out else None, err.splitlines(), dealer


@pytest.mark.parametrize("piece", [0, 1, 7])
def test_a_dealer_who_reopens_the_betting_is_followed(villain: Shell, piece: int) -> None:
    code, result, said, _ = connect(villain, "reopened", "call", "unequal.game", piece)
    assert code == 0
    # 412.5 with half of a pot of 1365, then 2455, then a small blind.
    assert (result["hands"], result["chips"]) == (3, 2917.5)
    assert (result["failures"], result["changed"], result["finished"]) == (0, 0, True)
    assert result["departures"] == 2
    assert said == [
        "hand 0: the dealer lets seat 2 raise to 640; by our rules: fold, call 155",
        "hand 1: the dealer lets seat 0 raise to 2000; by our rules: fold, call 155",
    ]


def test_an_agents_words_do_not_steer_the_terminal(villain: Shell, tmp_path: Path) -> None:
    agent = tmp_path / "loud.py"
    agent.write_text(
        "from villain.agents import Agent\n"
        "class Loud(Agent):\n"
        "    def act(self, observation):\n"
        "        raise ValueError('no\\x1b[2J\\x9b1m\\nmore')\n"
    )
    with RecordedDealer((HERE / "reopened.transcript").read_text()) as dealer:
        where = ("connect", LOOPBACK, str(dealer.port), "--agent", f"{agent}:Loud")
        _, _, err = villain(*where, "--game", str(HERE / "unequal.game"))
    assert "no�[2J�1m more" in err
    assert "\x1b" not in err


def test_odd_chips_are_told_as_the_dealer_counts_them(villain: Shell) -> None:
    recording = (HERE / "reopened.transcript").read_text()
    game = str(HERE / "unequal.game")
    with RecordedDealer(recording) as dealer:
        where = ("connect", LOOPBACK, str(dealer.port), "--agent", "call", "--game", game)
        _, out, _ = villain(*where)
    assert out == "3 hands, +2917.5 chips\n"


def test_a_needless_check_is_given(villain: Shell) -> None:
    code, result, said, _ = connect(villain, "needless_check", "call", "short.game")
    assert (code, result["hands"], result["chips"], result["departures"]) == (0, 2, 0, 2)
    assert said[0] == "hand 0: the dealer asks seat 0, the only one with chips left, for a check"


def test_a_short_raise_in_limit_counts_as_the_dealer_counts_it(villain: Shell) -> None:
    code, result, said, _ = connect(villain, "short_raise_in_limit", "call", "limit.game")
    assert (code, result["hands"], result["chips"]) == (0, 1, -23)
    assert said == ["hand 0: the dealer lets seat 2 raise to 23; by our rules: fold, call 3"]


def test_an_action_that_came_back_as_another_is_told_loudly(villain: Shell) -> None:
    code, result, said, _ = connect(villain, "changed", "raise")
    assert code == 1
    assert result["game"] == "holdem.nolimit.2p.reverse_blinds"
    assert (result["hands"], result["chips"], result["changed"]) == (1, 300, 1)
    assert said == [
        "the dealer does not say the game; it is taken for holdem.nolimit.2p.reverse_blinds with "
        "blinds of 100 50 and stacks of 20000 20000",
        "hand 0: the dealer took r720 as c",
        "villain: the dealer took 1 action of raise as others; is the game really "
        "holdem.nolimit.2p.reverse_blinds? If not, give another --game",
    ]


def test_a_dealer_who_hangs_up_in_the_middle_of_a_hand_is_named(villain: Shell) -> None:
    code, result, said, _ = connect(villain, "hung_up", "call")
    assert code == 1
    assert result["game"] == "holdem.limit.2p.reverse_blinds"
    assert (result["hands"], result["chips"], result["finished"]) == (1, 5, False)
    assert said[-1] == "villain: the dealer hung up in the middle of a hand"


def test_a_game_that_nobody_says_is_asked_for(villain: Shell) -> None:
    code, result, said, dealer = connect(villain, "unclear", "call")
    assert (code, result, dealer.heard) == (2, None, [])
    (complaint,) = said
    assert complaint.endswith(
        "give --game holdem.limit.2p.reverse_blinds or --game holdem.nolimit.2p.reverse_blinds"
    )


@pytest.mark.parametrize(
    ("name", "game", "complaint"),
    [
        ("changed", "holdem.limit.2p.reverse_blinds", "'r300' in holdem.limit.2p.reverse_blinds"),
        ("changed", "nolimit", "may not raise to 300"),
        ("hung_up", "holdem.nolimit.2p.reverse_blinds", "'r' in holdem.nolimit.2p.reverse_blinds"),
    ],
)
def test_a_wrong_game_is_noticed_before_anything_is_answered(
    name: str, game: str, complaint: str, villain: Shell
) -> None:
    with RecordedDealer((HERE / f"{name}.transcript").read_text()) as dealer:
        where = ("connect", LOOPBACK, str(dealer.port), "--agent", "call", "--game", game)
        code, _, err = villain(*where)
    assert (code, "".join(dealer.heard)) == (2, "")
    assert complaint in err.splitlines()[-1]
    assert "give another --game" in err.splitlines()[-1]


def test_a_game_that_the_agent_does_not_play_is_refused_before_anybody_is_called(
    villain: Shell,
) -> None:
    code, out, err = villain("connect", LOOPBACK, "1", "--agent", "huang", "--game", "limit")
    assert (code, out) == (2, "")
    assert err == (
        "villain: agent 'huang' does not play limit with 2 players; see villain agents\n"
    )


class Reciter(Agent):
    """Says again what somebody has said."""

    def __init__(self, actions: list[str]) -> None:
        super().__init__(0)
        self._actions = iter(actions)

    def act(self, seen: Observation) -> Action:
        action, _ = read_action(next(self._actions), seen)
        return action


@pytest.mark.slow
@pytest.mark.data
@pytest.mark.skipif(not DATA.exists(), reason=f"no data at {DATA}; set VILLAIN_DATA")
@pytest.mark.parametrize("game", GAMES)
def test_the_competitions_matches_over_sockets(game: str) -> None:
    """From every seat the same answers, no complaint, and the chips of the dealer's score."""
    match = f"acpc_{game.removeprefix('holdem.')}_s42"
    recorded = read_member(f"{match}.transcript")
    score = recorded.splitlines()[-1].split(":")[1].split("|")
    for seat, won in enumerate(score, 1):
        said = re.findall(rf"^FROM {seat} at \S+ \S*:(\S+)\r$", recorded, re.M)
        complaints: list[str] = []
        clock = Clock(0)
        guest = Guest("call", game=game, complain=complaints.append)
        guest.agent = Reciter(said)
        with RecordedDealer(recorded, seat) as dealer:
            play_on_dealer(LOOPBACK, dealer.port, guest, clock)
        assert (dealer.wrong, complaints) == ([], [])
        assert (guest.hands, guest.in_hand) == (1000, False)
        assert abs(guest.won - Fraction(won)) < Fraction(1, 1000)
