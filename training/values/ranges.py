"""Ranges to learn from: some at random, some as betting makes them."""

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.cards.range import CLASS_OF_COMBO
from villain.kernels.arrays import FloatArray
from villain.kernels.showdown import rank_holdings
from villain.solver.values.board_facts import BoardFacts
from villain.solver.values.features import BoardFeatures
from villain.strength.preflop import preflop_wins
from villain.strength.situation import as_array

LEVELS = 11
"""So often a weight is divided between the weaker and the stronger half, and each half again."""


def _class_standings() -> FloatArray:
    """The standing of each combo before the flop, 0 to 1, by its chances against any hand."""
    chances = preflop_wins().mean(axis=1)
    order = np.argsort(np.argsort(chances, kind="stable"), kind="stable")
    return np.asarray(order / 1325.0)


BEFORE_FLOP = _class_standings()


def orders(board: tuple[Card, ...], facts: BoardFacts) -> list[FloatArray]:
    """The strengths that betting went by on the streets so far, 0 to 1."""
    strengths = []
    for cards in range(3, len(board)):
        ranks = rank_holdings(as_array(board[:cards]), facts.first, facts.second)
        strengths.append(np.argsort(np.argsort(ranks, kind="stable")) / len(ranks))
    strengths.append(BoardFeatures(facts).strengths.astype(np.float64))
    return strengths


def split_range(
    rng: np.random.Generator, strengths: FloatArray, levels: int = LEVELS
) -> FloatArray:
    """Weight 1, divided at random along the order of strength again and again."""
    masses = np.ones(1)
    for _ in range(levels):
        share = rng.random(len(masses))
        masses = np.stack([masses * share, masses * (1 - share)], axis=1).ravel()
    order = np.argsort(strengths + 1e-6 * rng.random(len(strengths)))
    size = len(strengths)
    places = (np.arange(len(masses)) * size) // len(masses)
    weights = np.zeros(size)
    if len(masses) >= size:
        np.add.at(weights, order[places], masses)
    else:
        bounds = (np.arange(size) * len(masses)) // size
        weights[order] = masses[bounds]
    return np.asarray(weights / weights.sum())


def _step(values: FloatArray, middle: float, width: float) -> FloatArray:
    return np.asarray(1 / (1 + np.exp(-np.clip((values - middle) / width, -30, 30))))


def played_range(
    rng: np.random.Generator, combos: npt.NDArray[np.intp], strengths: list[FloatArray]
) -> FloatArray:
    """A range as betting makes it: what is entered with, then some actions by strength.

    An action leaves the better hands, the worse ones, the middle, or the best and some bluffs.
    """
    start = BEFORE_FLOP[combos]
    noise = rng.normal(0, 0.05, 169)[CLASS_OF_COMBO[combos]]
    weights = _step(start + noise, rng.uniform(-0.3, 0.9), rng.uniform(0.02, 0.2))
    if rng.random() < 0.3:  # the best were raised
        weights = weights * (1 - rng.uniform(0.5, 1) * _step(start, rng.uniform(0.7, 0.97), 0.03))
    for values in strengths:
        for _ in range(rng.integers(0, 3)):
            weights = weights * _action(rng, values)
    weights = weights * np.exp(rng.normal(0, rng.choice([0.0, 0.3, 0.8]), len(weights)))
    return np.asarray(weights / weights.sum())


def _action(rng: np.random.Generator, values: FloatArray) -> FloatArray:
    low, width, least = rng.random(), rng.uniform(0.01, 0.15), rng.choice([0.0, 0.02, 0.1, 0.3])
    kind = rng.integers(4)
    if kind == 0:
        share = _step(values, low, width)
    elif kind == 1:
        share = 1 - _step(values, low, width)
    elif kind == 2:
        share = _step(values, low, width) * (1 - _step(values, low + rng.uniform(0.1, 0.5), width))
    else:
        share = _step(values, max(low, 0.5), width) + rng.random() * (
            1 - _step(values, min(low, 0.5), width)
        )
    return np.asarray(least + (1 - least) * np.minimum(share, 1))


def random_range(
    rng: np.random.Generator, combos: npt.NDArray[np.intp], strengths: list[FloatArray]
) -> FloatArray:
    """One of them: split by some strength, as played, both, or all alike."""
    kind = rng.random()
    if kind < 0.35:
        return split_range(rng, strengths[rng.integers(len(strengths))])
    if kind < 0.8:
        return played_range(rng, combos, strengths)
    if kind < 0.97:
        weights = played_range(rng, combos, strengths)
        weights *= split_range(
            rng, strengths[rng.integers(len(strengths))], int(rng.integers(2, 7))
        )
        return np.asarray(weights / weights.sum())
    return np.full(len(combos), 1 / len(combos))
