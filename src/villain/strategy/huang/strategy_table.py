"""A player's strategy: his actions after every action sequence with every bucket [huang].

It is worked out where it is wanted. Frequencies are known after mined sequences only; after any
other a player is taken to act as after the mined one that is nearest to it.
"""

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from villain.kernels.arrays import FloatArray
from villain.kernels.heads_up_strategy import AbstractionRecord, StrategyRecord, fill_strategy
from villain.strategy.huang.abstraction import Abstraction
from villain.strategy.huang.board_buckets import street_shares
from villain.strategy.huang.curves import STREET_STEEPNESS


@dataclass(eq=False)
class StrategyTable:
    """Chances of the actions by row and bucket; ``rows`` lead there from a sequence's number.

    ``frequencies`` (rows, actions) are those of the actions whatever the cards are. A row of
    ``chances`` holds once it is ``ready``.
    """

    abstraction: Abstraction
    rows: npt.NDArray[np.int64]
    frequencies: FloatArray
    steepness: FloatArray = field(default_factory=lambda: np.array(STREET_STEEPNESS))
    chances: FloatArray = field(init=False)
    ready: npt.NDArray[np.bool_] = field(init=False)

    def __post_init__(self) -> None:
        abstraction, count = self.abstraction, len(self.frequencies)
        self.chances = np.zeros((count, abstraction.buckets, abstraction.actions))
        self.ready = np.zeros(count, np.bool_)

    @property
    def grid(self) -> AbstractionRecord:
        """The abstraction, for kernels."""
        return grid_of(self.abstraction)

    def record(self, sizes: FloatArray) -> StrategyRecord:
        """The table, for kernels; ``sizes`` are the raises of each kind, in pots."""
        return StrategyRecord(
            self.rows, self.frequencies, self.steepness, self.chances, self.ready, sizes
        )

    def row(self, sequence: str) -> int:
        """The row of a sequence, or of the one that is nearest to it."""
        return int(self.rows[self.abstraction.number(sequence)])

    def by_bucket(self, sequence: str) -> FloatArray:
        """The chances of the actions after a sequence: (buckets, actions)."""
        row = self.row(sequence)
        if not self.ready[row]:
            street, frequencies = int(sequence[0]), self.frequencies[row]
            steepness = float(self.steepness[street])
            self.chances[row] = reconstruct_by(self.abstraction, street, frequencies, steepness)
            self.ready[row] = True
        chances: FloatArray = self.chances[row]
        return chances


def reconstruct_by(
    abstraction: Abstraction, street: int, frequencies: FloatArray, steepness: float
) -> FloatArray:
    """The chances of the actions by bucket, if these are the frequencies on a street."""
    chances = np.empty((abstraction.buckets, abstraction.actions))
    grid = grid_of(abstraction)
    fill_strategy(frequencies, grid.middles, grid.shares[street], steepness, chances)
    return chances


@lru_cache(maxsize=8)
def grid_of(abstraction: Abstraction) -> AbstractionRecord:
    """An abstraction as kernels take it."""
    shares = np.stack([street_shares(street, abstraction) for street in range(4)])
    ratios = np.array(abstraction.ratios)
    return AbstractionRecord(abstraction.limits, ratios, abstraction.middles, shares)


@lru_cache(maxsize=8)
def nearest_rows(abstraction: Abstraction, sequences: tuple[str, ...]) -> npt.NDArray[np.int64]:
    """For the number of every action sequence the place of the nearest of these.

    Near is what is on the same street, with something to call or not; then what ends with the same
    action; then what has as many raises on the street, on the street before and by the same player;
    then what has as many actions. An earlier place wins where all that is the same.

    >>> known = ("000", "0002", "00022", "100", "1112")
    >>> rows = nearest_rows(Abstraction(), known)
    >>> [known[rows[Abstraction().number(one)]] for one in ("00032", "1213")]
    ['00022', '1112']
    """
    features = np.array([_features(one) for one in sequences], float)
    rows = np.empty(abstraction.numbers, np.int64)
    for number, sequence in enumerate(abstraction.every_sequence()):
        rows[number] = (np.abs(features - _features(sequence)) @ _FAR).argmin()
    rows[[abstraction.number(one) for one in sequences]] = np.arange(len(sequences))
    # Not made read-only: a pickle would forget that, and the kernels would be compiled once more.
    return rows


_FAR = np.array([1000.0, 300.0, 30.0, 20.0, 7.0, 5.0, 1.0])


def _features(sequence: str) -> list[float]:
    """Street, facing a bet, the last action, raises on this street, before, by whom, actions."""
    actions = [int(digit) for digit in sequence[3:]]
    raises = sum(action > 1 for action in actions)
    last = actions[-1] if actions else 0
    faces = last > 1 or (not actions and sequence[0] == "0")
    street, before, other = (int(digit) for digit in sequence[:3])
    return [street, faces, last, raises, before, other, len(actions)]
