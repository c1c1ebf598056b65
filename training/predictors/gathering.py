"""Decisions as arrays to train on: what was known before each, and what was done."""

from collections.abc import Iterable

import numpy as np

from villain.evaluation.importance import NetworkExamples
from villain.game.situation import Decision
from villain.kernels.arrays import FloatArray
from villain.models.predictors.legal import ACTIONS
from villain.models.predictors.network import FORBIDDEN, Network, Weights
from villain.models.predictors.population import (
    CELLS,
    COSTS,
    STREETS,
    PopulationFrequencies,
    fine_key,
    from_tables,
    shrink,
)
from villain.profiles.replaying import is_decision
from villain.profiles.splitting import FOLDS, fold, for_training

PRIOR = 30.0
"""So many decisions pull a fine situation's frequencies halfway from those of the coarser one."""


def counts_by_fold(hands: Iterable[list[Decision]]) -> FloatArray:
    """Counts of actions in each fine situation, by part of the players."""
    counts = np.zeros((FOLDS, CELLS, 3))
    for hand in hands:
        for decision in hand:
            if is_decision(decision) and for_training(decision.name):
                key = fine_key(decision.situation)
                counts[fold(decision.name), key, ACTIONS[decision.kind]] += 1
    return counts


def people_of(counts: FloatArray) -> PopulationFrequencies:
    """The population that these counts are of, by fine situation and action."""
    return from_tables(coarse_counts(counts), shrink(counts, PRIOR))


def coarse_counts(counts: FloatArray) -> FloatArray:
    """The same counts in the twelve situations, with one more of each."""
    coarse: FloatArray = counts.reshape(STREETS * COSTS, -1, 3).sum(axis=1) + 1.0
    return coarse


def gather(hands: Iterable[list[Decision]], counts: FloatArray) -> NetworkExamples:
    """All decisions of the players to train on, in order.

    What a player is expected to do comes from the players of the other parts, so that a network
    learns how much it is worth for somebody new.
    """
    people = [people_of(counts.sum(axis=0) - counts[part]) for part in range(FOLDS)]
    readers = [_reader(one) for one in people]
    inputs, actions, forbidden, folds = [], [], [], []
    numbers: dict[str, int] = {}
    players = []
    for hand in hands:
        for decision in hand:
            name, situation = decision.name, decision.situation
            if not is_decision(decision) or not for_training(name):
                continue
            part = fold(name)
            inputs.append(readers[part].inputs_of(name, situation))
            actions.append(ACTIONS[decision.kind])
            forbidden.append((situation.owed <= 0, False, not situation.could_raise))
            players.append(numbers.setdefault(name, len(numbers)))
            folds.append(part)
            readers[part].note(name, situation, decision.kind)
    return NetworkExamples(
        np.array(inputs, np.float32),
        np.array(actions),
        FORBIDDEN * np.array(forbidden, np.float32),
        np.array(players),
        np.array(folds),
    )


def _reader(people: PopulationFrequencies) -> Network:
    """A network of no weights, for its inputs."""
    nothing = Weights(*(np.zeros(1, np.float32),) * len(Weights._fields))
    return Network(people=lambda _: people, prior=lambda _: nothing)
