"""Sorts of holdings: all that rules of play look at in one, in few enough sorts to count.

A sort is how many others a holding beats now, in steps that are closer at the top; its chance of a
flush or a straight; and whether it has a pair of its own. Before the flop the order of the
starting hands stands for the first, and being suited for a draw.
"""

from functools import cache, lru_cache

import numpy as np

from villain.cards.card import Card
from villain.cards.combo import CLASSES
from villain.cards.preflop_order import PREFLOP_ORDER
from villain.cards.range import CLASS_OF_COMBO, HIGH_CARDS, LOW_CARDS
from villain.kernels.arrays import CardArray, FloatArray
from villain.models.crowd.compiled import STEPS
from villain.models.crowd.runouts import steps_on
from villain.strength.quick_strengths import quick_strengths

_BOUNDS: FloatArray = np.concatenate(
    [np.arange(1, 12) * 0.05, 0.6 + np.arange(12) * 0.025, 0.9 + np.arange(6) / 60]
)
_PLACES: FloatArray = (np.r_[0.0, _BOUNDS] + np.r_[_BOUNDS, 1.0]) / 2
_DRAW_BOUNDS, _DRAWS, _SUITED = (0.12, 0.22, 0.33), np.array([0.0, 0.17, 0.28, 0.36]), 0.28

SORTS = len(_PLACES) * len(_DRAWS) * 2

_BOARDS = 24
"""Boards from which it is known how strong sorts are, draws included."""


def sorts_on(board: tuple[Card, ...]) -> CardArray:
    """The sort of each combo on a board.

    >>> from villain.cards import Combo, parse_cards
    >>> int(sorts_on(())[Combo.parse("AhAd")]), SORTS
    (233, 240)
    """
    return _sorts_on(tuple(sorted(board)))


@lru_cache(maxsize=4096)
def _sorts_on(board: tuple[Card, ...]) -> CardArray:
    high, low = HIGH_CARDS // 4, LOW_CARDS // 4
    on_board = np.zeros(13, np.bool_)
    on_board[[card.rank for card in board]] = True
    paired = (high == low) | on_board[high] | on_board[low]
    places, draws = _first_places(), np.where(HIGH_CARDS % 4 == LOW_CARDS % 4, _SUITED, 0.0)
    if board:
        places, draws = quick_strengths(board)
    place, draw = np.searchsorted(_BOUNDS, places, "right"), np.digitize(draws, _DRAW_BOUNDS)
    sorts: CardArray = ((place * len(_DRAWS) + draw) * 2 + paired).astype(np.uint8)
    sorts.flags.writeable = False
    return sorts


@cache
def _first_places() -> FloatArray:
    """By combo the share of all that are weaker before the flop."""
    order = {name: place for place, name in enumerate(reversed(PREFLOP_ORDER))}
    by_class = np.array([order[str(one)] for one in CLASSES])[CLASS_OF_COMBO]
    weaker, upto = (
        np.searchsorted(np.sort(by_class), by_class, side) for side in ("left", "right")
    )
    places: FloatArray = (weaker + upto) / 2 / len(by_class)
    return places


def _traits() -> FloatArray:
    place, draw, paired = np.unravel_index(np.arange(SORTS), (len(_PLACES), len(_DRAWS), 2))
    height = _PLACES[place]
    low, top, good = 0.4 - height, height - 0.93, height - 0.75
    bent = [np.maximum(low, 0) / 0.4, np.maximum(top, 0) / 0.07, np.maximum(good, 0) / 0.25]
    return np.stack([height - 0.5, _DRAWS[draw], draw > 0, paired, *bent], axis=1)


TRAITS: FloatArray = _traits()
"""What scores go by, by sort: the place, the draw, if there is one, if there is a pair; and how far
it is among the worst, the best and the good."""


@cache
def steps_of_sorts(street: int) -> CardArray:
    """About how strong sorts are on a street, draws included, in the steps of compiled reads."""
    rng, sums, counts = np.random.default_rng(street), np.zeros(SORTS), np.zeros(SORTS)
    cards = (0, 3, 4, 5)[street]
    for _ in range(_BOARDS if street else 1):
        board = tuple(Card(card) for card in rng.permutation(52)[:cards].tolist())
        sorts, steps = sorts_on(board), steps_on(board)
        possible = ~np.isin(HIGH_CARDS, board) & ~np.isin(LOW_CARDS, board)
        sums += np.bincount(sorts[possible], steps[possible], SORTS)
        counts += np.bincount(sorts[possible], minlength=SORTS)
    plain = _PLACES[np.arange(SORTS) // (2 * len(_DRAWS))] * STEPS - 0.5
    means = np.where(counts > 0, sums / np.maximum(counts, 1), plain)
    of_sorts: CardArray = np.clip(np.rint(means), 0, STEPS - 1).astype(np.uint8)
    return of_sorts
