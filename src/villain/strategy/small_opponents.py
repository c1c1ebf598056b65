"""Five players of small games with faults that a reader should find, and nothing hidden.

They tell their chances for everything they can hold, so that what can be won from them is known
exactly. They do not look back: a chance to win, the price of a call and the raises are all.
"""

from collections.abc import Callable

from villain.errors import VillainError
from villain.game.observation import Observation, street_so_far
from villain.strategy.action_distribution import ActionDistribution
from villain.strategy.small_games import (
    SameChances,
    SmallGameSpot,
    Strategy,
    Thresholds,
    chance_to_win,
)

OPPONENTS: dict[str, Strategy] = {
    "loose-passive": Thresholds(bet=0.9, raise_=1.0, caution=0.5, bluff=0.05),
    "tight": Thresholds(bet=0.65, raise_=0.85, caution=2.2, bluff=0.02),
    "maniac": Thresholds(bet=0.2, raise_=0.35, again=0.0, caution=0.3, bluff=0.6),
    "never-bluffs": Thresholds(bet=0.6, raise_=0.75, caution=1.1, bluff=0.0, margin=0.05),
    "calls-all": SameChances(0, 1, 0),
}
"""Calls too much and rarely bets; folds too much; bets and raises nearly everything; bets only what
is likely to win, so that a bet of his says what he has; and one who does not look at his cards."""


def find_opponent(name: str) -> Strategy:
    """One of the five by its name."""
    if name not in OPPONENTS:
        raise VillainError.unknown("opponent", name, OPPONENTS)
    return OPPONENTS[name]


def chances_of(strategy: Strategy) -> Callable[[Observation], ActionDistribution]:
    """What a strategy does where a seat has to act: only what is legal.

    >>> from villain.game import Hand, leduc, shuffle
    >>> import numpy as np
    >>> hand = Hand(leduc(), shuffle(leduc(), np.random.default_rng(1)))
    >>> chances_of(OPPONENTS["calls-all"])(hand.observation(0))
    ActionDistribution(fold=0.0, call=1.0, more=0.0)
    """

    def chances(seen: Observation) -> ActionDistribution:
        assert seen.legal is not None
        strength = chance_to_win(seen.rules, seen.hole[0], seen.board)
        raises, _ = street_so_far(seen)
        spot = SmallGameSpot(strength, seen.legal.call, seen.pot, raises)
        return strategy(spot).allowed(fold=seen.legal.fold, more=seen.legal.can_raise)

    return chances
