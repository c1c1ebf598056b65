"""Some of the boards that may come after one, for a pass over the betting of later streets."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from villain.cards.card import DECK, Card
from villain.kernels.arrays import FloatArray
from villain.kernels.best_answers import PlanBoards
from villain.kernels.showdown import rank_holdings
from villain.kernels.solver_records import SideRecord
from villain.models.crowd.sorts import sorts_on
from villain.solver.boards import side_record
from villain.solver.values.board_facts import BOARD_CARDS, BoardFacts, facts_of
from villain.strength.situation import as_array

DEALT = {0: (8, 3, 2), 3: (7, 3), 4: (12,)}
"""Boards that are dealt after one of so many cards, street by street."""


@lru_cache(maxsize=8)
def dealt_boards(board: tuple[Card, ...]) -> tuple[SideRecord, PlanBoards]:
    """Some boards that may follow; for the same board they are the same."""
    facts = facts_of(board)
    rng = np.random.default_rng([len(board), *map(int, board)])
    boards, scale = [board], [np.ones(facts.size)]
    cards: list[tuple[int, ...]] = [(-1, -1, -1)]
    first, last, begin = [0], [0], 0
    for count in DEALT[len(board)]:
        end = len(boards)
        for place in range(begin, end):
            before = boards[place]
            deck = np.array([card for card in DECK if card not in before])
            many = 1 if before else 3
            first[place] = len(boards)
            for drawn in _draws(rng, deck, many, count):
                boards.append((*before, *(DECK[card] for card in drawn)))
                cards.append((*drawn, *(-1,) * (3 - many)))
                scale.append(np.ones(facts.size))
                first.append(0)
                last.append(0)
            last[place] = len(boards)
            scale[place] = _scale(facts, cards[first[place] :], len(deck), many)
        begin = end
    final = [place for place, one in enumerate(boards) if len(one) == BOARD_CARDS]
    row = np.full(len(boards), -1, np.int32)
    row[final] = np.arange(len(final))
    ranks = np.array([_ranks(facts, boards[place]) for place in final], np.int16)
    sorts = np.array([sorts_on(one)[facts.holdings] for one in boards], np.uint8)
    side = side_record(
        (facts.first, facts.second),
        np.arange(facts.size, dtype=np.int32),
        np.zeros((0, facts.size), np.int32),
        ranks,
    )
    record = PlanBoards(
        np.array(cards, np.int32),
        np.array(first, np.int32),
        np.array(last, np.int32),
        row,
        np.array(scale, np.float32),
        sorts,
    )
    return side, record


def _draws(
    rng: np.random.Generator, deck: np.ndarray, many: int, count: int
) -> list[tuple[int, ...]]:
    if many == 1:
        return [(int(card),) for card in rng.permutation(deck)[:count]]
    return [tuple(map(int, rng.permutation(deck)[:many])) for _ in range(count)]


def _scale(facts: BoardFacts, drawn: Sequence[tuple[int, ...]], deck: int, many: int) -> FloatArray:
    """What a sum over deals is multiplied by: only those count that neither of the two blocks."""
    blocked = np.array(
        [np.isin(facts.first, cards) | np.isin(facts.second, cards) for cards in drawn]
    )
    free = (~blocked).sum(axis=0)
    other = np.prod([(deck - 4 - card) / (deck - 2 - card) for card in range(many)])
    scale: FloatArray = 1 / (np.maximum(free, 1) * other)
    return scale


def _ranks(facts: BoardFacts, board: tuple[Card, ...]) -> FloatArray:
    ranks = rank_holdings(as_array(board), facts.first, facts.second)
    blocked = np.isin(facts.first, board) | np.isin(facts.second, board)
    return np.where(blocked, 0, ranks)
