"""Somebody of the crowd: what he does is legal, his own, and no looser for a dearer call."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from villain.agents.person import Person
from villain.agents.registry import make_agent
from villain.errors import VillainError
from villain.game import Hand, limit_holdem, no_limit_holdem, raise_to, shuffle
from villain.game.rules import Rules
from villain.models.crowd.people import GAMES, STYLES, made_up_people
from villain.models.crowd.strengths import strength_codes

MORE = slice(2, None)


def _play(rules: Rules, persons: list[Person], seed: int) -> Hand:
    hand = Hand(rules, shuffle(rules, np.random.default_rng(seed)))
    while hand.seat is not None:
        hand.act(persons[hand.seat].act(hand.observation(hand.seat)))
    return hand


@settings(max_examples=12, deadline=None)
@given(players=st.integers(2, 10), limit=st.booleans(), seed=st.integers(0, 2**32 - 1))
def test_he_plays_any_table(players: int, limit: bool, seed: int) -> None:
    rng = np.random.default_rng(seed)
    rules = limit_holdem(players) if limit else no_limit_holdem(players, big_blind=10)
    if not limit:
        stacks = np.exp(rng.uniform(np.log(5), np.log(5000), players)).astype(int) + 10
        rules = rules.with_stacks(*stacks.tolist())
    _play(rules, [Person(seed=number) for number in range(players)], seed)  # illegal moves raise


def test_the_same_seed_is_the_same_person() -> None:
    rules = no_limit_holdem(3, big_blind=100, stack=10_000)
    for deal in range(3):
        first, second = (
            _play(rules, [Person(seed=number) for number in range(3)], deal).events
            for _ in range(2)
        )
        assert first == second


def test_hidden_cards_do_not_reach_him() -> None:
    rules = no_limit_holdem(2)
    deals = [shuffle(rules, np.random.default_rng(seed)) for seed in range(2)]
    # The same own cards and board; another hand of the opponent.
    other = deals[0]._replace(holes=(deals[0].holes[0], deals[1].holes[1]))
    answers = [
        Person(seed=4).kinds(Hand(rules, deal, check=False).observation(1))
        for deal in (deals[0], other)
    ]
    assert (answers[0] == answers[1]).all()


def test_chances_are_of_every_combo() -> None:
    rules = no_limit_holdem(6)
    hand = Hand(rules, shuffle(rules, np.random.default_rng(1)))
    chances = Person(style="regular").kinds(hand.observation(hand.seat or 0))
    assert chances.shape == (1326, 7)
    assert chances.sum(axis=1) == pytest.approx(1.0)
    strengths = strength_codes()[:, 0].astype(int)
    best, worst = strengths > 240, strengths < 100
    assert chances[best, MORE].sum(axis=1).mean() > 10 * chances[worst, MORE].sum(axis=1).mean()


def test_a_dearer_shove_is_never_called_with_more() -> None:
    rules = no_limit_holdem(2, big_blind=2, stack=2000)
    goes_on = []
    for blinds in (60, 100, 200, 500, 1000):
        hand = Hand(rules, shuffle(rules, np.random.default_rng(1)))
        hand.act(raise_to(2 * blinds))
        assert hand.seat is not None
        goes_on.append(1 - Person(seed=3).kinds(hand.observation(hand.seat))[:, 0])
    for cheaper, dearer in pairwise(goes_on):
        assert (dearer <= cheaper + 1e-9).all()
    assert goes_on[-1].mean() < 0.06


def test_every_style_is_there_for_every_game() -> None:
    people = made_up_people()
    assert {kind for kind in people if not kind.endswith("anybody")} == {
        f"{game}/{style}" for game in GAMES for style in STYLES
    }
    assert all(len(people[f"{game}/anybody"]) > 10 for game in GAMES)


def test_a_nit_enters_less_than_a_station() -> None:
    rules = no_limit_holdem(6, big_blind=100, stack=10_000)
    hand = Hand(rules, shuffle(rules, np.random.default_rng(1)))
    seen = hand.observation(hand.seat or 0)
    enters = {
        style: np.mean(
            [1 - Person(seed=seed, style=style).kinds(seen)[:, 0].mean() for seed in range(4)]
        )
        for style in STYLES
    }
    assert enters["nit"] < 0.15
    assert enters["nit"] < enters["regular"] < enters["loose"]
    assert min(enters["station"], enters["maniac"]) > 1.5 * enters["regular"]


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("person:style=nitt", "nit"),
        ("person:style=nit,like=Ann", "not both"),
        ("person:store=somewhere", "like=NAME"),
        ("person:like=Ann,hands=-3", "hands=-3; a clone is made of one or more"),
    ],
)
def test_what_cannot_be_is_said(spec: str, words: str) -> None:
    with pytest.raises(VillainError, match=words):
        make_agent(spec)
