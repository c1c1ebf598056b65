"""A player's actions in a kind of situation, beside what was expected of him there.

A cell has six numbers: how often he folded, called and raised, and how often that was expected, the
sum of the predictions of that time. Their ratio is how he differs from whoever was expected, fairly
also where he had harder decisions than others. Old evidence decays at every new decision.
"""

from math import log
from typing import TypeAlias

from villain.models.predictors.legal import Triple

Cell: TypeAlias = list[float]
Cells: TypeAlias = dict[int, Cell]

NOTHING: Cell = [0.0] * 6


def add(cells: Cells, key: int, expected: Triple, action: int, decay: float) -> None:
    """Count an action (0 fold, 1 call, 2 raise) where this was expected."""
    cell = cells.get(key)
    if cell is None:
        cell = cells[key] = [0.0] * 6
    fold, call, more = expected
    cell[0] *= decay
    cell[1] *= decay
    cell[2] *= decay
    cell[action] += 1.0
    cell[3] = cell[3] * decay + fold
    cell[4] = cell[4] * decay + call
    cell[5] = cell[5] * decay + more


def corrected(expected: Triple, cell: Cell | None, prior: float) -> Triple:
    """The prediction, corrected by how the player differed so far.

    The prior counts as so many decisions that were as expected. Where all decisions were alike this
    is the mean of a Dirichlet distribution.

    >>> corrected((0.5, 0.25, 0.25), [8.0, 2.0, 0.0, 5.0, 2.5, 2.5], prior=10.0)
    (0.65, 0.225, 0.125)
    """
    if cell is None:
        return expected
    fold, call, more = expected
    if fold:
        fold *= (cell[0] + prior * fold) / (cell[3] + prior * fold)
    if call:
        call *= (cell[1] + prior * call) / (cell[4] + prior * call)
    if more:
        more *= (cell[2] + prior * more) / (cell[5] + prior * more)
    total = fold + call + more
    return (fold / total, call / total, more / total)


def log_ratios(cell: Cell, prior: float) -> Triple:
    """By what factor he folds, calls and raises more often than expected, as logarithms."""
    return (
        log((cell[0] + prior) / (cell[3] + prior)),
        log((cell[1] + prior) / (cell[4] + prior)),
        log((cell[2] + prior) / (cell[5] + prior)),
    )
