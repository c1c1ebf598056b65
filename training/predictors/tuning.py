"""Chooses decays, priors and the network's shape by cross-validation within the training players.

    python -m training.predictors.tuning STORE

Each part of the players is predicted by what the other parts taught; players who are kept back are
never looked at. Losses are in nats a decision.
"""

import argparse
from collections.abc import Iterator, Sequence
from math import log
from pathlib import Path

import numpy as np

from training.predictors.fitting import Settings, fit
from training.predictors.gathering import (
    counts_by_fold,
    gather,
    people_of,
)
from villain.evaluation.importance import Examples
from villain.evaluation.replaying import is_decision, replay
from villain.game.situation import Decision
from villain.hands.store.hand_store import HandStore
from villain.models.predictors.chooser import Chooser
from villain.models.predictors.legal import ACTIONS
from villain.models.predictors.network import ADAPTATION, Adaptation, Network, chances
from villain.models.predictors.predictor import Predictor
from villain.models.predictors.statistics import LEVELS, Level, Statistics
from villain.profiles.splitting import FOLDS, fold, for_training

LEVEL_CHOICES = tuple(
    tuple(Level(prior * size, decay) for prior in priors)
    for priors, size, decay in (
        *(((25.0, 60.0, 100.0), 1.0, decay) for decay in (1.0, 0.999, 0.997, 0.99, 0.98)),
        *(((25.0, 60.0, 100.0), size, 0.997) for size in (0.5, 2.0)),
    )
)
SETTINGS_CHOICES = (
    *(Settings(hidden=hidden) for hidden in (24, 48, 96)),
    *(Settings(decay=decay) for decay in (1e-4, 1e-3)),
    *(Settings(epochs=epochs) for epochs in (5, 16)),
)
ADAPTATION_CHOICES = tuple(
    Adaptation(rate, pull) for rate in (0.001, 0.003, 0.01) for pull in (0.001, 0.01)
)
CHOOSER_CHOICES = ((0.99, 0.5, 5.0), (0.998, 0.5, 0.0), (0.998, 0.5, 5.0), (0.998, 0.5, 15.0))
MIXTURE_CHOICES = (*CHOOSER_CHOICES, (0.998, 1.0, 5.0))
"""Decay, rate and lead; the chooser has no use for a rate."""


def tune(hands: Sequence[list[Decision]]) -> Iterator[tuple[str, float]]:
    """Every decision and its loss, one after the other."""
    counts = counts_by_fold(hands)
    people = [people_of(counts.sum(axis=0) - counts[part]) for part in range(FOLDS)]

    def statistics(part: int, levels: tuple[Level, ...] = LEVELS) -> Statistics:
        return Statistics(levels, people=lambda _: people[part])

    for levels in LEVEL_CHOICES:
        made: list[Predictor] = [statistics(part, levels) for part in range(FOLDS)]
        yield f"statistics {levels}", loss(hands, made)
    examples = gather(hands, counts)
    for settings in SETTINGS_CHOICES:
        yield f"network {settings}", _network_loss(examples, settings)
    nets = [fit(examples.where(examples.folds != part), Settings()) for part in range(FOLDS)]

    def network(part: int, how: Adaptation) -> Network:
        return Network(how, people=lambda _: people[part], prior=lambda _: nets[part])

    for how in (Adaptation(0.0, 0.0), *ADAPTATION_CHOICES):
        made = [network(part, how) for part in range(FOLDS)]
        yield f"network {how}", loss(hands, made)
    for mixture, decisions in ((False, CHOOSER_CHOICES), (True, MIXTURE_CHOICES)):
        for decay, rate, lead in decisions:
            made = [
                Chooser(
                    {"network": network(part, ADAPTATION), "statistics": statistics(part)},
                    mixture=mixture,
                    decay=decay,
                    rate=rate,
                    lead=lead,
                )
                for part in range(FOLDS)
            ]
            kind = "mixture" if mixture else "chooser"
            yield f"{kind} decay={decay} rate={rate} lead={lead}", loss(hands, made)


def loss(hands: Sequence[list[Decision]], predictors: Sequence[Predictor]) -> float:
    """The mean log-loss over the players to train on, each predicted by the one of his part."""
    total, number = 0.0, 0
    for hand in hands:
        for decision in hand:
            if is_decision(decision) and for_training(decision.name):
                predictor = predictors[fold(decision.name)]
                told = predictor.triple(decision.name, decision.situation)
                total -= log(told[ACTIONS[decision.kind]])
                number += 1
                predictor.learn(decision)
    return total / max(number, 1)


def _network_loss(examples: Examples, settings: Settings) -> float:
    """The loss of networks that do not adapt."""
    found = []
    for part in range(FOLDS):
        net = fit(examples.where(examples.folds != part), settings)
        others = examples.where(examples.folds == part)
        told = chances(net, others.inputs, others.forbidden)
        found.append(np.log(told[np.arange(len(told)), others.actions]))
    return float(-np.concatenate(found).mean())


def main() -> None:
    """Print the loss of every decision."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store", type=Path)
    parser.add_argument("--hands", type=int)
    told = parser.parse_args()
    hands = list(replay(HandStore(told.store), hands=told.hands))
    for what, value in tune(hands):
        print(f"{value:.4f}  {what}", flush=True)


if __name__ == "__main__":
    main()
