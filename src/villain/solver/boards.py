"""The boards that a spot may come to, those that differ by suits only once, and both sides on them.

A card that another one becomes if two suits are exchanged needs no solution of its own, provided
that the board so far and both ranges stay as they are under that exchange.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
import numpy.typing as npt

from villain.cards.range import HIGH_CARDS, LOW_CARDS
from villain.kernels.arrays import CardArray, FloatArray
from villain.kernels.solver_records import BoardsRecord, IntArray, ShortArray, SideRecord

Classes = tuple[tuple[int, ...], ...]
"""Suits that may be exchanged, class by class."""

CARDS = 52
_BLOCKED = np.iinfo(np.int16).max


@dataclass
class BoardList:
    """Boards in the order in which they come; the first is the one at the start."""

    cards: list[tuple[int, ...]] = field(default_factory=list)
    street: list[int] = field(default_factory=list)
    first: list[int] = field(default_factory=list)
    last: list[int] = field(default_factory=list)
    renamed: list[tuple[int, int]] = field(default_factory=list)
    exchanges: list[tuple[int, int]] = field(default_factory=list)
    """Pairs of suits, in runs to which ``renamed`` points."""
    alike: list[Classes] = field(default_factory=list)
    """For each board the suits that can still be exchanged."""

    def counts(self, streets: range) -> dict[int, int]:
        """The number of boards on each street."""
        return {street: self.street.count(street) for street in streets}


def list_boards(
    board: tuple[int, ...], classes: Classes, deck: Sequence[int], to_come: int
) -> BoardList:
    """All boards that follow one by up to ``to_come`` cards, one for each class of suits."""
    boards = BoardList([board], [0], [0], [0], [(0, 0)], alike=[classes])
    runs: dict[tuple[tuple[int, int], ...], tuple[int, int]] = {(): (0, 0)}
    kept, begin = boards.alike, 0
    for street in range(1, to_come + 1):
        end = len(boards.cards)
        for number in range(begin, end):
            before = boards.cards[number]
            boards.first[number] = len(boards.cards)
            for card in deck:
                if card in before:
                    continue
                suits = next((one for one in kept[number] if card % 4 in one), (card % 4,))
                if card % 4 != suits[0]:
                    continue
                run = tuple((suits[0], other) for other in suits[1:])
                if run not in runs:
                    start = len(boards.exchanges)
                    boards.exchanges += run
                    runs[run] = (start, start + len(run))
                boards.cards.append((*before, card))
                boards.street.append(street)
                boards.first.append(0)
                boards.last.append(0)
                boards.renamed.append(runs[run])
                kept.append(tuple(one if one is not suits else one[1:] for one in kept[number]))
            boards.last[number] = len(boards.cards)
        begin = end
    return boards


def suit_classes(board: Sequence[int], weights: Sequence[FloatArray]) -> Classes:
    """Suits that can be exchanged: neither the board nor a range changes.

    >>> from villain.cards import Range, parse_cards
    >>> everything = Range.random().weights
    >>> suit_classes(parse_cards("Ks7s2s"), (everything, everything))
    ((0, 1, 2),)
    >>> suit_classes(parse_cards("Ks7d2c"), (everything, everything))
    ()
    """
    cards = {int(card) for card in board}
    joined: list[set[int]] = [{suit} for suit in range(4)]
    for one, other in combinations(range(4), 2):
        names = exchange_cards(one, other)
        same_board = {int(names[card]) for card in cards} == cards
        combos = exchange_combos(one, other)
        if same_board and all(np.array_equal(held, held[combos]) for held in weights):
            first = next(group for group in joined if one in group)
            second = next(group for group in joined if other in group)
            if first is not second:
                first |= second
                joined.remove(second)
    return tuple(tuple(sorted(group)) for group in joined if len(group) > 1)


def exchange_cards(one: int, other: int) -> npt.NDArray[np.int64]:
    """What each card becomes if two suits change places."""
    cards = np.arange(CARDS)
    suits = cards % 4
    return cards - suits + np.where(suits == one, other, np.where(suits == other, one, suits))


def exchange_combos(one: int, other: int) -> npt.NDArray[np.int64]:
    """What each combo becomes if two suits change places."""
    names = exchange_cards(one, other)
    high, low = names[HIGH_CARDS], names[LOW_CARDS]
    high, low = np.maximum(high, low), np.minimum(high, low)
    return high * (high - 1) // 2 + low


def boards_record(
    boards: BoardList, unknown: int, dtype: npt.DTypeLike, *, final: int
) -> BoardsRecord:
    """The boards for the kernel; ``unknown`` cards are out of sight of both at the start.

    Boards after ``final`` further cards are those of showdowns.
    """
    street = np.array(boards.street)
    place, row = np.zeros(len(street), np.int64), np.full(len(street), -1, np.int32)
    for one in range(final + 1):
        place[street == one] = np.arange((street == one).sum())
    row[street == final] = place[street == final]
    renamed = np.array(boards.renamed, np.int32)
    return BoardsRecord(
        np.array([cards[-1] if number else -1 for number, cards in enumerate(boards.cards)], "i4"),
        np.array(boards.first, np.int32),
        np.array(boards.last, np.int32),
        renamed[:, 0].copy(),
        renamed[:, 1].copy(),
        place,
        row,
        (1.0 / np.maximum(unknown - street, 1)).astype(dtype),
    )


def side_record(
    cards: tuple[CardArray, CardArray],
    same: IntArray,
    renamed: IntArray,
    ranks: ShortArray,
) -> SideRecord:
    """One player's holdings for the kernel; ranks are by final board, 0 where it has a card."""
    one, two = cards
    holders = [np.flatnonzero((one == card) | (two == card)) for card in range(CARDS)]
    held = np.concatenate([[0], np.cumsum([len(each) for each in holders])]).astype(np.int32)
    sortable = np.where(ranks > 0, ranks, _BLOCKED).astype(np.int16)
    order = np.argsort(sortable, axis=1, kind="stable")
    return SideRecord(
        one,
        two,
        same,
        renamed,
        held,
        np.concatenate(holders).astype(np.int32),
        order.astype(np.uint16),
        np.take_along_axis(sortable, order, axis=1),
        one[order],
        two[order],
        (ranks > 0).sum(axis=1).astype(np.int32),
    )
