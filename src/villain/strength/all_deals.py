"""Exact equity by going through every deal of holdings and every board."""

from collections.abc import Callable, Iterator
from math import comb, prod

import numpy as np

from villain.cards.card import Card
from villain.cards.combo import COMBOS
from villain.cards.range import Range
from villain.cards.suits import canonical
from villain.kernels.arrays import BitsArray, CardArray, DealArray, FloatArray
from villain.kernels.deals import (
    RangeLists,
    full_boards,
    list_deals,
    settle_deals,
    settle_ranges,
)
from villain.strength.range_lists import deal_weights, lay_out
from villain.strength.situation import as_array, deck_without

MOST_LISTED = 20_000
"""Finding out which deals differ only by the names of suits is Python, and takes its time."""

Report = Callable[[float], None]
Known = tuple[Card, ...]


def every_deal(
    hands: list[Range], board: Known, dead: Known, most: int, report: Report
) -> tuple[FloatArray, int] | None:
    """Weigh all showdowns by set of winners, and count them; None if there are more than ``most``.

    Deals that become equal when suits are renamed, board and dead cards kept, have equal
    results and are gone through once: AhKh against QQ+ has twelve deals and four different ones.
    """
    choices = prod(len(hand) for hand in hands)
    boards = comb(52 - len(board) - len(dead), 5 - len(board))
    lists = lay_out(hands)
    if board and choices * boards <= most:
        return _all_choices(lists, board, dead, report)
    if choices <= MOST_LISTED:
        deals = list_deals(lists.starts, lists.bits, choices)
        different, weights, stand_for = _merge(lists, deals, board, dead)
        if len(different) * boards <= most:
            return _listed(lists, different, weights, stand_for, board, dead, report)
    return _all_choices(lists, board, dead, report) if choices * boards <= most else None


def _all_choices(
    lists: RangeLists, board: Known, dead: Known, report: Report
) -> tuple[FloatArray, int]:
    sets = 1 << (len(lists.starts) - 1)
    totals, counts = np.zeros(sets), np.zeros(sets, np.int64)
    for keys, bits in _boards(board, deck_without(*board, *dead), report):
        settle_ranges(keys, bits, lists, totals, counts)
    return totals, int(counts.sum())


def _merge(
    lists: RangeLists,
    deals: DealArray,
    board: Known,
    dead: Known,
) -> tuple[DealArray, FloatArray, FloatArray]:
    """Merge deals that differ by the names of suits: rows, summed weights, how many each was."""
    weights = deal_weights(lists, deals)
    cards = [COMBOS[combo].cards for combo in lists.combos]
    row_of: dict[object, int] = {}
    rows = [
        row_of.setdefault(canonical(board, dead, *(cards[i] for i in deal)), index)
        for index, deal in enumerate(deals.tolist())
    ]
    different, where = np.unique(np.array(rows, np.intp), return_inverse=True)
    summed: FloatArray = np.bincount(where, weights).astype(np.float64)
    return deals[different], summed, np.bincount(where).astype(np.float64)


def _listed(
    lists: RangeLists,
    deals: DealArray,
    weights: FloatArray,
    stand_for: FloatArray,
    board: Known,
    dead: Known,
    report: Report,
) -> tuple[FloatArray, int]:
    used, places = np.unique(deals, return_inverse=True)
    rows = places.reshape(deals.shape).astype(np.int32)
    first, second = lists.first[used], lists.second[used]
    counts = np.zeros((len(deals), 1 << deals.shape[1]), np.int64)
    # A card that is in somebody's hand in every deal never comes on the board.
    held = [{*lists.first[deal].tolist(), *lists.second[deal].tolist()} for deal in deals]
    always = [Card(card) for card in set.intersection(*held)] if held else []
    for keys, bits in _boards(board, deck_without(*board, *dead, *always), report):
        settle_deals(keys, bits, first, second, rows, counts)
    return weights @ counts, int(stand_for @ counts.sum(axis=1))


def _boards(board: Known, deck: CardArray, report: Report) -> Iterator[tuple[BitsArray, BitsArray]]:
    """All full boards, a part at a time; in between the work can be interrupted."""
    to_come = 5 - len(board)
    total, done = comb(len(deck), to_come), 0
    for start in range(max(1, len(deck) - to_come + 1)):
        keys, bits = full_boards(as_array(board), deck, start, start + 1)
        yield keys, bits
        done += len(keys)
        report(done / total)
        if to_come == 0:
            break
