"""Makes ``preflop.npz``: every hand against every other before the flop, on every board.

    python -m villain.strength.make_preflop

All 1,326 hands are ranked on each of the 134,459 boards that differ by more than the names of
suits, wins are counted for all pairs at once, and the renamed boards are put back by renaming
the hands. It takes some ten seconds.
"""

from pathlib import Path

import numpy as np
import numpy.typing as npt

from villain.cards.range import HIGH_CARDS, LOW_CARDS
from villain.cards.suits import canonical_boards
from villain.kernels import showdown
from villain.strength.preflop import (
    BOARDS,
    REPRESENTATIVES,
    SPURIOUS,
    shared_cards,
    suit_renamings,
)

_BATCH = 64


def count_wins() -> npt.NDArray[np.int64]:
    """Count the boards that each combo wins against each other, before the pairs are cleaned."""
    boards, weights = canonical_boards(5)
    total = np.zeros((1326, 1326), np.int64)
    for weight in np.unique(weights):
        same = boards[weights == weight]
        wins = np.zeros((1326, 1326), np.int64)
        for start in range(0, len(same), _BATCH):
            ranks = np.zeros((_BATCH, 1326), np.int16)
            for row, board in enumerate(same[start : start + _BATCH]):
                ranks[row] = showdown.rank_holdings(board, HIGH_CARDS, LOW_CARDS)
            few = np.zeros((1326, 1326), np.int16)
            showdown.add_wins(ranks, few)
            wins += few
        total += int(weight) * wins
    renamed = np.zeros_like(total)
    for hands in suit_renamings():
        renamed += total[np.ix_(hands, hands)]
    return renamed // 24


def make_preflop() -> npt.NDArray[np.int32]:
    """Return the wins of one combo of each class against all combos; 0 where they share a card."""
    wins = count_wins() - SPURIOUS
    wins[shared_cards(np.arange(1326))] = 0
    assert int(wins.max()) <= BOARDS
    return wins[REPRESENTATIVES].astype(np.int32)


if __name__ == "__main__":
    path = Path(__file__).with_name("preflop.npz")
    np.savez_compressed(path, wins=make_preflop())
    print(f"{path.name}: {path.stat().st_size:,} bytes")
