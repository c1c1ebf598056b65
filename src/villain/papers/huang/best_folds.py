"""The folds before the flop of the best answer to a bot, both seats equally often [huang].

    python -m villain.papers.huang.best_folds --flops 200 --seed 1

The lines are those of the ceilings: on each flop they are worth so much with each of the 169
starting hands, and where the fold is best on average over the flops, the best answer folds.
"""

import argparse

import numpy as np

from villain.arena.statistics import Share
from villain.cards.card import Card
from villain.errors import VillainError
from villain.kernels.arrays import FloatArray
from villain.papers.huang.ceilings import CLASSES, THESIS, Lines, flop_chances

RESAMPLED = 400
"""The number of times that flops are resampled for the interval."""

_SIZES = CLASSES.mean(axis=0)


def best_folds(bot: str, flops: int, seed: int = 1) -> Share:
    """The share of hands that the best answer gives up before the flop, with the thesis's sizes.

    >>> best_folds("call", 4).mean < 0.1
    True
    """
    if flops < 2:
        raise VillainError(f"{flops} flops; there should be 2 or more")
    rng = np.random.default_rng(seed)
    seats = [Lines(bot, THESIS, seat) for seat in range(2)]
    values: list[list[FloatArray]] = [[], []]
    for _ in range(flops):
        cards = tuple(Card(card) for card in sorted(rng.choice(52, 3, replace=False).tolist()))
        combos, chances = flop_chances(cards)
        for lines, by_hand in zip(seats, values, strict=True):
            by_hand.append(CLASSES[combos].T @ lines.start_values(chances))
    by_flop = [np.array(by_hand) for by_hand in values]
    drawn = [_folded(by_flop, rng.integers(flops, size=flops)) for _ in range(RESAMPLED)]
    low, high = np.quantile(drawn, (0.025, 0.975)).tolist()
    return Share(_folded(by_flop, np.arange(flops)), low, high, flops)


def _folded(by_flop: list[FloatArray], flops: np.ndarray) -> float:
    """The share of hands with which the last column, the fold, is best on these flops."""
    shares = []
    for values in by_flop:
        mean = values[flops].sum(axis=0)
        shares.append(float(_SIZES @ (mean[:, -1] >= mean.max(axis=1))))
    return float(np.mean(shares))


def main() -> None:
    """Print the share for both bots."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--flops", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for bot in ("raise", "call"):
        folds = best_folds(bot, asked.flops, asked.seed)
        print(f"{bot}: {folds.mean:.1%} ({folds.low:.1%} to {folds.high:.1%})")


if __name__ == "__main__":
    main()
