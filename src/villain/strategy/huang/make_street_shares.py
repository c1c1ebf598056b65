"""Makes ``street_shares.npz``: how often a hand has each strength on a street, over all boards.

    python -m villain.strategy.huang.make_street_shares

Every flop, turn and river that differs by more than the names of suits: 1,755 flops from their
table, 16,432 turns and 134,459 rivers by counting, some two minutes on one core.
"""

import numpy as np

from villain.cards.card import Card
from villain.cards.suits import canonical_boards
from villain.kernels.arrays import FloatArray
from villain.strategy.huang.abstraction import IMPOSSIBLE, Abstraction
from villain.strategy.huang.board_buckets import FILE, STEPS
from villain.strength.seven_card_ranks import seven_card_ranks


def fine_shares(size: int) -> FloatArray:
    """The share of hands in each of many narrow buckets, over all boards of so many cards."""
    from rich.progress import track

    fine = Abstraction(buckets=STEPS)
    counts = np.zeros(STEPS)
    boards, times = canonical_boards(size)
    for board, count in zip(track(boards.tolist(), f"{size} cards"), times.tolist(), strict=True):
        buckets = fine.buckets_of(seven_card_ranks(tuple(Card(card) for card in board)))
        counts += count * np.bincount(buckets[buckets != IMPOSSIBLE], minlength=STEPS)
    shares: FloatArray = counts / counts.sum()
    return shares


if __name__ == "__main__":
    np.savez_compressed(FILE, shares=np.array([fine_shares(size) for size in (3, 4, 5)]))
    print(f"{FILE.name}: {FILE.stat().st_size:,} bytes")
