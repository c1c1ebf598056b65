"""Makes ``flop_potential.npz`` and ``flop_ranks.npz``: every combo on every flop.

    python -m villain.strength.make_flop_tables

The 1,755 flops that differ by more than the names of suits, 40 ms each on one core.
"""

from concurrent.futures import ThreadPoolExecutor
from os import cpu_count

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.cards.suits import canonical_boards
from villain.kernels.arrays import FloatArray
from villain.strength.flop_tables import FILES, STEPS
from villain.strength.matchups import Matchups, Strengths
from villain.strength.situation import possible_range

Steps = npt.NDArray[np.uint8]


def flop_rows(board: npt.NDArray[np.uint8]) -> tuple[Steps, Steps]:
    """Ppot₂ and the seven-card rank by combo, in steps; 0 where a combo is impossible."""
    cards = tuple(Card(int(card)) for card in sorted(board))
    measured = Strengths(Matchups(cards), possible_range("random", cards))
    return _in_steps(np.asarray(measured.ppot(2))), _in_steps(measured.seven_card_rank)


def _in_steps(numbers: FloatArray) -> Steps:
    steps: Steps = np.rint(STEPS * np.nan_to_num(numbers)).astype(np.uint8)
    return steps


if __name__ == "__main__":
    from rich.progress import track

    boards, _ = canonical_boards(3)
    with ThreadPoolExecutor(cpu_count()) as pool:
        rows = list(track(pool.map(flop_rows, boards), "flops", total=len(boards)))
    potential, ranks = (np.array(table) for table in zip(*rows, strict=True))
    np.savez_compressed(FILES["potential"], boards=boards, ppot=potential)
    np.savez_compressed(FILES["ranks"], boards=boards, ranks=ranks)
    for path in FILES.values():
        print(f"{path.name}: {path.stat().st_size:,} bytes")
