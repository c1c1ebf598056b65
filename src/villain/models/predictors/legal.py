"""Legal predictions: nothing that is forbidden, and nothing impossible besides."""

from villain.game.situation import Situation
from villain.strategy.action_distribution import ActionDistribution

FLOOR = 0.003
"""No action that the rules allow is held to be rarer than this."""

LEAVES = 0.018
"""The share of folds where a check is free and the house lets him: he leaves the table."""

ACTIONS = {"fold": 0, "call": 1, "raise": 2}
Triple = tuple[float, float, float]


def to_distribution(
    fold: float, call: float, more: float, situation: Situation, floor: float = FLOOR
) -> ActionDistribution:
    """Weights as a distribution over what is allowed; a free fold has its own rare chance."""
    if not situation.could_raise:
        more = 0.0
    if situation.owed <= 0:
        fold = 0.0
    total = fold + call + more
    if total <= 0.0:
        call = total = 1.0
    rest = 1.0 / total
    fold, call, more = fold * rest, max(call * rest, floor), more * rest
    if situation.owed > 0:
        fold = max(fold, floor) if situation.could_fold else 0.0
    elif situation.could_fold:
        fold = LEAVES * (call + more) / (1.0 - LEAVES)
    if situation.could_raise:
        more = max(more, floor)
    return ActionDistribution.of(fold, call, more)
