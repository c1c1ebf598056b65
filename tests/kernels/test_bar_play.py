"""Playing by bars: the kernel beside a few obvious lines, and its slope beside differences."""

import numpy as np

from villain.kernels.arrays import FloatArray
from villain.kernels.bar_play import (
    FIRST_SIZE,
    GO_ON,
    SCORES,
    STRONG,
    WEAK,
    BarHands,
    bar_chances,
    bar_surprise,
)

HOLDING = np.random.default_rng(0).normal(size=(6, 3))
OWN, CONTEXTS, LEAST = 4, 2, 0.01


def slow_chances(weights: FloatArray, traits: FloatArray, pays: bool, raises: bool) -> FloatArray:
    chances = np.zeros((len(HOLDING), 7))
    for row, holding in zip(chances, HOLDING, strict=True):
        scores = weights @ np.concatenate([traits, holding])
        on, strong, weak = 1 / (1 + np.exp(-scores[[GO_ON, STRONG, WEAK]]))
        if not raises:
            strong = weak = 0.0
        if not pays:
            row[1] = (1 - strong) * (1 - weak)
        else:
            row[0], row[1] = (1 - on) * (1 - weak), on * (1 - strong)
        sizes = np.exp(scores[FIRST_SIZE:])
        row[2:] = (1 - row[0] - row[1]) * sizes / sizes.sum()
    return chances


def test_chances_are_those_of_the_slow_twin() -> None:
    rng = np.random.default_rng(1)
    for pays in (False, True):
        for raises in (False, True):
            weights, traits = rng.normal(size=(SCORES, OWN + 3)), rng.normal(size=OWN)
            chances, parts = np.zeros((len(HOLDING), 7)), np.zeros((len(HOLDING), 3))
            everything = np.ones(len(HOLDING), np.bool_)
            bar_chances(weights, traits, HOLDING, pays, raises, everything, chances, parts)
            slow = slow_chances(weights, traits, pays, raises)
            np.testing.assert_allclose(chances, slow, atol=1e-12)


def some_hands(rng: np.random.Generator) -> BarHands:
    decisions, hands = 24, 10
    pays, raises = rng.random(decisions) < 0.5, rng.random(decisions) < 0.8
    kinds = np.array(
        [
            rng.choice([*[0] * int(pay), 1, *([2, 5, 6] if may else [])])
            for pay, may in zip(pays, raises, strict=True)
        ],
        np.int64,
    )
    return BarHands(
        np.linspace(0, decisions, hands + 1).astype(np.int64),
        rng.integers(0, CONTEXTS, decisions),
        rng.normal(size=(decisions, OWN)),
        pays,
        raises,
        kinds,
        rng.integers(0, len(HOLDING), (decisions, 1326)).astype(np.uint8),
        rng.random((hands, 1326)) < 0.3,
        rng.random(hands),
    )


def test_surprise_is_that_of_all_that_he_may_hold() -> None:
    rng = np.random.default_rng(2)
    hands, weights = some_hands(rng), rng.normal(size=(CONTEXTS, SCORES, OWN + 3))
    surprise = 0.0
    for hand, (begin, end) in enumerate(zip(hands.first, hands.first[1:], strict=False)):
        likely = np.ones(1326)
        for one in range(begin, end):
            own = weights[hands.contexts[one]]
            chances = slow_chances(own, hands.traits[one], hands.pays[one], hands.raises[one])
            taken = (1 - LEAST) * chances[:, hands.kinds[one]] + LEAST / 3
            likely *= taken[hands.sorts[one]]
        surprise -= hands.counts[hand] * np.log(likely[hands.could[hand]].mean())
    slope = np.zeros_like(weights)
    assert np.isclose(bar_surprise(weights, hands, HOLDING, LEAST, slope), surprise)


def test_the_slope_is_that_of_differences() -> None:
    rng = np.random.default_rng(3)
    hands, weights = some_hands(rng), rng.normal(size=(CONTEXTS, SCORES, OWN + 3))
    slope, step = np.zeros_like(weights), 1e-5
    bar_surprise(weights, hands, HOLDING, LEAST, slope)
    for place in np.ndindex(weights.shape):
        sides = []
        for sign in (1, -1):
            moved = weights.copy()
            moved[place] += sign * step
            sides.append(bar_surprise(moved, hands, HOLDING, LEAST, np.zeros_like(slope)))
        assert np.isclose(slope[place], (sides[0] - sides[1]) / (2 * step), atol=1e-6)
