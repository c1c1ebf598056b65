"""Raises as people make them: from the network's sizes, in parts of the pot, to whole chips."""

import numpy as np

from villain.game.situation import Situation
from villain.kernels.arrays import FloatArray
from villain.models.crowd.kinds import KIND_OF_SIZE
from villain.models.crowd.situations import SIZES, size_code

PARTS = np.array([0.2, 0.25, 0.33, 0.4, 0.5, 0.6, 2 / 3, 0.75, 0.8, 0.9, 1, 1.25, 1.5, 2, 3])
"""Parts of the pot that people choose."""

NEAR = 1.1
"""A part is chosen for a size that is within this factor of it."""

CRUMBS = 0.15
"""Whoever would keep a smaller part of his chips puts in all."""

SHOVE = 40
"""The largest size has no end: in the data it is mostly all-in, with a short stack. With more big
blinds than these nobody raises by so much."""


def draw_raise(
    situation: Situation,
    sizes: FloatArray,
    kind: int,
    rng: np.random.Generator,
    whole: float = 0.95,
) -> int:
    """The chips that somebody raises to, if it is a raise of a kind; always legal.

    ``sizes`` (24,) are the chances of each size. In limit there is no choice. Elsewhere people bet
    whole big blinds, as often as ``whole`` says, or else a part of the pot, counted in small blinds
    where two of them are a big one. The first raise before the flop is to whole big blinds, or
    there to a half: the pot, with nobody in, is three and a half. (Of 5,000 bets after the flop at
    $0.10/$0.25 on one site 98 % were whole, on another 58 %. Of 10,000 first raises 97 % were whole
    there; where two small blinds are a big one 62, 73 and 92 % on three sites, and 97 to 99 % whole
    or a half.)

    >>> from villain.game import no_limit_holdem
    >>> from villain.game.public_state import PublicState
    >>> from villain.game.situation import situation_of
    >>> first_in = situation_of(PublicState.at_start(no_limit_holdem(6, big_blind=10, stack=1000)))
    >>> rng = np.random.default_rng(1)
    >>> [draw_raise(first_in, np.ones(24) / 24, 4, rng) for _ in range(4)]
    [35, 35, 30, 40]
    """
    if situation.limit:
        return situation.least
    least, most = _code(situation, situation.least), _code(situation, situation.most)
    chances = sizes * (kind == KIND_OF_SIZE)
    if situation.stack > SHOVE * situation.big_blind:
        deep = sizes.copy()
        deep[-1] = 0.0
        chances = chances * (deep > 0) if (chances * (deep > 0)).any() else deep
    total = chances.sum()
    size = int(rng.choice(SIZES, p=chances / total)) if total > 0 else least
    if size >= most:
        return situation.most
    if size <= least:
        return situation.least
    pots = 2.0 ** ((size - SIZES // 2 + rng.random() - 0.5) / 4)
    small = _half_a_blind(situation)
    if situation.street == 0 and (small is None or not situation.raises):
        return rounded(situation, pots, small or situation.big_blind)
    if rng.random() < whole:
        return rounded(situation, pots, situation.big_blind)
    part = float(PARTS[np.argmin(np.abs(np.log(PARTS / pots)))])
    return rounded(situation, part if 1 / NEAR < part / pots < NEAR else pots, small or 1)


def _half_a_blind(situation: Situation) -> int | None:
    """The small blind, if it is half of the big one; else there is no such chip."""
    small = min((chips for chips in situation.rules.blinds if chips), default=0)
    return small if 0 < 2 * small == situation.big_blind else None


def rounded(situation: Situation, pots: float, unit: int) -> int:
    """The chips of a raise by so many pots beyond the call, in whole units; always legal."""
    owed = situation.owed
    own = situation.bets[situation.seat]
    to = unit * max(round((own + owed + pots * (situation.bet_pot + owed)) / unit), 1)
    if own + situation.stack - to < CRUMBS * situation.stack:
        return situation.most
    return min(max(to, situation.least), situation.most)


def _code(situation: Situation, to: int) -> int:
    """The size of a raise to so many chips."""
    owed = situation.owed
    beyond = to - situation.bets[situation.seat] - owed
    return size_code(beyond / max(situation.bet_pot + owed, 1))
