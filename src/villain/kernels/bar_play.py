"""Playing by bars: chances by sort of holding, and how likely whole hands are, with the slope.

Scores are ``weights`` (8, traits): to go on, to raise with what is good enough, to raise with what
is not, and five for the sizes of raises. Traits are those of the decision, then of the holding.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.kernels.arrays import CardArray, FloatArray
from villain.kernels.compiled import summing_kernel
from villain.kernels.copying import copy_row

SCORES, GO_ON, STRONG, WEAK, FIRST_SIZE, SIZES = 8, 0, 1, 2, 3, 5
FOLD, CALL, RAISE = range(3)

MOST_DECISIONS = 12
"""Further ones of a hand do not count."""

_STEEPEST, _LEAST = 30.0, 1e-12

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]


class BarHands(NamedTuple):
    """Hands of a player: decisions ``first[h]`` to ``first[h + 1]`` (excluded) are those of one.

    By decision: ``contexts``, ``traits``, whether he has to ``pay`` and may ``raises``, the kind of
    what he did and the sort of each combo (1326). By hand: what he ``could`` hold (1326), and how
    much it counts.
    """

    first: Numbers
    contexts: Numbers
    traits: FloatArray
    pays: Flags
    raises: Flags
    kinds: Numbers
    sorts: CardArray
    could: Flags
    counts: FloatArray


@summing_kernel
def bar_chances(
    weights: FloatArray,
    traits: FloatArray,
    holding: FloatArray,
    pays: bool,
    raises: bool,
    wanted: Flags,
    chances: FloatArray,
    parts: FloatArray,
) -> None:
    """Fill in the chances of the seven kinds by sort, and the three ``parts`` behind them.

    Only sorts that are ``wanted`` are looked at.
    """
    count, own = holding.shape[0], holding.shape[1]
    general, sizes = np.zeros(SCORES), np.zeros(SIZES)
    for score in range(SCORES):
        for trait in range(len(traits)):
            general[score] += weights[score, trait] * traits[trait]
    for sort in range(count):
        if not wanted[sort]:
            continue
        for score in range(SCORES):
            value = general[score]
            for trait in range(own):
                value += weights[score, len(traits) + trait] * holding[sort, trait]
            value = min(max(value, -_STEEPEST), _STEEPEST)
            if score < FIRST_SIZE:
                parts[sort, score] = 1 / (1 + np.exp(-value))
            else:
                sizes[score - FIRST_SIZE] = np.exp(value)
        on, strong, weak = parts[sort, GO_ON], parts[sort, STRONG], parts[sort, WEAK]
        if not raises:
            strong = weak = 0.0
        if pays:
            chances[sort, FOLD] = (1 - on) * (1 - weak)
            chances[sort, CALL] = on * (1 - strong)
            raised = on * strong + (1 - on) * weak
        else:
            raised = strong + (1 - strong) * weak
            chances[sort, FOLD], chances[sort, CALL] = 0.0, 1 - raised
        total = sizes.sum()
        for size in range(SIZES):
            chances[sort, RAISE + size] = raised * sizes[size] / total


@summing_kernel
def bar_surprise(
    weights: FloatArray, hands: BarHands, holding: FloatArray, least: float, slope: FloatArray
) -> float:
    """Minus the logarithm of how likely hands are by weights (contexts, 8, traits).

    ``slope``, of the same shape, is added to. So much as ``least`` of each decision has nothing to
    do with rules.
    """
    count, combos, traits = holding.shape[0], hands.could.shape[1], hands.traits.shape[1]
    chances = np.zeros((MOST_DECISIONS, count, RAISE + SIZES))
    parts = np.zeros((MOST_DECISIONS, count, FIRST_SIZE))
    taken = np.zeros((MOST_DECISIONS, count))
    held, shares, wanted = np.zeros(combos), np.zeros(count), np.zeros(count, np.bool_)
    rises, raw = np.zeros(SCORES), np.zeros(holding.shape[1])
    surprise = 0.0
    for hand in range(len(hands.could)):
        begin = hands.first[hand]
        end = min(hands.first[hand + 1], begin + MOST_DECISIONS)
        for one in range(begin, end):
            at, kind = one - begin, hands.kinds[one]
            pays, raises = hands.pays[one], hands.raises[one]
            own = weights[hands.contexts[one]]
            wanted[:] = False
            for combo in range(combos):
                if hands.could[hand, combo]:
                    wanted[hands.sorts[one, combo]] = True
            bar_chances(
                own, hands.traits[one], holding, pays, raises, wanted, chances[at], parts[at]
            )
            for sort in range(count):
                taken[at, sort] = chances[at, sort, kind] * (1 - least) + least / 3
        total, possible = 0.0, 0
        for combo in range(combos):
            held[combo] = 0.0
            if hands.could[hand, combo]:
                likely = 1.0
                for one in range(begin, end):
                    likely *= taken[one - begin, hands.sorts[one, combo]]
                held[combo] = likely
                total += likely
                possible += 1
        if total <= 0:
            continue
        surprise -= hands.counts[hand] * np.log(total / possible)
        for one in range(begin, end):
            at, context, kind = one - begin, hands.contexts[one], hands.kinds[one]
            shares[:] = 0.0
            for combo in range(combos):
                if held[combo] > 0:
                    shares[hands.sorts[one, combo]] += held[combo]
            for sort in range(count):
                share = shares[sort] / total * hands.counts[hand]
                if share < 1e-8:
                    continue
                share *= chances[at, sort, kind] * (1 - least) / taken[at, sort]
                _rises(
                    chances[at, sort],
                    parts[at, sort],
                    hands.pays[one],
                    hands.raises[one],
                    kind,
                    rises,
                )
                copy_row(holding[sort], raw)
                for score in range(SCORES):
                    if rises[score] != 0.0:
                        rise = share * rises[score]
                        row = slope[context, score]
                        for trait in range(traits):
                            row[trait] -= rise * hands.traits[one, trait]
                        for trait in range(len(raw)):
                            row[traits + trait] -= rise * raw[trait]
    return surprise


@summing_kernel
def _rises(
    chances: FloatArray, parts: FloatArray, pays: bool, raises: bool, kind: int, rises: FloatArray
) -> None:
    """How the logarithm of the chance of a kind rises with each of the scores."""
    on, strong, weak = parts[GO_ON], parts[STRONG], parts[WEAK]
    rises[:] = 0.0
    raised = 0.0
    for size in range(SIZES):
        raised += chances[RAISE + size]
    raised = max(raised, _LEAST)
    if not raises:
        strong = weak = 0.0
    if kind == FOLD:
        rises[GO_ON], rises[WEAK] = -on, -weak
    elif kind == CALL:
        rises[STRONG] = -strong
        if pays:
            rises[GO_ON] = 1 - on
        else:
            rises[WEAK] = -weak
    elif pays:
        rises[GO_ON] = on * (1 - on) * (strong - weak) / raised
        rises[STRONG] = on * strong * (1 - strong) / raised
        rises[WEAK] = (1 - on) * weak * (1 - weak) / raised
    else:
        rises[STRONG] = strong * (1 - strong) * (1 - weak) / raised
        rises[WEAK] = (1 - strong) * weak * (1 - weak) / raised
    if kind >= RAISE:
        for size in range(SIZES):
            mine = 1.0 if size == kind - RAISE else 0.0
            rises[FIRST_SIZE + size] = mine - chances[RAISE + size] / raised
