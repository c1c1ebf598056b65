"""What the size of a no-limit bet says: the dearer it is, the better the hands behind it.

A model counts raises, or tells a few sizes apart of which the largest has no end, so that to it a
hundred big blinds are what five are. Here its range loses the weakest hands as the bet grows.
"""

from math import sqrt

import numpy as np

from villain.game.observation import Observation, street_actions
from villain.game.public_state import PublicState
from villain.game.rules import Betting
from villain.kernels.arrays import FloatArray
from villain.models.answers import weights_held
from villain.models.fixed_policy import fixed_policy_share
from villain.models.model import OpponentModel
from villain.strength.quick_strengths import quick_ranks

USUAL = 1.0
"""A bet of up to so many pots says no more than that it was made."""

LEAST = 0.02
"""No hand is ruled out by a size: people bluff."""


def share_behind(size: float) -> float:
    """The share of a player's hands that bet so many pots, of those that bet at all.

    Who bets b into a pot of p needs p / (p + b) of calls to be indifferent; the share follows the
    square root of that, beside what it is for a usual bet.

    >>> [round(share_behind(size), 2) for size in (0.5, 1, 2, 10, 50)]
    [1.0, 1.0, 0.82, 0.43, 0.2]
    """
    return sqrt(min((1 + USUAL) / (1 + size), 1.0))


def range_behind(model: OpponentModel, seen: Observation, seat: int) -> FloatArray:
    """What a model says that a seat holds, less what it would not have bet so much with.

    In limit that is what the model says. Nor does the size matter if nothing moves him.
    """
    weights = weights_held(model, seen, seat)
    if seen.rules.betting is Betting.LIMIT:
        return weights
    raisers = [event.seat for event in street_actions(seen) if event.kind == "raise"]
    share = share_behind(last_raise(seen)[1]) if raisers[-1:] == [seat] else 1.0
    if share == 1.0:
        return weights
    fixed = fixed_policy_share(model, seen, seat)
    narrowed = best_part(weights, np.nan_to_num(quick_ranks(tuple(sorted(seen.board)))), share)
    behind: FloatArray = fixed * weights + (1 - fixed) * narrowed
    return behind


def last_raise(seen: Observation) -> tuple[int | None, float]:
    """Who raised last on this street, and by how many pots; of that only what we can match."""
    most = seen.bets[seen.seat] + seen.stacks[seen.seat]
    for action in reversed(PublicState.after(seen.rules, seen.events).line):
        if action.street < seen.street:
            break
        if action.kind == "raise":
            level = action.to - (action.chips - action.owed)
            pots = max(min(action.to, most) - level, 0) / max(action.pot + action.owed, 1)
            return action.seat, pots
    return None, 0.0


def best_part(weights: FloatArray, strengths: FloatArray, share: float) -> FloatArray:
    """The strongest of these hands, so many that they have a share of the weight; little else.

    >>> best_part(np.array([0.25, 0.25, 0.25, 0.25]), np.arange(4), 0.5).round(2).tolist()
    [0.01, 0.01, 0.49, 0.49]
    """
    order = np.argsort(-strengths, kind="stable")
    held = weights[order]
    room = share * weights.sum() - (np.cumsum(held) - held)
    kept = np.divide(np.clip(room, 0.0, held), held, out=np.zeros_like(held), where=held > 0)
    best = np.zeros_like(weights)
    best[order] = held * np.maximum(kept, LEAST)
    best /= best.sum()
    return best
