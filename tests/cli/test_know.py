"""What a store has of the players at the table, agents and models may know beforehand."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from starlette.testclient import TestClient

from tests.cli.shell import Shell
from tests.hands.scripted_players import MANIAC, ROCK, STATION, limit, play, store_of
from villain.arena import Match, play_match
from villain.arena.match_record import fingerprint
from villain.game import Hand, no_limit_holdem, shuffle
from villain.hands.store.hand_store import HandStore
from villain.models.registry import make_model
from villain.web.server import make_app

HAND = "r6 c / 3h4cJh: r10 c"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> HandStore:
    """Hands of three whose names are those of agents, so that agents can meet them."""
    names = {"Maniac": "call", "Rock": "raise", "Station": "Station"}
    hands = [
        replace(history, names=tuple(names[name] for name in history.names))
        for history in play([MANIAC, ROCK, STATION], 60, 3, 5)
    ]
    return store_of(tmp_path_factory.mktemp("known") / "hands", hands)


@pytest.mark.parametrize("name", ["crowd", "network", "specific", "tendencies", "cards"])
def test_to_study_is_to_have_seen(name: str, store: HandStore) -> None:
    """A maniac and a rock are told apart after studying them, and a stranger is neither."""
    rules = no_limit_holdem(3)
    seen = Hand(rules, shuffle(rules, np.random.default_rng(1))).observation(0)
    raises = {}
    for player in ("call", "raise", "nobody"):  # the maniac, the rock, and somebody never seen
        model = make_model(name)
        hands = model.study(store, player)
        assert hands == (0 if player == "nobody" else 60)
        known = seen._replace(names=("me", "another", player))
        raises[player] = model.predict(known, 2).more
    assert raises["call"] > raises["nobody"] > raises["raise"]


def test_to_study_two_counts_nothing_twice(store: HandStore) -> None:
    once, both = make_model("specific"), make_model("specific")
    once.study(store, "call")
    both.study(store, "raise")
    both.study(store, "call")
    assert (once.counts.of("call") == both.counts.of("call")).all()  # type: ignore[attr-defined]


def test_only_the_last_hands(store: HandStore) -> None:
    assert make_model("network").study(store, "call", most=7) == 7


def test_agents_know_whom_they_meet(store: HandStore) -> None:
    rules = no_limit_holdem(2)
    strangers = Match(rules, ("loki:som", "call"), 20, seed=3, duplicate=False)
    known = replace(strangers, know=store.folder)
    (agent, _), (other, _) = known.make_agents(), strangers.make_agents()
    assert agent.model.counts.of("call").sum() > 0  # type: ignore[attr-defined]
    assert other.model.counts.of("call").sum() == 0  # type: ignore[attr-defined]
    assert fingerprint(known) != fingerprint(strangers)
    again = [play_match(known, workers=workers).payoffs for workers in (1, 2)]
    assert (again[0] == again[1]).all()


def test_a_match_says_whom_it_knows(villain: Shell, store: HandStore) -> None:
    line = ("match", "loki:som", "call", "--hands", "4", "--seed", "1", "--know", str(store.folder))
    code, _, told = villain(*line)
    assert code == 0
    assert "has hands: 60 of call" in told
    code, _, told = villain("match", "fold", "fold", "--hands", "1", *line[5:])
    assert code == 0
    assert "has no hand of these players" in told


def test_a_match_refuses_a_store_that_is_none(villain: Shell, tmp_path: Path) -> None:
    code, _, told = villain("match", "call", "call", "--know", str(tmp_path / "nothing"))
    assert code == 2
    assert "nothing" in told


def test_read_knows_him_by_name(villain: Shell, store: HandStore) -> None:
    line = ("read", HAND, "--game", "nolimit", "-n", "2", "--model", "crowd", "--seat", "1")
    shares = {}
    for name in ("call", "raise"):
        rows = villain.json(*line, "--know", str(store.folder), "--name", name)
        shares[name] = rows[-1]["classes"]["AA"]
    assert shares["raise"] > shares["call"]  # a rock has aces more often than a maniac
    code, out, _ = villain(*line, "--know", str(store.folder), "--name", "call")
    assert code == 0
    assert "read by crowd, which knows 60 hands of call" in " ".join(out.split())
    code, _, told = villain(*line, "--know", str(store.folder))
    assert code == 2
    assert "--name says what he is called there" in told


def test_agents_on_the_page_study_who_sits_down(store: HandStore, tmp_path: Path) -> None:
    app = make_app(tmp_path / "tables", tmp_path / "hands", know=store.folder)
    with TestClient(app, base_url="http://127.0.0.1:8421") as client:
        settings = {"opponents": ["loki:som"], "name": "Station", "speed": "instant", "seed": 4}
        assert client.post("/api/tables", json=settings).status_code == 200
        (room,) = app.state.server.rooms.values()
        agent = room.table.agents[1]
        assert agent.model.counts.of("Station").sum() > 50
        assert agent.model.counts.of("call").sum() == 0


def test_a_game_that_a_model_does_not_read_teaches_nothing(tmp_path: Path) -> None:
    hands = play([MANIAC, ROCK], 6, 2, 5, rules=limit)
    assert make_model("tendencies").study(store_of(tmp_path / "limit", hands), "Maniac") == 0
