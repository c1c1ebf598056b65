"""Makes ``flop_potential.npz``: Ppot₂ of every combo on every flop, against random hands.

    python -m villain.strength.make_flop_potential

The 1,755 flops that differ by more than the names of suits, 40 ms each on one core.
"""

from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from pathlib import Path

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.cards.suits import canonical_boards
from villain.strength.board_strengths import STEPS
from villain.strength.matchups import Matchups, Strengths
from villain.strength.situation import possible_range


def potential(board: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Ppot₂ in steps of 1/255, by combo."""
    cards = tuple(Card(int(card)) for card in sorted(board))
    measured = Strengths(Matchups(cards), possible_range("random", cards))
    exact = np.nan_to_num(np.asarray(measured.ppot(2)))
    steps: npt.NDArray[np.uint8] = np.rint(STEPS * exact).astype(np.uint8)
    return steps


def make_flop_potential() -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """All canonical flops, and the potential of every combo on each."""
    from rich.progress import track

    boards, _ = canonical_boards(3)
    with ThreadPoolExecutor(cpu_count()) as pool:
        rows = list(track(pool.map(potential, boards), "flops", total=len(boards)))
    return boards, np.array(rows)


if __name__ == "__main__":
    path = Path(__file__).with_name("flop_potential.npz")
    boards, table = make_flop_potential()
    np.savez_compressed(path, boards=boards, ppot=table)
    print(f"{path.name}: {path.stat().st_size:,} bytes")
