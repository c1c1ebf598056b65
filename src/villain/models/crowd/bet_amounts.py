"""Raises as people make them: from the network's sizes, in parts of the pot, to whole chips."""

from itertools import pairwise

import numpy as np

from villain.game.situation import Situation
from villain.kernels.arrays import FloatArray
from villain.models.crowd.kinds import KIND_OF_SIZE, KINDS
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
    least, most = _bounds(situation)
    chances = _sizes_of_kind(situation, sizes, kind)
    size = int(rng.choice(SIZES, p=chances)) if chances.any() else least
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
    return rounded(situation, _chosen_part(pots), small or 1)


def raise_chances(
    situation: Situation, sizes: FloatArray, whole: float = 0.95
) -> tuple[list[int], FloatArray]:
    """All amounts that `draw_raise` may draw, and for each of the five kinds the chance of each.

    >>> from villain.game import no_limit_holdem
    >>> from villain.game.public_state import PublicState
    >>> from villain.game.situation import situation_of
    >>> first_in = situation_of(PublicState.at_start(no_limit_holdem(6, big_blind=10, stack=1000)))
    >>> amounts, chances = raise_chances(first_in, np.ones(24) / 24)
    >>> {to: round(float(chance), 2) for to, chance in zip(amounts, chances[2]) if chance}
    {30: 0.3, 35: 0.39, 40: 0.32}
    """
    if situation.limit:
        return [situation.least], np.ones((KINDS - 2, 1))
    by_size: list[dict[int, float]] = [_amounts(situation, size, whole) for size in range(SIZES)]
    amounts = sorted({situation.least}.union(*by_size))
    place = {to: column for column, to in enumerate(amounts)}
    table = np.zeros((SIZES, len(amounts)))
    for row, one in zip(table, by_size, strict=True):
        for to, chance in one.items():
            row[place[to]] = chance
    chances = np.zeros((KINDS - 2, len(amounts)))
    for row, kind in zip(chances, range(2, KINDS), strict=True):
        of_kind = _sizes_of_kind(situation, sizes, kind)
        row[:] = of_kind @ table
        if not of_kind.any():
            row[:] = table[_bounds(situation)[0]]
    taken = np.flatnonzero(chances.any(axis=0))
    return [amounts[column] for column in taken], chances[:, taken]


def _amounts(situation: Situation, size: int, whole: float) -> dict[int, float]:
    """The chances of all amounts that a raise of one size may be."""
    least, most = _bounds(situation)
    if size >= most:
        return {situation.most: 1.0}
    if size <= least:
        return {situation.least: 1.0}
    small, blind = _half_a_blind(situation), situation.big_blind
    if situation.street == 0 and (small is None or not situation.raises):
        return _pieces(situation, size, small or blind, parts=False)
    amounts = {
        to: whole * chance for to, chance in _pieces(situation, size, blind, parts=False).items()
    }
    for to, chance in _pieces(situation, size, small or 1, parts=True).items():
        amounts[to] = amounts.get(to, 0.0) + (1 - whole) * chance
    return amounts


def _pieces(situation: Situation, size: int, unit: int, *, parts: bool) -> dict[int, float]:
    """The chances of amounts where pots are drawn evenly by their logarithm, and rounded.

    Between two neighbouring cuts every draw gives the same amount.
    """
    low = (size - SIZES // 2 - 0.5) / 4
    own, base = situation.bets[situation.seat] + situation.owed, situation.bet_pot + situation.owed
    ends = [(own + 2.0**end * base) / unit for end in (low, low + 0.25)]
    halves = np.arange(int(ends[0]), int(ends[1]) + 2) + 0.5
    cuts = (halves * unit - own) / base
    if parts:
        between = np.sqrt(PARTS[1:] * PARTS[:-1])
        cuts = np.concatenate([cuts, between, PARTS * NEAR, PARTS / NEAR])
    cuts = np.log2(cuts[cuts > 0])
    inside = np.sort(cuts[(cuts > low) & (cuts < low + 0.25)])
    edges = np.array([low, *inside, low + 0.25])
    amounts: dict[int, float] = {}
    for start, end in pairwise(edges.tolist()):
        pots = 2.0 ** ((start + end) / 2)
        to = rounded(situation, _chosen_part(pots) if parts else pots, unit)
        amounts[to] = amounts.get(to, 0.0) + 4 * (end - start)
    return amounts


def _chosen_part(pots: float) -> float:
    """The part of the pot that somebody chooses for a size: a usual one if it is near."""
    part = float(PARTS[np.argmin(np.abs(np.log(PARTS / pots)))])
    return part if 1 / NEAR < part / pots < NEAR else pots


def _sizes_of_kind(situation: Situation, sizes: FloatArray, kind: int) -> FloatArray:
    """The chances of each size, if it is a raise of a kind; all 0 if there is none."""
    chances = sizes * (kind == KIND_OF_SIZE)
    if situation.stack > SHOVE * situation.big_blind:
        deep = sizes.copy()
        deep[-1] = 0.0
        chances = chances * (deep > 0) if (chances * (deep > 0)).any() else deep
    total = chances.sum()
    return chances / total if total > 0 else np.zeros(SIZES)


def _bounds(situation: Situation) -> tuple[int, int]:
    """The sizes of the least and of the largest raise."""
    return _code(situation, situation.least), _code(situation, situation.most)


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
