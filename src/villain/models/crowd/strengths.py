"""The strength of a hand on a board, as two codes: what it will be worth, and what it is now.

The first is the percentile, among all hands that the board allows, of the chance to win the
showdown with a random hand; the second that of the hand made so far. Before the flop the second is
the first, on the river the first is the second. A percentile is 0 to 254: so many 255ths of all
hands are worse, equals counted as half.

On the flop the chance comes from the table of `seven_card_ranks`. On the turn it is the mean of the
percentiles over all rivers: the same but for what one's own cards take from the rival, and eight
times as fast.
"""

from collections.abc import Sequence
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.cards.range import CLASS_OF_COMBO, HIGH_CARDS, LOW_CARDS
from villain.kernels.percentiles import river_standings, standings
from villain.models.crowd.situations import Codes
from villain.strength.seven_card_ranks import seven_card_ranks
from villain.strength.situation import as_array

UNKNOWN = 255
STEPS = 255
CARDS = (0, 3, 4, 5)
"""The number of cards that the board has on each street."""

Values = npt.NDArray[np.float64] | npt.NDArray[np.int64]


def strength_codes(board: Sequence[Card] = ()) -> Codes:
    """The two codes of every combo on a board, (1326, 2); `UNKNOWN` where it is impossible.

    >>> from villain.cards import Combo, parse_cards
    >>> strength_codes()[Combo.parse("AhAd")], strength_codes()[Combo.parse("3h2d")]
    (array([254, 254], dtype=uint8), array([1, 1], dtype=uint8))
    >>> strength_codes(parse_cards("3h 4c Jh"))[Combo.parse("AhKh")]
    array([214, 154], dtype=uint8)
    """
    return _strength_codes(tuple(sorted(board)))


@lru_cache(maxsize=1024)
def _strength_codes(board: tuple[Card, ...]) -> Codes:
    codes = np.full((1326, 2), UNKNOWN, np.uint8)
    for place, values in enumerate(_values(board)):
        could = values >= 0
        some = values[could]
        order = np.sort(some)
        twice = np.searchsorted(order, some, "left") + np.searchsorted(order, some, "right")
        codes[could, place] = STEPS * twice // (2 * len(some))
    codes.flags.writeable = False
    return codes


def hand_codes(board: Sequence[Card] = ()) -> Codes:
    """The network's codes of every combo, (1326, 3): two strengths and its starting class.

    >>> from villain.cards import Combo
    >>> hand_codes()[Combo.parse("KhKd")]
    array([253, 253,  14], dtype=uint8)
    """
    return np.column_stack([strength_codes(board), CLASS_OF_COMBO]).astype(np.uint8)


def strength_path(combo: int, board: Sequence[Card]) -> Codes:
    """The two codes of one hand on each street that a board has reached, (streets, 2).

    These are the rows of `strength_codes`, without finding those of all other hands.

    >>> from villain.cards import Combo, parse_cards
    >>> strength_path(Combo.parse("AhKh"), parse_cards("3h 4c Jh 5c 6h"))
    array([[246, 246],
           [214, 154],
           [161, 117],
           [254, 254]], dtype=uint8)
    """
    board = tuple(board)
    boards = [board[:cards] for cards in CARDS[1:] if cards <= len(board)]
    after = [[_code(values, combo) for values in _values(tuple(sorted(one)))] for one in boards]
    return np.array([strength_codes()[combo], *after], np.uint8)


def hand_path(combo: int, board: Sequence[Card]) -> Codes:
    """The three codes of one hand on each street that a board has reached: (streets, 3).

    These are the rows of `hand_codes`.
    """
    path = strength_path(combo, board)
    return np.column_stack([path, np.full(len(path), CLASS_OF_COMBO[combo])]).astype(np.uint8)


def _code(values: Values, combo: int) -> int:
    """The percentile of one value among those that are not negative."""
    own = values[combo]
    if not own >= 0:
        return UNKNOWN
    impossible = int(np.count_nonzero(values < 0))
    below = int(np.count_nonzero(values < own)) - impossible
    same = int(np.count_nonzero(values == own))
    return STEPS * (2 * below + same) // (2 * (len(values) - impossible))


@lru_cache(maxsize=256)
def _values(board: tuple[Card, ...]) -> tuple[Values, Values]:
    """Of every combo two numbers to compare it by; negative where it is impossible."""
    if not board:
        return _first_values(), _first_values()
    cards = as_array(board)
    now = standings(cards, HIGH_CARDS, LOW_CARDS)
    if len(board) == 3:
        return np.nan_to_num(seven_card_ranks(board), nan=-1.0), now
    return (river_standings(cards, HIGH_CARDS, LOW_CARDS) if len(board) == 4 else now), now


@cache
def _first_values() -> Values:
    """Chances before the flop, with those of one class alike to the last digit."""
    return np.round(seven_card_ranks(), 9)


@lru_cache(maxsize=256)
def _hands_on(board: tuple[Card, ...]) -> tuple[Codes, npt.NDArray[np.intp]]:
    codes = hand_codes(board)
    packed = codes.astype(np.int64) @ np.array([1, 256, 65536])
    _, first, place = np.unique(packed, return_index=True, return_inverse=True)
    return codes[first], place


def hands_on(board: tuple[Card, ...]) -> tuple[Codes, npt.NDArray[np.intp]]:
    """Hands that differ to the network on a board, and which of them each combo is.

    A hand is told by its two strengths now and by its starting class.

    >>> hands, place = hands_on(())
    >>> hands.shape[1], place.shape
    (3, (1326,))
    """
    return _hands_on(tuple(sorted(board)))
