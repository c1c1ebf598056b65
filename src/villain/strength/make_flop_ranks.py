"""Makes ``flop_ranks.npz``: 7cHR of every combo on every flop, against random hands.

    python -m villain.strength.make_flop_ranks

The 1,755 flops that differ by more than the names of suits, 40 ms each on one core.
"""

from concurrent.futures import ThreadPoolExecutor
from os import cpu_count

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.cards.suits import canonical_boards
from villain.strength.seven_card_ranks import FILE, STEPS, exact_ranks


def flop_ranks(board: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """7cHR in steps of 1/255, by combo; 0 where a combo is impossible."""
    exact = np.nan_to_num(exact_ranks(tuple(Card(int(card)) for card in sorted(board))))
    steps: npt.NDArray[np.uint8] = np.rint(STEPS * exact).astype(np.uint8)
    return steps


def make_flop_ranks() -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """All canonical flops, and the ranks of every combo on each."""
    from rich.progress import track

    boards, _ = canonical_boards(3)
    with ThreadPoolExecutor(cpu_count()) as pool:
        rows = list(track(pool.map(flop_ranks, boards), "flops", total=len(boards)))
    return boards, np.array(rows)


if __name__ == "__main__":
    boards, table = make_flop_ranks()
    np.savez_compressed(FILE, boards=boards, ranks=table)
    print(f"{FILE.name}: {FILE.stat().st_size:,} bytes")
