"""Population frequencies, for players of whom nothing is known: frequencies in fine situations.

``population.npz`` has them for limit and for no-limit betting; ``training.predictors``
makes it from real hands. A situation is coarse by street and bets to call (the paper's twelve), and
finer by what the player did last, how many act behind him, the odds, the raises of this street and
of the street before; a fine frequency is shrunk toward the coarser one [poki].
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from villain.errors import VillainError
from villain.game.situation import Situation
from villain.kernels.arrays import FloatArray
from villain.models.predictors.legal import Triple

STREETS, COSTS, LASTS, BEHIND, ODDS, RAISES, BEFORE = SHAPE = (4, 3, 4, 4, 6, 5, 4)
CELLS = STREETS * COSTS * LASTS * BEHIND * ODDS * RAISES * BEFORE
FILE = Path(__file__).with_name("population.npz")


class PopulationFrequencies(NamedTuple):
    """The frequencies of one kind of betting: facing a bet or not, coarse and fine."""

    plain: tuple[Triple, ...]
    coarse: tuple[Triple, ...]
    fine: tuple[Triple, ...]

    def expected(self, situation: Situation) -> Triple:
        """The population's chances in a situation, as far as the rules allow it."""
        fold, call, more = self.fine[fine_key(situation)]
        if situation.owed <= 0:
            fold = 0.0
        if not situation.could_raise:
            more = 0.0
        total = fold + call + more
        return (fold / total, call / total, more / total)


def coarse_key(situation: Situation) -> int:
    """The number of a situation among the twelve."""
    street = situation.street
    return (street if street < STREETS else STREETS - 1) * COSTS + situation.cost


def fine_key(situation: Situation) -> int:
    """The number of a situation among the fine ones."""
    against = situation.bet if situation.limit or situation.owed <= 0 else situation.owed
    key = coarse_key(situation) * LASTS + situation.last
    key = key * BEHIND + min(situation.behind, BEHIND - 1)
    key = key * ODDS + min(situation.pot // (2 * against), ODDS - 1)
    key = key * RAISES + min(situation.raises, RAISES - 1)
    return key * BEFORE + min(situation.raises_before, BEFORE - 1)


def shrink(counts: FloatArray, prior: float) -> FloatArray:
    """Frequencies in all fine situations, each shrunk toward that of the coarser situation.

    ``counts`` are by fine situation and action; the prior counts as so many decisions.
    """
    table = counts.reshape(*SHAPE, 3)
    frequencies = np.full((1,) * len(SHAPE) + (3,), 1 / 3)
    for level in range(2, len(SHAPE) + 1):
        seen = table.sum(axis=tuple(range(level, len(SHAPE))), keepdims=True)
        frequencies = (seen + prior * frequencies) / (seen.sum(-1, keepdims=True) + prior)
    return np.ascontiguousarray(np.broadcast_to(frequencies, table.shape)).reshape(-1, 3)


def from_tables(coarse: FloatArray, fine: FloatArray) -> PopulationFrequencies:
    """A population of these counts in the twelve situations, and these fine frequencies."""
    by_cost = coarse.reshape(STREETS, COSTS, 3).sum(axis=0)
    plain = np.stack([by_cost[0], by_cost[1:].sum(axis=0)])
    return PopulationFrequencies(_triples(plain), _triples(coarse), _triples(fine))


def _triples(table: FloatArray) -> tuple[Triple, ...]:
    """Frequencies, none of which is nothing."""
    sound = table.astype(np.float64)
    sound = np.maximum(sound / sound.sum(axis=1, keepdims=True), 1e-4)
    sound /= sound.sum(axis=1, keepdims=True)
    return tuple((fold, call, more) for fold, call, more in sound.tolist())


@cache
def population(limit: bool) -> PopulationFrequencies:
    """The shipped population of limit or no-limit hold'em."""
    try:
        with np.load(FILE) as file:
            kind = "limit" if limit else "nolimit"
            return from_tables(file[f"{kind}_coarse"], file[f"{kind}_fine"])
    except FileNotFoundError:
        raise VillainError(f"{FILE.name} is missing; see docs/explanation/predicting.md") from None
