"""The way in, over real sockets: hosts, tokens, rates, lengths, and what every answer carries."""

import asyncio
import json
import logging
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import websockets

from tests.web.serving import Reply, ask, serving
from villain.errors import VillainError
from villain.web import server as server_module
from villain.web import visitors
from villain.web.close_codes import REFUSED, TOO_MUCH
from villain.web.door import HEADERS, MOST_SAID
from villain.web.guard import Guard, check_token
from villain.web.server import make_app

TOKEN = "a-long-enough-secret"
SETTINGS = {"opponents": ["call"], "speed": "instant", "seed": 4}


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    with serving(make_app(tmp_path / "tables", tmp_path / "hands")) as found:
        yield found


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[int]:
    """A server that asks for a token."""
    with serving(make_app(tmp_path / "shared", tmp_path / "hands", TOKEN)) as found:
        yield found


def lacking(reply: Reply) -> set[str]:
    return {name for name, value in HEADERS.items() if reply.headers.get(name.lower()) != value}


def test_every_answer_carries_the_security_headers(
    port: int, shared: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_: object) -> None:
        raise RuntimeError("the secret of the house")

    monkeypatch.setattr(server_module, "lobby", fail)
    answers = {
        200: ask(port, "/"),
        303: ask(shared, f"/?token={TOKEN}"),
        400: ask(port, "/api/profile?name=nobody"),
        403: ask(shared, "/"),
        404: ask(port, "/nowhere"),
        405: ask(port, "/api/lobby", method="DELETE"),
        413: ask(port, "/api/tables", body=b"x" * (MOST_SAID + 1)),
        422: ask(port, "/api/tables", body={}),
        429: [ask(shared, f"/?token=wrong-{number}") for number in range(20)][-1],
        500: ask(port, "/api/lobby"),
    }
    assert {status: answer.status for status, answer in answers.items()} == {
        status: status for status in answers
    }
    assert {status: lacking(answer) for status, answer in answers.items() if lacking(answer)} == {}


def test_what_fails_inside_is_told_to_the_terminal_only(
    port: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(**_: object) -> None:
        raise RuntimeError("the secret of the house")

    monkeypatch.setattr(server_module, "lobby", fail)
    with caplog.at_level(logging.ERROR):
        answer = ask(port, "/api/lobby")
    assert answer.status == 500
    assert answer.words == "something went wrong here; the terminal has the details"
    assert "the secret of the house" in caplog.text


def test_what_fails_at_the_door_is_answered_too(
    port: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("the secret of the house")

    monkeypatch.setattr(Guard, "refusal", fail)
    with caplog.at_level(logging.ERROR):
        answer = ask(port, "/")
    assert (answer.status, lacking(answer)) == (500, set())
    assert answer.words == "something went wrong here; the terminal has the details"
    assert "the secret of the house" in caplog.text


NO_HOSTS = [
    *("[", "[::1", "]", "a b", "127.0.0.1:x", "127.0.0.1/x", "", "@"),
    *("[:::]", "[1]", "[.]", "[]", "[::1%lo]", "[v1.x]", "[[::1]]", "[1:2:3:4:5:6:7:8:9]"),
]


@pytest.mark.parametrize("host", NO_HOSTS)
def test_a_host_that_is_none_is_a_bad_request(port: int, host: str) -> None:
    answer = ask(port, "/", Host=host)
    assert (answer.status, lacking(answer)) == (400, set())


@pytest.mark.parametrize("host", ["[:::]", "[1]", "[.]"])
def test_a_line_to_a_host_that_is_none_is_refused(port: int, host: str) -> None:
    upgrade = (
        f"GET /api/tables/none HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", port), 10) as line:
        line.sendall(upgrade.encode())
        answer = b""
        while b"names no host" not in answer:
            piece = line.recv(1000)
            assert piece, answer
            answer += piece
    _, _, said = answer.partition(b"\r\n\r\n")
    assert said[:1] == b"\x88"  # a close
    assert int.from_bytes(said[2:4]) == REFUSED


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "[::1]", "[0:0::1]:8421"])
def test_own_names_are_hosts(port: int, host: str) -> None:
    assert ask(port, "/", Host=host).status == 200


def test_an_origin_that_is_none_is_refused(port: int) -> None:
    assert ask(port, "/api/lobby", Origin="http://[").status == 403
    assert ask(port, "/api/lobby", Origin="null").status == 403
    assert ask(port, "/api/lobby", Origin=f"http://127.0.0.1:{port}").status == 200


@pytest.mark.parametrize("path", ["/nowhere", "/%00", "/%ff%fe", "/..%2f..%2fetc", "/" + "x" * 999])
def test_an_address_that_leads_nowhere_shows_the_way_back(port: int, path: str) -> None:
    answer = ask(port, path)
    assert answer.status == 404
    assert b'<a href="/">' in answer.body


@pytest.mark.parametrize(
    "path", ["//elsewhere.example/", "///elsewhere.example", "/%2Felsewhere.example/", "/%5Celse/"]
)
def test_a_token_leads_nowhere_else(shared: int, path: str) -> None:
    answer = ask(shared, f"{path}?token={TOKEN}")
    assert answer.status == 303
    location = answer.headers["location"]
    assert location.startswith("/")
    assert location[1:2] not in ("/", "\\")


