"""Loki's betting: before the flop by income rates, after it by effective strength and odds [loki].

The papers call the betting strategy unsophisticated and do not print it; this is ours, of the
same parts. Every threshold is soft: around it the two actions are mixed, so that a close decision
does not give the hand away.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from villain.cards.range import CLASS_OF_COMBO
from villain.kernels.arrays import FloatArray
from villain.kernels.weights import reweight
from villain.strategy.action_distribution import ActionDistribution
from villain.strength.income import FEWEST, MOST, income_rates


@dataclass(frozen=True)
class LokiStyle:
    """The numbers that make a player tight or loose.

    Income rates are in millibets, strengths from 0 to 1.

    ``play`` is the income rate with which a hand is worth one bet in the last seat, ``early`` what
    each player behind adds to it and ``dear`` each further bet; ``attack`` is how much more it
    takes to raise, and ``again`` each raise before.
    """

    play: float = 120.0
    early: float = 12.0
    dear: float = 260.0
    attack: float = 300.0
    again: float = 150.0
    spread: float = 60.0
    bet: float = 0.50
    raise_: float = 0.65
    again_after: float = 0.07
    caution: float = 1.0
    bluffs: float = 1.0
    margin: float = 0.04


MODERATE = LokiStyle()
TIGHT = LokiStyle(play=270.0, bet=0.55, raise_=0.70, caution=1.2)
LOOSE = LokiStyle(play=-30.0, bet=0.45, raise_=0.60, caution=0.85)
ROCK = LokiStyle(play=600.0, bet=0.75, raise_=0.85, caution=1.6, bluffs=0.0)
PASSIVE = LokiStyle(play=-250.0, attack=900.0, bet=0.80, raise_=0.93, caution=0.6, bluffs=0.0)
MANIAC = LokiStyle(play=-350.0, attack=100.0, bet=0.20, raise_=0.40, caution=0.5)


@cache
def combo_income(players: int) -> FloatArray:
    """The income rate of every combo, for two to ten players."""
    rates = income_rates(min(max(players, FEWEST), MOST)).rates[CLASS_OF_COMBO]
    rates.flags.writeable = False
    return rates


def soft(value: float, threshold: float, margin: float) -> float:
    """The chance to go on: 0 below the threshold less the margin, 1 above it and the margin.

    >>> soft(0.5, 0.5, 0.1), soft(0.7, 0.5, 0.1), soft(0.45, 0.5, 0.1)
    (0.5, 1.0, 0.25...)
    """
    return min(max((value - threshold + margin) / (2 * margin), 0.0), 1.0)


def before_flop(
    style: LokiStyle, income: float, *, bets: float, raises: int, behind: int
) -> ActionDistribution:
    """Decide before the flop, with so many bets to call and so many players yet to act."""
    enter = style.play + style.early * behind + style.dear * max(bets - 1.0, 0.0)
    attack = style.play + style.early * behind + style.attack + style.again * raises
    more = soft(income, attack, style.spread)
    stay = 1.0 if bets == 0 else max(soft(income, enter, style.spread), more)
    return ActionDistribution(1.0 - stay, stay - more, more)


def after_flop(
    style: LokiStyle,
    *,
    strength: float,
    potential: float,
    pot: int,
    owed: int,
    later: int,
    bet: int,
    raises: int,
    all_fold: float,
) -> ActionDistribution:
    """Decide after the flop.

    ``strength`` is the chance to be ahead of everybody now, ``potential`` to get ahead if not;
    ``owed`` is what a call costs now and ``later`` what one bet on each street to come would;
    ``all_fold`` the chance that nobody would call a bet.
    """
    effective = strength + (1.0 - strength) * potential
    if owed == 0:
        more = _bet(style, strength, potential, pot, bet, all_fold)
        return ActionDistribution(0.0, 1.0 - more, more)
    more = soft(effective, style.raise_ + style.again_after * max(raises - 1, 0), style.margin)
    # To see it through costs what is owed and what is still to come, which one also wins.
    odds = (owed + later) / (pot + owed + 2 * later)
    stay = max(soft(effective, style.caution * odds, style.margin), more)
    return ActionDistribution(1.0 - stay, stay - more, more)


def _bet(
    style: LokiStyle, strength: float, potential: float, pot: int, bet: int, all_fold: float
) -> float:
    """The chance to bet where nobody has: for value, with a draw, or as a bluff."""
    effective = strength + (1.0 - strength) * potential
    value = soft(effective, style.bet, style.margin)
    # Whoever calls has not one of the hands that fold, which are mostly those one beats.
    called = max(strength - all_fold, 0.0) / max(1.0 - all_fold, 0.01)
    called += (1.0 - called) * potential
    gain = all_fold * pot + (1.0 - all_fold) * (called * (pot + 2 * bet) - bet) - effective * pot
    if gain <= 0:
        return value
    # How often is a rule of thumb: with no outs as often as the caller's odds, with outs always.
    price = bet / (pot + 2 * bet)
    bluff = style.bluffs * (price if potential < price else 1.0) * soft(gain / pot, 0.0, 0.1)
    return max(value, bluff)


def initial_weights(income: FloatArray, median: float, spread: float) -> FloatArray:
    """Weights of all combos from the income rate that a player needs [loki].

    >>> initial_weights(np.array([301.0, 250.0, 200.0, 50.0]), 200.0, 100.0).tolist()
    [1.0, 0.75, 0.5, 0.01]
    """
    weights = np.ones(len(income))
    reweight(income, median, spread, weights)
    return weights
