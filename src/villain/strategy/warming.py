"""Warming up: what has to be compiled or loaded is ready before anybody's time counts.

Kernels are compiled for the types of their arguments when they are first called, which takes
seconds where no cache has them. The surest way to be spared that later is to ask once what will be
asked then; so agents, tables and dealers let somebody think about idle hands first.
"""

from collections.abc import Callable, Hashable
from functools import cache

import numpy as np

from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.deal import shuffle
from villain.game.hand import Hand
from villain.game.rules import Rules


@cache
def warm_up(
    rules: Rules, think: Callable[..., object] = lambda _: None, *arguments: Hashable
) -> None:
    """Play two idle hands and think about every turn and every end, as each seat sees it.

    On the second street there is a bet: all call it in the first hand, and fold in the second.
    The same thought of the same game is thought only once.
    """
    for answer in (CALL, FOLD):
        hand = Hand(rules, shuffle(rules, np.random.default_rng(0)))
        while hand.seat is not None:
            think(hand.observation(hand.seat), *arguments)
            hand.act(_idle(hand, answer))
        think(hand.observation(0), *arguments)


def _idle(hand: Hand, answer: Action) -> Action:
    assert hand.legal is not None
    if hand.street != 1:
        return CALL
    if hand.legal.call:
        return answer
    return raise_to(hand.legal.least) if hand.legal.can_raise else CALL
