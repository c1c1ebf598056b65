"""An opponent does what the model says, or what equilibrium does, or answers us."""

import numpy as np
import pytest

from villain.agents.equilibrium import Equilibrium
from villain.agents.villain import Villain
from villain.agents.villain_theories import EVERY, FIRST, SELDOM, Theories
from villain.game import CALL, FOLD, Hand, no_limit_holdem, shuffle


@pytest.mark.parametrize("model_is_right", [True, False])
def test_who_foresees_better_is_believed(model_is_right: bool) -> None:
    rng, theories = np.random.default_rng(1), Theories()
    right, wrong = np.array([0.2, 0.5, 0.3]), np.array([0.35, 0.35, 0.3])
    model, equilibrium = (right, wrong) if model_is_right else (wrong, right)
    for _ in range(200):
        did = rng.choice(3, p=right)
        theories.take([(float(model[did]), float(equilibrium[did]))])
    theories.take_leaning((-2.5, -2.5))
    assert (theories.model > 0.9) == model_is_right
    assert (theories.model < 0.1) != model_is_right


def test_who_shows_nothing_is_slowly_believed_not_to_know_us() -> None:
    theories = Theories()
    theories.take([(0.9, 0.001)] * 20)
    at_first = theories.model
    for _ in range(60):
        theories.take_leaning((0.0, 0.0))
    assert at_first < 0.6
    assert theories.model > 0.9
    for _ in range(10):
        theories.take_leaning((1.0, 1.0))
    assert theories.model < 0.01


@pytest.mark.parametrize("likelier", [(2.5, -1.0), (-1.0, 2.5)])
def test_whoever_has_another_reason_is_not_taken_to_know_us(likelier: tuple[float, float]) -> None:
    """A sound player leans to what wins, and somebody we misjudge does what he always does."""
    theories = Theories()
    for _ in range(40):
        theories.take_leaning(likelier)
    assert theories.suspicion < 0.01


def test_neither_theory_is_ever_certain() -> None:
    theories = Theories()
    theories.take([(0.9, 0.001)] * 1000)
    theories.take([(0.1, 0.9)] * 12)
    assert theories.model < 0.1


def test_fewer_hands_are_laid_beside_equilibrium_as_time_goes_on() -> None:
    theories = Theories()
    assert all(theories.wants(hands) for hands in range(1, FIRST + 1))
    assert sum(theories.wants(hands) for hands in range(101, 201)) == 100 // EVERY
    theories.take([(0.9, 0.001)] * 100)
    assert sum(theories.wants(hands) for hands in range(121, 241)) == 120 // SELDOM


def test_it_is_seldom_looked_at_what_he_could_have_won_once_he_seems_not_to_know_us() -> None:
    theories = Theories()
    assert all(theories.watches(hands) for hands in range(1, 41))
    for _ in range(200):
        theories.take_leaning((0.0, 0.0))
    assert sum(theories.watches(hands) for hands in range(1, 41)) == 40 // EVERY
    theories.take_leaning((2.5, 2.5))
    assert all(theories.watches(hands) for hands in range(1, 41))


def test_in_a_match_hands_are_laid_beside_equilibrium_as_they_end() -> None:
    villain, rules = Villain(iterations=8), no_limit_holdem(2)
    beliefs = villain.beliefs
    assert beliefs is not None
    rng = np.random.default_rng(2)
    for number in range(3):
        hand = Hand(rules, shuffle(rules, rng), ("villain", "sheep"))
        while not hand.over:
            folds = hand.seat == 1
            hand.act(FOLD if folds else villain.act(hand.observation(0)))
        villain.watch(hand.observation(0))
        assert not beliefs.waiting
        assert beliefs.known["sheep"].theories.hands == number + 1
    assert beliefs.known["sheep"].trust < beliefs.known["sheep"].reliable


def test_whoever_plays_equilibrium_is_met_with_it_to_the_letter() -> None:
    rules = no_limit_holdem(2, stack=40)
    villain, safe = Villain(iterations=8), Equilibrium(iterations=8)
    hand = Hand(rules, shuffle(rules, np.random.default_rng(5)), ("villain", "him"))
    while not hand.over:
        hand.act(CALL)
    villain.watch(hand.observation(0))
    assert villain.beliefs is not None
    him = villain.beliefs.known["him"]
    him.seen.update({(street, True): 50 for street in range(4)})
    hand = Hand(rules, shuffle(rules, np.random.default_rng(6)), ("him", "villain"))
    believed = villain.told_chances(hand.observation(1))
    him.theories.take([(0.01, 0.9)] * 20)
    met, plain = (one.told_chances(hand.observation(1)) for one in (villain, safe))
    assert met.actions == plain.actions
    assert (met.chances == plain.chances).all()
    assert believed.actions != plain.actions
