"""Predicts with a feed-forward network that goes on learning at the table [poki]."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from villain.errors import VillainError
from villain.game.situation import Decision, Situation
from villain.models.predictors.evidence import Cells
from villain.models.predictors.inputs import INPUTS, note, player_inputs, situation_inputs
from villain.models.predictors.legal import ACTIONS, Triple, to_distribution
from villain.models.predictors.population import PopulationFrequencies, population
from villain.models.predictors.predictor import Predictor
from villain.strategy.action_distribution import ActionDistribution

Floats: TypeAlias = npt.NDArray[np.float32]
Outcome: TypeAlias = tuple[Triple, Floats, Floats]
FILE = Path(__file__).with_name("network.npz")

FORBIDDEN = -30.0
"""The sum of an action that the rules forbid."""


class Weights(NamedTuple):
    """A network with one hidden layer.

    ``scale`` is how much each input varies among people, for pictures: a weight times the scale of
    its input is its effect.
    """

    hidden: Floats
    hidden_bias: Floats
    output: Floats
    output_bias: Floats
    scale: Floats


class Adaptation(NamedTuple):
    """The speed at which the output layer follows one player and returns to the population's.

    ``rate`` is the size of a gradient step, ``pull`` the share of his own weights that a step
    takes away.
    """

    rate: float
    pull: float


ADAPTATION = Adaptation(0.001, 0.001)
"""Chosen by how well it predicts players it was not fitted to (docs/explanation/predicting.md)."""


class _Player:
    """One player: his evidence, and by how much his output layer differs."""

    __slots__ = ("cells", "own", "own_bias")

    def __init__(self, hidden: int) -> None:
        self.cells: Cells = {}
        self.own: Floats = np.zeros((hidden, 3), np.float32)
        self.own_bias: Floats = np.zeros(3, np.float32)


class Network(Predictor):
    """A net that was trained on a population, with an output layer of his own for each player.

    The inputs are the situation, the texture of the board, and running statistics of the player.
    The weights of the population are the prior; after each of his actions a gradient step moves the
    player's own output layer, which is pulled back toward it.

    Where this differs from the paper: there one net was trained on the hands of each opponent, and
    its nineteen inputs were of the situation alone. [poki]
    """

    def __init__(
        self,
        adaptation: Adaptation = ADAPTATION,
        people: Callable[[bool], PopulationFrequencies] = population,
        prior: Callable[[bool], Weights] | None = None,
    ) -> None:
        self.adaptation, self._people, self._prior = adaptation, people, prior or weights
        self._players: dict[tuple[str, bool], _Player] = {}
        # Who learns an action has mostly just been asked about it.
        self._memo: tuple[_Player | None, Situation, Outcome] | None = None

    def __getstate__(self) -> dict[str, object]:
        return self.__dict__ | {"_memo": None}

    def triple(self, name: str, situation: Situation) -> ActionDistribution:
        """The network's chances for him."""
        player = self._players.get((name, situation.limit))
        chances = self._forward(player, situation)[2].tolist()
        return to_distribution(chances[0], chances[1], chances[2], situation)

    def learn(self, decision: Decision) -> None:
        """Make a step of his output layer toward what he did, and keep it for his statistics."""
        name, situation, kind = decision.name, decision.situation, decision.kind
        if situation.owed <= 0 and kind == "fold":
            return  # he leaves: that says nothing of how he plays
        player = self._known(name, limit=situation.limit)
        expected, layer, chances = self._forward(player, situation)
        action, (rate, pull) = ACTIONS[kind], self.adaptation
        if rate:
            step = -rate * chances
            step[action] += rate
            player.own *= 1.0 - pull
            player.own += layer[:, None] * step
            player.own_bias *= 1.0 - pull
            player.own_bias += step
        note(player.cells, situation, expected, action)
        self._memo = None

    def note(self, name: str, situation: Situation, kind: str) -> None:
        """Keep what a player did for his statistics, and learn nothing else from it."""
        player = self._known(name, limit=situation.limit)
        expected = self._people(situation.limit).expected(situation)
        note(player.cells, situation, expected, ACTIONS[kind])
        self._memo = None

    def _known(self, name: str, *, limit: bool) -> _Player:
        player = self._players.get((name, limit))
        if player is None:
            hidden = len(self._prior(limit).hidden_bias)
            player = self._players[name, limit] = _Player(hidden)
        return player

    def weights_of(self, name: str, *, limit: bool = True) -> Weights:
        """The network as it is for one player, for pictures."""
        prior, player = self._prior(limit), self._players.get((name, limit))
        if player is None:
            return prior
        return prior._replace(
            output=prior.output + player.own, output_bias=prior.output_bias + player.own_bias
        )

    def inputs_of(self, name: str, situation: Situation) -> Floats:
        """The network's inputs for a player in a situation, in the order of ``INPUTS``."""
        player = self._players.get((name, situation.limit))
        cells = player.cells if player is not None else {}
        return _inputs(cells, situation, self._people(situation.limit).expected(situation))

    def _forward(self, player: _Player | None, situation: Situation) -> Outcome:
        """The population's chances, the hidden layer, and the chances."""
        memo = self._memo
        if memo is not None and memo[0] is player and memo[1] is situation:
            return memo[2]
        expected = self._people(situation.limit).expected(situation)
        net = self._prior(situation.limit)
        inputs = _inputs({} if player is None else player.cells, situation, expected)
        layer: Floats = np.tanh(inputs @ net.hidden + net.hidden_bias)
        sums: Floats = layer @ net.output + net.output_bias
        if player is not None:
            sums += layer @ player.own + player.own_bias
        if situation.owed <= 0:
            sums[0] = FORBIDDEN
        if not situation.could_raise:
            sums[2] = FORBIDDEN
        chances: Floats = np.exp(sums - sums.max())
        chances /= chances.sum()
        self._memo = (player, situation, (expected, layer, chances))
        return expected, layer, chances


def _inputs(cells: Cells, situation: Situation, expected: Triple) -> Floats:
    inputs = situation_inputs(situation)
    inputs += player_inputs(cells, situation, expected)
    return np.array(inputs, np.float32)


@cache
def weights(limit: bool) -> Weights:
    """The shipped network of limit or no-limit hold'em."""
    try:
        with np.load(FILE) as file:
            kind = "limit" if limit else "nolimit"
            loaded = Weights(*(file[f"{kind}_{field}"].astype(np.float32) for field in FIELDS))
    except FileNotFoundError:
        raise VillainError(f"{FILE.name} is missing; see docs/explanation/predicting.md") from None
    if loaded.hidden.shape[0] != len(INPUTS):
        raise VillainError(f"{FILE.name} is of another version; see docs/explanation/predicting.md")
    return loaded


FIELDS = Weights._fields


def softmax(sums: Floats) -> Floats:
    """Chances from sums, row by row."""
    chances = np.exp(sums - sums.max(axis=1, keepdims=True))
    shares: Floats = chances / chances.sum(axis=1, keepdims=True)
    return shares


def chances(net: Weights, inputs: Floats, forbidden: Floats) -> Floats:
    """A network's chances for many decisions."""
    layer = np.tanh(inputs @ net.hidden + net.hidden_bias)
    return softmax(layer @ net.output + net.output_bias + forbidden)