def test_an_upload_without_end_is_cut_off(port: int) -> None:
    """8 MB in pieces, whose length nobody has said before."""
    piece = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    with socket.create_connection(("127.0.0.1", port), 10) as line:
        line.sendall(
            f"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
        )
        sent = 0
        line.settimeout(0.05)
        answer = b""
        while not answer and sent < 128:
            sent += 1
            with suppress(TimeoutError, ConnectionError):  # the answer may be there already
                line.sendall(piece)
            with suppress(TimeoutError):
                answer = line.recv(100)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert sent < 128


def test_tokens_are_guessed_slowly(shared: int) -> None:
    guesses = [ask(shared, f"/?token=guess-{number}").status for number in range(40)]
    assert guesses.count(403) <= 12
    assert guesses[-1] == 429
    assert ask(shared, f"/?token={TOKEN}").status == 429  # no guess is looked at now
    assert ask(shared, "/", Cookie="villain-token=another-guess").status == 429
    assert ask(shared, f"/?token={TOKEN}", source="127.0.0.2").status == 303  # others are not hurt


def test_many_visitors_together_guess_slowly_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visitors, "ALL_WRONG_AT_ONCE", 20.0)
    with serving(make_app(tmp_path / "tables", tmp_path / "hands", TOKEN)) as shared:
        assert ask(shared, f"/?token={TOKEN}", source="127.0.1.1").status == 303
        guesses = [
            ask(shared, f"/?token={house}-{number}", source=f"127.0.0.{house}").status
            for house in range(2, 12)
            for number in range(5)
        ]
        assert guesses.count(403) < 40
        assert guesses[-1] == 429
        assert ask(shared, f"/?token={TOKEN}", source="127.0.0.99").status == 429
        # Whoever has been here before is not shut out by them.
        cookie = f"villain-token={TOKEN}"
        assert ask(shared, "/api/lobby", source="127.0.1.1", Cookie=cookie).status == 200


def test_an_old_page_that_tries_again_is_no_guesser(shared: int) -> None:
    for _ in range(30):
        assert ask(shared, "/api/lobby", Cookie="villain-token=of-yesterday").status == 403
    assert ask(shared, f"/?token={TOKEN}", Cookie="villain-token=of-yesterday").status == 303


def test_wrong_keys_shut_nobody_out_of_the_page(shared: int) -> None:
    cookie = f"villain-token={TOKEN}"
    opened = json.loads(ask(shared, "/api/tables", body=SETTINGS, Cookie=cookie).body)
    path = f"/api/tables/{opened['table']}/export?key="
    wrong = [ask(shared, f"{path}{number}", Cookie=cookie) for number in range(20)]
    assert wrong[-1].status == 429
    assert "wrong keys" in wrong[-1].words
    assert ask(shared, "/", Cookie=cookie).status == 200
    assert ask(shared, "/api/lobby", Cookie=cookie).status == 200
    assert ask(shared, "/").words == "open the address that villain play has printed"


def test_pages_of_other_sites_guess_for_nobody(shared: int) -> None:
    for number in range(30):
        assert ask(shared, f"/?token={number}", Sec_Fetch_Site="cross-site").status == 403
    assert ask(shared, f"/?token={TOKEN}").status == 303


@pytest.mark.parametrize(
    ("token", "words"), [("secret", "12 are the least"), ("with spaces in it", "letters, digits")]
)
def test_a_weak_token_is_refused(token: str, words: str) -> None:
    with pytest.raises(VillainError, match=words):
        check_token(token)
    check_token(TOKEN)


def test_requests_are_counted_by_visitor(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "A_SECOND", 1.0)  # however slow this machine is
    answers = [ask(port, "/api/nothing").status for _ in range(250)]
    assert answers.count(404) < 200
    assert answers[-1] == 429
    assert ask(port, "/api/nothing", source="127.0.0.2").status == 404
    assert ask(port, "/api/nothing", X_Forwarded_For="127.0.0.3").status == 429


def test_a_proxy_is_believed_where_it_is_named(tmp_path: Path) -> None:
    app = make_app(tmp_path / "tables", tmp_path / "hands")
    with serving(app, proxy="127.0.0.1") as port:
        for visitor in ("10.0.0.1", "10.0.0.2"):
            answers = [
                ask(port, "/api/nothing", X_Forwarded_For=visitor).status for _ in range(100)
            ]
            assert set(answers) == {404}


async def say_much(addresses: list[str], each: int) -> list[int | None]:
    """Say something on several connections in turn; the codes with which they are closed."""
    said = json.dumps({"type": "session"})
    sockets = [await websockets.connect(address) for address in addresses]

    async def listen(one: Any) -> int | None:  # noqa: ANN401
        try:
            while True:
                await one.recv()
        except websockets.ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None

    listeners = [asyncio.create_task(listen(one)) for one in sockets]
    for _ in range(each):
        for one in sockets:
            if one.close_code is None:
                await one.send(said)
    await asyncio.wait(listeners, timeout=1)
    for one in sockets:
        await one.close()
    return [await listener for listener in listeners]


def test_messages_are_counted_by_visitor(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "A_SECOND", 1.0)
    opened = [json.loads(ask(port, "/api/tables", body=SETTINGS).body) for _ in range(5)]
    addresses = [
        f"ws://127.0.0.1:{port}/api/tables/{one['table']}?key={one['key']}" for one in opened
    ]
    assert TOO_MUCH in asyncio.run(say_much(addresses, 60))
