"""Exact equity by going through every deal of holdings and every board."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.cards.combo import Combo
from villain.cards.range import Range
from villain.cards.suits import canonical
from villain.kernels.enumeration import showdowns
from villain.strength.situation import as_array, deck_without


@dataclass(frozen=True)
class DealList:
    """Deals that differ by more than the names of suits, with the weight of all they stand for."""

    hands: list[tuple[Combo, ...]]
    weights: npt.NDArray[np.float64]


MOST_DEALS = 20_000
"""Listing more deals than this would take longer than anybody waits."""


def list_deals(
    hands: list[Range], board: tuple[Card, ...], dead: tuple[Card, ...], most: int = MOST_DEALS
) -> DealList | None:
    """List the ways to deal a holding to everybody, up to isomorphism; None if there are more.

    Deals that become equal when suits are renamed, board and dead cards kept, have equal
    results and are merged: AhKh against QQ+ has twelve deals and four different ones.
    """
    deals: dict[object, tuple[tuple[Combo, ...], float]] = {}
    for visited, (dealt, weight) in enumerate(_all_deals(hands)):
        name = canonical(board, dead, *(combo.cards for combo in dealt))
        kept, total = deals.get(name, (dealt, 0.0))
        deals[name] = kept, total + weight
        if len(deals) > most or visited > 24 * most or visited > 5 * MOST_DEALS:
            return None  # a renaming merges at most 24 deals
    return DealList(
        [dealt for dealt, _ in deals.values()],
        np.array([weight for _, weight in deals.values()]),
    )


def _all_deals(
    hands: list[Range], used: frozenset[Card] = frozenset()
) -> Iterator[tuple[tuple[Combo, ...], float]]:
    """Go through all choices of one combo from each range that share no card."""
    if not hands:
        yield (), 1.0
        return
    for combo in hands[0]:
        if used.isdisjoint(combo.cards):
            weight = hands[0][combo]
            for rest, others in _all_deals(hands[1:], used.union(combo.cards)):
                yield (combo, *rest), weight * others


def every_deal(
    deals: DealList,
    board: tuple[Card, ...],
    dead: tuple[Card, ...],
    report: Callable[[float], None],
) -> npt.NDArray[np.int64]:
    """Count the boards of each deal by the set of winners: bit p for player p."""
    players = len(deals.hands[0])
    used = sorted({combo for dealt in deals.hands for combo in dealt})
    place = {combo: index for index, combo in enumerate(used)}
    rows = np.array([[place[combo] for combo in dealt] for dealt in deals.hands], np.int32)
    first = as_array(combo.cards[0] for combo in used)
    second = as_array(combo.cards[1] for combo in used)
    # A card that is in somebody's hand in every deal never comes on the board.
    always = frozenset.intersection(
        *(frozenset(card for combo in dealt for card in combo.cards) for dealt in deals.hands)
    )
    deck = deck_without(*board, *dead, *always)
    counts = np.zeros((len(rows), 1 << players), np.int64)
    to_come = 5 - len(board)
    boards = comb(len(deck), to_come)
    done = 0
    for start in range(max(1, len(deck) - to_come + 1)):
        showdowns(as_array(board), deck, first, second, rows, start, start + 1, counts)
        if to_come == 0:
            break
        done += comb(len(deck) - start - 1, to_come - 1)
        report(done / boards)
    return counts
