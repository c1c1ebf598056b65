"""Hands that look alike to somebody who sees no cards are different hands."""

from collections.abc import Iterator

import numpy as np
import pytest

from villain.game import FOLD, Hand, Observation, limit_holdem, shuffle
from villain.game.observation import without_hole
from villain.hands.views import bystander_view
from villain.models.loki.model import SpecificModel
from villain.models.registry import make_model

RULES = limit_holdem(3)


def folded(*names: str, seed: int = 0) -> Hand:
    """A hand in which everybody folds."""
    hand = Hand(RULES, shuffle(RULES, np.random.default_rng(seed)), names)
    while not hand.over:
        hand.act(FOLD)
    return hand


class Folds:
    """Has hands that a player folded, all in the same seat."""

    def __init__(self, hands: int) -> None:
        self.hands = hands

    def views_of(self, name: str) -> Iterator[Observation]:
        for seed in range(self.hands):
            yield bystander_view(folded("Ann", "Bob", name, seed=seed), name)


def test_who_folds_again_and_again_is_studied_in_every_hand() -> None:
    model = SpecificModel()
    assert model.study(Folds(20), "Cleo") == 20
    assert model.counts.of("Cleo").sum() == 20


@pytest.mark.parametrize("name", ["statistics", "fixed", "crowd"])
def test_every_model_gets_to_know_who_always_folds(name: str) -> None:
    seen = Hand(RULES, shuffle(RULES, np.random.default_rng(9)), ("me", "Bob", "Cleo"))
    once, often = make_model(name), make_model(name)
    once.study(Folds(1), "Cleo")
    often.study(Folds(20), "Cleo")
    known, better = (model.predict(seen.observation(0), 2).fold for model in (once, often))
    assert better > known + 0.1


def test_hands_of_other_players_are_other_hands_though_nobodys_cards_are_seen() -> None:
    model = SpecificModel()
    for names in (("Ann", "Bob", "Cleo"), ("Bob", "Cleo", "Ann"), ("Cleo", "Ann", "Bob")):
        model.observe(without_hole(folded(*names).observation(1)))
    assert [model.counts.of(name).sum() for name in ("Ann", "Bob", "Cleo")] == [2, 2, 2]
    model.observe(without_hole(folded("Cleo", "Ann", "Bob").observation(1)))  # the same again
    assert model.counts.of("Bob").sum() == 2
