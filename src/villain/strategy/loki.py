"""Loki's betting: before the flop by income rates, after it by effective strength and odds [loki].

The papers call the betting strategy unsophisticated and do not print it; this is ours, of the
same parts. Every threshold is soft: around it the two actions are mixed, so that a close decision
does not give the hand away.
"""

from dataclasses import astuple, dataclass
from functools import cache, cached_property

import numpy as np

from villain.cards.range import CLASS_OF_COMBO
from villain.kernels.arrays import FloatArray
from villain.kernels.triples import bet_chance, triple_before_flop
from villain.kernels.weights import reweight
from villain.strategy.action_distribution import ActionDistribution
from villain.strength.income import FEWEST, MOST, income_rates


@dataclass(frozen=True)
class BettingStyle:
    """The numbers that make a player tight or loose.

    Income rates are in millibets, strengths from 0 to 1.

    ``play`` is the income rate with which a hand is worth one bet in the last seat, ``early`` what
    each player behind adds to it and ``dear`` each further bet; ``attack`` is how much more it
    takes to raise, and ``again`` each raise before. After the flop ``bet`` and ``raise_`` are the
    effective strengths to do so, ``again_after`` is what each raise before adds; ``caution`` times
    the pot odds are needed to call, ``bluffs`` times the usual bluffs are made. ``spread`` and
    ``margin`` are how soft the thresholds are.
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

    @cached_property
    def array(self) -> FloatArray:
        """The numbers in the order in which the kernels want them."""
        return np.array(astuple(self))


MODERATE = BettingStyle()
TIGHT = BettingStyle(play=270.0, bet=0.55, raise_=0.70, caution=1.2)
LOOSE = BettingStyle(play=-30.0, bet=0.45, raise_=0.60, caution=0.85)
ROCK = BettingStyle(play=600.0, bet=0.75, raise_=0.85, caution=1.6, bluffs=0.0)
PASSIVE = BettingStyle(play=-250.0, attack=900.0, bet=0.80, raise_=0.93, caution=0.6, bluffs=0.0)
MANIAC = BettingStyle(play=-350.0, attack=100.0, bet=0.20, raise_=0.40, caution=0.5)


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
    style: BettingStyle, income: float, *, bets: float, raises: int, behind: int
) -> ActionDistribution:
    """Decide before the flop, with so many bets to call and so many players yet to act."""
    triple = triple_before_flop(style.array, float(income), float(bets), raises, behind)
    return ActionDistribution(*triple)


def after_flop(
    style: BettingStyle,
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
        more = bet_chance(
            style.array, float(strength), float(potential), float(pot), float(bet), float(all_fold)
        )
        return ActionDistribution(0.0, 1.0 - more, more)
    more = soft(effective, style.raise_ + style.again_after * max(raises - 1, 0), style.margin)
    # To see it through costs what is owed and what is still to come, which one also wins.
    odds = (owed + later) / (pot + owed + 2 * later)
    stay = max(soft(effective, style.caution * odds, style.margin), more)
    return ActionDistribution(1.0 - stay, stay - more, more)


def initial_weights(income: FloatArray, median: float, spread: float) -> FloatArray:
    """Weights of all combos from the income rate that a player needs [loki].

    >>> initial_weights(np.array([301.0, 250.0, 200.0, 50.0]), 200.0, 100.0).tolist()
    [1.0, 0.75, 0.5, 0.01]
    """
    weights = np.ones(len(income))
    reweight(income, median, spread, weights)
    return weights
