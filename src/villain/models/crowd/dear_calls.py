"""Calls that are dearer than any in the data: the dearer the call, the better the hand it takes.

Hardly anybody in the data ever faced a bet of many pots that was also many big blinds; beyond that
a network says anything. There it is asked about the same situation with a smaller bet, the dearest
that the data know, and from there on players tighten:

    chance to go on = that at the known price * exp(-pace * (price / known price - 1) * worse)

where *worse* is the share of all hands that stand above the one he holds; but a few go on for
sport, whatever it costs. So a dearer call is never likelier, the best hand always calls as it would
at the known price, and of two hands the better one is given up no sooner. Whatever the cards are, a
player is taken to go on with his best hands, as many as go on at the known price: the mean over
these is (1 - exp(-k)) / k, where k is the exponent for the worst of them.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from villain.game.situation import RAISE, Situation
from villain.kernels.arrays import FloatArray
from villain.models.crowd.situations import Codes
from villain.models.crowd.strengths import UNKNOWN, strength_codes

POTS, BLINDS = 2.0, 40.0
"""A call is dear that costs more than so many pots, as they were before the bet, and also more
than so many big blinds: shoves of short stacks are in the data, and bets into large pots."""

PACE = (6.0, 4.0)
"""The pace of tightening before the flop and after it (`training/crowd/dear_calls.py`)."""

SPORT = 0.02
"""The part of those who go on at the known price who would at any."""

NARROW = 0.1
"""Who has raised holds so much fewer hands that his best ones are that much nearer to the best."""

FOLD, CALL, MORE = range(3)


class PricedSituation(NamedTuple):
    """A situation at a price that the data know, and how much dearer the call really is.

    ``excess`` is the price by the known one, less 1: 0 within the data.
    """

    known: Situation
    excess: float


def priced(situation: Situation) -> PricedSituation:
    """The situation with the last bet as large as the data know, if it is larger.

    Nothing else is changed: the stacks are what they are, and with chips behind he may raise.
    """
    blinds, owed = BLINDS * situation.big_blind, situation.owed
    if situation.limit or owed <= blinds:
        return PricedSituation(situation, 0.0)
    line, street = situation.line, situation.street
    raises = (one for one in reversed(line) if one.kind == "raise" and one.street == street)
    last = next(raises, None)
    if last is None:
        return PricedSituation(situation, 0.0)
    before = max(last.pot + last.owed - (0 if street else situation.dead), 1)
    known = int(max(POTS * before, blinds))
    if owed <= known:
        return PricedSituation(situation, 0.0)
    own, level = situation.bets[situation.seat], last.to - last.chips + last.owed
    beyond = (min(bet, own + owed) - own - known for bet in situation.bets)
    raised = situation.raised
    if last.to - own == owed:  # else somebody bet less in a line that might have been, or he has
        raised = max(known - max(level - own, 0), 0) / before  # not the chips to call it all
    cheaper = situation._replace(
        owed=known,
        pot=situation.pot - sum(more for more in beyond if more > 0),
        raised=raised,
        could_raise=True,
    )
    return PricedSituation(cheaper, owed / known - 1)


def factors(situation: Situation, excess: float, held: Codes) -> FloatArray:
    """The part of the chance to go on that is left with each of these hands: (hands,).

    A hand has three codes (`strengths.hand_codes`).
    """
    codes = strength_codes(situation.board)[:, 0]
    best = int(codes[codes != UNKNOWN].max())
    worse = np.maximum(1 - held[:, 0] / best, 0.0)
    left: FloatArray = SPORT + (1 - SPORT) * np.exp(-_pace(situation) * excess * worse)
    return left


def tightened(kinds: FloatArray, situation: Situation, left: FloatArray | float) -> FloatArray:
    """Chances of fold, call and raises (..., 3 or 7) where only so much of going on is left.

    They are those at the known price; who may not raise at the real one calls.

    >>> from villain.game import no_limit_holdem, what_if
    >>> from villain.game.public_state import PublicState
    >>> from villain.game.situation import situation_of
    >>> start = PublicState.at_start(no_limit_holdem(2))
    >>> all_in = situation_of(what_if.facing(start, 0, 198), 0)
    >>> tightened(np.array([0.6, 0.2, 0.2]), all_in, 0.5).tolist()
    [0.8, 0.2, 0.0]
    """
    goes: FloatArray = kinds * np.asarray(left)[..., None]
    if not situation.could_raise:
        goes[..., CALL] = goes[..., CALL:].sum(axis=-1)
        goes[..., MORE:] = 0.0
    goes[..., FOLD] = 1 - goes[..., CALL:].sum(axis=-1)
    return goes


def tightened_overall(
    chances: FloatArray, situations: Sequence[Situation], prices: Sequence[PricedSituation]
) -> FloatArray:
    """Chances to fold, call and raise whatever he holds (n, 3), at what the calls really cost."""
    answers = chances
    for place, (situation, price) in enumerate(zip(situations, prices, strict=True)):
        if price.excess:
            answers = answers.copy() if answers is chances else answers
            goes_on = 1 - float(chances[place, FOLD])
            steep = _pace(situation) * price.excess * goes_on
            steep *= NARROW if situation.last == RAISE else 1.0
            left = -np.expm1(-steep) / steep if steep > 0 else 1.0
            left = SPORT + (1 - SPORT) * left
            answers[place] = tightened(chances[place], situation, left)
    return answers


def _pace(situation: Situation) -> float:
    return PACE[min(situation.street, 1)]
