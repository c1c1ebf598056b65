"""Suit isomorphism: hands that differ only in the names of the suits are one."""

from collections.abc import Iterable
from itertools import chain, combinations
from math import comb, factorial

import numpy as np
import numpy.typing as npt

from villain.cards.card import DECK, Card

Groups = tuple[tuple[Card, ...], ...]


def canonical(*groups: Iterable[Card]) -> Groups:
    """Rename the suits so that isomorphic groups of cards (board, hole cards, …) become equal.

    A suit is what it holds of each group; sorting the four suits by that gives them new names.
    The order within a group does not matter and comes out descending.

    >>> from villain.cards import parse_cards
    >>> canonical(parse_cards("2h7hJc"))
    ((Jc, 7d, 2d),)
    >>> canonical(parse_cards("2d7dJs")) == canonical(parse_cards("7h 2h Jc"))
    True
    """
    held = [tuple(group) for group in groups]
    content = [
        [sum(1 << c.rank for c in group if c.suit == suit) for group in held] for suit in range(4)
    ]
    order = sorted(range(4), key=lambda suit: content[suit], reverse=True)
    renamed = {suit: name for name, suit in enumerate(order)}
    return tuple(
        tuple(sorted((DECK[4 * c.rank + renamed[c.suit]] for c in group), reverse=True))
        for group in held
    )


def canonical_boards(size: int) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """All boards of so many cards up to isomorphism, and how many boards each stands for.

    >>> [len(canonical_boards(size)[0]) for size in (2, 3, 4)]
    [169, 1755, 16432]
    >>> int(canonical_boards(3)[1].sum())  # 52 choose 3
    22100
    """
    every = chain.from_iterable(combinations(range(51, -1, -1), size))
    boards = np.fromiter(every, np.uint8, comb(52, size) * size).reshape(-1, size)
    bits = np.left_shift(1, boards // 4, dtype=np.int16)
    suits = np.array(
        [(bits * (boards % 4 == suit)).sum(axis=1, dtype=np.int16) for suit in range(4)]
    )
    same = suits[:-1] == suits[1:]
    ordered = (suits[:-1] >= suits[1:]).all(axis=0)
    # Renaming suits that hold the same ranks changes nothing: divide 4! by those renamings.
    run, renamings = np.ones(boards.shape[0], np.int64), np.ones(boards.shape[0], np.int64)
    for equal in same:
        run = np.where(equal, run + 1, 1)
        renamings *= run
    return boards[ordered], (factorial(4) // renamings)[ordered]
