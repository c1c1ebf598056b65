"""Persons that are kept and go on, and clones of players of a store."""

import pickle
from copy import deepcopy
from pathlib import Path

import numpy as np
import pytest

from tests.hands.scripted_players import MANIAC, ROCK, STATION, play, store_of
from villain.agents.person import Person, likeness_of
from villain.agents.registry import make_agent
from villain.errors import VillainError
from villain.game import Hand, no_limit_holdem, shuffle
from villain.game.actions import CALL
from villain.hands.store.hand_store import HandStore
from villain.models.crowd.people import HIMSELF, somebody

RULES = no_limit_holdem(3)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> HandStore:
    hands = play([MANIAC, ROCK, STATION], 80, 3, 5)
    return store_of(tmp_path_factory.mktemp("cloned") / "hands", hands)


def on_the_flop(agent: Person, seed: int = 4) -> Hand:
    """A hand in which he has acted, and has to act again."""
    rng = np.random.default_rng(seed)
    while True:
        hand = Hand(RULES, shuffle(RULES, rng), ("he", "you", "she"))
        acted = 0
        while hand.seat is not None and not (acted and hand.seat == 0):
            acted += hand.seat == 0
            hand.act(agent.act(hand.observation(0)) if hand.seat == 0 else CALL)
        if hand.seat == 0:
            return hand


@pytest.mark.parametrize("like", ["", "Maniac"])
def test_a_person_is_kept_in_little_space_and_goes_on(like: str, store: HandStore) -> None:
    """In the middle of a hand too; what he does is drawn by the same generator."""
    agent = Person(3, like=like, store=store.folder if like else None)
    hand = on_the_flop(agent)
    content = pickle.dumps(agent)
    assert len(content) < (40_000 if like else 1_000)
    twins = pickle.loads(content), deepcopy(agent)
    seen = hand.observation(0)
    chances = agent.kinds(seen)
    assert all(np.array_equal(twin.kinds(seen), chances) for twin in twins)
    assert all(twin.act(seen) == agent.act(seen) for twin in [pickle.loads(content)])


def test_a_clone_plays_like_him_and_needs_his_hands_no_more(store: HandStore) -> None:
    seen = Hand(RULES, shuffle(RULES, np.random.default_rng(1))).observation(0)
    raised, kept = {}, {}
    for name in ("Maniac", "Rock"):
        agent = make_agent(f"person:like={name},store={store.folder}", 1)
        kept[name] = pickle.dumps(agent)
        raised[name] = agent.kinds(seen)[:, 2:].sum(axis=1).mean()  # type: ignore[attr-defined]
    assert raised["Maniac"] > raised["Rock"]
    assert str(store.folder).encode() not in kept["Maniac"]


def test_all_who_are_the_same_person_share_his_window() -> None:
    one, two = (somebody("ring", "nit", 0)._windows.of(HIMSELF, pytest.fail) for _ in range(2))
    assert one is two


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("maniac", "no player in this store is called 'maniac'; did you mean 'Maniac'?"),
        ("Statoin", "no player in this store is called 'Statoin'; did you mean 'Station'?"),
        ("Nobody", "no player in this store is called 'Nobody'; see villain players"),
    ],
)
def test_who_is_not_in_the_store(name: str, words: str, store: HandStore) -> None:
    with pytest.raises(VillainError) as error:
        make_agent(f"person:like={name},store={store.folder}")
    assert str(error.value).endswith(f": {words}")


def test_there_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(VillainError, match="no hand store"):
        make_agent(f"person:like=Ann,store={tmp_path / 'nowhere'}")


def test_a_clone_is_made_anew_when_there_are_more_hands(tmp_path: Path) -> None:
    hands = play([MANIAC, ROCK, STATION], 30, 3, 5)
    store = store_of(tmp_path / "hands", hands[:15])
    first = likeness_of("Maniac", store.folder, None)
    assert likeness_of("Maniac", store.folder, None) is first
    store_of(tmp_path / "hands", hands[15:])
    assert likeness_of("Maniac", store.folder, None) != first


def test_a_clone_of_no_hands() -> None:
    with pytest.raises(VillainError, match="hands=-1; a clone is made of one or more"):
        Person(like="Ann", hands=-1)
