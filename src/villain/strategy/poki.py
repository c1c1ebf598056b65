"""The friendly face of poki's formula: styles, and triples of one hand or of all [poki].

The formula itself stands in `villain.kernels.triples`, where simulations use it too.
"""

from dataclasses import astuple, dataclass, replace
from functools import cache, cached_property

import numpy as np

from villain.kernels.arrays import FloatArray
from villain.kernels.triples import (
    triple_after_flop,
    triple_before_flop,
    triples_after_flop,
    triples_before_flop,
)
from villain.strategy.action_distribution import ActionDistribution
from villain.strategy.loki import Parameters as LokiParameters
from villain.strategy.loki import combo_income


@dataclass(frozen=True)
class Parameters(LokiParameters):
    """What makes a player tight or loose: loki's numbers, and what the formula adds to them.

    After the flop ``bet`` and ``raise_`` are the effective strengths to do so, ``again_after``
    what each raise before adds and ``crowd`` each player behind; ``caution`` times the pot odds
    are needed to call, ``bluffs`` times the usual bluffs are made, ``margin`` is how soft it is.
    """

    crowd: float = 0.0

    @cached_property
    def array(self) -> FloatArray:
        """The numbers in the order in which the kernels want them."""
        return np.array(astuple(self))


MODERATE = Parameters()
TIGHT = Parameters(play=270.0, bet=0.55, raise_=0.70, caution=1.2)
LOOSE = Parameters(play=-30.0, bet=0.45, raise_=0.60, caution=0.85)
TEN = 10
STYLES = {"moderate": MODERATE, "tight": TIGHT, "loose": LOOSE}


SHORT_HANDED = 400.0
"""How much less a hand needs where two are dealt in than where ten are, in ten's income."""


@cache
def at_table(style: Parameters, players: int, left: int) -> Parameters:
    """A style before the flop where fewer than ten are dealt in.

    The numbers of a style are made for ten. Where fewer play, rates lie closer together, by which
    all thresholds are scaled, and more hands are worth it.
    """
    if players >= TEN:
        return style
    scale = float(combo_income(left).std() / combo_income(TEN).std())
    short = SHORT_HANDED * (TEN - players) / (TEN - 2)
    return replace(
        style,
        play=scale * (style.play - short),
        early=scale * style.early,
        dear=scale * style.dear,
        attack=scale * style.attack,
        again=scale * style.again,
        spread=scale * style.spread,
    )


@dataclass(frozen=True)
class Spot:
    """What the formula asks of a situation. Amounts are chips, a bet is one of this street.

    ``later`` is what one bet on each street to come would cost, ``all_fold`` the chance that
    nobody would call a bet.
    """

    street: int
    pot: float
    owed: float
    bet: float
    raises: int
    behind: int
    later: float = 0.0
    all_fold: float = 0.0

    @property
    def bets(self) -> float:
        """How many bets a call costs."""
        return self.owed / self.bet


def formula(
    style: Parameters, spot: Spot, strength: float, potential: float = 0.0
) -> ActionDistribution:
    """How likely a player of this style does what with one hand.

    Before the flop ``strength`` is an income rate; after it the chance to be ahead of everybody,
    and ``potential`` that to get ahead if not.
    """
    if spot.street == 0:
        return ActionDistribution(
            *triple_before_flop(style.array, strength, spot.bets, spot.raises, spot.behind)
        )
    return by_odds(style, spot, strength, potential)


def by_odds(
    style: Parameters, spot: Spot, strength: float, potential: float = 0.0
) -> ActionDistribution:
    """The same by chances and the price, which after the flop is the only way."""
    return ActionDistribution(
        *triple_after_flop(
            style.array,
            strength,
            potential,
            spot.pot,
            spot.owed,
            spot.later,
            spot.bet,
            spot.raises,
            spot.behind,
            spot.all_fold,
        )
    )


def formula_of_all(
    style: Parameters, spot: Spot, strengths: FloatArray, potentials: FloatArray
) -> FloatArray:
    """The triples of many hands at once, a row each."""
    found = np.empty((len(strengths), 3))
    if spot.street == 0:
        triples_before_flop(style.array, strengths, spot.bets, spot.raises, spot.behind, found)
        return found
    triples_after_flop(
        style.array,
        strengths,
        potentials,
        spot.pot,
        spot.owed,
        spot.later,
        spot.bet,
        spot.raises,
        spot.behind,
        spot.all_fold,
        found,
    )
    return found
