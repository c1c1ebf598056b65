"""From a triple to an action: what to raise to where there is a choice, how dear a call is."""

from villain.game.actions import CALL, FOLD, Action, Legal, raise_to
from villain.game.observation import Observation
from villain.game.rules import Betting, Rules
from villain.kernels.triples import DEAR_BETS, DEAREST
from villain.strategy.action_distribution import ActionDistribution

COMMITTED = 0.4
"""Whoever would put in this share of his chips puts in all."""


def is_limit(rules: Rules) -> bool:
    """Whether the rules say what a bet is."""
    return rules.betting is Betting.LIMIT


def raise_by_share(
    seen: Observation, legal: Legal, share: float, committed: float = COMMITTED
) -> int:
    """What to raise to for a bet of this share of the pot; in limit there is no choice.

    Whoever would put in the share ``committed`` of his chips puts in all.
    """
    bet, stack = seen.bets[seen.seat], seen.stacks[seen.seat]
    wanted = bet + legal.call + round(share * (seen.pot + legal.call))
    if wanted - bet >= committed * stack:
        wanted = legal.most
    return min(max(wanted, legal.least), legal.most)


def bets_to_call(seen: Observation) -> float:
    """How many bets a call costs before the flop."""
    assert seen.legal is not None
    limit = is_limit(seen.rules)
    bets = seen.legal.call / (seen.rules.bets[0] if limit else seen.rules.big_blind)
    return bets if limit or bets <= 1 else min(1 + (bets - 1) / DEAR_BETS, DEAREST)


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
