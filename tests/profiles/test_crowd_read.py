"""The crowd's read of a player of a store: he is expected to do what he did."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.hands.scripted_players import EVERYBODY, MANIAC, STATION, play, store_of
from villain.game.presets import no_limit_holdem
from villain.hands.hand_history import Origin
from villain.hands.store.hand_store import HandStore
from villain.profiles.crowd_read import CrowdRead, crowd_read, crowd_read_as_dict
from villain.profiles.spots import own_hands


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> HandStore:
    folder = tmp_path_factory.mktemp("crowd") / "hands"
    table = play(EVERYBODY[6:], 60, 4, 5, regular=STATION)
    heads_up = play([STATION, MANIAC], 40, 2, 6, origin=Origin(site="Duel"))
    return store_of(folder, table, heads_up)


@pytest.fixture(scope="module")
def station(store: HandStore) -> CrowdRead:
    read = crowd_read(store, STATION.name, "Here")
    assert read is not None
    return read


def test_he_is_expected_to_do_what_he_did(store: HandStore, station: CrowdRead) -> None:
    assert station.hands == len(own_hands(store, STATION.name, "Here"))
    for name in ("first in", "facing a raise"):
        read = station.spots[name]
        stranger, him = read.chances
        did = np.array(read.done) / read.cases
        assert read.chances.sum(axis=1) == pytest.approx(1)
        assert np.abs(him - did).sum() < np.abs(stranger - did).sum()
        assert him[0] < stranger[0]  # he hardly ever folds


def test_the_button_is_a_part_of_first_in(store: HandStore, station: CrowdRead) -> None:
    assert 0 < station.spots["button"].cases < station.spots["first in"].cases
    heads_up = crowd_read(store, STATION.name, "Duel")
    assert heads_up is not None
    assert "button" not in heads_up.spots  # there it would say the same


def test_it_rests_on_the_newest_hands(store: HandStore) -> None:
    every = own_hands(store, STATION.name, "Here")
    newest = own_hands(store, STATION.name, "Here", 10, newest=True)
    assert newest == every[-len(newest) :]
    read = crowd_read(store, STATION.name, "Here", 10)
    assert read is not None
    assert read.hands == len(newest) <= 10


def test_for_programs_there_is_nothing_but_numbers(station: CrowdRead) -> None:
    told = crowd_read_as_dict(station)
    assert told["hands"] == station.hands
    flop = told["spots"]["flop bet"]
    assert list(flop["actions"]) == ["fold", "call", "raise"]
    assert sum(one["done"] for one in flop["actions"].values()) == flop["times"]
    assert sum(one["expected"] for one in flop["actions"].values()) == pytest.approx(1)
    assert sum(one["stranger"] for one in flop["actions"].values()) == pytest.approx(1)


def test_there_is_no_read_without_holdem(tmp_path: Path) -> None:
    hands = play([STATION, MANIAC], 5, 2, 7, rules=lambda _: replace(no_limit_holdem(2), ranks=12))
    store = store_of(tmp_path / "hands", hands)
    assert crowd_read(store, STATION.name, "Here") is None
