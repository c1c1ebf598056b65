"""Leanings that are fitted to all decisions of a player at once."""

import numpy as np
import pytest

from tests.hands.scripted_players import MANIAC, REGULARS, ROCK, Player, play
from villain.game.public_state import PublicState
from villain.game.situation import NOTHING, Decision, decisions_in
from villain.models.crowd.kinds import chances_of
from villain.models.crowd.reader import CrowdReader
from villain.models.crowd.whole_leaning import settle, whole_leaning


def test_frequencies_are_brought_to_those_of_many_decisions() -> None:
    """In two kinds of situation that what is known tells apart, each by itself."""
    rng = np.random.default_rng(1)
    kind = rng.integers(0, 2, 3000)
    known = np.eye(2, dtype=np.float32)[kind]
    scores, legal = rng.normal(size=(3000, 3)), np.ones((3000, 3), bool)
    done = np.where(kind, rng.choice(3, 3000, p=[0.7, 0.2, 0.1]), rng.choice(3, 3000))
    weights = whole_leaning(known, scores, legal, done)
    chances = chances_of(scores + known @ weights.T, legal)
    for one in (0, 1):
        shares = np.bincount(done[kind == one], minlength=3) / np.sum(kind == one)
        assert chances[kind == one].mean(axis=0) == pytest.approx(shares, abs=0.01)


def test_few_decisions_move_little() -> None:
    known, even, legal = np.ones((2, 1), np.float32), np.zeros((2, 3)), np.ones((2, 3), bool)
    weights = whole_leaning(known, even, legal, np.array([2, 2]))
    raises = chances_of(known @ weights.T, legal)[0, 2]
    assert 1 / 3 < raises < 0.5


def _first_decisions(ann: Player, seed: int) -> list[Decision]:
    """What Ann decides first in each of 150 hands, if she plays like somebody."""
    hands = [one.replay() for one in play([ann._replace(name="Ann"), *REGULARS[:2]], 150, 3, seed)]
    return [
        decision
        for hand in hands
        for decision in decisions_in(PublicState(hand.rules), hand.names, hand.events)
        if decision.name == "Ann" and decision.situation.last == NOTHING
    ]


def test_who_changed_is_settled_between_what_he_was_and_is() -> None:
    early, late = _first_decisions(MANIAC, 1), _first_decisions(ROCK, 2)
    reader = CrowdReader()
    for decision in early + late:
        reader.learn(decision)
    situations = [one.situation for one in early + late]
    really = np.mean([one.kind == "raise" for one in early + late])
    before = reader.chances("Ann", situations)[:, 2].mean()
    settle(reader, "Ann", early + late)
    after = reader.chances("Ann", situations)[:, 2].mean()
    assert before < really - 0.1  # the rock that she has become
    assert after == pytest.approx(really, abs=0.05)
