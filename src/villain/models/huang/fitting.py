"""Learns from mined players which tendencies people have, and where they show.

    python -m villain.models.huang.fitting

makes the file that is shipped. The tendencies of the players and the loadings of the sequences are
improved in turn (expectation and maximisation, the former by Laplace's approximation). The loadings
of a sequence are held to those of its kind, and those of a kind to those of the wider one, so that
a sequence that was hardly ever faced says what its kind says.
"""

from functools import cache

import numpy as np
import numpy.typing as npt

from villain.errors import VillainError
from villain.kernels.arrays import FloatArray
from villain.models.huang.styles import Styles, kinds, shipped_styles
from villain.models.huang.tendencies import (
    FILE,
    Tendencies,
    of_loadings,
    read,
    rows_of,
    save,
    softmax,
    worth,
)
from villain.strategy.huang.abstraction import CALL

DIMENSIONS = 12
ROUNDS = 6
HOLD, WEAK_HOLD = 10.0, 1.0
"""The force that holds loadings to those of the kind; those of the widest kinds to nothing."""

LARGEST_STEP = 1.0


class _Rows:
    """Observations of one sequence or kind: whose they are, and what was counted."""

    def __init__(self, owners: npt.NDArray[np.int64], counts: FloatArray) -> None:
        self.owners, self.counts = owners, counts
        self.times = counts.sum(axis=1)
        self.worth = worth(self.times)


def fit(styles: Styles, dimensions: int = DIMENSIONS, rounds: int = ROUNDS) -> Tendencies:
    """The tendencies of mined players; with the shipped ones it takes some ten seconds.

    >>> from villain.models.huang.styles import gather
    >>> from villain.strategy.huang.abstraction import Abstraction
    >>> people = {n: (9, {"000": [0, n, 9 - n, 0], "0002": [1, n, 8 - n, 0]}) for n in range(9)}
    >>> found = fit(gather(Abstraction(), people), dimensions=1)
    >>> both = found.loadings[:2, 2, 1]  # where one raises more, so he does after the other
    >>> bool(both[0] * both[1] > 0.1)
    True
    """
    if not len(styles):
        raise VillainError("nobody is mined, so that there are no tendencies to learn")
    places, may = rows_of(styles)
    groups, parents = _groups(styles, places)
    leanings, covariances = _start(styles, dimensions)
    loadings = np.zeros((*may.shape, dimensions + 1))
    for number in range(rounds):
        # Wide kinds before narrow ones, and sequences last: each is held to one before it.
        for row in (*range(len(styles.sequences), len(groups)), *range(len(styles.sequences))):
            wider = parents[row]
            centre = np.zeros(loadings.shape[1:]) if wider is None else loadings[wider]
            if number == 0:
                loadings[row] = centre
            hold = WEAK_HOLD if wider is None else HOLD
            _improve(
                loadings[row],
                groups[row],
                may[row],
                centre,
                hold,
                leanings,
                covariances,
                steps=4 if number == 0 else 1,
            )
        tendencies = of_loadings(styles, loadings)
        for player in range(len(styles)):
            mine = slice(int(styles.starts[player]), int(styles.starts[player + 1]))
            counts = styles.counts[mine].astype(np.float64)
            leanings[player], sure = tendencies.leaning(
                styles.places[mine], counts, leanings[player]
            )
            covariances[player] = np.linalg.inv(sure)
        # What is the same in all goes into b, and the rest has a variance of one.
        mean = leanings.mean(axis=0)
        spread = (leanings - mean).T @ (leanings - mean) / len(styles) + covariances.mean(axis=0)
        root = np.linalg.cholesky(spread)
        loadings[:, :, 0] += loadings[:, :, 1:] @ mean
        loadings[:, :, 1:] = loadings[:, :, 1:] @ root
        back = np.linalg.inv(root)
        leanings = (leanings - mean) @ back.T
        covariances = back @ covariances @ back.T
    return of_loadings(styles, loadings)


