"""The friendly face of poki's formula: styles, and triples of one hand or of all [poki].

The formula itself stands in `villain.kernels.triples`, where simulations use it too.
"""

from dataclasses import replace
from functools import cache

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
from villain.strategy.loki import LOOSE, MODERATE, TIGHT, BettingStyle, combo_income

TEN = 10
STYLES = {"moderate": MODERATE, "tight": TIGHT, "loose": LOOSE}

SHORT_HANDED = 400.0
"""A hand needs so much less where two are dealt in than where ten are, in ten's income."""


@cache
def at_table(style: BettingStyle, players: int, left: int) -> BettingStyle:
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
    style: BettingStyle, inputs: FormulaInputs, strength: float, potential: float = 0.0
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
    style: BettingStyle, inputs: FormulaInputs, strength: float, potential: float = 0.0
) -> ActionDistribution:
    """The same by chances and the price, which after the flop is the only way."""
    return ActionDistribution(
        *triple_after_flop(style.array, float(strength), float(potential), _floats(inputs))
    )


def formula_of_all(
    style: BettingStyle, inputs: FormulaInputs, strengths: FloatArray, potentials: FloatArray
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
