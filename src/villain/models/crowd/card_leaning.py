"""Card leanings: what one player does with good and bad hands beyond what people do with them.

A program may slow-play, bluff with its worst hands or call with anything above a threshold. For
four kinds of situation (before the flop or after it, with something to pay or not) his leaning is
scores of fold, call and raise at a few strengths of the hand, interpolated between them. Hands that
he shows teach it: a step of gradient descent on the chance that his range gave to what he held. It
is the range that is judged, not his actions, since hands that go to a showdown are no fair sample
of those with which he calls.
"""

import numpy as np

from villain.game.situation import Situation
from villain.kernels.arrays import FloatArray
from villain.models.crowd.situations import Codes
from villain.models.crowd.strengths import STEPS, UNKNOWN

GROUPS, STRENGTHS, ACTIONS = 4, 6, 3

CARD_PACE = 0.1
"""The step, chosen on ten professionals whose cards are known; half and twice it are as good."""

STRENGTH_HATS: FloatArray = np.stack(
    [
        np.interp(np.arange(UNKNOWN + 1) / (STEPS - 1), np.linspace(0, 1, STRENGTHS), row)
        for row in np.eye(STRENGTHS)
    ],
    axis=1,
)
"""For each code of a strength how near it is to each of the strengths that are told apart."""


class CardLeaning:
    """Scores of fold, call and raise to be added, by kind of situation and strength: (4, 3, 6)."""

    def __init__(self) -> None:
        self._scores: FloatArray = np.zeros((GROUPS, ACTIONS, STRENGTHS))

    def at(self, situation: Situation) -> FloatArray:
        """The leaning in a situation: (3, 6)."""
        leaning: FloatArray = self._scores[group_of(situation)]
        return leaning

    def step(self, steps: FloatArray) -> None:
        """Go a little the way that a hand which was shown says (4, 3, 6)."""
        self._scores = self._scores + CARD_PACE * steps

    def copy(self) -> "CardLeaning":
        """One that learns on its own."""
        twin = CardLeaning()
        twin._scores = self._scores
        return twin


def group_of(situation: Situation) -> int:
    """The number of the kind of situation."""
    return 2 * (situation.street > 0) + (situation.owed > 0)


def leanings_with(leaning: FloatArray, held: Codes) -> FloatArray:
    """The factors of fold, call and raise with each hand, by a leaning (3, 6): (hands, 3)."""
    factors: FloatArray = np.exp(STRENGTH_HATS[held[:, 0]] @ leaning.T)
    return factors


def leaned(kinds: FloatArray, factors: FloatArray) -> FloatArray:
    """Chances of the kinds with each hand (..., hands, 7), times factors (..., hands, 3).

    >>> leaned(np.array([[0.5, 0.25, 0.25]]), np.array([[1.0, 2.0, 0.0]])).tolist()
    [[0.5, 0.5, 0.0]]
    """
    parts = [kinds[..., :2] * factors[..., :2], kinds[..., 2:] * factors[..., 2:]]
    chances: FloatArray = np.concatenate(parts, axis=-1)
    chances /= chances.sum(axis=-1, keepdims=True)
    return chances
