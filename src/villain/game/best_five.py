"""Hold'em hands at the showdown; apart, so that small games need no compiled code.

The hands of a table are a few, so Python looks them up itself in the tables of the kernels: to make
an array of them and to call compiled code takes four times as long.
"""

from collections.abc import Collection
from functools import reduce
from operator import or_

from villain.cards.card import Card
from villain.kernels import evaluator

_KEYS: list[int] = evaluator.CARD_KEYS.tolist()
_BITS: list[int] = evaluator.CARD_BITS.tolist()
_STARTS: list[int] = evaluator.STARTS.tolist()
_NO_CARDS, _FLUSH = int(evaluator.NO_CARDS), 0x8888
_ROWS = [row.data for row in evaluator.ROWS]
_COLUMNS, _RANKS, _FLUSHES = evaluator.COLUMNS.data, evaluator.RANKS.data, evaluator.FLUSHES.data


def rank_best_five(holes: Collection[tuple[Card, ...]], board: tuple[Card, ...]) -> list[int]:
    """Rank hands that share a board, of five to seven cards each with it; the higher wins."""
    ranks, shared = [], _NO_CARDS
    for card in board:
        shared += _KEYS[card]
    for hole in holes:
        key, count = shared, len(board) + len(hole)
        for card in hole:
            key += _KEYS[card]
        flush = key >> 32 & _FLUSH  # the high bit of each suit's count
        if flush:
            suit = flush.bit_length() // 4 - 1
            bits = reduce(or_, [_BITS[card] for card in (*hole, *board)])
            ranks.append(_FLUSHES[bits >> 16 * suit & 0xFFFF])
        else:
            row = _STARTS[count] + _ROWS[count][key >> 16 & 0xFFFF]
            ranks.append(_RANKS[row + _COLUMNS[key & 0xFFFF]])
    return ranks
