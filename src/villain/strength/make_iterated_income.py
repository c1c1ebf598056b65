"""Makes ``iterated_income.csv``, the iterated income rates for two to ten players.

    python -m villain.strength.make_iterated_income [--deals 20000000] [--seed 2001]

Two minutes on one core.
"""

import argparse
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from rich.progress import track

from villain.cards.combo import CLASSES
from villain.strength.income import FEWEST, MOST
from villain.strength.iterated_income import Schedule, iterate_income

GENERATIONS = 100
SHARE = 40
"""A generation has one deal for so many of the last roll-out."""


def make_iterated_income(deals: int, seed: int, workers: int | None = None) -> str:
    """Return the text of the file."""
    schedule = Schedule(max(1, deals // SHARE), GENERATIONS, deals, thorough=True)
    tables = range(FEWEST, MOST + 1)
    with ThreadPoolExecutor(workers) as pool:  # kernels release the interpreter's lock
        by_players = list(
            track(
                pool.map(lambda n: iterate_income(n, seed=seed, schedule=schedule), tables),
                "rolling out",
                total=len(tables),
            )
        )
    callers = ",".join(f"{rates.callers:.4f}" for rates in by_players)
    names = (f"{kind}{n}" for n in tables for kind in ("ir", "se", "plays"))
    lines = [
        f"# villain.strength.make_iterated_income deals={deals} seed={seed} callers={callers}",
        "# iterated income rates (ir) in millibets, their standard errors (se), and who plays",
        ",".join(["class", *names]),
    ]
    for hand in CLASSES:
        cells = [
            f"{rates.rates[hand]:.2f},{rates.standard_errors[hand]:.2f},{rates.plays[hand]:d}"
            for rates in by_players
        ]
        lines.append(",".join([str(hand), *cells]))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20_000_000)
    parser.add_argument("--seed", type=int, default=2001)
    parser.add_argument("--workers", type=int, default=None)
    options = parser.parse_args()
    path = Path(__file__).with_name("iterated_income.csv")
    path.write_text(make_iterated_income(options.deals, options.seed, options.workers))
    print(f"{path.name}: {path.stat().st_size:,} bytes")
