"""Poki's probability triples: how likely a reasonable player folds, calls and raises [poki].

All that an expert had to say about betting stands in this file. It is used to play, to predict
others and to update what they may hold, and in every step of a simulation. The paper does not
print its formulas; these are ours, of the parts that it names: effective strength, pot odds,
implied odds, position and what happened so far. Every threshold is soft: around it two actions
are mixed, so that a close decision does not give the hand away.
"""

from typing import NamedTuple

from villain.kernels.arrays import FloatArray
from villain.kernels.compiled import kernel

(
    PLAY,
    EARLY,
    DEAR,
    ATTACK,
    AGAIN,
    SPREAD,
    BET,
    RAISE,
    AGAIN_AFTER,
    CAUTION,
    BLUFFS,
    MARGIN,
) = range(12)
"""The places of a style's numbers; `villain.strategy.loki.BettingStyle` explains them."""


class FormulaInputs(NamedTuple):
    """A situation as the formula sees it. Amounts are chips, a bet is one of this street.

    ``owed`` is what a call costs now and ``later`` what one bet on each street to come would;
    ``behind`` is how many have yet to act, ``all_fold`` the chance that nobody would call a bet.
    Kernels want all of them as floats.
    """

    street: float
    pot: float
    owed: float
    bet: float
    raises: float
    behind: float
    later: float = 0.0
    all_fold: float = 0.0

    @property
    def bets(self) -> float:
        """The price of a call, in bets."""
        return self.owed / self.bet


@kernel
def soft(value: float, threshold: float, margin: float) -> float:
    """The chance to go on: 0 below the threshold less the margin, 1 above it and the margin."""
    return min(max((value - threshold + margin) / (2.0 * margin), 0.0), 1.0)


@kernel
def triple_before_flop(
    style: FloatArray, income: float, bets: float, raises: int, behind: int
) -> tuple[float, float, float]:
    """By the income rate of the hand, with so many bets to call and players yet to act."""
    position = style[EARLY] * behind
    enter = style[PLAY] + position + style[DEAR] * max(bets - 1.0, 0.0)
    attack = style[PLAY] + position + style[ATTACK] + style[AGAIN] * raises
    more = soft(income, attack, style[SPREAD])
    stay = 1.0 if bets == 0 else max(soft(income, enter, style[SPREAD]), more)
    return 1.0 - stay, stay - more, more


@kernel
def triple_after_flop(
    style: FloatArray, strength: float, potential: float, inputs: FormulaInputs
) -> tuple[float, float, float]:
    """By the chance to be ahead of everybody now, and to get ahead if not."""
    effective = strength + (1.0 - strength) * potential
    owed, pot, later = inputs.owed, inputs.pot, inputs.later
    if owed == 0.0:
        more = bet_chance(style, strength, potential, pot, inputs.bet, inputs.all_fold)
        return 0.0, 1.0 - more, more
    needed = style[RAISE] + style[AGAIN_AFTER] * max(inputs.raises - 1.0, 0.0)
    more = soft(effective, needed, style[MARGIN])
    # To see it through costs what is owed and what is still to come, which one also wins.
    through = (owed + later) / (pot + owed + 2.0 * later)
    stay = soft(effective, style[CAUTION] * through, style[MARGIN])
    # A draw is paid for now, and earns what is bet later only when it comes.
    implied = owed / (pot + owed + later)
    drawing = 0.5 * potential if later > 0.0 else 0.0
    stay = max(stay, soft(drawing, implied, 0.5 * style[MARGIN]), more)
    return 1.0 - stay, stay - more, more


@kernel
def bet_chance(
    style: FloatArray, strength: float, potential: float, pot: float, bet: float, all_fold: float
) -> float:
    """The chance to bet where nobody has: for value, with a draw, or as a bluff."""
    effective = strength + (1.0 - strength) * potential
    value = soft(effective, style[BET], style[MARGIN])
    # Whoever calls has not one of the hands that fold, which are mostly those one beats.
    called = max(strength - all_fold, 0.0) / max(1.0 - all_fold, 0.01)
    called += (1.0 - called) * potential
    won = all_fold * pot + (1.0 - all_fold) * (called * (pot + 2.0 * bet) - bet)
    gain = won - effective * pot
    if gain <= 0.0:
        return value
    # How often is a rule of thumb: with no outs as often as the caller's odds, with outs always.
    price = bet / (pot + 2.0 * bet)
    often = price if potential < price else 1.0
    bluff: float = style[BLUFFS] * often * soft(gain / pot, 0.0, 0.1)
    return max(value, bluff)


@kernel
def triples_before_flop(
    style: FloatArray, incomes: FloatArray, bets: float, raises: int, behind: int, out: FloatArray
) -> None:
    """The triples of many hands before the flop, a row each."""
    for i in range(len(incomes)):
        out[i, 0], out[i, 1], out[i, 2] = triple_before_flop(
            style, incomes[i], bets, raises, behind
        )


@kernel
def triples_after_flop(
    style: FloatArray,
    strengths: FloatArray,
    potentials: FloatArray,
    inputs: FormulaInputs,
    out: FloatArray,
) -> None:
    """The triples of many hands after the flop, a row each."""
    for i in range(len(strengths)):
        out[i, 0], out[i, 1], out[i, 2] = triple_after_flop(
            style, strengths[i], potentials[i], inputs
        )
