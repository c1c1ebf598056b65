"""Models' predictions about hands, beside the truth; they can be saved and loaded [sander]."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from villain.errors import VillainError
from villain.kernels.arrays import FloatArray
from villain.models.memory.explicit import Traits

UNSURE = 0.5
"""The strength of a hand where nothing comes to mind, as the modelling player has it."""


@dataclass(frozen=True, eq=False)
class JudgedHands:
    """By hand and street the chance of winning, as it was and as each model had it.

    NaN: the street was not reached, or the model was unsure. ``logs`` are the logarithms of how
    likely a model had the true hand, where that was asked for. ``number`` is that of the hand in
    its match, and ``match`` that of the match. ``kinds`` is how likely segregated memories had each
    kind of player before the hand, and ``traits`` what the explicit model believed in the end of a
    match; both are there if these models were asked.
    """

    rival: npt.NDArray[np.str_]
    match: npt.NDArray[np.int64]
    number: npt.NDArray[np.int64]
    ended: npt.NDArray[np.str_]
    actual: FloatArray
    predicted: dict[str, FloatArray]
    logs: dict[str, FloatArray]
    kinds: FloatArray
    traits: FloatArray

    def errors(self, name: str) -> FloatArray:
        """Squared errors by hand and street; where unsure, of an even chance."""
        errors: FloatArray = (self.filled(name) - self.actual) ** 2
        return errors

    def filled(self, name: str) -> FloatArray:
        """A model's predictions, with an even chance where it was unsure."""
        guess = self.predicted[name]
        unsure = np.isnan(guess) & ~np.isnan(self.actual)
        return np.where(unsure, UNSURE, guess)

    def unsure(self, name: str) -> FloatArray:
        """By street how often nothing came to mind."""
        reached = ~np.isnan(self.actual)
        unsure = (np.isnan(self.predicted[name]) & reached).sum(axis=0)
        shares: FloatArray = unsure / np.maximum(reached.sum(axis=0), 1)
        return shares

    def beliefs(self) -> list[tuple[str, Traits]]:
        """The explicit model's beliefs about the opponent of each match."""
        firsts = np.flatnonzero(self.number == 0)
        return [
            (str(self.rival[first]), Traits(*row))
            for first, row in zip(firsts, self.traits.tolist(), strict=True)
            if not np.isnan(row).any()
        ]

    def save(self, path: Path) -> None:
        """Write it whole, then put it in its place."""
        columns = {name: getattr(self, name) for name in _COLUMNS}
        columns |= {f"predicted {name}": values for name, values in self.predicted.items()}
        columns |= {f"log {name}": values for name, values in self.logs.items()}
        part = path.with_name(path.name + ".part")
        with part.open("wb") as file:
            np.savez_compressed(file, **columns)
        part.replace(path)


_COLUMNS = ("rival", "match", "number", "ended", "actual", "kinds", "traits")


def load_judged(path: Path) -> JudgedHands:
    """Read what was put away."""
    try:
        with np.load(path) as file:
            columns = {name: file[name] for name in file.files}
        return JudgedHands(
            **{name: columns[name] for name in _COLUMNS},
            predicted=_named(columns, "predicted "),
            logs=_named(columns, "log "),
        )
    except (OSError, ValueError, KeyError, BadZipFile):
        raise VillainError(f"{str(path)!r} cannot be read; remove it, and begin anew") from None


def _named(columns: dict[str, FloatArray], prefix: str) -> dict[str, FloatArray]:
    return {
        name.removeprefix(prefix): values
        for name, values in columns.items()
        if name.startswith(prefix)
    }


def joined(parts: Sequence[JudgedHands]) -> JudgedHands:
    """Several matches as one table; they are numbered in order."""
    columns = {
        name: np.concatenate([getattr(part, name) for part in parts])
        for name in _COLUMNS
        if name != "match"
    }
    predicted, logs = (
        {name: np.concatenate([by[name] for by in asked]) for name in asked[0]}
        for asked in ([part.predicted for part in parts], [part.logs for part in parts])
    )
    match = np.repeat(np.arange(len(parts)), [len(part.number) for part in parts])
    return JudgedHands(**columns, match=match, predicted=predicted, logs=logs)
