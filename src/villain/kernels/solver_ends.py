"""The ends of a hand for whole ranges: folds and showdowns, cards that both cannot hold left out.

One sweep over the holdings of both, weakest first, keeps the weight passed so far, in all and by
card. What shares a card with a holding is taken out; the same holding, taken out twice, is put
back.
"""

from typing import Any

from villain.kernels.compiled import shared_kernel
from villain.kernels.solver_records import SideRecord, ValueArray


@shared_kernel
def fold_values(
    own: SideRecord,
    other: SideRecord,
    reach: ValueArray,
    pay: float,
    by_card: ValueArray,
    values: ValueArray,
) -> None:
    """What each holding has where somebody has folded: the pay, times who could be there."""
    total = _count_cards(other, reach, by_card)
    one, two, same = own.one, own.two, own.same
    for h in range(len(values)):
        twin = same[h]
        rivals = total - by_card[one[h]] - by_card[two[h]]
        if twin >= 0:
            rivals += reach[twin]
        values[h] = pay * rivals


@shared_kernel
def _count_cards(side: SideRecord, reach: ValueArray, by_card: ValueArray) -> Any:  # noqa: ANN401
    """Sum the weights in all and by card."""
    one, two = side.one, side.two
    total = by_card[0] - by_card[0]
    by_card[:] = total
    for h in range(len(reach)):
        weight = reach[h]
        total += weight
        by_card[one[h]] += weight
        by_card[two[h]] += weight
    return total


@shared_kernel
def showdown_values(
    own: SideRecord,
    other: SideRecord,
    row: int,
    reach: ValueArray,
    pays: ValueArray,
    by_card: ValueArray,
    values: ValueArray,
) -> None:
    """What each holding has at a showdown on one board; 0 for those that share a card with it.

    With b the weight of worse rivals, e of equal ones and r of all,
    b·win + e·tie + (r − b − e)·lose is (win − tie)·b + (tie − lose)·(b + e) + lose·r.
    """
    order, ranks, mine = own.order[row], own.ranks[row], own.ranked[row]
    his_order, his_ranks, his = other.order[row], other.ranks[row], other.ranked[row]
    high, low, same = own.high[row], own.low[row], own.same
    his_high, his_low = other.high[row], other.low[row]
    lose = pays[1]
    below, within = pays[0] - pays[2], pays[2] - pays[1]
    total = pays[0] - pays[0]
    values[:] = total
    by_card[:] = total
    start, passed = 0, 0
    while start < mine:
        rank = ranks[start]
        while passed < his and his_ranks[passed] < rank:
            weight = reach[his_order[passed]]
            total += weight
            by_card[his_high[passed]] += weight
            by_card[his_low[passed]] += weight
            passed += 1
        end = start
        while end < mine and ranks[end] == rank:
            values[order[end]] = below * (total - by_card[high[end]] - by_card[low[end]])
            end += 1
        while passed < his and his_ranks[passed] == rank:
            weight = reach[his_order[passed]]
            total += weight
            by_card[his_high[passed]] += weight
            by_card[his_low[passed]] += weight
            passed += 1
        for place in range(start, end):
            h = order[place]
            rivals = total - by_card[high[place]] - by_card[low[place]]
            twin = same[h]
            if twin >= 0:
                rivals += reach[twin]
            values[h] += within * rivals
        start = end
    while passed < his:
        weight = reach[his_order[passed]]
        total += weight
        by_card[his_high[passed]] += weight
        by_card[his_low[passed]] += weight
        passed += 1
    for place in range(mine):
        h = order[place]
        rivals = total - by_card[high[place]] - by_card[low[place]]
        twin = same[h]
        if twin >= 0:
            rivals += reach[twin]
        values[h] += lose * rivals
