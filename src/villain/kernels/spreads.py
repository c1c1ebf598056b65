"""The spread of each holding's strength over all ways in which a board may be filled up."""

import numpy as np
import numpy.typing as npt

from villain.kernels.arrays import RankArray
from villain.kernels.compiled import kernel

_CLASSES = 7462


@kernel
def strength_spreads(ranks: RankArray, bins: int) -> npt.NDArray[np.float32]:
    """Mean, mean square and histogram of each holding's standing, from its ranks by run-out.

    The standing is the share of all holdings that are worse after a run-out, equals counted as
    half. A rank of 0 marks a holding that shares a card with the run-out; it counts for nothing.
    """
    runouts, holdings = ranks.shape
    spreads = np.zeros((holdings, 2 + bins), np.float32)
    times = np.zeros(holdings, np.int64)
    standing = np.empty(_CLASSES + 1, np.float32)
    for runout in range(runouts):
        row = ranks[runout]
        standing[:] = 0
        possible = 0
        for h in range(holdings):
            if row[h]:
                standing[row[h]] += 1
                possible += 1
        if not possible:
            continue
        below = 0.0
        for rank in range(1, _CLASSES + 1):
            many = standing[rank]
            standing[rank] = (below + many / 2) / possible
            below += many
        for h in range(holdings):
            if row[h]:
                share = standing[row[h]]
                times[h] += 1
                spreads[h, 0] += share
                spreads[h, 1] += share * share
                spreads[h, 2 + min(int(share * bins), bins - 1)] += 1
    for h in range(holdings):
        for place in range(2 + bins):
            spreads[h, place] /= max(times[h], 1)
    return spreads


@kernel
def rival_spreads(
    order: npt.NDArray[np.int16],
    tied: npt.NDArray[np.bool_],
    possible: npt.NDArray[np.int32],
    weights: npt.NDArray[np.float32],
    bins: int,
) -> npt.NDArray[np.float32]:
    """Histograms of each holding's standing among rivals of some weights, over run-outs.

    By run-out the holdings in ``order`` of strength, so many of them ``possible``; ``tied`` marks
    those that are as strong as the one before. ``weights`` has a row for each range of rivals.
    A standing between two steps counts for both; cards that both cannot hold are not looked at.
    """
    runouts, holdings = order.shape
    spreads = np.zeros((len(weights), holdings, bins), np.float32)
    times = np.zeros(holdings, np.float32)
    for runout in range(runouts):
        for place in range(possible[runout]):
            times[order[runout, place]] += 1
    one, half = np.float32(1), np.float32(0.5)
    for row in range(len(weights)):
        weight, spread = weights[row], spreads[row]
        for runout in range(runouts):
            count = possible[runout]
            total = np.float32(0)
            for place in range(count):
                total += weight[order[runout, place]]
            if total <= 0:
                continue
            scale = np.float32(bins - 1) / total
            below, start = np.float32(0), 0
            while start < count:
                end, same = start + 1, weight[order[runout, start]]
                while end < count and tied[runout, end]:
                    same += weight[order[runout, end]]
                    end += 1
                step = (below + half * same) * scale
                low = min(max(int(step), 0), bins - 2)
                beyond = min(step - np.float32(low), one)
                for place in range(start, end):
                    h = order[runout, place]
                    spread[h, low] += one - beyond
                    spread[h, low + 1] += beyond
                below += same
                start = end
        for h in range(holdings):
            for step_ in range(bins):
                spread[h, step_] /= max(times[h], one)
    return spreads
