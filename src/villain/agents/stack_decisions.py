"""A second look at decisions for a stack: at the range before a call, at the folds to a raise.

Where most chips go in, a mistake of the values costs most, and what people do with such stakes has
been seen least.
"""

import numpy as np

from villain.agents.bet_sizes import winnable
from villain.game.actions import Action
from villain.game.observation import Observation
from villain.game.public_state import PublicState
from villain.kernels.arrays import FloatArray
from villain.models.crowd.kinds import Flags
from villain.strategy.people_trials import OwnCards, showdown_share
from villain.strength.shares import shares_of_all

LARGE, HALF = 40, 20
"""A decision is for a stack from so many big blinds on; or from so many, if that is half of it."""

MARGIN = 0.02
"""By so much the chance to win may be below the price of a call: it is known no better."""

FAITH = 0.75
"""The part of the folds in trials that a raise for a stack is credited with."""

SHOWDOWNS = 1000


def is_for_a_stack(seen: Observation, chips: int) -> bool:
    """True if so many chips are many enough for a second look."""
    stack, blind = seen.stacks[seen.seat], seen.rules.big_blind
    return chips > LARGE * blind or (chips > HALF * blind and 2 * chips >= stack)


def call_loses(
    seen: Observation,
    state: PublicState,
    cards: OwnCards,
    ranges: dict[int, FloatArray],
    seed: int,
    margin: float = MARGIN,
) -> bool:
    """True if a call is for a stack, and what is in for the bet beats it too often.

    By ``margin`` the chance to win may be below the price.
    """
    assert seen.legal is not None
    call = seen.legal.call
    if not is_for_a_stack(seen, call):
        return False
    paid = {seat: ranges[seat] for seat in all_paid(state, seen.seat) if seat in ranges}
    if not paid:
        return False
    share = showdown_share(state, seen.seat, cards, paid, SHOWDOWNS, seed)
    return share + margin < call / (winnable(seen, call) + call)


def losing_calls(seen: Observation, weights: FloatArray, margin: float = MARGIN) -> Flags:
    """The holdings with which a call of one player's bet loses to his range: `call_loses`, exactly.

    They are the same whatever one holds.
    """
    assert seen.legal is not None
    call = seen.legal.call
    shares = shares_of_all(tuple(sorted(seen.board)), weights)
    return shares + margin < call / (winnable(seen, call) + call)


def all_paid(state: PublicState, hero: int) -> list[int]:
    """The other seats that are in for the bet, or with all they have."""
    level = max(state.bets)
    return [
        seat
        for seat in state.inside
        if seat != hero and (state.bets[seat] == level or not state.stacks[seat])
    ]


def doubted(seen: Observation, tried: list[Action], won: FloatArray) -> FloatArray:
    """The mean of each column of trials; of raises for a stack with fewer folds than there were.

    Where everybody folds at once, one wins just what was in the pot.
    """
    values: FloatArray = won.mean(axis=0)
    for place, action in enumerate(tried):
        chips = action.to - seen.bets[seen.seat]
        if action.kind != "raise" or not is_for_a_stack(seen, chips):
            continue
        folds = won[:, place] == seen.pot
        called = won[~folds, place].mean() if not folds.all() else -chips / 2
        share = FAITH * folds.mean()
        values[place] = share * seen.pot + (1 - share) * called
    return values


def without_losing_call(
    actions: list[Action], prior: FloatArray
) -> tuple[list[Action], FloatArray]:
    """The same without the call, if anything is left."""
    keep = np.array([action.kind != "call" for action in actions])
    if not keep.any():
        return actions, prior
    kept = [action for action in actions if action.kind != "call"]
    return kept, prior[keep] / prior[keep].sum()
