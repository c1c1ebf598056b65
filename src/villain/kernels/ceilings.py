"""All run-outs of a flop against somebody who never looks at his cards, and the best of choices.

His hand stays a random one, so all that counts of ours on a full board is its *chance* against
990 hands: a win counts 2, a tie 1, so that it goes from 0 to 1,980.
"""

import numpy as np
import numpy.typing as npt

from villain.kernels.arrays import CardArray, CountArray, FloatArray, RankArray
from villain.kernels.compiled import kernel, summing_kernel
from villain.kernels.evaluator import CARD_BITS, CARD_KEYS, key_and_bits
from villain.kernels.showdown import rank_on

ChanceArray = npt.NDArray[np.int16]
IMPOSSIBLE = np.int16(-1)
EVEN = 990
_RANKS = 7463
TURNS, RIVERS = 47, 46


@kernel
def river_chances(
    board: CardArray, deck: CardArray, first: CardArray, second: CardArray
) -> ChanceArray:
    """The chance of each holding after each turn and river: (holdings, deck, deck).

    The holdings are all pairs of the deck's 49 cards; -1 is what cannot be dealt.
    """
    left, holdings = len(deck), len(first)
    chances = np.full((holdings, left, left), IMPOSSIBLE, np.int16)
    ranks, order = np.empty(holdings, np.int16), np.empty(holdings, np.int32)
    here = np.empty(holdings, np.int16)
    key, bits = key_and_bits(board)
    for t in range(left):
        turn = deck[t]
        for r in range(t):
            river = deck[r]
            both = CARD_BITS[turn] | CARD_BITS[river]
            full = key + CARD_KEYS[turn] + CARD_KEYS[river]
            rank_on(full, bits | both, 7, first, second, ranks)
            _sort(ranks, order)
            _stand(ranks, order, first, second, here)
            for h in range(holdings):
                chances[h, t, r] = chances[h, r, t] = here[h]
    return chances


@kernel
def _sort(ranks: RankArray, order: npt.NDArray[np.int32]) -> None:
    """Put the holdings in the order of their ranks, by counting."""
    places = np.zeros(_RANKS + 1, np.int32)
    for rank in ranks:
        places[rank + 1] += 1
    for rank in range(_RANKS):
        places[rank + 1] += places[rank]
    for h in range(len(ranks)):
        order[places[ranks[h]]] = h
        places[ranks[h]] += 1


@kernel
def _stand(
    ranks: RankArray,
    order: npt.NDArray[np.int32],
    first: CardArray,
    second: CardArray,
    chances: ChanceArray,
) -> None:
    """Count the hands below each holding, and once more with its equals: a tie is half a win."""
    below, below_with = 0, np.zeros(52, np.int64)
    start = 0
    while start < len(order):
        rank, end = ranks[order[start]], start
        while end < len(order) and ranks[order[end]] == rank:
            end += 1
        for place in range(start, end):
            h = order[place]
            chances[h] = below - below_with[first[h]] - below_with[second[h]]
        if rank > 0:
            below += end - start
            for place in range(start, end):
                h = order[place]
                below_with[first[h]] += 1
                below_with[second[h]] += 1
        for place in range(start, end):
            h = order[place]
            # The holding itself is taken out once for each of its cards and put back once.
            with_equals = below - below_with[first[h]] - below_with[second[h]] + 1
            chances[h] = chances[h] + with_equals if rank > 0 else IMPOSSIBLE
        start = end


@kernel
def turn_values(
    chances: ChanceArray,
    rivers: FloatArray,
    folds: FloatArray,
    starts: CountArray,
    ends: CountArray,
) -> FloatArray:
    """The mean winnings of the best play from each situation on the turn: (holdings, turns).

    A row of ``rivers`` is a situation on the river: the fewest and the most chips for which one
    can see the showdown, and what a fold loses (infinite where one may not). Ahead of a random
    hand one goes for the most, behind for what costs less; nothing in between is better, as the
    gain is linear in the chips. For the other arguments see ``choose``.
    """
    holdings, deck, _ = chances.shape
    values, here = np.zeros((holdings, len(folds))), np.empty(len(rivers))
    behind = np.zeros(deck)
    for h in range(holdings):
        for t in range(deck):
            ahead = all_behind = 0.0
            for r in range(deck):
                edge = chances[h, t, r] / EVEN - 1.0 if chances[h, t, r] >= 0 else 0.0
                ahead += max(edge, 0.0)
                behind[r] = max(-edge, 0.0)
                all_behind += behind[r]
            if ahead + all_behind == 0.0:
                continue  # the turn is in our hand, or every river a sure tie: nothing to win
            for s in range(len(rivers)):
                fewest, most, fold = rivers[s, 0], rivers[s, 1], rivers[s, 2]
                lost = _least_loss(behind, fewest, fold) if fold < np.inf else fewest * all_behind
                here[s] = (most * ahead - lost) / RIVERS
            for s in range(len(folds)):
                values[h, s] += _best(here, folds[s], ends, starts[s], starts[s + 1]) / TURNS
    return values


@summing_kernel
def _least_loss(behind: FloatArray, fewest: float, fold: float) -> float:
    lost = 0.0
    for r in range(len(behind)):
        shown = fewest * behind[r]
        lost += shown if shown < fold else fold
    return lost


@kernel
def choose(
    values: FloatArray, folds: FloatArray, starts: CountArray, ends: CountArray
) -> FloatArray:
    """The best of folding and of what can be reached, for each row of values.

    Situation s can fold and lose ``folds[s]`` or go to ``ends[starts[s]:starts[s + 1]]``, columns
    of the values.
    """
    best = np.empty((len(values), len(folds)))
    for row in range(len(values)):
        for s in range(len(folds)):
            best[row, s] = _best(values[row], folds[s], ends, starts[s], starts[s + 1])
    return best


@kernel
def _best(values: FloatArray, fold: float, ends: CountArray, start: int, stop: int) -> float:
    best = -fold
    for place in range(start, stop):
        best = max(best, values[ends[place]])
    return best
