"""Trains a network with one hidden layer: gradient descent with Adam, cross-entropy."""

from typing import NamedTuple

import numpy as np

from villain.evaluation.importance import Examples
from villain.models.predictors.network import Floats, Weights, softmax


class Settings(NamedTuple):
    """How a network is made; chosen by cross-validation (docs/explanation/predicting.md)."""

    hidden: int = 48
    epochs: int = 10
    rate: float = 0.01
    batch: int = 512
    decay: float = 3e-4
    seed: int = 1


def fit(examples: Examples, settings: Settings) -> Weights:
    """The network that foresees these actions best, kept from learning them by heart."""
    rng = np.random.default_rng(settings.seed)
    inputs, count = examples.inputs, len(examples.actions)
    mean, scale = inputs.mean(axis=0), inputs.std(axis=0) + 1e-3
    inputs = (inputs - mean) / scale
    targets = np.eye(3, dtype=np.float32)[examples.actions]
    size = inputs.shape[1]
    net: list[Floats] = [
        rng.normal(0, size**-0.5, (size, settings.hidden)).astype(np.float32),
        np.zeros(settings.hidden, np.float32),
        rng.normal(0, 0.3 * settings.hidden**-0.5, (settings.hidden, 3)).astype(np.float32),
        np.zeros(3, np.float32),
    ]
    steps, step = settings.epochs * -(-count // settings.batch), 0
    adam = _Adam(net)
    for _ in range(settings.epochs):
        order = rng.permutation(count)
        for start in range(0, count, settings.batch):
            chosen = order[start : start + settings.batch]
            slopes = _slopes(net, inputs[chosen], targets[chosen], examples.forbidden[chosen])
            slopes[0] += settings.decay * net[0]
            slopes[2] += settings.decay * net[2]
            adam.step(slopes, settings.rate * 0.5 * (1 + np.cos(np.pi * step / steps)))
            step += 1
    hidden, hidden_bias, output, output_bias = net
    hidden = hidden / scale[:, None]  # so that it takes the inputs as they are
    return Weights(hidden, hidden_bias - mean @ hidden, output, output_bias, scale)


def _slopes(net: list[Floats], inputs: Floats, targets: Floats, forbidden: Floats) -> list[Floats]:
    """The gradient of the mean loss in all weights."""
    layer = np.tanh(inputs @ net[0] + net[1])
    errors = (softmax(layer @ net[2] + net[3] + forbidden) - targets) / len(inputs)
    back = (errors @ net[2].T) * (1 - layer * layer)
    return [inputs.T @ back, back.sum(axis=0), layer.T @ errors, errors.sum(axis=0)]


class _Adam:
    """Kingma and Ba's descent: steps by running means of the slopes and of their squares."""

    def __init__(self, weights: list[Floats]) -> None:
        self.weights, self.steps = weights, 0
        self.means = [np.zeros_like(one) for one in weights]
        self.squares = [np.zeros_like(one) for one in weights]

    def step(self, slopes: list[Floats], rate: float) -> None:
        self.steps += 1
        for one, slope, mean, square in zip(
            self.weights, slopes, self.means, self.squares, strict=True
        ):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            size = np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            one -= (rate * mean / (1 - 0.9**self.steps) / size).astype(np.float32)
