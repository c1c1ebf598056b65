"""The server, over real messages."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from villain.agents.cast import EXPERT, line_up
from villain.agents.families import PEOPLE, STRONG, family_of
from villain.web import costly
from villain.web.close_codes import CROWDED, MOST_WATCHERS, UNREADABLE
from villain.web.guard import MOST_BYTES
from villain.web.pacing import TEMPOS, Tempo
from villain.web.server import make_app

WS = "ws://127.0.0.1:8421"
SETTINGS = {"opponents": ["call", "loki:som"], "speed": "instant", "seed": 4}


def served(*told: Any) -> TestClient:  # noqa: ANN401
    return TestClient(make_app(*told), base_url="http://127.0.0.1:8421")


@pytest.fixture(autouse=True)
def quick_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is shown here is looked at; when it is shown, test_pacing looks at."""
    monkeypatch.setitem(TEMPOS, "instant", Tempo(0.01, 0.3, 0.1))


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with served(tmp_path / "tables", tmp_path / "hands") as found:
        yield found


def open_table(client: TestClient, **settings: object) -> str:
    opened = client.post("/api/tables", json={**SETTINGS, **settings})
    assert opened.status_code == 200, opened.text
    return "/api/tables/{table}?key={key}".format(**opened.json())


@contextmanager
def at(client: TestClient, address: str) -> Iterator[WebSocketTestSession]:
    with client.websocket_connect(WS + address) as socket:
        yield socket


def until(socket: WebSocketTestSession, kind: str = "update", **wanted: object) -> dict[str, Any]:
    """The next message of a kind whose view is as wanted."""
    for _ in range(500):
        told: dict[str, Any] = json.loads(socket.receive_text())
        view = told.get("view", {})
        if told["type"] == kind and all(view.get(key) == value for key, value in wanted.items()):
            return told
    raise AssertionError(f"no {kind} with {wanted}")


def act(
    socket: WebSocketTestSession, view: dict[str, Any], action: str = "call", to: int = 0
) -> None:
    said = {"type": "act", "hand": view["hand"], "seq": view["seq"], "action": action, "to": to}
    socket.send_text(json.dumps(said))


def play(socket: WebSocketTestSession, hands: int) -> dict[str, Any]:
    """Call everything until so many hands are over."""
    while True:
        told = json.loads(socket.receive_text())
        if told["type"] != "update":
            continue
        view: dict[str, Any] = told["view"]
        if view["over"] and view["hand"] >= hands:
            return view
        if view["legal"]:
            act(socket, view)


def test_the_lobby_has_a_sensible_default(client: TestClient) -> None:
    told = client.get("/api/lobby").json()
    assert told["default"]["opponents"] == told["usual"][4] == line_up(5)
    assert told["default"]["betting"] == "nolimit"
    assert told["usual"][0] == [EXPERT]
    names = [agent["name"] for agent in told["agents"]]
    families = [agent["family"] for agent in told["agents"]]
    assert len({*names}) == len(names)
    assert list(dict.fromkeys(families))[:3] == [PEOPLE, STRONG, family_of("loki")]
    assert told["agents"][0]["title"] == "Rosa, a nit"
    assert {"loki:som", "call"} <= {agent["name"] for agent in told["agents"]}
    assert "specific" in {reader["name"] for reader in told["readers"]}


def test_hands_are_played_and_stored(client: TestClient) -> None:
    address = open_table(client)
    with at(client, address) as socket:
        view = play(socket, 3)
    assert view["result"]
    found = client.get("/api/hands").json()["hands"]
    assert len(found) >= 3
    assert {row["name"] for row in client.get("/api/players").json()["players"]} >= {"you", "call"}
    profile = client.get("/api/profile", params={"name": "you"}).json()
    assert profile["hands"] >= 3
    assert len(profile["winnings"]["net"]) == profile["hands"]
    replay = client.get(f"/api/hands/{found[0]['hand']}").json()
    assert len(replay["frames"]) >= 2
    text = client.get(address.replace("?", "/export?") + "&format=pokerstars").text
    assert text.startswith("PokerStars Hand")
    assert client.get(address.replace("?", "/export?")).text.startswith("[1]\nvariant")


