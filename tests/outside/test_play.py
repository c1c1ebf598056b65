"""``villain play`` with an agent, models and a predictor from outside, over HTTP and a socket."""

import http.client
import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.cli.shell import Shell
from tests.cli.test_dealer import running
from tests.outside.stranger import Aces
from tests.outside.test_commands import FAILS
from villain.game import CALL, Observation, Won
from villain.models.registry import MODELS, offer_model
from villain.web.keeping import TableFile
from villain.web.messages import Settings
from villain.web.table import PageTable


class Place(NamedTuple):
    port: int

    def ask(self, path: str, body: dict[str, Any] | None = None) -> tuple[int, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            content = None if body is None else json.dumps(body)
            method = "GET" if body is None else "POST"
            connection.request(method, path, content, {"Content-Type": "application/json"})
            reply = connection.getresponse()
            return reply.status, json.loads(reply.read())
        finally:
            connection.close()

    @contextmanager
    def table(self, *opponents: str) -> Iterator[ClientConnection]:
        settings = {"opponents": opponents, "betting": "limit", "seed": 4, "speed": "instant"}
        status, told = self.ask("/api/tables", settings)
        assert status == 200, told
        address = f"ws://127.0.0.1:{self.port}/api/tables/{told['table']}?key={told['key']}"
        with connect(address, origin=Origin(f"http://127.0.0.1:{self.port}")) as line:
            yield line


def hear(line: ClientConnection, kind: str, **wanted: str) -> dict[str, Any]:
    """The next message of a kind with these values; others may come before it."""
    for _ in range(200):
        told: dict[str, Any] = json.loads(line.recv(60))
        if told["type"] == kind and all(told[key] == value for key, value in wanted.items()):
            return told
    raise AssertionError(f"no {kind} with {wanted}")


def look(line: ClientConnection, reader: str) -> None:
    """Read the first opponent, who never folds."""
    said = {"type": "look", "about": "them", "chair": 1, "reader": reader}
    line.send(json.dumps(said))


@pytest.fixture(scope="module")
def place(
    installed: Path, own_file: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Place]:
    folder = tmp_path_factory.mktemp("play")
    fails = folder / "fails.py"
    fails.write_text(FAILS.replace("Mine", "Fails"))
    paths = os.pathsep.join([str(installed), os.environ.get("PYTHONPATH", "")])
    arguments = [
        *("play", "--port", "0", "--no-browser", "--folder", str(folder / "tables")),
        *("--store", str(folder / "hands"), "--agent", f"{own_file}:Bold:nerve=2"),
        *("--model", f"{own_file}:Aces", "--model", f"{own_file}:Flat"),
        *("--model", f"{fails}:Fails"),
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", paths)
        with running(*arguments) as program:
            assert program.stdout is not None
            line = program.stdout.readline()
            yield Place(int(line.split("127.0.0.1:")[1].split("/")[0]))


def test_they_are_offered_in_the_lobby(place: Place) -> None:
    status, lobby = place.ask("/api/lobby")
    assert status == 200
    agents = {one["name"]: one for one in lobby["agents"]}
    readers = {one["name"]: one for one in lobby["readers"]}
    assert {"Bold", "bold"} <= {*agents}
    assert "broken" not in agents
    assert {"Aces", "Flat", "Fails", "aces", "flat"} <= {*readers}
    assert readers["Aces"]["games"]["limit"] == [*range(2, 11)]
    assert agents["bold"]["about"] == "Raises by chance, and folds small cards."


def test_they_play_and_read_at_a_table(place: Place) -> None:
    with place.table("call", "Bold", "bold") as line:
        view = hear(line, "update")["view"]
        assert {seat["kind"] for seat in view["seats"]} >= {"Bold", "bold"}
        readers = {
            "Aces": "aces",
            "Flat": "predicted hands",
            "aces": "aces",
            "flat": "predicted hands",
        }
        for reader, called in readers.items():
            look(line, reader)
            read = hear(line, "read", model=called)
            assert len(read["grid"]) == 169
            assert read["next"] is not None


def test_one_that_fails_is_told_and_the_table_goes_on(place: Place) -> None:
    with place.table("call", "Bold") as line:
        look(line, "Fails")
        words = hear(line, "trouble")["words"]
        assert words.startswith("the model Fails failed: KeyError: ")
        assert words.endswith("(fails.py, line 8)")
        look(line, "Aces")
        assert hear(line, "read", model="aces")


def test_nobody_who_looks_on_can_have_a_file_loaded(place: Place, own_file: Path) -> None:
    settings = {"opponents": [f"loki:model={own_file}:Aces"[-80:]], "betting": "limit"}
    status, told = place.ask("/api/tables", settings)
    assert (status, "files of your own" in told["words"]) == (400, True)
    with place.table("call") as line:
        for reader in ("mine.py:Aces", "memory:som:grid=9999999"):
            look(line, reader)
            assert "is not offered here" in hear(line, "trouble")["words"]


def test_what_cannot_be_made_is_told_before_anything_is_opened(
    villain: Shell, own_file: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for wrong in ("--model", "--agent"):
            code, _, err = villain("play", "--port", port, wrong, f"{own_file}:Nobody")
            assert code == 2
            assert "has no class 'Nobody'" in err


class Late(Aces):
    """Fails when a hand is over."""

    def observe(self, seen: Observation) -> None:
        if isinstance(seen.events[-1], Won):
            raise ValueError("too late")


def test_a_model_that_fails_at_the_end_of_a_hand_leaves_the_table() -> None:
    table = PageTable(Settings(opponents=["call"], seed=1))
    table.readers |= {"late": Late(), "aces": Aces()}
    while not table.hand.over:
        table.act(CALL if table.turn == table.you else table.choose())
    assert [*table.readers] == ["aces"]
    assert table.troubles == ["the model late failed: ValueError: too late"]


def test_a_table_is_kept_without_a_model_of_ones_own(tmp_path: Path, own_file: Path) -> None:
    try:
        name = offer_model(f"{own_file}:Aces")
        table = PageTable(Settings(opponents=["call"], seed=1))
        assert table.reader(name).predict(table.hand.observation(0), 1).call == 0.5
        table.reader("generic")
        file = TableFile(tmp_path / "tables.sqlite")
        file.save(table)
        kept = file.find(table.name)
        file.close()
    finally:
        MODELS._offered.clear()
    assert kept is not None
    assert [*kept.readers] == ["generic"]
