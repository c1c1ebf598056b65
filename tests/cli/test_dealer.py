"""``villain dealer`` and ``villain connect``, as programs of their own."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import pytest

from tests.cli.shell import Shell
from tests.wire.logs import log_of
from villain.hands.formats.acpc import GAMES
from villain.wire.setup import find_rules

MAIN = (sys.executable, "-c", "from villain.cli.app import main; main()")
GAME = "holdem.limit.2p.reverse_blinds"
LONGEST = 300.0
"""Seconds after which a program is ended, whatever it does; some have to compile first."""

Program = subprocess.Popen[str]


@contextmanager
def running(*arguments: str) -> Iterator[Program]:
    """A command of ours that runs beside us, but not for ever."""
    pipe = subprocess.PIPE
    with subprocess.Popen([*MAIN, *arguments], stdout=pipe, stderr=pipe, text=True) as program:
        end = Timer(LONGEST, program.kill)
        end.daemon = True
        end.start()
        try:
            yield program
        finally:
            end.cancel()
            program.kill()


def opened(dealer: Program) -> list[str]:
    """The ports that a dealer prints before it waits."""
    assert dealer.stdout is not None
    ports: list[str] = []
    while len(ports) < 2:
        line = dealer.stdout.readline()
        assert line.startswith("#")
        if "connects to" in line:
            ports.append(line.split()[-1])
    return ports


def test_two_agents_play_on_a_dealer(tmp_path: Path) -> None:
    log, transcript = tmp_path / "our match.log", tmp_path / "match.transcript"
    with running(
        *("dealer", "--game", GAME, "--hands", "40", "--seed", "3", "--names", "Ann,Ben"),
        *("--log", str(log), "--transcript", str(transcript)),
    ) as dealer:
        one, two = opened(dealer)
        with (
            running("connect", "localhost", one, "--agent", "call") as ann,
            running("connect", "127.0.0.1", two, "--agent", "raise", "--json") as ben,
        ):
            (out, err), (told, nothing) = ann.communicate(), ben.communicate()
        rest, problems = dealer.communicate()
    assert "villain" not in problems + err + nothing
    found = json.loads(told)
    assert found["game"] == GAME
    assert (found["hands"], found["failures"], found["finished"]) == (40, 0, True)
    assert out == f"40 hands, {-found['chips']:+} chips\n"
    text = log.read_text()
    assert text.endswith(rest)
    assert text.splitlines()[-1] == f"SCORE:{-found['chips']}|{found['chips']}:Ann|Ben"
    assert text.startswith(f"# name/game/hands/seed our_match {GAME}.game 40 3\n")
    assert text.count("\nSTATE:") == 40
    assert "FROM 2" in transcript.read_text()


IMPORTED = [
    *((name, rules.players) for name, rules in GAMES.items()),
    *((name, players) for name in ("limit", "nolimit") for players in (2, 3)),
]


@pytest.mark.parametrize(("game", "players"), IMPORTED)
def test_a_log_is_imported_and_its_players_have_profiles(
    game: str, players: int, tmp_path: Path, villain: Shell
) -> None:
    log, store = tmp_path / "match.log", str(tmp_path / "store")
    text, won = log_of(game, 12, players)
    log.write_text(text)
    found = villain.json("import", str(log), "--store", store, "--workers", "1")
    assert (found["added"], found["refused"]) == (12, 0)
    known = villain.json("players", "--store", store, "--min-hands", "1")["players"]
    assert {one["name"]: one["hands"] for one in known} == dict.fromkeys(won, 12)
    profile = villain.json("profile", "Ann", "--store", store)
    assert profile["hands"] == 12
    big_blind = find_rules(game, players).big_blind
    assert {one["name"]: one["won"] for one in known} == pytest.approx(
        {name: chips / big_blind for name, chips in won.items()}
    )


def test_a_log_on_the_screen_does_not_steer_it(villain: Shell, tmp_path: Path) -> None:
    log = tmp_path / "match\x1b[2J.log"
    _, out, err = villain("dealer", "--hands", "5", "--wait", "0.05", "--log", str(log))
    assert "match�[2J limit.game 5" in out
    assert "\x1b" not in out + err
    assert "\x1b" in log.read_text()


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
@pytest.mark.parametrize(
    ("number", "as_json"),
    [("SIGINT", False), ("SIGINT", True), ("SIGTERM", True), ("SIGHUP", False)],
)
def test_who_is_ended_leaves_a_complete_log(number: str, as_json: bool, tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    log.touch()
    with running("dealer", "--log", str(log), *["--json"] * as_json) as dealer:
        ports = dealer.stderr if as_json else dealer.stdout
        assert ports is not None
        while "player2 connects to" not in (line := ports.readline()):
            assert line.startswith("#")
        dealer.send_signal(signal.Signals[number])
        rest, said = dealer.communicate()
    assert dealer.returncode == 128 + signal.Signals[number]
    assert said.splitlines()[-1] == "villain: stopped"
    end = ["# the match was stopped: it was interrupted", "SCORE:0|0:player1|player2"]
    assert log.read_text().splitlines()[-2:] == end
    if as_json:
        assert json.loads(rest)["stopped"] == "it was interrupted"
    else:
        assert rest.splitlines()[-2:] == end


HAND = (b"MATCHSTATE:1:0::|AcJs", b"MATCHSTATE:1:0:c:|AcJs", b"MATCHSTATE:1:0:crf:|AcJs")


@contextmanager
def one_hand_on_our_own_dealer(*options: str) -> Iterator[tuple[Program, socket.socket]]:
    """A client that has played a hand and waits for the next line."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        door.settimeout(LONGEST)
        port = str(door.getsockname()[1])
        arguments = ("--agent", "call", "--game", "limit", *options)
        with running("connect", "127.0.0.1", port, *arguments) as client:
            line, _ = door.accept()
            with line, line.makefile("rb") as heard:
                line.settimeout(LONGEST)
                assert heard.readline() == b"VERSION:2.0.0\r\n"
                assert heard.readline().startswith(b"#")
                line.sendall(HAND[0] + b"\r\n")
                assert heard.readline() == HAND[0] + b":c\r\n"
                for state in (HAND[1], HAND[2], b"MATCHSTATE:0:1:c:AcJs|"):
                    line.sendall(state + b"\r\n")
                assert heard.readline() == b"MATCHSTATE:0:1:c:AcJs|:c\r\n"
                yield client, line


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is another thing there")
def test_ctrl_c_in_a_client_tells_what_was_played() -> None:
    with one_hand_on_our_own_dealer("--json") as (client, _):
        client.send_signal(signal.SIGINT)
        out, _ = client.communicate()
    assert client.returncode == 130
    found = json.loads(out)
    assert (found["hands"], found["chips"], found["finished"]) == (1, -2, False)


