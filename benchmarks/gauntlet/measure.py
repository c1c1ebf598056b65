"""Measure what a best answer wins from each stationary script, and keep it in ``best_wins.json``.

Each script is answered from both seats. ``bb`` is what is won, in big blinds a hand, with its 95 %
interval from flops as units; ``hoped`` is where it cannot be more with the same menu of bets.
"""

import argparse
import json
import sys

import numpy as np

from benchmarks.gauntlet.best_answer import BestAnswer
from benchmarks.gauntlet.opponents import STATIONARY
from benchmarks.gauntlet.standing import BEST_WINS


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.gauntlet.measure", description=__doc__
    )
    parser.add_argument("--only", default=",".join(STATIONARY), help="scripts, with commas between")
    parser.add_argument("--flops", type=int, default=24)
    parser.add_argument("--turns", type=int, default=6, help="turns drawn for each flop")
    parser.add_argument("--rivers", type=int, default=6, help="rivers drawn for each turn")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for name in options.only.split(","):
        best = measure(name, options.seed, options.flops, options.turns, options.rivers)
        print(f"{name}: {best}", flush=True)
        kept = json.loads(BEST_WINS.read_text()) if BEST_WINS.exists() else {}
        kept[name] = best
        ordered = {one: kept[one] for one in STATIONARY if one in kept}
        BEST_WINS.write_text(json.dumps(ordered, indent=2) + "\n")


def measure(name: str, seed: int, flops: int, turns: int, rivers: int) -> dict[str, float | str]:
    """What a best answer wins from one script."""
    won, hoped = list[np.ndarray](), 0.0
    for seat in (0, 1):
        answer = BestAnswer(STATIONARY[name](), seat, seed, flops, turns, rivers)
        parts = []
        for part in answer.by_flop():
            parts.append(part)
            print(f"{name}, seat {seat}: {len(parts)} of {flops} flops", file=sys.stderr)
        by_flop, hope = answer.finish(parts)
        won.append(by_flop)
        hoped += hope / 2
    mean = float(np.mean(won))
    half = 1.96 * float(np.sqrt(sum(one.var(ddof=1) / len(one) for one in won))) / 2
    command = (
        f"python -m benchmarks.gauntlet.measure --only {name} --flops {flops} --turns {turns} "
        f"--rivers {rivers} --seed {seed}"
    )
    return {
        "bb": round(mean, 3),
        "low": round(mean - half, 3),
        "high": round(mean + half, 3),
        "hoped": round(hoped, 3),
        "command": command,
    }


if __name__ == "__main__":
    main()
