"""A library of what random hands become on random boards: their strengths street by street.

    python -m training.crowd.paths --out FILE.npz [--hands N] [--seed N]

The file has ``paths``, (hands, 4 streets, 3): the codes of `villain.models.crowd.strengths`; and
``table0`` and so on, what the codes of each column of a situation stand for.
"""

import argparse
from pathlib import Path

import numpy as np

from training.crowd.stream_files import Codes, save
from villain.cards.card import DECK
from villain.cards.combo import Combo
from villain.models.crowd.situations import TABLES
from villain.models.crowd.strengths import CARDS, hand_path

HANDS, SEED = 200_000, 1


def random_paths(hands: int, rng: np.random.Generator) -> Codes:
    """The strengths of so many hands, each on a board of its own.

    >>> random_paths(5, np.random.default_rng(1)).shape
    (5, 4, 3)
    """
    paths = np.empty((hands, len(CARDS), 3), np.uint8)
    for place in range(hands):
        one, other, *board = (DECK[card] for card in rng.permutation(52)[:7])
        paths[place] = hand_path(Combo.of(one, other), board)
    return paths


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Strengths of random hands, street by street.")
    parser.add_argument("--out", type=Path, required=True, help="the file to write, .npz")
    parser.add_argument("--hands", type=int, default=HANDS, help="how many")
    parser.add_argument("--seed", type=int, default=SEED, help="repeats the result exactly")
    asked = parser.parse_args()
    tables = {f"table{place}": table for place, table in enumerate(TABLES)}
    paths = random_paths(asked.hands, np.random.default_rng(asked.seed))
    save({"paths": paths, **tables}, asked.out)


if __name__ == "__main__":
    main()
