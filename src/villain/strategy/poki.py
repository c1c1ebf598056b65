"""The friendly face of poki's formula: styles, and triples of one hand or of all [poki].

The formula itself stands in `villain.kernels.triples`, where simulations use it too.
"""

from dataclasses import astuple, dataclass, replace
from functools import cache, cached_property

import numpy as np

from villain.kernels.arrays import FloatArray
from villain.kernels.triples import (
    FormulaInputs,
    triple_after_flop,
    triple_before_flop,
    triples_after_flop,
    triples_before_flop,
)
from villain.strategy.action_distribution import ActionDistribution
from villain.strategy.loki import LokiStyle, combo_income


@dataclass(frozen=True)
class PokiStyle(LokiStyle):
    """The numbers that make a player tight or loose: loki's, and what the formula adds to them.

    After the flop ``bet`` and ``raise_`` are the effective strengths to do so, ``again_after``
    what each raise before adds and ``crowd`` each player behind; ``caution`` times the pot odds
    are needed to call, ``bluffs`` times the usual bluffs are made, ``margin`` is how soft it is.
    """

    crowd: float = 0.0

    @cached_property
    def array(self) -> FloatArray:
        """The numbers in the order in which the kernels want them."""
        return np.array(astuple(self))


MODERATE = PokiStyle()
TIGHT = PokiStyle(play=270.0, bet=0.55, raise_=0.70, caution=1.2)
LOOSE = PokiStyle(play=-30.0, bet=0.45, raise_=0.60, caution=0.85)
TEN = 10
STYLES = {"moderate": MODERATE, "tight": TIGHT, "loose": LOOSE}


SHORT_HANDED = 400.0
"""A hand needs so much less where two are dealt in than where ten are, in ten's income."""


@cache
def at_table(style: PokiStyle, players: int, left: int) -> PokiStyle:
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


def formula(
    style: PokiStyle, inputs: FormulaInputs, strength: float, potential: float = 0.0
) -> ActionDistribution:
    """The chances of the actions of a player of this style with one hand.

    Before the flop ``strength`` is an income rate; after it the chance to be ahead of everybody,
    and ``potential`` that to get ahead if not.
    """
    if inputs.street == 0:
        triple = triple_before_flop(style.array, strength, *_before_flop(inputs))
        return ActionDistribution(*triple)
    return by_odds(style, inputs, strength, potential)


def by_odds(
    style: PokiStyle, inputs: FormulaInputs, strength: float, potential: float = 0.0
) -> ActionDistribution:
    """The same by chances and the price, which after the flop is the only way."""
    return ActionDistribution(
        *triple_after_flop(style.array, float(strength), float(potential), _floats(inputs))
    )


def formula_of_all(
    style: PokiStyle, inputs: FormulaInputs, strengths: FloatArray, potentials: FloatArray
) -> FloatArray:
    """The triples of many hands at once, a row each."""
    triples = np.empty((len(strengths), 3))
    if inputs.street == 0:
        triples_before_flop(style.array, strengths, *_before_flop(inputs), triples)
    else:
        triples_after_flop(style.array, strengths, potentials, _floats(inputs), triples)
    return triples


def _before_flop(inputs: FormulaInputs) -> tuple[float, int, int]:
    return inputs.bets, int(inputs.raises), int(inputs.behind)


def _floats(inputs: FormulaInputs) -> FormulaInputs:
    """The same as floats only: kernels would be compiled again for every mix with integers."""
    return FormulaInputs(*map(float, inputs))
