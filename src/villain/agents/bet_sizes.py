"""From a triple to an action: what to raise to where there is a choice, what a call can win."""

import numpy as np

from villain.cards.combo import Combo
from villain.cards.range import possible
from villain.game.actions import CALL, FOLD, Action, Legal, raise_to
from villain.game.batch_observation import BatchObservation
from villain.game.observation import Observation, street_so_far
from villain.game.rules import Betting, Rules
from villain.kernels.arrays import CountArray
from villain.models.loki.dear_bets import range_behind
from villain.models.model import OpponentModel
from villain.strategy.action_distribution import ActionDistribution
from villain.strength.preflop import preflop_chance

COMMITTED = 0.4
"""Whoever would put in this share of his chips puts in all."""

DOUBT = 0.15
"""The chance that a raise before the flop comes from any hand, whatever the model says."""


def is_limit(rules: Rules) -> bool:
    """True if the rules say what a bet is."""
    return rules.betting is Betting.LIMIT


def raise_by_share(
    seen: Observation, legal: Legal, share: float, committed: float = COMMITTED
) -> int:
    """The chips to raise to for a bet of this share of the pot; in limit there is no choice.

    Whoever would put in the share ``committed`` of his chips puts in all.
    """
    bet, stack = seen.bets[seen.seat], seen.stacks[seen.seat]
    wanted = bet + legal.call + round(share * (seen.pot + legal.call))
    if wanted - bet >= committed * stack:
        wanted = legal.most
    return min(max(wanted, legal.least), legal.most)


def raises_by_share(
    seen: BatchObservation, share: float, committed: float = COMMITTED
) -> CountArray:
    """What `raise_by_share` says in each of many hands; 0 where one may not raise."""
    legal, rows = seen.legal, np.arange(len(seen.hands))
    bet, stack = seen.bets[rows, seen.seat], seen.stacks[rows, seen.seat]
    wanted = bet + legal.call + np.rint(share * (seen.pot + legal.call))
    wanted = np.where(wanted - bet >= committed * stack, legal.most, wanted)
    to: CountArray = np.clip(wanted, legal.least, legal.most).astype(np.int64)
    return to


def is_raised(seen: Observation) -> bool:
    """True if there is a raise to call before the flop that has no fixed size.

    Limit counts bets; a raise of any size has a price, and asks for the chance to win.
    """
    assert seen.legal is not None
    raises, _ = street_so_far(seen)
    return not is_limit(seen.rules) and seen.street == 0 and raises > 0 and seen.legal.call > 0


def bets_to_call(seen: Observation) -> float:
    """The number of bets that a call costs before the flop, where bets are counted."""
    assert seen.legal is not None
    return seen.legal.call / (seen.rules.bets[0] if is_limit(seen.rules) else seen.rules.big_blind)


def chance_before_flop(seen: Observation, model: OpponentModel) -> float:
    """The chance to beat everybody who is in for the last raise, each for himself."""
    level, own = max(seen.bets), Combo.of(*seen.hole)
    anything = possible(seen.hole) / np.count_nonzero(possible(seen.hole))
    chance = 1.0
    for seat, out in enumerate(seen.folded):
        inside = seen.bets[seat] == level or not seen.stacks[seat]
        if inside and not out and seat != seen.seat:
            weights = range_behind(model, seen, seat)
            chance *= preflop_chance(own, (1 - DOUBT) * weights + DOUBT * anything)
    return chance


def winnable(seen: Observation, call: int) -> int:
    """The part of the pot that a caller can win: no more from each than he has put in himself.

    What was put in beyond that goes back.
    """
    put_in = [stack - left for stack, left in zip(seen.rules.stacks, seen.stacks, strict=True)]
    most = put_in[seen.seat] + call
    return sum(min(chips, most) for chips in put_in)


def draw_action(
    triple: ActionDistribution, seen: Observation, point: float, share: float
) -> Action:
    """The action at a point (0 to 1) of a triple, of what is legal; a raise is by a share."""
    legal = seen.legal
    assert legal is not None
    triple = triple.allowed(fold=legal.fold, more=legal.can_raise)
    if point < triple.fold:
        return FOLD
    if point < triple.fold + triple.call or not legal.can_raise:
        return CALL
    return raise_to(raise_by_share(seen, legal, share))
