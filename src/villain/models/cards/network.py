"""Chances of actions with each holding: P(action | combo, situation) for all combos at once.

The situation goes into a small network together with each combo on the board: strength, potential,
what kind of hand or draw it is. Out come the chances to fold, to call and to raise by so much of
the pot. Where cards are hidden, these are what re-weights a range, by the rule of Bayes:

    new weight = old weight × P(what he did | combo, situation)

The weights in ``card_network.npz`` were learned from hands in which all cards are known, so that
no showdown chose the sample, by

    python -m training.cards.train

It knows games without a limit: bets have sizes. The hands were heads-up and two hundred big
blinds deep; with other tables it is a guess.
"""

from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.cards.range import possible
from villain.game.rules import Betting, Rules, is_holdem
from villain.game.situation import Decision, Situation
from villain.kernels.arrays import FloatArray
from villain.kernels.networks import Numbers, layer
from villain.models.cards.features import distinct_features, situation_features
from villain.strategy.action_distribution import ActionDistribution

FILE = Path(__file__).with_name("card_network.npz")

SIZES = (0.45, 0.6, 0.85, 1.5)
"""Raises are told apart by what they add to a call, in parts of the pot after it."""

LEAST = 1e-7
"""No chance is taken for smaller than this."""

FOLD, CALL, RAISE = 0, 1, 2
KINDS = RAISE + len(SIZES) + 1
"""Fold, call, and raises from small to large."""


class Layer(NamedTuple):
    """Weights and biases, of several networks at once: (networks, in, out) and (networks, out)."""

    weights: Numbers
    biases: Numbers


Network = tuple[Layer, ...]


def kind_of(decision: Decision) -> int:
    """The kind of action that a decision is."""
    if decision.kind == "raise":
        situation = decision.situation
        added = (decision.chips - situation.owed) / max(situation.pot + situation.owed, 1)
        return RAISE + int(np.searchsorted(SIZES, added))
    return CALL if decision.kind == "call" else FOLD


def legal_kinds(situation: Situation) -> npt.NDArray[np.bool_]:
    """The kinds of action that the rules allow; sizes are not looked at."""
    legal = np.full(KINDS, situation.could_raise)
    legal[FOLD], legal[CALL] = situation.could_fold, True
    return legal


def triple_of(chances: FloatArray) -> ActionDistribution:
    """Kinds of action as fold, call and raise."""
    return ActionDistribution.of(
        float(chances[FOLD]), float(chances[CALL]), float(chances[RAISE:].sum())
    )


class CardNetwork:
    """The shipped network, or another one.

    >>> from villain.cards import Combo
    >>> from villain.game import no_limit_holdem
    >>> from villain.game.script import parse_script, play_script
    >>> from villain.game.situation import decisions
    >>> *_, seen = play_script(parse_script("r6 r18"), no_limit_holdem(2), hero=0)
    >>> raised_again = CardNetwork().likelihoods(decisions(seen)[-1])
    >>> raised_again[Combo.parse("AhAd")] > 3 * raised_again[Combo.parse("Jh3d")]
    np.True_
    """

    def __init__(self, before: Network | None = None, after: Network | None = None) -> None:
        self._networks = (before, after) if before and after else None

    @staticmethod
    def reads(rules: Rules) -> bool:
        """Hold'em where bets have sizes."""
        return is_holdem(rules) and rules.betting is not Betting.LIMIT

    def scores(self, situation: Situation) -> FloatArray:
        """The logarithms of the chances of all kinds for all combos; of what is illegal -inf."""
        if self._networks is None:
            return _shipped_scores(situation)
        network = self._networks[bool(situation.board)]
        return _scores(network, _first(network, situation.board), situation)

    def probabilities(self, situation: Situation) -> FloatArray:
        """The chance of every kind of action for every combo: (1326, kinds); rows sum to one."""
        return softmax(self.scores(situation))

    def likelihoods(self, decision: Decision) -> FloatArray:
        """The chance of the action with every combo; nothing for those that the board excludes."""
        likely = self.probabilities(decision.situation)[:, kind_of(decision)]
        return np.asarray(likely * possible(decision.situation.board))


def softmax(scores: npt.NDArray[np.floating]) -> FloatArray:
    """Chances from their logarithms, up to a constant by row."""
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True), dtype=np.float64)
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


@lru_cache(maxsize=256)
def _shipped_scores(situation: Situation) -> FloatArray:
    """Remembered, as a table asks for the same again and again; so is the board's share of it."""
    scores = _scores(_shipped()[bool(situation.board)], _shipped_first(situation.board), situation)
    scores.flags.writeable = False
    return scores


@lru_cache(maxsize=64)
def _shipped_first(board: tuple[Card, ...]) -> list[Numbers]:
    return _first(_shipped()[bool(board)], board)


def _first(network: Network, board: tuple[Card, ...]) -> list[Numbers]:
    """The first layer of each network for the board's combos, without the situation."""
    features, _ = distinct_features(board)
    return [
        layer(features, weights[: features.shape[1]], np.zeros_like(biases), False)
        for weights, biases in zip(*network[0], strict=True)
    ]


def _scores(network: Network, inside: list[Numbers], situation: Situation) -> FloatArray:
    """The logarithm of the mean of several networks' chances, for all combos and kinds."""
    features, which = distinct_features(situation.board)
    outside, legal = situation_features(situation), legal_kinds(situation)
    first, *further = network
    total = np.zeros((len(features), KINDS))
    for number, values in enumerate(inside):
        weights = first.weights[number, features.shape[1] :]
        values = values + (outside @ weights + first.biases[number])
        for one in further:
            values = layer(values, one.weights[number], one.biases[number], True)
        total += softmax(np.where(legal, values, -np.inf))
    logarithms = np.log(total / len(inside) + LEAST)
    return np.where(legal, logarithms, -np.inf)[which]


@cache
def _shipped() -> tuple[Network, Network]:
    with np.load(FILE) as file:
        return read_network(file, "before"), read_network(file, "after")


def read_network(file: "np.lib.npyio.NpzFile", name: str) -> Network:
    """The layers of a network in a file, which are numbered."""
    layers = sum(key.startswith(f"{name}_weights") for key in file.files)
    return tuple(
        Layer(
            file[f"{name}_weights{layer}"].astype(np.float32),
            file[f"{name}_biases{layer}"].astype(np.float32),
        )
        for layer in range(layers)
    )
