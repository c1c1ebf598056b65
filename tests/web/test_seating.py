"""Who sits and who reads at which table: some for two players alone, some for no-limit alone."""

import json
import pickle
from collections.abc import Iterator
from typing import Literal

import numpy as np
import pytest
from starlette.testclient import TestClient

from tests.web.test_server import act, at, open_table, play, served, until
from tests.web.test_table import _other_deal, person
from villain.errors import VillainError
from villain.game.actions import Action
from villain.game.deal import Deal
from villain.game.hand import Hand
from villain.game.presets import GAMES
from villain.web.beliefs import of_them, of_you
from villain.web.lobby import lobby
from villain.web.messages import Settings
from villain.web.seating import check_sits
from villain.web.table import PageTable

NO_LIMIT_ONLY = ("cards", "huang", "tendencies")
HEADS_UP_ONLY = ("huang", "huang:mc-random", "huang:exploit")
MEMORIES = ("memory:som", "memory:blend", "memory:segregated")
EVERY_SIZE = list(range(2, 11))


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("seating")
    with served(folder / "tables", folder / "hands") as found:
        yield found


def test_the_lobby_says_who_plays_and_reads_what() -> None:
    told = lobby()
    games = {agent.name: agent.games for agent in told.agents}
    assert all(games[name] == {"nolimit": [2]} for name in HEADS_UP_ONLY)
    assert games["call"] == dict.fromkeys(("limit", "nolimit"), EVERY_SIZE)
    assert not any(name.startswith("baker") for name in games)
    reads = {reader.name: reader.games for reader in told.readers}
    assert all(reads[name] == {"nolimit": EVERY_SIZE} for name in NO_LIMIT_ONLY)
    assert all(reads[name] == {"limit": [2], "nolimit": [2]} for name in MEMORIES)
    assert reads["chooser"] == {"limit": EVERY_SIZE, "nolimit": EVERY_SIZE}
    assert "styles" not in reads


@pytest.mark.parametrize("agent", HEADS_UP_ONLY)
def test_an_agent_for_two_says_so_at_a_larger_table(client: TestClient, agent: str) -> None:
    answer = client.post("/api/tables", json={"opponents": [agent, "call"]})
    words = f"{agent} plays no-limit hold'em with 2 players, not with 3"
    assert (answer.status_code, answer.json()) == (400, {"words": words})
    wanted = {"agents": [agent, "call", "raise"], "betting": "nolimit"}
    assert client.post("/api/matches", json=wanted).json() == {"words": words}
    limit = client.post("/api/tables", json={"opponents": [agent], "betting": "limit"})
    assert "does not play" in limit.json()["words"]


@pytest.mark.parametrize("reader", NO_LIMIT_ONLY)
def test_a_model_that_does_not_read_limit_is_refused(client: TestClient, reader: str) -> None:
    with at(client, open_table(client, betting="limit")) as socket:
        before = until(socket, turn=0)["view"]
        look = {"type": "look", "about": "them", "chair": 1, "reader": reader}
        socket.send_text(json.dumps(look))
        words = f"the model '{reader}' does not read limit hold'em; choose another"
        assert until(socket, "trouble")["words"] == words
        act(socket, before)
        assert until(socket)["view"]["seq"] > before["seq"]
    with pytest.raises(VillainError, match="does not read limit"):
        PageTable(Settings(opponents=["call"], betting="limit")).reader(reader)


@pytest.mark.parametrize("reader", MEMORIES)
def test_a_model_for_two_is_refused_at_a_larger_table(client: TestClient, reader: str) -> None:
    with at(client, open_table(client)) as socket:
        before = until(socket, turn=0)["view"]
        look = {"type": "look", "about": "them", "chair": 1, "reader": reader}
        socket.send_text(json.dumps(look))
        words = f"the model '{reader}' reads no-limit hold'em with 2 players, not with 3"
        assert until(socket, "trouble")["words"] == f"{words}; choose another"
        act(socket, before)
        assert until(socket)["view"]["seq"] > before["seq"]


@pytest.mark.parametrize("reader", NO_LIMIT_ONLY)
def test_heads_up_against_one_who_reads(client: TestClient, reader: str) -> None:
    with at(client, open_table(client, opponents=["huang:exploit"])) as socket:
        play(socket, 2)
        act(socket, until(socket, turn=0, over=False)["view"])  # who has not acted is not read
        socket.send_text(json.dumps({"type": "look", "about": "you", "chair": 1}))
        read = until(socket, "read")
        assert len(read["grid"]) == 169
        assert 0 < read["lead"]["sure"] <= 1
        look = {"type": "look", "about": "them", "chair": 1, "reader": reader}
        socket.send_text(json.dumps(look))
        while read["about"] != "them" or read["thinking"]:
            read = until(socket, "read")
        assert len(read["grid"]) == 169
        assert max(read["grid"]) == 1
        assert [one["best"] for one in read["values"]].count(True) == 1
        if read["next"] is not None:
            assert sum(read["next"].values()) == pytest.approx(1)
            assert read["forecasts"]


@pytest.mark.parametrize(
    ("opponents", "betting", "readers"),
    [
        (["huang:exploit"], "nolimit", NO_LIMIT_ONLY),
        pytest.param(["cheze", "call"], "nolimit", NO_LIMIT_ONLY, marks=pytest.mark.slow),
        pytest.param(["sander:model"], "limit", ("memory:blend",), marks=pytest.mark.slow),
    ],
)
def test_the_reads_do_not_depend_on_what_is_hidden(
    opponents: list[str], betting: Literal["limit", "nolimit"], readers: tuple[str, ...]
) -> None:
    """The same hand with other hidden cards gives the same bytes, read with each of the models.

    Also after a fold: sander's player learns from it what was not worth playing against his cards.
    """
    rng, folded = np.random.default_rng(5), 0
    table = PageTable(Settings(opponents=opponents, betting=betting, seed=9))
    for _ in range(8):
        you, hand = table.seat_of(0), table.hand
        own = hand.observation(you).hole
        before: PageTable = pickle.loads(pickle.dumps(table))
        deals = [hand._deal, _other_deal(hand, you, own, rng)]
        actions: list[Action] = []
        while not hand.over:
            actions.append(person(table, rng) if table.turn == 0 else table.choose())
            table.act(actions[-1])
        if hand.folded.count(False) > 1:  # the last action is followed by what is shown
            actions.pop()
        else:
            folded += 1
        first, second = (_reads(before, deal, actions, readers) for deal in deals)
        assert first == second
        for reader in readers:  # they know those whom they have seen before
            table.reader(reader)
        table.deal()
    assert folded or len(opponents) > 1


def _reads(
    table: PageTable, deal: Deal, actions: list[Action], readers: tuple[str, ...]
) -> list[str]:
    copy: PageTable = pickle.loads(pickle.dumps(table))
    copy.hand = Hand(table.hand.rules, deal, table.hand.names)
    copy.closing = []
    sent = []
    for action in actions:
        copy.act(action)
        sent.append(of_you(copy, 1).model_dump_json())
        sent += [of_them(copy, 1, copy.reader(one)).model_dump_json() for one in readers]
    return sent


@pytest.mark.parametrize("agent", ["mine.py:Mine", "huang:styles=/etc/passwd"])
def test_nobody_who_sits_down_has_a_file_opened(agent: str) -> None:
    with pytest.raises(VillainError, match="files of your own are offered by villain play"):
        check_sits(agent, GAMES["nolimit"](2))