def _groups(
    styles: Styles, places: dict[tuple[int, ...], int]
) -> tuple[list[_Rows], list[int | None]]:
    """The observations of every row, sequences before kinds, and the row that it is held to."""
    owners = np.repeat(np.arange(len(styles)), np.diff(styles.starts))
    of_sequence = [[places[kind] for kind in kinds(sequence)] for sequence in styles.sequences]
    total = len(styles.sequences) + len(places)
    parents: list[int | None] = [None] * total
    for row, (near, middle, far) in enumerate(of_sequence):
        parents[row], parents[near], parents[middle] = near, middle, far
    belong = np.array(of_sequence)[styles.places]
    members = [styles.places, *belong.T]
    groups = [
        np.concatenate([np.flatnonzero(level == row) for level in members]) for row in range(total)
    ]
    counts = styles.counts.astype(np.float64)
    return [_Rows(owners[rows], counts[rows]) for rows in groups], parents


def _start(styles: Styles, dimensions: int) -> tuple[FloatArray, FloatArray]:
    """First guesses: the main directions in which frequencies differ after common sequences."""
    common = np.argsort(-styles.pool.sum(axis=1))[:40]
    times = styles.pool[common].sum(axis=1)
    firm = 20.0
    seen = np.zeros((len(styles), len(styles.sequences), styles.abstraction.actions))
    owners = np.repeat(np.arange(len(styles)), np.diff(styles.starts))
    seen[owners, styles.places] = styles.counts
    seen = seen[:, common]
    base = (styles.pool[common] + 1.0) / (styles.pool[common] + 1.0).sum(axis=1, keepdims=True)
    odds = np.log((seen + firm * base) / (seen.sum(axis=2, keepdims=True) + firm) / base)
    odds = (odds - odds[:, :, CALL : CALL + 1]) * np.sqrt(times / times.sum())[:, None]
    flat = odds.reshape(len(styles), -1)
    left, _, _ = np.linalg.svd(flat - flat.mean(axis=0), full_matrices=False)
    leanings = np.zeros((len(styles), dimensions))
    most = min(dimensions, left.shape[1])
    leanings[:, :most] = left[:, :most] * np.sqrt(len(styles))
    return leanings, np.tile(0.3 * np.eye(dimensions), (len(styles), 1, 1))


def _improve(
    loadings: FloatArray,
    rows: _Rows,
    may: npt.NDArray[np.bool_],
    centre: FloatArray,
    hold: float,
    leanings: FloatArray,
    covariances: FloatArray,
    steps: int,
) -> None:
    """Newton's steps for the loadings of one sequence or kind, in place."""
    free = [action for action in np.flatnonzero(may) if action != CALL]
    size, total = loadings.shape[1], len(rows.owners)
    unsure = covariances[rows.owners]
    values = np.concatenate([np.ones((total, 1)), leanings[rows.owners]], axis=1)
    products = values[:, :, None] * values[:, None, :]
    products[:, 1:, 1:] += unsure
    weights = rows.worth * rows.times
    barred = np.where(may, 0.0, -np.inf)
    for _ in range(steps):
        chances = softmax(values @ loadings.T + barred)
        some = chances[:, free]
        curve = some[:, :, None] * (np.eye(len(free)) - some[:, None, :]) * weights[:, None, None]
        curvature = curve.reshape(total, -1).T @ products.reshape(total, -1)
        curvature = curvature.reshape(len(free), len(free), size, size).transpose(0, 2, 1, 3)
        apart = rows.worth[:, None] * (rows.counts - rows.times[:, None] * chances)
        slope = apart[:, free].T @ values
        # A tendency of which little is known must not be taken for known.
        slope[:, 1:] -= np.einsum(
            "rab,rbk->ak", curve, (loadings[free, 1:] @ unsure), optimize=True
        )
        slope -= hold * (loadings[free] - centre[free])
        matrix = curvature.reshape(len(free) * size, -1) + hold * np.eye(len(free) * size)
        step = np.linalg.solve(matrix, slope.ravel()).reshape(len(free), size)
        loadings[free] += step * min(1.0, LARGEST_STEP / max(np.abs(step).max(), 1e-9))


@cache
def tendencies_of(styles: Styles) -> Tendencies:
    """Those of these styles: from the shipped file for the shipped ones, fitted for others."""
    return read(FILE, styles) if styles is shipped_styles() else fit(styles)


if __name__ == "__main__":
    save(fit(shipped_styles()), shipped_styles(), FILE)
