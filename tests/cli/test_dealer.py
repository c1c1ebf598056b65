"""``villain dealer`` and ``villain connect``, as programs of their own."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from villain.histories.formats.acpc import FORMAT, split
from villain.histories.formats.format import read_hand

MAIN = (sys.executable, "-c", "from villain.cli.app import main; main()")
GAME = "holdem.limit.2p.reverse_blinds"


@contextmanager
def running(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    pipe = subprocess.PIPE
    with subprocess.Popen([*MAIN, *arguments], stdout=pipe, stderr=pipe, text=True) as program:
        try:
            yield program
        finally:
            program.kill()


def opened(dealer: "subprocess.Popen[str]") -> list[str]:
    """The ports that a dealer prints before it waits."""
    assert dealer.stdout is not None
    ports: list[str] = []
    while len(ports) < 2:
        line = dealer.stdout.readline()
        assert line.startswith("#")
        if "connects to" in line:
            ports.append(line.split()[-1])
    return ports


def test_two_agents_play_on_a_dealer(tmp_path: Path, villain: Shell) -> None:
    log, transcript = tmp_path / "our match.log", tmp_path / "match.transcript"
    with running(
        *("dealer", "--game", GAME, "--hands", "40", "--seed", "3", "--names", "Ann,Ben"),
        *("--log", str(log), "--transcript", str(transcript)),
    ) as dealer:
        one, two = opened(dealer)
        with running("connect", "localhost", one, "--agent", "call") as ann:
            found = villain.json("connect", "127.0.0.1", two, "--agent", "raise")
            out, err = ann.communicate(timeout=60)
        rest, problems = dealer.communicate(timeout=60)
    assert (problems, err) == ("", "")
    assert found["game"] == GAME
    assert (found["hands"], found["failures"], found["finished"]) == (40, 0, True)
    assert out == f"40 hands, {-found['chips']:+} chips\n"
    text = log.read_text()
    assert text.endswith(rest)
    assert text.splitlines()[-1] == f"SCORE:{-found['chips']}|{found['chips']}:Ann|Ben"
    assert text.startswith(f"# name/game/hands/seed our_match {GAME}.game 40 3\n")
    hands = [read_hand(FORMAT, block.text, GAME)[0] for block in split(text, 1)]
    assert len(hands) == 40
    assert "FROM 2" in transcript.read_text()


def test_a_dealer_that_waits_in_vain_says_so(villain: Shell) -> None:
    code, out, err = villain("dealer", "--hands", "5", "--wait", "0.05")
    assert code == 1
    assert out.splitlines()[-2:] == [
        "# the match was stopped: player1 and player2 did not come within 0.05 s",
        "SCORE:0|0:player1|player2",
    ]
    assert err.startswith("villain: the match was stopped: player1")
    code, out, err = villain("dealer", "--wait", "0.05", "--json")
    assert code == 1
    assert json.loads(out)["score"] == {"player1": 0, "player2": 0}
    assert "# player1 connects to 127.0.0.1 " in err


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is another thing there")
def test_ctrl_c_leaves_a_complete_log() -> None:
    with running("dealer", "--hands", "5") as dealer:
        opened(dealer)
        dealer.send_signal(signal.SIGINT)
        rest, err = dealer.communicate(timeout=60)
    assert dealer.returncode == 130
    assert rest.splitlines()[-2:] == [
        "# the match was stopped: it was interrupted",
        "SCORE:0|0:player1|player2",
    ]
    assert err == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--ports", "x,y"), "'x,y' are no ports"),
        (("--ports", "18741"), "1 players"),
        (("--names", "Ann,Ben", "--ports", "18741"), "1 ports for 2 seats"),
        (("--names", "Ann,Ann"), "2 names for 2 seats"),
        (("--game", "potlimit"), "potlimit"),
        (("--game", "whist"), "no game is called 'whist'"),
        (("--hands", "0"), "hands"),
        (("--response-time", "0"), "time limits"),
        (("--log", "nowhere/x.log"), "cannot be written"),
        (("--host", "256.1.1.1"), "cannot listen"),
    ],
)
def test_what_a_person_got_wrong_is_one_line(
    arguments: tuple[str, ...], message: str, villain: Shell
) -> None:
    code, out, err = villain("dealer", *arguments)
    assert (code, len(err.splitlines())) == (2, 1)
    assert message in err
    assert "STATE" not in out


def test_connect_says_what_is_wrong(villain: Shell) -> None:
    code, _, err = villain("connect", "127.0.0.1", "1", "--wait", "0", "--agent", "call")
    assert (code, "no dealer at 127.0.0.1:1" in err) == (2, True)
    code, _, err = villain("connect", "127.0.0.1", "1", "--agent", "nobody")
    assert (code, "no agent is called" in err) == (2, True)
