"""A value network: what every holding of both players is worth where a street ends or begins.

A network of a few numbers about both ranges and the stacks gives, once for each player, biases and
gates for a small network of two layers that every holding goes through. Its answer is added to what
checking down would be worth. In the end half the sum of both players' expectations is taken from
each, so that nothing comes from nothing.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from villain.kernels.arrays import SingleArray
from villain.solver.values.board_facts import BoardFacts, class_means
from villain.solver.values.features import BoardFeatures, EndInputs

_FOLDER = Path(__file__).parent
_LEAST = 1e-12
_ALL = slice(None)
_ROUNDING = 1e-3
"""Weights that differ by less, beside the largest, are the same."""


class ValueNetwork:
    """Weights of a network. See `training/values` for how they were found."""

    def __init__(self, weights: Mapping[str, npt.NDArray[Any]]) -> None:
        self.weights = {name: np.asarray(one, np.float32) for name, one in weights.items()}

    @classmethod
    def load(cls, path: Path) -> "ValueNetwork":
        """Read weights from a file."""
        with np.load(path) as stored:
            return cls(dict(stored))

    def on(self, facts: BoardFacts) -> "NetworkEnds":
        """The network on a board."""
        return NetworkEnds(self, BoardFeatures(facts))

    def overall(self, inputs: SingleArray) -> SingleArray:
        """From what is seen of both ranges to biases, gates and the gain, rows of 3 H + 1."""
        weights, values = self.weights, inputs
        for name in ("overall1", "overall2"):
            values = np.maximum(values @ weights[name] + weights[f"{name}_bias"], 0)
        shaped: SingleArray = values @ weights["overall3"] + weights["overall3_bias"]
        return shaped

    def answers(
        self, base: SingleArray, inputs: EndInputs, some: npt.NDArray[np.intp] | slice = _ALL
    ) -> SingleArray:
        """Values in pots by player, position and some of the holdings.

        ``base`` is what the board says of these.
        """
        weights = self.weights
        width = len(weights["second_bias"])
        edge = inputs.edge[:, :, some]
        values = np.empty_like(edge)
        for player in (0, 1):
            shaped = self.overall(inputs.globals[player])
            for row, (bias, gate, last, gain) in enumerate(
                zip(*np.split(shaped, [width, 2 * width, 3 * width], axis=1), strict=True)
            ):
                hidden = inputs.changing[player, row, some] @ weights["changing"]
                hidden += base
                hidden += bias
                np.maximum(hidden, 0, out=hidden)
                hidden *= 1 + gate
                second = hidden @ weights["second"]
                second += last + weights["second_bias"]
                np.maximum(second, 0, out=second)
                values[player, row] = second @ weights["third"] + (0.5 + gain) * edge[player, row]
        return values


class NetworkEnds:
    """A network on a board: values for any ranges there."""

    def __init__(self, network: ValueNetwork, features: BoardFeatures) -> None:
        self.network, self.features = network, features
        weights = network.weights
        self._base = features.static @ weights["static"] + weights["first_bias"]

    def shares(
        self, reaches: tuple[npt.NDArray[Any], npt.NDArray[Any]], ratios: npt.NDArray[Any]
    ) -> tuple[SingleArray, SingleArray]:
        """Values in pots beyond half the pot, and the other's weight beside each holding.

        Both are by player, position and holding.
        """
        inputs, facts = self.features.inputs(reaches, ratios), self.features.facts
        some, place = facts.alike
        if len(some) < facts.size and all(_same(reach, reach[:, some[place]]) for reach in reaches):
            values = self.network.answers(self._base[some], inputs, some)[:, :, place]
        else:
            values = self.network.answers(self._base, inputs)
            if not facts.board:  # where suits do not matter yet
                values = class_means(values)
        both = np.stack(reaches) * inputs.rivals
        together = both[0].sum(axis=1)
        excess = (both * values).sum(axis=(0, 2)) / np.maximum(2 * together, _LEAST)
        values -= excess.astype(np.float32)[:, None]
        return values, inputs.rivals

    def values(
        self,
        reaches: tuple[npt.NDArray[Any], npt.NDArray[Any]],
        pots: npt.NDArray[Any],
        stacks: npt.NDArray[Any],
    ) -> tuple[SingleArray, SingleArray]:
        """Counterfactual values in chips beyond half the pot, of all holdings of both players."""
        values, rivals = self.shares(reaches, stacks / pots)
        chips = values * rivals * np.asarray(pots, np.float32)[:, None]
        return chips[0], chips[1]


def _same(one: npt.NDArray[Any], other: npt.NDArray[Any]) -> bool:
    """True for weights that are the same but for rounding, row by row."""
    apart = np.abs(one - other).max(axis=1)
    return bool((apart <= _ROUNDING * one.max(axis=1)).all())


@cache
def network_for(name: str) -> ValueNetwork:
    """A network of the package by its name, such as ``turn_end``."""
    return ValueNetwork.load(_FOLDER / f"{name}.npz")
