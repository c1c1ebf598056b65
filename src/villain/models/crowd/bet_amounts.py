"""Raises as people make them: from the network's sizes, in parts of the pot, to whole chips."""

import numpy as np

from villain.game.situation import Situation
from villain.kernels.arrays import FloatArray
from villain.models.crowd.kinds import KIND_OF_SIZE
from villain.models.crowd.situations import SIZES, size_code

ROUND = 0.8
"""So often people bet whole big blinds, else halves. (Of 5,000 bets at $0.10/$0.25 that were not
all-in 98 % were whole, of 3,600 at $2/$4 55 %, and 90 % whole or a half.)"""

CRUMBS = 0.15
"""Whoever would keep a smaller part of his chips puts in all."""

SHOVE = 60
"""The largest size has no end. With no more big blinds than these it is all-in."""


def draw_raise(situation: Situation, sizes: FloatArray, kind: int, rng: np.random.Generator) -> int:
    """The chips that somebody raises to, if it is a raise of a kind; always legal.

    ``sizes`` (24,) are the chances of each size. In limit there is no choice.

    >>> from villain.game import no_limit_holdem
    >>> from villain.game.public_state import PublicState
    >>> from villain.game.situation import situation_of
    >>> first_in = situation_of(PublicState.at_start(no_limit_holdem(6, big_blind=10, stack=1000)))
    >>> rng = np.random.default_rng(1)
    >>> [draw_raise(first_in, np.ones(24) / 24, 4, rng) for _ in range(4)]
    [40, 40, 40, 30]
    """
    if situation.limit:
        return situation.least
    least, most = _code(situation, situation.least), _code(situation, situation.most)
    chances = sizes * (kind == KIND_OF_SIZE)
    total = chances.sum()
    size = int(rng.choice(SIZES, p=chances / total)) if total > 0 else least
    if size >= most or (size == SIZES - 1 and situation.stack <= SHOVE * situation.big_blind):
        return situation.most
    if size <= least:
        return situation.least
    pots = 2.0 ** ((size - SIZES // 2 + rng.random() - 0.5) / 4)
    whole = situation.big_blind if rng.random() < ROUND else max(situation.big_blind // 2, 1)
    return rounded(situation, pots, whole)


def rounded(situation: Situation, pots: float, unit: int) -> int:
    """The chips of a raise by so many pots beyond the call, in whole units; always legal."""
    owed = situation.owed
    own = situation.bets[situation.seat]
    to = unit * round((own + owed + pots * (situation.bet_pot + owed)) / unit)
    if own + situation.stack - to < CRUMBS * situation.stack:
        return situation.most
    return min(max(to, situation.least), situation.most)


def _code(situation: Situation, to: int) -> int:
    """The size of a raise to so many chips."""
    owed = situation.owed
    beyond = to - situation.bets[situation.seat] - owed
    return size_code(beyond / max(situation.bet_pot + owed, 1))
