"""A street game ready to be solved: the betting of one street, and all holdings of the board."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from villain.cards.card import DECK, Card
from villain.kernels.arrays import FloatArray
from villain.kernels.evaluator import key_and_bits
from villain.kernels.showdown import rank_on
from villain.kernels.solver_records import CHANCE, SideRecord
from villain.solver.boards import BoardList, side_record
from villain.solver.solvable import Solvable, assemble
from villain.solver.street_betting import StreetTree
from villain.solver.values.board_facts import BOARD_CARDS, BoardFacts, facts_of

_LEAST = 1e-9
"""No holding's weight is less, beside the largest: then all can be asked about, and none counts."""


@dataclass(frozen=True, eq=False)
class StreetGame:
    """One street as a game, with its leaves: ends of the street, not of the hand.

    ``pots`` and ``stacks`` are by leaf, in chips; at ``all_in`` leaves nobody can bet any more.
    Values count what one wins of the other's chips in the whole hand.
    """

    tree: StreetTree
    game: Solvable
    facts: BoardFacts
    pots: FloatArray
    stacks: FloatArray

    @property
    def all_in(self) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
        """The leaves at which one of the two has no chips left."""
        closed: np.ndarray[tuple[int], np.dtype[np.bool_]] = self.stacks <= 0
        return closed

    def spread(self, values: FloatArray, empty: float = 0.0) -> FloatArray:
        """Numbers by holding of the board, as numbers by combo."""
        wide = np.full((*values.shape[:-1], 1326), empty)
        wide[..., self.facts.holdings] = values
        return wide


def street_game(tree: StreetTree, ranges: Iterable[FloatArray]) -> StreetGame:
    """The game of a street's betting with ranges by combo, as they are at its beginning."""
    start = tree.start
    facts = facts_of(start.board)
    side = _side(start.board)
    one, two = (_weights(held, facts) for held in ranges)
    cards = tuple(int(card) for card in start.board)
    boards = BoardList([cards], [0], [0], [0], [(0, 0)], alike=[()])
    game = assemble(
        tree,
        boards,
        (side, side),
        (facts.holdings, facts.holdings),
        (one, two),
        pot=float(start.pot),
        first_street=start.street,
        unknown=len(DECK) - len(cards) - 4,
        dtype=np.float32,
    )
    before = start.committed
    whole = min(put + left for put, left in zip(before, start.stacks, strict=True))
    ends = [node.put for node in tree.nodes if node.kind == CHANCE]
    stakes = np.array([min(before[0] + one, before[1] + two) for one, two in ends], np.float64)
    return StreetGame(tree, game, facts, 2 * stakes, whole - stakes)


def _weights(held: FloatArray, facts: BoardFacts) -> FloatArray:
    weights = held[facts.holdings]
    most = weights.max()
    return np.maximum(weights, _LEAST * most) if most > 0 else np.ones(facts.size)


@lru_cache(maxsize=8)
def _side(board: tuple[Card, ...]) -> SideRecord:
    """All holdings of a board for the kernel, in the order of strength if no card is to come."""
    facts = facts_of(board)
    cards = facts.first, facts.second
    ranks = np.zeros((1, facts.size), np.int16)
    if len(board) == BOARD_CARDS:
        key, bits = key_and_bits(np.array(board, np.uint8))
        rank_on(key, bits, 7, *cards, ranks[0])
    return side_record(
        cards, np.arange(facts.size, dtype=np.int32), np.zeros((0, facts.size), np.int32), ranks
    )
