"""Boards that may come, with the strength of every hand on each: what trials draw from.

How strong a hand is by the crowd's reckoning, potential included, takes too long to be found out in
a trial. So the boards of trials come from a pool in which that is known. Before the flop the pool
is the same for everybody, and suits are renamed at random; later it is dealt for each decision.
"""

from collections.abc import Sequence
from functools import cache
from itertools import permutations

import numpy as np

from villain.cards.card import Card
from villain.cards.range import HIGH_CARDS, LOW_CARDS
from villain.kernels.arrays import CardArray, CountArray
from villain.kernels.people_playouts import BoardPool
from villain.kernels.percentiles import river_standings, standings
from villain.models.crowd.compiled import STEPS
from villain.models.crowd.strengths import STEPS as CODES
from villain.models.crowd.strengths import strength_codes
from villain.strength.preflop import suit_renamings
from villain.strength.situation import as_array

BEFORE_FLOP = 256
"""Boards in the pool before the flop, each under 24 renamings of the suits."""

TURNS, RIVERS = 24, 10
"""Turns that are tried from the flop on, and rivers for each."""


def steps_on(board: Sequence[Card]) -> CardArray:
    """The step of each combo: how many twentieths of all hands it is better than, draws included.

    >>> from villain.cards import Combo, parse_cards
    >>> int(steps_on(parse_cards("3h 4c Jh"))[Combo.parse("JdJc")])
    19
    """
    if len(board) <= 3:
        codes = strength_codes(board)[:, 0].astype(np.int64)
        return np.minimum(codes * STEPS // CODES, STEPS - 1).astype(np.uint8)
    return _steps_late(as_array(tuple(board)))


def _steps_late(cards: CardArray) -> CardArray:
    """The same on a turn or a river, quicker than by way of codes."""
    if len(cards) == 5:
        twice = standings(cards, HIGH_CARDS, LOW_CARDS)
    else:
        values = river_standings(cards, HIGH_CARDS, LOW_CARDS)
        order = np.sort(values[values >= 0])
        twice = order.searchsorted(values, "left") + order.searchsorted(values, "right")
    possible = (52 - len(cards)) * (51 - len(cards)) // 2
    return np.clip(twice * STEPS // (2 * possible), 0, STEPS - 1).astype(np.uint8)


def board_pool(board: Sequence[Card], hole: Sequence[Card], seed: int) -> BoardPool:
    """Boards that may come after this one for whoever holds these cards."""
    if not board:
        return _before_flop()
    rng = np.random.default_rng(seed)
    dealt = as_array(tuple(board))
    deck = np.setdiff1d(np.arange(52, dtype=np.uint8), as_array((*board, *hole)))
    turns = [dealt[:4]]
    if len(board) == 3:
        turns = [np.append(dealt, turn) for turn in rng.permutation(deck)[:TURNS]]
    boards, late = list[CardArray](), list[CardArray]()
    for turn in turns:
        rivers = rng.permutation(np.setdiff1d(deck, turn))[: RIVERS if len(board) == 3 else None]
        boards += [np.append(turn, river) for river in (rivers if len(board) < 5 else dealt[4:])]
        late += [_steps_late(turn)] * (len(boards) - len(late))
    steps = np.zeros((len(boards), 4, 1326), np.uint8)
    steps[:, 1], steps[:, 2] = steps_on(board[:3]), late
    for row, one in zip(steps, boards, strict=True):
        row[3] = _steps_late(one)
    same_cards, same_combos = np.arange(52, dtype=np.uint8)[None], np.arange(1326)[None]
    return BoardPool(np.array(boards, np.uint8), steps, same_cards, same_combos)


@cache
def _before_flop() -> BoardPool:
    rng = np.random.default_rng(0)
    boards = np.array([rng.permutation(52)[:5] for _ in range(BEFORE_FLOP)], np.uint8)
    steps = np.zeros((BEFORE_FLOP, 4, 1326), np.uint8)
    steps[:, 0] = steps_on(())
    for row, board in zip(steps, boards, strict=True):
        row[1] = steps_on(tuple(Card(card) for card in board[:3].tolist()))
        row[2], row[3] = _steps_late(board[:4]), _steps_late(board)
    renamings = suit_renamings()
    combos: CountArray = np.argsort(renamings, axis=1).astype(np.int64)
    return BoardPool(boards, steps, _renamed_cards(), combos)


def _renamed_cards() -> CardArray:
    """What each card becomes under the 24 renamings, in their order: (24, 52)."""
    cards = np.arange(52)
    return np.array(
        [cards // 4 * 4 + np.array(p)[cards % 4] for p in permutations(range(4))], np.uint8
    )
