"""Which inputs of the network matter: how much worse it predicts without each of them [poki].

The values of one input are shuffled among the decisions, so that they say nothing any more, and
the log-loss over players whom the network was not trained on goes up by what the input is worth.
"""

import argparse
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.errors import VillainError
from villain.evaluation.replaying import is_decision, replay
from villain.game.situation import Decision
from villain.hands.store.hand_store import HandStore
from villain.models.predictors.inputs import INPUTS
from villain.models.predictors.legal import ACTIONS
from villain.models.predictors.network import FORBIDDEN, Floats, Network, Weights, chances, weights
from villain.profiles.splitting import trained_on


class Examples(NamedTuple):
    """Decisions of the players to train on: inputs, actions, what is forbidden, whose, parts."""

    inputs: Floats
    actions: npt.NDArray[np.int64]
    forbidden: Floats
    players: npt.NDArray[np.int64]
    folds: npt.NDArray[np.int64]

    def where(self, chosen: npt.NDArray[np.bool_]) -> "Examples":
        """Some of them."""
        return Examples(
            self.inputs[chosen],
            self.actions[chosen],
            self.forbidden[chosen],
            self.players[chosen],
            self.folds[chosen],
        )


class Importance(NamedTuple):
    """By how many nats a decision the loss goes up without an input, and within what error."""

    name: str
    increase: float
    error: float


def held_back_examples(hands: Iterable[list[Decision]]) -> Examples:
    """The decisions of players whom the shipped network was not trained on."""
    return examples_of(hands, lambda name: not trained_on(name))


def examples_of(
    hands: Iterable[list[Decision]], whom: Callable[[str], bool] = lambda _: True
) -> Examples:
    """The decisions of some players, as the network is told of them."""
    reader, numbers = Network(), dict[str, int]()
    inputs, actions, forbidden, players = [], [], [], []
    for hand in hands:
        for decision in hand:
            name, situation = decision.name, decision.situation
            if not is_decision(decision) or not whom(name):
                continue
            inputs.append(reader.inputs_of(name, situation))
            actions.append(ACTIONS[decision.kind])
            forbidden.append((situation.owed <= 0, False, not situation.could_raise))
            players.append(numbers.setdefault(name, len(numbers)))
            reader.note(name, situation, decision.kind)
    if not inputs:
        raise VillainError("there are no decisions of such players")
    return Examples(
        np.array(inputs, np.float32),
        np.array(actions),
        FORBIDDEN * np.array(forbidden, np.float32),
        np.array(players),
        np.zeros(len(inputs), np.int64),
    )


def permutation_importance(
    examples: Examples, net: Weights | None = None, *, repeats: int = 3, seed: int = 1
) -> list[Importance]:
    """Every input with what it is worth, the most important first."""
    rng = np.random.default_rng(seed)
    net = weights(limit=True) if net is None else net
    usual = _losses(net, examples.inputs, examples)
    found = []
    for place, name in enumerate(INPUTS):
        increases = []
        for _ in range(repeats):
            inputs = examples.inputs.copy()
            inputs[:, place] = rng.permutation(inputs[:, place])
            increases.append(_losses(net, inputs, examples) - usual)
        rows = np.mean(increases, axis=0)
        found.append(Importance(name, float(rows.mean()), _error(rows, examples)))
    return sorted(found, key=lambda one: -one.increase)


def _losses(net: Weights, inputs: Floats, examples: Examples) -> Floats:
    told = chances(net, inputs, examples.forbidden)
    losses: Floats = -np.log(np.maximum(told[np.arange(len(told)), examples.actions], 1e-6))
    return losses


def _error(rows: Floats, examples: Examples) -> float:
    """The standard error of a mean over decisions, with players as units."""
    sums = np.bincount(examples.players, rows - rows.mean())
    return float(np.sqrt((sums * sums).sum())) / len(rows)


def main() -> None:
    """Print what every input is worth on the players of a store who were not trained on."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("store", type=Path)
    parser.add_argument("--hands", type=int)
    told = parser.parse_args()
    examples = held_back_examples(replay(HandStore(told.store), hands=told.hands))
    for one in permutation_importance(examples):
        print(f"{one.increase:+.4f} ± {1.96 * one.error:.4f}  {one.name}")


if __name__ == "__main__":
    main()
