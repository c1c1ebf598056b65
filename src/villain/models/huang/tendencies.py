"""Tendencies in which players differ from each other: a few that show wherever a player acts.

A player with tendencies u does action a after a sequence s with a chance in proportion to

    exp(b + w · u)        b and w by sequence and action; nothing for a call

so that u says how he leans away from the others, in log-odds, and w where that shows: whoever limps
a lot also calls more raises. Over players u is normal, with mean zero and no correlations. Beside
the sequences that were mined there are rows for *kinds* of sequences, which stand in for those
that were not.
"""

from dataclasses import dataclass, field
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from villain.errors import VillainError
from villain.kernels.arrays import FloatArray
from villain.models.huang.styles import Styles, kinds
from villain.strategy.huang.abstraction import FOLD, faces_bet

FILE = Path(__file__).with_name("tendencies.npz")

FIRMNESS = 30.0
"""A prediction weighs as much as so many observations of the sequence itself."""

ALMOST = 0.01
MOST_STEPS, LONGEST_STEP = 20, 2.0


@dataclass(frozen=True, eq=False)
class Tendencies:
    """Rows for the mined sequences, then for their kinds; ``loadings`` are b and after it w."""

    loadings: FloatArray
    index: dict[str, int]
    kinds: dict[tuple[int, ...], int]
    may: npt.NDArray[np.bool_]
    barred: FloatArray = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "barred", np.where(self.may, 0.0, -np.inf))

    def __deepcopy__(self, memo: object) -> "Tendencies":
        """Nobody changes it, so that a copy of a model may share it."""
        return self

    @property
    def dimensions(self) -> int:
        """The number of tendencies."""
        return int(self.loadings.shape[-1]) - 1

    def place(self, sequence: str) -> int | None:
        """The row of a sequence, or of its nearest kind; nothing where none was ever mined."""
        row = self.index.get(sequence)
        if row is None:
            known = (self.kinds[kind] for kind in kinds(sequence) if kind in self.kinds)
            row = next(known, None)
        return row

    def chances(self, rows: slice | npt.NDArray[np.int64], leaning: FloatArray) -> FloatArray:
        """The chances of a player with these tendencies in some rows."""
        return softmax(
            self.loadings[rows, :, 1:] @ leaning + self.loadings[rows, :, 0] + self.barred[rows]
        )

    def leaning(
        self, rows: npt.NDArray[np.int64], counts: FloatArray, start: FloatArray
    ) -> tuple[FloatArray, FloatArray]:
        """The most likely tendencies by what was counted in some rows, and how sure they are.

        That is the inverse of their covariance. Observations of one sequence count the less the
        more there are (n of them as much as n / (1 + (n - 1) / 31)), since everybody has habits
        of his own that his tendencies do not tell.
        """
        loadings, barred = self.loadings[rows], self.barred[rows]
        slopes = loadings[:, :, 1:]
        flat = slopes.reshape(-1, self.dimensions)
        seen = counts.sum(axis=1)
        share = worth(seen)[:, None]
        counted, times = share * counts, share[:, 0] * seen
        tendencies = start
        for _ in range(MOST_STEPS):
            chances = softmax(slopes @ tendencies + loadings[:, :, 0] + barred)
            expected = times[:, None] * chances
            slope = (counted - expected).ravel() @ flat - tendencies
            spread = flat * np.sqrt(expected).reshape(-1, 1)
            mean = (chances[:, None, :] @ slopes)[:, 0] * np.sqrt(times)[:, None]
            sure = spread.T @ spread - mean.T @ mean + np.eye(self.dimensions)
            step = np.linalg.solve(sure, slope)
            size = np.abs(step).max(initial=0.0)
            tendencies = tendencies + step * min(1.0, LONGEST_STEP / max(size, ALMOST))
            if size < ALMOST:
                break
        return tendencies, sure


def worth(seen: FloatArray) -> FloatArray:
    """The weight of each of so many observations of one sequence in the tendencies."""
    weight: FloatArray = 1 / (1 + (seen - 1) / (FIRMNESS + 1))
    return weight


def softmax(odds: FloatArray) -> FloatArray:
    """Chances from their logarithms, along the last axis.

    >>> softmax(np.log([[1.0, 3.0]])).round(6).tolist()
    [[0.25, 0.75]]
    """
    chances: FloatArray = np.exp(odds - odds.max(axis=-1, keepdims=True))
    chances /= chances.sum(axis=-1, keepdims=True)
    return chances


def rows_of(styles: Styles) -> tuple[dict[tuple[int, ...], int], npt.NDArray[np.bool_]]:
    """The rows of the kinds, the wide before the narrow, and what may be done in every row.

    Nobody folds where a check is free.
    """
    faced = [faces_bet(sequence) for sequence in styles.sequences]
    every = {kind for sequence in styles.sequences for kind in kinds(sequence)}
    ordered = sorted(every, key=lambda kind: (len(kind), kind))
    rows = {kind: len(faced) + number for number, kind in enumerate(ordered)}
    may = np.ones((len(faced) + len(rows), styles.abstraction.actions), np.bool_)
    may[:, FOLD] = [*faced, *(bool(kind[0]) for kind in rows)]
    return rows, may


def of_loadings(styles: Styles, loadings: FloatArray) -> Tendencies:
    """Tendencies with these loadings, which were fitted to these styles."""
    rows, may = rows_of(styles)
    return Tendencies(loadings, styles.index, rows, may)


def save(tendencies: Tendencies, styles: Styles, path: Path) -> None:
    """Write a file that goes with these styles."""
    loadings = tendencies.loadings.astype(np.float32)
    np.savez_compressed(path, loadings=loadings, decisions=np.array(styles.decisions))


def read(path: Path, styles: Styles) -> Tendencies:
    """Read a file that `save` wrote for these styles."""
    try:
        with path.open("rb") as opened, np.load(opened) as file:
            loadings, decisions = file["loadings"].astype(np.float64), int(file["decisions"])
    except (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile):
        raise VillainError(f"{str(path)!r} is no file of tendencies") from None
    expected = rows_of(styles)[1].shape
    if loadings.shape[:-1] != expected or decisions != styles.decisions:
        raise VillainError(f"{str(path)!r} was made for other styles; fit it anew")
    return of_loadings(styles, loadings)
