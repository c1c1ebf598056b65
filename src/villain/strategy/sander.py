"""sander's baseline: the chance of winning against an aggression factor, then pot odds [sander]."""

import numpy as np

from villain.cards.card import Card
from villain.cards.combo import Combo
from villain.kernels.arrays import FloatArray
from villain.kernels.heads_up_deals import DealtTrials, deal_heads_up, order_range
from villain.strategy.action_distribution import ActionDistribution
from villain.strength.quick_strengths import quick_ranks
from villain.strength.situation import as_array

AGGRESSION = 0.5
"""The aggression factor that the paper takes by default: the higher, the more conservative."""


def baseline(odds: float, aggression: float, owed: int, pot: int) -> ActionDistribution:
    """Raise with better odds than the aggression factor; else call, if it is free or pays.

    A call pays where the chance of winning is no less than its share of the pot after it.

    >>> baseline(0.6, 0.5, owed=2, pot=6), baseline(0.3, 0.5, owed=2, pot=6).call
    (ActionDistribution(fold=0.0, call=0.0, more=1.0), 1.0)
    >>> baseline(0.2, 0.5, owed=2, pot=6).fold, baseline(0.2, 0.5, owed=0, pot=6).call
    (1.0, 1.0)
    """
    if odds > aggression:
        return ActionDistribution(0.0, 0.0, 1.0)
    if owed and odds < owed / (pot + owed):
        return ActionDistribution(1.0, 0.0, 0.0)
    return ActionDistribution(0.0, 1.0, 0.0)


def simulate_odds(
    hole: tuple[Card, ...], board: tuple[Card, ...], rival: FloatArray, trials: int, seed: int
) -> float:
    """The share of so many showdowns that a hand wins, ties as half, against a range.

    The rival's hands are drawn at points evenly apart in the order of their strength, so that
    fewer trials do.

    >>> from villain.cards import Range, parse_cards
    >>> aces = tuple(parse_cards("AhAd"))
    >>> 0.8 < simulate_odds(aces, (), Range.random().without(*aces).weights, 1000, seed=1) < 0.9
    True
    """
    ordered = tuple(sorted(board))
    dealt = DealtTrials(np.zeros((2, trials, 4)), np.empty(trials))
    deal_heads_up(
        np.uint64(seed),
        int(Combo.of(*hole)),
        as_array(ordered),
        order_range(quick_ranks(ordered), rival),
        1,  # strengths on later streets are of no interest here
        False,
        dealt,
    )
    return float(dealt.won.mean())