def test_a_reload_finds_the_table_as_it_was(client: TestClient) -> None:
    address = open_table(client)
    with at(client, address) as socket:
        before = until(socket, turn=0)["view"]
    with at(client, address) as socket:
        assert until(socket)["view"] == before


def test_a_new_server_finds_the_hand_where_it_was(tmp_path: Path) -> None:
    folders = (tmp_path / "tables", tmp_path / "hands")
    with served(*folders) as client:
        address = open_table(client)
        with at(client, address) as socket:
            before = until(socket, turn=0)["view"]
    with served(*folders) as client, at(client, address) as socket:
        again = until(socket)["view"]
        assert again == before
        act(socket, again)
        assert until(socket)["view"]["seq"] > before["seq"]


def test_reads_come_when_asked_for(client: TestClient) -> None:
    with at(client, open_table(client)) as socket:
        act(socket, until(socket, turn=0)["view"])  # who has not acted is not read
        socket.send_text(json.dumps({"type": "look", "about": "you", "chair": 2}))
        read = until(socket, "read")
        assert len(read["grid"]) == 169
        assert read["styles"]
        socket.send_text(json.dumps({"type": "look", "about": "you", "chair": 1}))
        assert "reads nobody" in until(socket, "read")["lead"]["words"]
        socket.send_text(json.dumps({"type": "look", "about": "them", "chair": 2}))
        read = until(socket, "read")
        while read["about"] != "them":
            read = until(socket, "read")
        assert 0 < read["equity"] < 1
        while read["thinking"] or not read["values"]:
            read = until(socket, "read")
        assert [one["best"] for one in read["values"]].count(True) == 1
        assert read["forecasts"]


def test_costly_decisions_are_told_when_asked_for(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(costly, "FRESH", 20)
    with at(client, open_table(client)) as socket:
        play(socket, 2)
        socket.send_text('{"type": "review"}')
        told = until(socket, "costliest")
        while told["judged"] < 2:
            told = until(socket, "costliest")
        assert len(told["decisions"]) <= 5
        socket.send_text('{"type": "review", "wanted": false}')


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ('{"type": "act", "hand": 1, "seq": 99999, "action": "call"}', "moved on"),
        ("not json", "does not understand"),
        ('{"type": "dance"}', "does not understand"),
        ('{"type": "act", "hand": 1, "seq": 1, "action": "raise", "to": -5}', "not understand"),
        ('{"type": "look", "about": "you", "chair": 9}', "there is no chair 9"),
        ('{"type": "look", "about": "them", "chair": 1, "reader": "nobody"}', "no model is called"),
    ],
)
def test_wrong_words_change_nothing(client: TestClient, said: str, words: str) -> None:
    with at(client, open_table(client)) as socket:
        before = until(socket, turn=0)["view"]
        socket.send_text(said)
        assert words in until(socket, "trouble")["words"]
        act(socket, before)
        assert until(socket)["view"]["seq"] > before["seq"]


def test_an_illegal_raise_is_refused(client: TestClient) -> None:
    with at(client, open_table(client)) as socket:
        before = until(socket, turn=0)["view"]
        act(socket, before, "raise", 10**9)
        assert "may not" in until(socket, "trouble")["words"]


def test_a_seat_is_played_only_by_who_holds_it(client: TestClient) -> None:
    address = open_table(client)
    for wrong in (address.replace("key=", "key=x"), address.split("?")[0], "/api/tables/no?key=x"):
        with client.websocket_connect(WS + wrong) as socket:
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_text()
            assert closed.value.code == 4404


def test_a_sixth_window_is_told_that_there_are_too_many(client: TestClient) -> None:
    """It was told that there is no such table, and its page threw the key away."""
    address = open_table(client)
    with ExitStack() as windows:
        for _ in range(MOST_WATCHERS):
            until(windows.enter_context(at(client, address)))
        with at(client, address) as sixth:
            with pytest.raises(WebSocketDisconnect) as closed:
                sixth.receive_text()
            assert closed.value.code == CROWDED
            assert "too many windows" in closed.value.reason
    with at(client, address) as socket:
        until(socket)


