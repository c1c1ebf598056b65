"""Hold'em hands at the showdown; apart, so that small games need no compiled code.

The hands of a table are a few, so Python looks them up itself in the tables of the kernels: to make
an array of them and to call compiled code takes four times as long.
"""

from collections.abc import Iterable
from functools import reduce
from operator import or_

from villain.cards.card import Card
from villain.kernels import evaluator

_KEYS: list[int] = evaluator.CARD_KEYS.tolist()
_BITS: list[int] = evaluator.CARD_BITS.tolist()
_NO_CARDS = int(evaluator.NO_CARDS)
_ROWS, _COLUMNS = memoryview(evaluator.ROWS), memoryview(evaluator.COLUMNS)
_RANKS, _FLUSHES = memoryview(evaluator.RANKS), memoryview(evaluator.FLUSHES)
_STARTS: list[int] = evaluator.STARTS.tolist()


def rank_best_five(holes: Iterable[tuple[Card, ...]], board: tuple[Card, ...]) -> list[int]:
    """Rank hands that share a board, of five to seven cards each with it; the higher wins."""
    ranks, shared = [], _NO_CARDS
    for card in board:
        shared += _KEYS[card]
    for hole in holes:
        key = shared
        for card in hole:
            key += _KEYS[card]
        ranks.append(_rank(key, (*hole, *board)))
    return ranks


def _rank(key: int, cards: tuple[Card, ...]) -> int:
    """`villain.kernels.evaluator.rank_of`, and the bits only where there is a flush."""
    flush = key >> 32 & 0x8888  # the high bit of each suit's count
    if flush:
        suit = flush.bit_length() // 4 - 1
        bits = reduce(or_, map(_BITS.__getitem__, cards))
        return _FLUSHES[bits >> 16 * suit & 0xFFFF]
    count = len(cards)
    return _RANKS[_STARTS[count] + _ROWS[count, key >> 16 & 0xFFFF] + _COLUMNS[key & 0xFFFF]]
