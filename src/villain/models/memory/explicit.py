"""A model that learns two numbers about an opponent instead of his hands [sander].

The paper's future work beside its memory: *aggression*, the chance of winning from which he raises,
and *consistency*, how far the chance that he goes by is off from his real one. By Bayes over a grid
of both, from what he does: with a chance of winning p he takes himself to have q, normal around p,

    raise if q > aggression, else fold if q < call / (pot + call), else call

and now and then does anything. Where he shows his hand its p is known; else all hands are summed
over. It knows how a baseline player decides, and is right only about such players.

Where this differs from the paper: it names the idea in a sentence; all of this is ours.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from villain.cards.combo import Combo
from villain.cards.range import Range, possible
from villain.game.events import Won
from villain.game.observation import Observation
from villain.game.rules import Rules, is_holdem
from villain.game.situation import HandFollower, decisions, shown_cards
from villain.game.what_if import situation_in
from villain.kernels.arrays import FloatArray
from villain.models.holdings import possible_range
from villain.models.model import OpponentModel
from villain.strategy.action_distribution import ActionDistribution
from villain.strength.quick_strengths import quick_ranks
from villain.strength.seven_card_ranks import seven_card_ranks

FACTORS = np.linspace(0.3125, 0.7875, 20)
NOISES = np.array([0.02, 0.04, 0.08, 0.16])
"""The grid: aggression factors, and by how much he misjudges his chance of winning."""

STEP = float(FACTORS[1] - FACTORS[0])

SLIP = 0.02
"""So often he does anything: a single odd action refutes nothing."""

STEPS = 200
"""A chance of winning is looked up in so many steps."""

_AGGRESSION = np.repeat(FACTORS, len(NOISES))[:, None]
_NOISE = np.tile(NOISES, len(FACTORS))[:, None]
_KINDS = ("fold", "call", "raise")


class Traits(NamedTuple):
    """The belief about a player: the mean and the spread of both numbers."""

    aggression: float
    aggression_spread: float
    noise: float
    noise_spread: float


class ExplicitModel(OpponentModel):
    """Learns a player's aggression factor and how consistently he goes by it.

    >>> [round(number, 3) for number in ExplicitModel().traits("anybody")]
    [0.55, 0.144, 0.075, 0.054]
    """

    def __init__(self) -> None:
        self.learns, self._follower = True, HandFollower()
        self._beliefs: dict[str, FloatArray] = {}

    @classmethod
    def reads(cls, rules: Rules) -> bool:
        """Hold'em for two."""
        return is_holdem(rules) and rules.players == 2

    def freeze(self) -> None:
        """Beliefs stay as they are."""
        self.learns = False

    def observe(self, seen: Observation) -> None:
        """At the end of a hand ask how likely it was for each of the grid."""
        if not self.learns or self._follower.knows(seen):
            return
        self._follower.news(seen)
        if not isinstance(seen.events[-1], Won):
            return
        seat = 1 - seen.seat
        likely, shown = self._likely(seen, seat), shown_cards(seen).get(seat)
        if shown is not None:
            evidence = likely[:, Combo.of(*shown)]
        else:
            evidence = likely @ possible((*seen.hole, *seen.board)).astype(np.float64)
        belief = self._belief(seen.names[seat]) * evidence
        self._beliefs[seen.names[seat]] = belief / belief.sum()

    def traits(self, name: str) -> Traits:
        """Both numbers of a player, as they are believed now."""
        belief, numbers = self._belief(name), []
        for values, step in ((_AGGRESSION[:, 0], STEP), (_NOISE[:, 0], 0.0)):
            mean = float(belief @ values)
            # Between two values of the grid it may be anything.
            numbers += [mean, float(np.sqrt(belief @ (values - mean) ** 2 + step**2 / 12))]
        return Traits(*numbers)

    def strength(self, seen: Observation, seat: int) -> float:
        """His chance of winning against a random hand: the mean of his range."""
        weights = self.range(seen, seat).weights
        return float(weights @ np.nan_to_num(seven_card_ranks(seen.board)))

    def range(self, seen: Observation, seat: int) -> Range:
        """The likelihood of what he did with each hand, over the grid as likely as it is."""
        return possible_range(
            seen, seat, lambda: self._belief(seen.names[seat]) @ self._likely(seen, seat)
        )

    def predict(
        self, seen: Observation, seat: int, *, facing: int | None = None
    ) -> ActionDistribution:
        """The chances of his hands' actions, as likely as each is after this betting."""
        if not seen.stacks[seat]:
            return ActionDistribution(0.0, 1.0, 0.0)  # all-in: nothing moves him
        faced = situation_in(seen, seat, facing)
        each = action_chances(faced.owed, faced.pot, could_raise=faced.could_raise)
        weights = self._belief(seen.names[seat])[:, None] * self._likely(seen, seat)
        weights *= possible((*seen.hole, *seen.board))
        at = _steps(seen.board)
        shares = [float((weights * one[:, at]).sum()) for one in each]
        return ActionDistribution.of(*shares).allowed(fold=faced.could_fold, more=faced.could_raise)

    def _belief(self, name: str) -> FloatArray:
        return self._beliefs.get(name, _EVEN)

    def _likely(self, seen: Observation, seat: int) -> FloatArray:
        """The likelihood of what he did with each combo, for each of the grid."""
        likely = np.ones((len(_EVEN), 1326))
        for done in decisions(seen):
            if done.seat == seat:
                facing = done.situation
                each = action_chances(facing.owed, facing.pot, could_raise=facing.could_raise)
                likely *= each[_KINDS.index(done.kind)][:, _steps(facing.board)]
        return likely


@lru_cache(maxsize=64)
def action_chances(owed: int, pot: int, *, could_raise: bool) -> FloatArray:
    """Fold, call and raise of each of the grid, for chances of winning from 0 to 1.

    >>> chances = action_chances(2, 6, could_raise=True)
    >>> chances.shape, bool(np.allclose(chances.sum(axis=0), 1))
    ((3, 80, 201), True)
    """
    from scipy.special import ndtr

    odds = np.linspace(0, 1, STEPS + 1)
    more = ndtr((odds - _AGGRESSION) / _NOISE) if could_raise else np.zeros((len(_EVEN), STEPS + 1))
    fold = np.zeros_like(more)
    if owed:
        # Above his aggression factor he goes on, whatever the pot odds are.
        fold = ndtr((np.minimum(owed / (pot + owed), _AGGRESSION) - odds) / _NOISE)
    legal = np.array([1.0, 1.0, could_raise])  # somebody folds where a check is free
    anything = (legal / legal.sum())[:, None, None]
    chances: FloatArray = (1 - SLIP) * np.stack([fold, 1 - fold - more, more]) + SLIP * anything
    chances.flags.writeable = False
    return chances


def _steps(board: tuple[int, ...]) -> FloatArray:
    """The step of every combo's chance of winning; impossible ones anywhere."""
    ranks = np.nan_to_num(quick_ranks(tuple(sorted(board))))
    steps: FloatArray = np.rint(ranks * STEPS).astype(np.intp)
    return steps


_EVEN = np.full(len(FACTORS) * len(NOISES), 1 / (len(FACTORS) * len(NOISES)))
