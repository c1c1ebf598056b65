"""Who goes closely by his cards is read so, from the hands that he shows."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from villain.cards.combo import Combo
from villain.game import CALL, FOLD, Action, Hand, Observation, no_limit_holdem, raise_to, shuffle
from villain.kernels.arrays import FloatArray
from villain.models.crowd.card_sharpness import (
    FACTORS,
    SHARES,
    CardSharpness,
    powers,
    sharpened,
    sharpened_by,
)
from villain.models.crowd.kinds import KINDS
from villain.models.crowd.model import CrowdModel
from villain.models.crowd.reader import CrowdReader
from villain.models.crowd.strengths import strength_path

SHARPER = np.array([-8.0, -7.5, -7.0, -6.6, -6.2, -5.9, -5.8])
"""A hand that is the likelier the sharper somebody is."""

NOWHERE = np.zeros((4, 3, 6))
"""A step of a card leaning that leads nowhere."""


def some_kinds(seed: int, *, may_raise: bool = True) -> tuple[FloatArray, FloatArray]:
    """Chances of kinds with twenty hands, and those in all."""
    kinds = np.random.default_rng(seed).dirichlet(np.ones(KINDS), 20)
    if not may_raise:
        kinds[:, 2:] = 0.0
        kinds /= kinds.sum(axis=1, keepdims=True)
    mean = kinds.mean(axis=0)
    return kinds, np.array([mean[0], mean[1], mean[2:].sum()])


@given(st.integers(0, 1000), st.floats(0.5, 4.0), st.booleans())
def test_a_sharper_policy_is_a_policy_with_the_same_sizes(
    seed: int, power: float, may_raise: bool
) -> None:
    kinds, overall = some_kinds(seed, may_raise=may_raise)
    sharp = sharpened(kinds, overall, power)
    assert sharp.sum(axis=1) == pytest.approx(np.ones(len(kinds)))
    assert ((sharp > 0) == (kinds > 0)).all()
    if may_raise:
        parts = [one[:, 2:] / one[:, 2:].sum(axis=1, keepdims=True) for one in (kinds, sharp)]
        assert parts[0] == pytest.approx(parts[1])


@given(st.integers(0, 1000), st.floats(1.0, 3.0), st.floats(1.0, 3.0))
def test_the_sharper_the_further_from_what_he_does_in_all(
    seed: int, one: float, other: float
) -> None:
    kinds, overall = some_kinds(seed)
    dull, sharp = (sharpened(kinds, overall, power) for power in sorted((one, other)))
    folds = kinds[:, 0] / overall[0]
    calls = kinds[:, 1] / overall[1]
    # Of two actions the one that a hand is more likely for gains on the other.
    gains = sharp[:, 0] / sharp[:, 1] >= dull[:, 0] / dull[:, 1] - 1e-9
    assert (gains | (folds < calls)).all()


def test_nothing_changes_for_a_power_of_one_and_for_who_heeds_no_cards() -> None:
    kinds, overall = some_kinds(1)
    assert sharpened(kinds, overall, 1.0) == pytest.approx(kinds)
    same = np.tile(kinds[:1], (5, 1))
    whole = np.array([same[0, 0], same[0, 1], same[0, 2:].sum()])
    assert sharpened(same, whole, 3.0) == pytest.approx(same)
    mixed = sharpened_by(kinds, overall, np.array([1.0, 2.0]), [0.5, 0.5])
    assert mixed == pytest.approx((kinds + sharpened(kinds, overall, 2.0)) / 2)


def test_hands_that_are_shown_say_how_sharp_he_is() -> None:
    him = CardSharpness()
    assert him.weights == pytest.approx(np.array(SHARES))
    him.learn(np.full(len(FACTORS), -7.0))  # all had expected it alike
    assert him.weights == pytest.approx(np.array(SHARES))
    twin = him.copy()
    for _ in range(40):
        him.learn(SHARPER)
    assert him.weights @ FACTORS > 2.2
    assert twin.weights == pytest.approx(np.array(SHARES))
    for _ in range(60):  # he has changed
        him.learn(SHARPER[::-1])
    assert him.weights @ FACTORS < 0.9


def by_rules(seen: Observation) -> Action:
    """Ten lines that raise the best hands, call with good ones, and fold the rest."""
    legal = seen.legal
    assert legal is not None
    strength = strength_path(Combo.of(*seen.hole), seen.board)[-1, 0] / 255
    if strength >= (0.9 if legal.call else 0.7) and legal.can_raise:
        wanted = max(seen.bets) + round(0.7 * (seen.pot + legal.call))
        return raise_to(min(max(wanted, legal.least), legal.most))
    return CALL if strength >= 0.65 or not legal.fold else FOLD


def watched(hands: int, model: CrowdModel) -> Observation:
    """Ann goes by her rules; I call whatever she bets."""
    rules, rng = no_limit_holdem(2), np.random.default_rng(7)
    for number in range(hands):
        mine = number % 2
        names = ("me", "Ann") if mine == 0 else ("Ann", "me")
        hand = Hand(rules, shuffle(rules, rng), names)
        while hand.seat is not None:
            hand.act(CALL if hand.seat == mine else by_rules(hand.observation(hand.seat)))
        seen = hand.observation(mine)
        model.observe(seen)
    return seen


def factor(reader: CrowdReader, name: str = "Ann") -> float:
    return float(reader.card_sharpness(name) @ FACTORS)


def test_who_goes_by_rules_is_found_out_and_copies_learn_on_their_own() -> None:
    model, frozen = CrowdModel(), CrowdModel()
    frozen.freeze()
    stranger = factor(model.reader)
    watched(60, model)
    sharper = factor(model.reader)
    assert sharper > stranger + 0.05
    kept, twin = pickle.loads(pickle.dumps(model.reader)), model.reader.clone()
    assert factor(kept) == factor(twin) == sharper
    twin.learn_cards("Ann", SHARPER[::-1], NOWHERE)
    assert factor(twin) < sharper == factor(model.reader)
    model.reader.learn_cards("Bob", SHARPER, NOWHERE)  # of whom nothing else is known
    assert factor(model.reader, "Bob") == stranger
    seen = watched(20, frozen)
    frozen.begin_hand(seen)
    assert factor(frozen.reader) == stranger


def test_to_ask_for_a_range_teaches_nothing() -> None:
    model = CrowdModel()
    seen = watched(5, model)
    before = factor(model.reader)
    model.range(seen, 1 - seen.seat)
    model.predict(seen, 1 - seen.seat)
    assert factor(model.reader) == before


def test_in_limit_powers_are_the_factors() -> None:
    assert powers(0, limit=True) == pytest.approx(np.array(FACTORS))
    assert len(powers(3, limit=False)) == len(FACTORS)
