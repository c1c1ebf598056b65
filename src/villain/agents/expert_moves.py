"""The moves that `expert` tries, and how a person's chances are shared out among them."""

import numpy as np

from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.observation import Observation
from villain.game.rules import Betting
from villain.game.situation import Situation
from villain.kernels.arrays import FloatArray
from villain.models.crowd.kinds import KIND_BOUNDS, KINDS

LEAST = 0.01
"""Actions that a person takes more seldom are left out."""

COMMITTED = 0.4
"""Whoever would put in this share of his chips puts in all."""

SMALLEST = 0.5
"""Who raises a bet raises by this part of the pot at least: of smaller ones too little is known."""

_FOLD, _CALL, _MORE = range(3)


def moves_of(
    seen: Observation, situation: Situation, kinds: FloatArray, sizes: tuple[float, ...]
) -> tuple[list[Action], FloatArray]:
    """The actions worth trying, the least aggressive first, and a person's chances of each.

    ``kinds`` are his chances of fold, call and raises of five sizes. Those of a kind are shared by
    the raises of that kind that are tried, or go to the nearest one.
    """
    legal = seen.legal
    assert legal is not None
    chances = kinds.copy()
    actions, prior = [CALL], [chances[_CALL]]
    if legal.call:
        actions, prior = [FOLD, CALL], [chances[_FOLD], chances[_CALL]]
    # A person who folds where nothing is to pay does not fold.
    else:
        prior[0] += chances[_FOLD]
    chances = np.where(chances < LEAST, 0.0, chances)
    if legal.can_raise and chances[_MORE:].any():
        raises = _raises(seen, situation, sizes)
        shares = _shared(chances[_MORE:], [kind for _, kind in raises])
        for (to, _), share in zip(raises, shares, strict=True):
            if share > 0:
                actions.append(raise_to(to))
                prior.append(share)
    weights = np.array(prior)
    first = 1 + bool(legal.call)
    weights[:first][weights[:first] < LEAST] = 0.0
    if not weights.any():
        weights[actions.index(CALL)] = 1.0
    keep = weights > 0
    kept = [action for action, stays in zip(actions, keep.tolist(), strict=True) if stays]
    return kept, weights[keep] / weights.sum()


def _raises(
    seen: Observation, situation: Situation, sizes: tuple[float, ...]
) -> list[tuple[int, int]]:
    """What one may raise to, rising, each with its kind; in limit there is one."""
    legal = seen.legal
    assert legal is not None
    if seen.rules.betting is Betting.LIMIT:
        return [(legal.least, 0)]
    bet, stack = seen.bets[seen.seat], seen.stacks[seen.seat]
    pot = situation.bet_pot + legal.call
    least = SMALLEST if situation.raises else 0.0
    some = [size for size in sizes if size >= least] or [max(sizes)]
    wanted = {bet + legal.call + round(size * pot) for size in some} | {legal.most}
    bounded = {min(max(to, legal.least), legal.most) for to in wanted}
    committing = {to for to in bounded if to - bet >= COMMITTED * stack}
    if committing:
        bounded = (bounded - committing) | {legal.most}
    above = bet + legal.call
    return [
        (to, int(np.searchsorted(KIND_BOUNDS, (to - above) / max(pot, 1))))
        for to in sorted(bounded)
    ]


def _shared(chances: FloatArray, kinds: list[int]) -> list[float]:
    """The chances of each of these raises, by the chances of their kinds."""
    shares = [0.0] * len(kinds)
    if len(kinds) == 1:
        return [float(chances.sum())]
    for kind in range(KINDS - _MORE):
        apart = [abs(kind - one) for one in kinds]
        nearest = [place for place, far in enumerate(apart) if far == min(apart)]
        for place in nearest:
            shares[place] += float(chances[kind]) / len(nearest)
    return shares