@pytest.mark.parametrize(
    ("says", "code", "complaint"),
    [
        (b"", 1, "villain: the dealer hung up in the middle of a hand"),
        (b"hello\r\n", 2, "'hello' is no state; it should be MATCHSTATE:"),
        (b"MATCHSTATE:0:1:crc:AcJs|\r\n", 2, "the board has 0 cards, too few"),
    ],
)
def test_a_dealer_that_misbehaves_is_left_with_the_score(
    says: bytes, code: int, complaint: str
) -> None:
    with one_hand_on_our_own_dealer() as (client, line):
        line.sendall(says)
        line.shutdown(socket.SHUT_WR)
        out, err = client.communicate()
    assert (client.returncode, out) == (code, "1 hand, -2 chips\n")
    assert complaint in err.splitlines()[-1]
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--ports", "x,y"), "'x,y' are no ports"),
        (("--ports", "18741"), "1 ports for 2 seats"),
        (("--names", "Ann,Ben", "--ports", "18741"), "1 ports for 2 seats"),
        (("--ports", "0,70000"), "port 70000"),
        (("--names", "Ann,Ann"), "2 names for 2 seats"),
        (("--game", "potlimit"), "potlimit"),
        (("--game", "whist"), "no game is called 'whist'"),
        (("--hands", "0"), "hands"),
        (("--wait", "nan"), "a wait of nan"),
        (("--response-time", "0"), "time limits"),
        (("--log", "nowhere/x.log"), "cannot be written"),
        (("--log", "x.log", "--transcript", "./x.log"), "both the log and the transcript"),
        (("--host", "256.1.1.1"), "cannot listen"),
    ],
)
def test_what_a_person_got_wrong_is_one_line(
    arguments: tuple[str, ...], message: str, villain: Shell
) -> None:
    code, out, err = villain("dealer", *arguments)
    assert (code, len(err.splitlines())) == (2, 1)
    assert message in err
    assert out == ""


def test_a_match_that_cannot_begin_leaves_an_older_log(tmp_path: Path, villain: Shell) -> None:
    log = tmp_path / "x.log"
    log.write_text("older")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ports = f"0,{taken.getsockname()[1]}"
        code, _, err = villain("dealer", "--ports", ports, "--log", str(log))
    assert (code, "Address already in use" in err) == (2, True)
    assert log.read_text() == "older"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk is full here")
def test_a_full_disk_is_one_line(villain: Shell) -> None:
    code, _, err = villain("dealer", "--log", "/dev/full", "--wait", "0")
    assert (code, err) == (2, "villain: cannot write /dev/full: No space left on device\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("127.0.0.1", "1"), "no dealer at 127.0.0.1:1: Connection refused"),
        (("127.0.0.1", "70000"), "port 70000; it should be 1 to 65535"),
        (("x" * 80, "1"), "label too long"),
        (("127.0.0.1", "1", "--agent", "nobody"), "no agent is called"),
        (("127.0.0.1", "1", "--game", "whist"), "no game is called 'whist'"),
        (("127.0.0.1", "1", "--patience", "-1"), "a patience of -1"),
        (("127.0.0.1", "1", "--wait", "inf"), "a wait of inf"),
    ],
)
def test_connect_says_what_is_wrong(
    arguments: tuple[str, ...], message: str, villain: Shell
) -> None:
    code, out, err = villain("connect", "--wait", "0", "--agent", "call", *arguments)
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert message in err
