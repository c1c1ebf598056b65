"""Clones of players of the host's store: made where he allows it, and got at by nobody else."""

import inspect
import json
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.hands.scripted_players import MANIAC, ROCK, STATION, play, store_of
from tests.web.test_server import at, open_table, until
from tests.web.test_server import play as play_hands
from villain.agents import person
from villain.agents.registry import AGENTS
from villain.errors import VillainError
from villain.game.presets import GAMES
from villain.hands.store.hand_store import HandStore
from villain.models.predictors.registry import PREDICTORS
from villain.models.registry import MODELS
from villain.web.clones import CLOSED, CloneMaker
from villain.web.keeping import TableFile
from villain.web.messages import Settings
from villain.web.seating import check_sits, names_file
from villain.web.server import make_app
from villain.web.table import PageTable

TOKEN = "a-token-of-ours"
LOCAL = "http://127.0.0.1:8421"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> HandStore:
    hands = play([MANIAC, ROCK, STATION], 60, 3, 5)
    return store_of(tmp_path_factory.mktemp("host") / "hands", hands)


@pytest.fixture
def unopened(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """Every attempt to look a player up for a clone is noted, and fails."""
    asked: list[object] = []

    def note(*arguments: object) -> object:
        asked.append(arguments)
        raise AssertionError(f"a store was opened: {arguments}")

    monkeypatch.setattr(person, "likeness_of", note)
    yield asked
    assert not asked


TRIES = (
    "person:like={name}",
    "person:like={name},store={folder}",
    "person:store={folder},like={name}",
    "person:style=nit,like={name}",
    "person: like = {name}",
    "person:like={name},hands=5",
    "person::like={name}",
)


@pytest.mark.parametrize("text", TRIES)
def test_a_stranger_clones_nobody(
    text: str, store: HandStore, unopened: list[object], tmp_path: Path
) -> None:
    """Neither by a table nor by a match, nor is he told whether there is such a player."""
    app = make_app(tmp_path / "tables", store.folder, TOKEN)
    answers = []
    with TestClient(app, "https://host.example") as client:
        assert client.get("/", params={"token": TOKEN}).status_code == 200
        assert client.get("/api/lobby").json()["clones"] is False
        for name in ("Maniac", "Nobody"):
            agent = text.format(name=name, folder=store.folder)
            table = client.post("/api/tables", json={"opponents": [agent]})
            match = client.post("/api/matches", json={"agents": [agent, "call"]})
            assert (table.status_code, match.status_code) == (400, 400)
            answers.append([one.json()["words"].replace(name, "X") for one in (table, match)])
    assert answers[0] == answers[1]
    assert not unopened


def test_here_a_player_is_cloned_by_his_name_alone(store: HandStore, tmp_path: Path) -> None:
    app = make_app(tmp_path / "tables", store.folder, clones=True)
    with TestClient(app, LOCAL) as client:
        assert client.get("/api/lobby").json()["clones"] is True
        with at(client, open_table(client, opponents=["person:like=Maniac", "call"])) as socket:
            seen = until(socket)["view"]
            assert [seat["name"] for seat in seen["seats"]] == ["you", "Maniac", "Ada"]
            assert seen["seats"][1]["kind"] == "person:like=Maniac"
            assert str(store.folder) not in json.dumps(seen)
            play_hands(socket, 1)
        words = client.post("/api/tables", json={"opponents": ["person:like=maniak"]}).json()
        assert words["words"].endswith("is called 'maniak'; did you mean 'Maniac'?")
        elsewhere = f"person:like=Maniac,store={store.folder}"
        words = client.post("/api/tables", json={"opponents": [elsewhere]}).json()
        assert "no player in this store is called 'Maniac,store=" in words["words"]
        match = client.post("/api/matches", json={"agents": ["person:like=Maniac", "call"]})
        assert match.status_code == 400


def test_tables_without_a_word_of_the_host_make_no_clones(unopened: list[object]) -> None:
    with pytest.raises(VillainError) as error:
        PageTable(Settings(opponents=["person:like=Ann"]))
    assert str(error.value) == CLOSED
    assert not unopened


@pytest.mark.parametrize("registry", [AGENTS, MODELS, PREDICTORS])
def test_no_parameter_that_is_a_path_can_be_given(registry: object) -> None:
    """Neither to an agent nor to a model within one, for all that there are."""
    paths = set()
    for name in registry:  # type: ignore[attr-defined]
        make = registry.find(name).make  # type: ignore[attr-defined]
        for key, parameter in inspect.signature(make).parameters.items():
            if "Path" in str(parameter.annotation):
                paths.add(key)
    for key in paths:
        assert names_file(f"loki:model=huang:{key}=/etc/passwd")
    if registry is AGENTS:
        assert paths == {"store", "styles"}


@pytest.mark.parametrize("text", ["person:store=/etc", "person:like=A,store=/etc,style=nit"])
def test_who_names_a_store_is_refused_even_where_clones_are_made(text: str) -> None:
    if text.startswith("person:like="):
        with pytest.raises(VillainError, match=r"no player|no hand store"):
            PageTable(Settings(opponents=[text]), clones=CloneMaker(Path("/nowhere")))
    else:
        with pytest.raises(VillainError, match="files of your own"):
            check_sits(text, GAMES["nolimit"](2))


def test_a_kept_clone_is_small_and_needs_the_store_no_more(
    store: HandStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(opponents=["person:like=Maniac", "person:style=nit"], seed=5)
    table = PageTable(settings, clones=CloneMaker(store.folder))
    file = TableFile(tmp_path / "tables.sqlite")
    while table.turn != 0:
        table.act(table.choose())
    file.save(table)
    [(size,)] = file.ask("SELECT length(table_) FROM tables")
    assert size < 150_000

    def forget(*_: object) -> None:
        raise AssertionError("the store is gone")

    monkeypatch.setattr(person, "likeness_of", forget)
    again = file.find(table.name)
    assert again is not None
    seen = [table.hand.observation(table.seat_of(chair)) for chair in (1, 2)]
    for chair, view in zip((1, 2), seen, strict=True):
        if not view.folded[view.seat]:
            agents = [one.agents[chair] for one in (table, again)]
            state = [pickle.dumps(agent.__getstate__()) for agent in agents]
            assert state[0] == state[1]
    assert str(store.folder).encode() not in pickle.dumps(again)
    file.close()