def test_a_damaged_table_is_said_to_be_damaged(tmp_path: Path) -> None:
    folders = (tmp_path / "tables", tmp_path / "hands")
    with served(*folders) as client:
        address = open_table(client)
    data = sqlite3.connect(tmp_path / "tables" / "tables.sqlite")
    data.execute("UPDATE tables SET table_ = zeroblob(100)")
    data.commit()
    data.close()
    with served(*folders) as client, at(client, address) as socket:
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
        assert closed.value.code == UNREADABLE
        assert closed.value.reason.startswith("this table is damaged; it is kept as it is")
        export = client.get(address.replace("?", "/export?"))
        assert export.status_code == 400
        assert "damaged" in export.json()["words"]


@contextmanager
def full_disk(client: TestClient) -> Iterator[None]:
    """SQLite's own limit stands for the disk's, and whatever is free gets filled."""
    data = client.app.state.server._file._data  # type: ignore[attr-defined]
    (pages,) = data.execute("PRAGMA page_count").fetchone()
    data.execute(f"PRAGMA max_page_count = {pages}")
    for kind in ("played", "to_judge"):
        with suppress(sqlite3.OperationalError):
            for number in range(10**6):
                filler = ["filler", number, b"x" * 200]
                data.execute(f"INSERT INTO {kind} (name, number, hand) VALUES (?, ?, ?)", filler)
    yield
    data.execute("PRAGMA max_page_count = 1000000")


def test_on_a_full_disk_an_action_is_refused(tmp_path: Path) -> None:
    """And nothing has happened; when there is room again it is taken, and kept."""
    folders = (tmp_path / "tables", tmp_path / "hands")
    with served(*folders) as client:
        address = open_table(client, opponents=["loki:som"], auto=False)
        with at(client, address) as socket:
            before = until(socket, turn=0)["view"]
            with full_disk(client):
                act(socket, before, "fold")
                assert until(socket)["view"] == before
                words = until(socket, "trouble")["words"]
                assert "cannot be kept: database or disk is full" in words
                assert "not taken" in words
                refused = client.post("/api/tables", json=SETTINGS)
                assert refused.status_code == 400
                assert "full" in refused.json()["words"]
            act(socket, before, "fold")
            after = until(socket, over=True)["view"]
            assert after["hand"] == before["hand"]
    with served(*folders) as client, at(client, address) as socket:
        assert until(socket)["view"] == after


def test_too_long_and_too_many_messages_end_the_connection(client: TestClient) -> None:
    address = open_table(client)
    for said in (["x" * (MOST_BYTES + 1)], ['{"type": "session"}'] * 300):
        with client.websocket_connect(WS + address) as socket:
            for text in said:
                socket.send_text(text)
            with pytest.raises(WebSocketDisconnect) as closed:
                until(socket, "nothing of this kind")
            assert closed.value.code == 4429
    with at(client, address) as socket:  # others are not hurt
        until(socket)


def test_pages_of_other_sites_are_kept_out(client: TestClient) -> None:
    address = open_table(client)
    evil = {"origin": "http://evil.example"}
    assert client.post("/api/tables", json=SETTINGS, headers=evil).status_code == 403
    with client.websocket_connect(WS + address, headers=evil) as socket:
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
        assert closed.value.code == 4403


def test_a_token_is_needed_where_one_is_set(tmp_path: Path) -> None:
    with served(tmp_path, tmp_path / "hands", "secret") as client:
        assert client.get("/api/lobby").status_code == 403
        assert client.get("/api/lobby?token=wrong").status_code == 403
        assert client.get("/api/lobby?token=secret").status_code == 200
        assert client.get("/api/lobby").status_code == 200  # by the cookie now
        with at(client, open_table(client)) as socket:
            until(socket)


