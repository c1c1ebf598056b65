"""From a chance to win to a mixed strategy without simulation, as huang's Chezebot did it [huang].

The thesis does not tell the heuristic of its three-player agent. This one is of the same kind as
its curves for others: the chance to take at least some risk is a logistic curve of the chance to
win, shifted by what the risk costs.
"""

import numpy as np
from scipy.special import expit

from villain.kernels.arrays import FloatArray

STEEPNESS = 25.0
"""From a chance of a tenth to one of nine tenths it takes 0.18 of the chance to win."""

MARGIN = 0.03
"""A call should win by so much more often than the odds ask for: later bets cost too."""

RAISE, RAISE_MORE = 0.15, 0.35
"""The distance above an equal share of the pot at which a hand is raised half of the time, and that
at which it is raised by more."""

WIN_BY_RANKS = (None, 5.5, 6.8, None)
"""The steepness of the chance to win over the difference of two seven-card ranks, on the flop and
the turn: logistic curves, fitted to random hands on random boards. On the river the better rank
wins; before the flop the chances are known."""


def mixed_strategy(win: float, odds: float, players: int, *, can_raise: bool) -> FloatArray:
    """The chances to fold, call, raise and raise more, with so many players left in.

    ``win`` is the chance to win against all of them, ``odds`` what a call is of the pot with it.

    >>> mixed_strategy(0.9, 0.3, 2, can_raise=True).round(2).tolist()
    [0.0, 0.0, 0.22, 0.78]
    >>> mixed_strategy(0.2, 0.3, 2, can_raise=True).round(2).tolist()
    [0.96, 0.04, 0.0, 0.0]
    """
    share = 1 / players
    plays = expit(STEEPNESS * (win - odds - MARGIN)) if odds > 0 else 1.0
    wanted = share + 2 * (1 - share) * np.array([RAISE, RAISE_MORE])
    raises, more = expit(STEEPNESS * (win - wanted))
    raises, more = (min(raises, plays), min(more, plays)) if can_raise else (0.0, 0.0)
    return np.array([1 - plays, plays - raises, raises - more, more])


def win_by_ranks(own: float, his: FloatArray, street: int) -> FloatArray:
    """The chance that a hand beats others, by their seven-card ranks after the flop.

    >>> win_by_ranks(0.6, np.array([0.4, 0.6, 0.9]), 3).tolist()
    [1.0, 0.5, 0.0]
    """
    steepness = WIN_BY_RANKS[street]
    chances: FloatArray = (
        0.5 * (1 + np.sign(own - his)) if steepness is None else expit(steepness * (own - his))
    )
    return chances
