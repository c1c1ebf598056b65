"""Makes ``income.csv``, the income rates of the 169 classes for two to ten players.

    python -m villain.strength.make_income [--deals 50000000] [--seed 2001]

Under six minutes on two cores for fifty million deals a class.
"""

import argparse
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import numpy.typing as npt
from rich.progress import track

from villain.cards.combo import CLASSES, StartingClass
from villain.kernels.rollouts import rival_counts
from villain.strength.income import FEWEST, MOST, income_from_counts
from villain.strength.situation import as_array


def roll_out(hand: StartingClass, deals: int, seed: int) -> npt.NDArray[np.int64]:
    """Deal a class so often against nine random hands; count rivals better and equal."""
    state = np.random.SeedSequence((seed, int(hand))).generate_state(1, np.uint64)[0]
    return rival_counts(as_array(hand.combos[0].cards), deals, state)


def make_income(deals: int, seed: int) -> str:
    """Return the text of the file."""
    lines = [
        f"# villain.strength.make_income deals={deals} seed={seed}",
        "# income rates (ir) in millibets and their standard errors (se), by number of players",
        ",".join(
            ["class"] + [f"{kind}{n}" for n in range(FEWEST, MOST + 1) for kind in ("ir", "se")]
        ),
    ]
    with ThreadPoolExecutor() as pool:  # kernels release the interpreter's lock
        counts = pool.map(lambda hand: roll_out(hand, deals, seed), CLASSES)
        for hand, count in track(
            zip(CLASSES, counts, strict=True), "rolling out", total=len(CLASSES)
        ):
            rates = [income_from_counts(count, n) for n in range(FEWEST, MOST + 1)]
            lines.append(",".join([str(hand)] + [f"{x:.2f}" for rate in rates for x in rate]))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=50_000_000)
    parser.add_argument("--seed", type=int, default=2001)
    options = parser.parse_args()
    path = Path(__file__).with_name("income.csv")
    path.write_text(make_income(options.deals, options.seed))
    print(f"{path.name}: {path.stat().st_size:,} bytes")
