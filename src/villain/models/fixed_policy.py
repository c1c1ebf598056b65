"""Players who play a fixed policy: they always do the same thing, whatever they hold.

The simplest programs do, and no person. Such a player looks at nothing but whether he is bet to, so
that to read him is to count, while what is known of people is of no help. By Bayes' rule it soon
shows which of the two explains him better.
"""

from collections.abc import Sequence
from copy import deepcopy
from math import exp, log
from typing import Protocol, runtime_checkable

import numpy as np

from villain.game.observation import Observation
from villain.game.situation import Situation
from villain.kernels.arrays import FloatArray
from villain.models.model import OpponentModel

PURE = 0.2
"""So many observations of every action are supposed beforehand; below one, pure play is likely."""

FIXED = 0.01
ODDS = log(FIXED / (1 - FIXED))
"""The share of all players who play a fixed policy, before anything is seen of them; and the
logarithm of the odds of it."""

SUREST = 7.0
"""The logarithm of the highest odds for or against it: of nobody it is ever certain."""

LEAST = 1e-9
"""No chance is smaller where he did the thing, even if the rules seem to forbid it."""

FOLD, CALL, MORE = range(3)


@runtime_checkable
class ReadsFixedPolicies(Protocol):
    """A model that asks itself whether a player looks at his cards at all."""

    def fixed_policy(self, seen: Observation, seat: int) -> float:
        """The chance that a seat plays a fixed policy, whatever it holds."""


def fixed_policy_share(model: OpponentModel, seen: Observation, seat: int) -> float:
    """The chance that a seat plays a fixed policy; nothing for a model that does not ask."""
    return model.fixed_policy(seen, seat) if isinstance(model, ReadsFixedPolicies) else 0.0


def share_of(odds: float) -> float:
    """The chance that odds stand for, of which this is the logarithm.

    >>> [round(share_of(odds), 6) for odds in (ODDS, 0.0, -1e9)]
    [0.01, 0.5, 0.0]
    """
    return 1 / (1 + exp(min(-odds, 500.0)))


class FixedPolicy:
    """The policy that was counted of one player, and how likely it is that nothing else moves him.

    Counted are folds where he is bet to, and raises where he goes on and may raise.

    >>> from villain.game import no_limit_holdem, what_if
    >>> from villain.game.public_state import PublicState
    >>> from villain.game.situation import situation_of
    >>> start = PublicState.at_start(no_limit_holdem(2))
    >>> him, facing = FixedPolicy(), situation_of(what_if.facing(start, 0, 50), 0)
    >>> for _ in range(20):
    ...     him.learn(facing, CALL, expected=0.6)  # by a model of people
    >>> him.chances([facing]).round(2).tolist(), round(him.share, 2)
    ([[0.01, 0.98, 0.01]], 0.95)
    """

    def __init__(self) -> None:
        self._folds = [PURE, PURE]
        self._raises = [[PURE, PURE], [PURE, PURE]]  # by whether he is bet to
        self._odds = ODDS

    @property
    def share(self) -> float:
        """The chance that he plays it."""
        return share_of(self._odds)

    def triple(self, *, bet_to: bool, may_raise: bool) -> tuple[float, float, float]:
        """The chances to fold, call and raise if he plays it."""
        fold = _rate(self._folds) if bet_to else 0.0
        more = _rate(self._raises[bet_to]) * (1 - fold) if may_raise else 0.0
        return fold, 1 - fold - more, more

    def chances(self, situations: Sequence[Situation]) -> FloatArray:
        """The same in each situation: (n, 3); nothing illegal."""
        rows = [
            self.triple(bet_to=bool(one.owed > 0), may_raise=one.could_raise) for one in situations
        ]
        return np.array(rows).reshape(-1, 3)

    def learn(self, situation: Situation, action: int, expected: float) -> None:
        """He did that, which a model of people had ``expected`` with this chance."""
        bet_to = bool(situation.owed > 0)
        counted = self.triple(bet_to=bet_to, may_raise=situation.could_raise)[action]
        odds = self._odds + log(max(counted, LEAST) / max(expected, LEAST))
        self._odds = min(max(odds, -SUREST), SUREST)
        if bet_to:
            self._folds[action == FOLD] += 1
        if action != FOLD and situation.could_raise:
            self._raises[bet_to][action == MORE] += 1

    def copy(self) -> "FixedPolicy":
        """One that learns on its own."""
        return deepcopy(self)


def _rate(counts: list[float]) -> float:
    return counts[True] / (counts[False] + counts[True])
