"""Lessons of a hand that was shown: how closely a player goes by his cards, and in which way."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.cards.range import possible
from villain.game.situation import Decision
from villain.kernels.arrays import FloatArray
from villain.models.crowd.card_leaning import (
    ACTIONS,
    GROUPS,
    STRENGTH_HATS,
    STRENGTHS,
    group_of,
)
from villain.models.crowd.card_sharpness import FACTORS
from villain.models.crowd.kinds import kind_of
from villain.models.crowd.reader import CrowdReader, KnownSituation
from villain.models.crowd.strengths import hands_on
from villain.models.holdings import ALL_ALIKE

TINY = 1e-12
"""No chance of a hand that somebody showed is smaller."""

Flags = npt.NDArray[np.bool_]


class CardLesson(NamedTuple):
    """What a hand that was shown teaches of a player.

    ``evidence`` (7,) is the logarithm of the chance that each factor of card sharpness gave to it;
    ``steps`` (4, 3, 6) is where his card leaning should go for it to be likelier.
    """

    evidence: FloatArray
    steps: FloatArray


def lesson_of(
    reader: CrowdReader,
    noted: Sequence[tuple[Decision, KnownSituation]],
    held: int,
    could: Flags,
    doubt: float,
) -> CardLesson:
    """The lesson of all his decisions in a hand, each with what was known of him then.

    ``held`` is the combo that he showed, ``could`` what he could hold at the end.
    """
    ranges, expected = np.tile(ALL_ALIKE, (len(FACTORS), 1)), ALL_ALIKE.copy()
    played = []
    for decision, note in noted:
        situation, kind = decision.situation, kind_of(decision)
        hands, place = hands_on(situation.board)
        policies = reader.policies_at(note, situation, hands)
        policy = np.tensordot(note.sharpness, policies, 1)
        allowed = possible(situation.board)
        ranges = _reweighed(ranges, policies[:, place, kind], allowed, doubt)
        expected = _reweighed(expected, policy[place, kind], allowed, doubt)
        played.append((group_of(situation), min(kind, 2), policy, hands[:, 0], place))
    missed = -expected * could / max(float(expected @ could), TINY)
    missed[held] += 1
    steps = np.zeros((GROUPS, ACTIONS, STRENGTHS))
    for group, action, policy, strengths, place in played:
        by_hand = np.bincount(place, weights=missed, minlength=len(policy))
        slopes = -np.column_stack([policy[:, :2], policy[:, 2:].sum(axis=1)])
        slopes[:, action] += 1
        steps[group] += (by_hand[:, None] * slopes).T @ STRENGTH_HATS[strengths]
    chances = ranges[:, held] / np.maximum(ranges @ could, TINY)
    return CardLesson(np.log(np.maximum(chances, TINY)), steps)


def _reweighed(weights: FloatArray, likely: FloatArray, allowed: Flags, doubt: float) -> FloatArray:
    """The weights (..., combos) after a decision: Bayes' rule, with some doubt."""
    weights = weights * allowed
    weights /= weights.sum(axis=-1, keepdims=True)
    mean = (weights * likely).sum(axis=-1, keepdims=True)
    reweighed: FloatArray = weights * ((1 - doubt) * likely + doubt * mean)
    return reweighed
