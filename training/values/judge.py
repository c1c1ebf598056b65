"""The errors of a value network on fresh boards, by the ratio of stack to pot.

python -m training.values.judge turn_end.npz --check FOLDER --cards 4
"""

import argparse
from itertools import pairwise
from pathlib import Path

import numpy as np

from training.values.examples import features_on
from training.values.games import games_in
from villain.kernels.arrays import FloatArray
from villain.solver.values.network import NetworkEnds, ValueNetwork

BOUNDS = (0.0, 0.3, 1.0, 4.0, 12.0, 1e9)


def _divide(values: FloatArray, rivals: FloatArray) -> FloatArray:
    """Values per unit of the other's weight."""
    return np.divide(values, rivals, out=np.zeros_like(values), where=rivals > 1e-9)


def errors(network: ValueNetwork, folder: Path, cards: int, values: str) -> FloatArray:
    """By game: the ratio, the mean error of both players by weight, and that of checking down."""
    rows = []
    for path in sorted(folder.glob("*.npz")):
        for game in games_in(path, cards, values):
            features, ranges = features_on(game.board), game.ranges
            facts = features.facts
            answers, rivals = NetworkEnds(network, features).shares(
                (ranges[:1], ranges[1:]), np.array([game.ratio])
            )
            off, checked = 0.0, 0.0
            for player in (0, 1):
                weights = ranges[player] * rivals[player, 0]
                weights = weights / weights.sum()
                down = _divide(facts.showdowns(ranges[1 - player][None])[0] / 2, rivals[player, 0])
                off += float(weights @ np.abs(answers[player, 0] - game.values[player])) / 2
                checked += float(weights @ np.abs(down - game.values[player])) / 2
            rows.append((game.ratio, off, checked))
    return np.array(rows)


def main() -> None:
    """Print the errors."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("network", type=Path)
    parser.add_argument("--check", type=Path, required=True)
    parser.add_argument("--cards", type=int, required=True)
    parser.add_argument("--values", default="values")
    options = parser.parse_args()
    rows = errors(ValueNetwork.load(options.network), options.check, options.cards, options.values)
    print(f"{'ratio':>12}  games   error          checked down")
    for low, high in [*pairwise(BOUNDS), (0.0, 1e9)]:
        some = rows[(rows[:, 0] >= low) & (rows[:, 0] < high)]
        if len(some):
            spread = 1.96 * some[:, 1].std() / np.sqrt(len(some))
            name = "all" if (low, high) == (0.0, 1e9) else f"{low:g} to {min(high, 40):g}"
            print(
                f"{name:>12}  {len(some):5}   {some[:, 1].mean():.4f} ± {spread:.4f}   "
                f"{some[:, 2].mean():.4f}"
            )


if __name__ == "__main__":
    main()