def test_an_invitation_can_be_clicked_on_another_page(tmp_path: Path) -> None:
    """Only to open the page in a window of its own, and only with the right token."""
    link = {
        "sec-fetch-site": "cross-site",
        "sec-fetch-mode": "navigate",
        "sec-fetch-dest": "document",
    }
    others = (
        {"sec-fetch-mode": "cors", "sec-fetch-dest": "empty"},
        {"sec-fetch-mode": "no-cors", "sec-fetch-dest": "script"},
        {"sec-fetch-dest": "iframe"},
    )
    with served(tmp_path, tmp_path / "hands", "secret") as client:
        assert client.get("/", headers=link).status_code == 403
        assert client.get("/?token=wrong", headers=link).status_code == 403
        for other in others:
            assert client.get("/?token=secret", headers={**link, **other}).status_code == 403
        assert client.get("/api/lobby?token=secret", headers=link).status_code == 403
        assert client.post("/?token=secret", headers=link).status_code == 403
        opened = client.get("/?token=secret", headers=link)
        assert opened.status_code == 200
        assert "token" not in str(opened.url)
        assert client.get("/api/lobby").status_code == 200
        for other in others:
            assert client.get("/api/lobby", headers={**link, **other}).status_code == 403


def test_a_page_cannot_give_itself_our_address(client: TestClient) -> None:
    rebound = {"host": "evil.example:8421", "origin": "http://evil.example:8421"}
    assert client.post("/api/tables", json=SETTINGS, headers=rebound).status_code == 403
    assert client.get("/api/hands", headers={"sec-fetch-site": "cross-site"}).status_code == 403


def test_the_hands_of_others_are_not_shown_on_a_shared_table(tmp_path: Path) -> None:
    with served(tmp_path, tmp_path / "hands", "secret") as client:
        client.get("/api/lobby?token=secret")
        for page in ("/api/hands", "/api/players", "/api/profile?name=you", "/api/hands/ab"):
            assert client.get(page).status_code == 400


def test_the_next_hand_is_not_dealt_before_its_time(client: TestClient) -> None:
    with at(client, open_table(client, auto=False)) as socket:
        view = until(socket, turn=0)["view"]
        socket.send_text('{"type": "deal"}')
        while not view["over"]:
            if view["legal"]:
                act(socket, view)
            view = until(socket)["view"]
        assert view["hand"] == 1
        socket.send_text('{"type": "deal"}')
        assert until(socket)["view"]["hand"] == 2


def test_wrong_settings_are_told_in_words(client: TestClient) -> None:
    told = client.post("/api/tables", json={"opponents": ["nobody"]})
    assert told.status_code == 400
    assert "no agent is called" in told.json()["words"]
    told = client.post("/api/tables", json={"opponents": []})
    assert told.status_code == 422
    assert "opponents" in told.json()["words"]
    assert client.get("/api/hands?where=nonsense(").status_code == 400
    assert client.get("/api/profile?name=nobody").status_code == 400


def test_hands_are_found_by_a_condition(client: TestClient) -> None:
    with at(client, open_table(client, watch=True, opponents=["call", "raise"])) as socket:
        until(socket, over=True)
    listed = client.get("/api/hands?limit=500").json()["hands"]
    assert listed
    some = client.get("/api/hands?limit=500&where=pot >= 0 and site is not null").json()["hands"]
    assert [one for one in listed if one not in some] == []
    assert client.get("/api/hands?where=pot < 0").json()["hands"] == []


def test_a_dropped_file_is_replayed(client: TestClient) -> None:
    hand = Path(__file__).parent.parent / "hands" / "files" / "hard.toml"
    told = client.post("/api/drop", files={"file": hand.read_bytes()}).json()
    assert told["hands"] >= 5
    assert told["replay"]["frames"]
    bad = client.post("/api/drop", files={"file": b"\x00garbage"}).json()
    assert bad["hands"] == 0
    assert bad["refused"]


def test_a_match_can_be_watched(client: TestClient) -> None:
    wanted = {"agents": ["call", "raise"], "deals": 60, "betting": "limit"}
    name = client.post("/api/matches", json=wanted).json()["match"]
    with client.websocket_connect(WS + f"/api/matches/{name}") as socket:
        update = json.loads(socket.receive_text())
        while not update["over"]:
            update = json.loads(socket.receive_text())
    assert update["done"] == update["total"] == 120
    assert sum(one["mean"] for one in update["standings"]) == pytest.approx(0, abs=1e-9)


def test_agents_can_be_watched(client: TestClient) -> None:
    address = open_table(client, watch=True, opponents=["call", "raise", "loki:gom"])
    with at(client, address) as socket:
        view = until(socket, over=True)["view"]
    assert view["you"] is None
    assert view["hand"] >= 1
