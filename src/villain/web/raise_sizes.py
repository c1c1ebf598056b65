"""The sizes of a raise that the buttons offer, and that the adviser rates."""

from typing import NamedTuple

from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.observation import Observation
from villain.game.rules import Betting

TIMES = (("2.2×", 2.2), ("2.5×", 2.5), ("3×", 3.0))
"""Before the flop, times what has been bet."""

SHARES = (("⅓", "a third of the pot", 1 / 3), ("½", "half the pot", 1 / 2),
          ("⅔", "two thirds of the pot", 2 / 3))  # fmt: skip
"""After it, shares of the pot as it would be after a call."""


class RaiseSize(NamedTuple):
    """A size: its name on a button, in words, and what to raise to."""

    name: str
    words: str
    to: int


def raise_sizes(seen: Observation) -> list[RaiseSize]:
    """The sizes from small to large for whoever is to act; none where there is no choice.

    >>> import numpy as np
    >>> from villain.game import Hand, no_limit_holdem, shuffle
    >>> rules = no_limit_holdem(2, big_blind=10)
    >>> hand = Hand(rules, shuffle(rules, np.random.default_rng(1)))
    >>> [(size.name, size.to) for size in raise_sizes(hand.observation(1))]
    [('2.2×', 22), ('2.5×', 25), ('3×', 30), ('Pot', 30), ('All-in', 200)]
    """
    legal = seen.legal
    if legal is None or not legal.can_raise or seen.rules.betting is Betting.LIMIT:
        return []
    called = seen.bets[seen.seat] + legal.call
    after = seen.pot + legal.call
    if seen.street == 0:
        level = max(seen.bets)
        wanted = [(name, f"{name} the bet", times * level) for name, times in TIMES]
    else:
        wanted = [(name, words, called + share * after) for name, words, share in SHARES]
    wanted.append(("Pot", "the pot", called + after))
    sizes = [
        RaiseSize(name, words, min(max(round(to), legal.least), legal.most))
        for name, words, to in wanted
    ]
    last = "All-in" if legal.most == seen.bets[seen.seat] + seen.stacks[seen.seat] else "Most"
    return [*sizes, RaiseSize(last, "all that you may", legal.most)]


def rated_actions(seen: Observation) -> list[Action]:
    """All that the buttons offer, the least aggressive first."""
    legal = seen.legal
    assert legal is not None
    actions = [FOLD, CALL] if legal.call else [CALL]
    if legal.can_raise:
        amounts = {size.to for size in raise_sizes(seen)} or {legal.least}
        actions += [raise_to(to) for to in sorted(amounts)]
    return actions
