"""Train the card network on the log of DeepStack's hands, in which all cards are known.

    python -m training.cards.train [LOG]

It takes some minutes and writes ``card_network.npz`` among the models. Several small networks
are trained from different beginnings, by cross entropy; their mean is what is shipped. Nothing of
players who are held back is looked at.
"""

import argparse
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from training.cards.gathering import Examples, gather
from villain.evaluation.known_hands import hands_of
from villain.kernels.networks import Numbers
from villain.models.cards.network import FILE, KINDS, Layer, Network, softmax

LOG = Path("../shared/data/deepstack/deepstack-heads-up.log.xz")
HIDDEN = ((32,), (64, 32))
"""Hidden layers before and after the flop."""

NETWORKS, EPOCHS, BATCH = 4, 10, 512
RATE, DECAY, MACHINE_SHARE = 2e-3, 1e-2, 0.5
"""Chosen by leaving out a fifth of the players that are trained on, each in turn."""

FORGET, FORGET_SQUARES = 0.9, 0.999


def train(
    examples: Examples, hidden: tuple[int, ...], networks: int = NETWORKS, epochs: int = EPOCHS
) -> Network:
    """Networks from different beginnings, stacked layer by layer."""
    several = [_train_one(examples, hidden, seed, epochs) for seed in range(networks)]
    return tuple(
        Layer(np.stack([one.weights for one in layers]), np.stack([one.biases for one in layers]))
        for layers in zip(*several, strict=True)
    )


def _train_one(examples: Examples, hidden: tuple[int, ...], seed: int, epochs: int) -> list[Layer]:
    """Adam with decaying weights; the rate falls to nothing along half a cosine."""
    rng = np.random.default_rng(seed)
    layers = _beginning((examples.inputs.shape[1], *hidden, KINDS), rng)
    slow = [[np.zeros_like(part) for part in layer] for layer in layers]
    squares = [[np.zeros_like(part) for part in layer] for layer in layers]
    many = len(examples.kinds)
    step, steps = 0, epochs * -(-many // BATCH)
    for _ in range(epochs):
        order = rng.permutation(many)
        for start in range(0, many, BATCH):
            step += 1
            rate = RATE * (1 + np.cos(np.pi * step / steps)) / 2
            gradients = _gradients(layers, examples, order[start : start + BATCH])
            for layer, gradient, means, roots in zip(layers, gradients, slow, squares, strict=True):
                for part, slope, mean, square in zip(layer, gradient, means, roots, strict=True):
                    mean += (1 - FORGET) * (slope - mean)
                    square += (1 - FORGET_SQUARES) * (slope * slope - square)
                    size = np.sqrt(square / (1 - FORGET_SQUARES**step)) + 1e-8
                    part -= rate * mean / (1 - FORGET**step) / size
                layer.weights[...] *= 1 - rate * DECAY
    return layers


def _beginning(sizes: tuple[int, ...], rng: np.random.Generator) -> list[Layer]:
    """Random weights; small ones in the last layer, so that it begins with no opinion."""
    layers = []
    for into, out in pairwise(sizes):
        size = np.sqrt(2 / into) * (0.3 if out == KINDS else 1.0)
        weights = rng.normal(0.0, size, (into, out)).astype(np.float32)
        layers.append(Layer(weights, np.zeros(out, np.float32)))
    return layers


def _gradients(
    layers: list[Layer], examples: Examples, chosen: npt.NDArray[np.intp]
) -> list[tuple[Numbers, Numbers]]:
    """The gradient of the cross entropy of some examples in every weight and bias."""
    values = [examples.inputs[chosen]]
    for number, layer in enumerate(layers):
        inside = values[-1] if number == 0 else np.maximum(values[-1], 0)
        values.append(inside @ layer.weights + layer.biases)
    chances = softmax(np.where(examples.legal[chosen], values[-1], -1e9))
    chances[np.arange(len(chosen)), examples.kinds[chosen]] -= 1.0
    slope = (chances * examples.shares[chosen, None] / len(chosen)).astype(np.float32)
    gradients: list[tuple[Numbers, Numbers]] = []
    for number in range(len(layers) - 1, -1, -1):
        inside = values[number] if number == 0 else np.maximum(values[number], 0)
        gradients.append((inside.T @ slope, slope.sum(axis=0)))
        if number:
            slope = (slope @ layers[number].weights.T) * (values[number] > 0)
    return gradients[::-1]


def save(networks: tuple[Network, Network], path: Path = FILE) -> None:
    """Write both networks, in half precision."""
    parts: dict[str, Any] = {}
    for name, network in zip(("before", "after"), networks, strict=True):
        for number, layer in enumerate(network):
            parts[f"{name}_weights{number}"] = layer.weights.astype(np.float16)
            parts[f"{name}_biases{number}"] = layer.biases.astype(np.float16)
    np.savez_compressed(path, **parts)


def main() -> None:
    """Gather, train and save."""
    parser = argparse.ArgumentParser(description="Train the card network.")
    parser.add_argument("log", type=Path, nargs="?", default=LOG, help="of DeepStack's hands")
    parts = gather(hands_of([parser.parse_args().log]), MACHINE_SHARE)
    before, after = (
        train(examples, hidden) for examples, hidden in zip(parts, HIDDEN, strict=True)
    )
    save((before, after))
    print(f"{len(parts[0].kinds):,} and {len(parts[1].kinds):,} actions, into {FILE.name}")


if __name__ == "__main__":
    main()
