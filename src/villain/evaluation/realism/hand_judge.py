"""A judge who sees a hand and says if people played it: boosted trees [friedman].

It learns on some tables and is asked about others. Its score is the area under the curve: the
chance that of a real hand and another it takes the right one for real. A half is guessing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from villain.errors import VillainError
from villain.evaluation.realism.hand_features import as_matrix, hand_row, is_amount, is_given
from villain.evaluation.realism.real_tables import RealTable, TooFewTablesError
from villain.kernels.arrays import FloatArray

FOLDS, DRAWS, TOGETHER = 5, 1000, 10
"""Parts of the cross-validation, draws for an interval, and hands that are judged together."""

TREES, RATE, LEAVES, LEAST = 250, 0.05, 15, 20
LISTENED = 2
"""In so many parts it is asked what each feature is worth, which takes most of the time."""

COMMON = 0.01
"""A feature that fewer hands have tells too little to be listed."""

Places = npt.NDArray[np.intp]


class Tell(NamedTuple):
    """A feature by which hands are told apart.

    ``loss`` is how much of the area the judge loses without it; ``alone`` the area by that feature
    alone, above a half if it is greater in real hands; ``real`` and ``ours`` are its means, and
    ``has_real`` and ``has_ours`` the shares of hands that have it.
    """

    feature: str
    loss: float
    alone: float
    real: float
    ours: float
    has_real: float
    has_ours: float


@dataclass(frozen=True)
class HandVerdict:
    """The area under the curve with its 95 % interval, over tables; and what gave hands away.

    ``seen_flop`` is the area over hands that saw a flop, ``together`` that of ten hands of a table;
    ``without_amounts`` that of a judge who sees no amounts, only what was done.
    """

    area: float
    low: float
    high: float
    seen_flop: float
    together: float
    without_amounts: float
    hands: int
    tables: int
    tells: tuple[Tell, ...]


def area_under_curve(real: FloatArray, ours: FloatArray) -> float:
    """The chance that a real score is the greater one; equal ones count half.

    >>> area_under_curve(np.array([2.0, 3.0]), np.array([1.0, 2.0]))
    0.875
    """
    if not len(real) or not len(ours):
        return float("nan")
    both = np.concatenate([real, ours])
    _, inverse, counts = np.unique(both, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    above = ranks[: len(real)].sum() - len(real) * (len(real) + 1) / 2
    return float(above / (len(real) * len(ours)))


def has_judge() -> bool:
    """True if scikit-learn is installed."""
    from importlib.util import find_spec

    return find_spec("sklearn") is not None


def judge_hands_of(
    real: Sequence[RealTable],
    twins: Sequence[RealTable],
    seed: int,
    progress: Callable[[float], None] = lambda _: None,
    *,
    alike: bool = True,
) -> HandVerdict:
    """Judge the hands of real tables and of their twins, which stay together in all parts.

    Tables that are not ``alike`` in players, stacks and blinds are judged without seeing these.
    """
    if not has_judge():
        raise VillainError("the judge needs scikit-learn: pip install 'villain[judge]'")
    folds = min(FOLDS, len(real))
    if folds < 2:
        raise TooFewTablesError(
            "the judge learns on some tables and is asked about others; it needs two"
        )
    rows = [hand_row(one) for side in (real, twins) for table in side for one in table]
    names = list(dict.fromkeys(name for row in rows for name in row if alike or not is_given(name)))
    data = as_matrix(rows, names)
    table = np.concatenate(
        [np.repeat(np.arange(len(side)), _lengths(side)) for side in (real, twins)]
    )
    truth = np.arange(len(rows)) < sum(_lengths(real))
    order = np.random.default_rng((seed, 3)).permutation(len(real))
    fold = (np.argsort(order) % folds)[table]
    scores, blind, losses = np.zeros(len(rows)), np.zeros(len(rows)), np.zeros(len(names))
    seen = [place for place, name in enumerate(names) if not is_amount(name)]
    for number in range(folds):
        asked = np.flatnonzero(fold == number)
        trees = _fit(data[fold != number], truth[fold != number], seed)
        scores[asked] = trees.decision_function(data[asked])
        trees_without = _fit(data[fold != number][:, seen], truth[fold != number], seed)
        blind[asked] = trees_without.decision_function(data[asked][:, seen])
        if number < LISTENED:
            losses += _losses(trees, data[asked], truth[asked], seed) / LISTENED
        progress((number + 1) / folds)
    low, high = _interval(scores, truth, table, seed)
    flop = data[:, names.index("last street")] > 0
    return HandVerdict(
        area_under_curve(scores[truth], scores[~truth]),
        low,
        high,
        area_under_curve(scores[truth & flop], scores[~truth & flop]),
        area_under_curve(*_together(scores, truth, table)),
        area_under_curve(blind[truth], blind[~truth]),
        len(rows) // 2,
        len(real),
        _tells(names, data, truth, losses),
    )


def _lengths(tables: Sequence[RealTable]) -> list[int]:
    return [len(table) for table in tables]


def _fit(data: FloatArray, truth: npt.NDArray[np.bool_], seed: int) -> Any:  # noqa: ANN401
    from sklearn.ensemble import HistGradientBoostingClassifier

    trees = HistGradientBoostingClassifier(
        max_iter=TREES,
        learning_rate=RATE,
        max_leaf_nodes=LEAVES,
        min_samples_leaf=LEAST,
        l2_regularization=1.0,
        max_features=0.5,
        early_stopping=False,
        random_state=seed,
    )
    nobody = np.isnan(data).all(axis=0)  # a feature that no hand here has cannot be cut into bins
    return trees.fit(np.where(nobody, 0.0, data), truth)


def _losses(trees: Any, data: FloatArray, truth: npt.NDArray[np.bool_], seed: int) -> FloatArray:  # noqa: ANN401
    """How much of the area is lost when the values of one feature are shuffled."""
    rng = np.random.default_rng((seed, 4))
    scores = trees.decision_function(data)
    whole = area_under_curve(scores[truth], scores[~truth])
    losses = np.zeros(data.shape[1])
    for column in range(data.shape[1]):
        values = data[:, column].copy()
        data[:, column] = rng.permutation(values)
        scores = trees.decision_function(data)
        losses[column] = whole - area_under_curve(scores[truth], scores[~truth])
        data[:, column] = values
    return losses


def _interval(
    scores: FloatArray, truth: npt.NDArray[np.bool_], table: Places, seed: int
) -> tuple[float, float]:
    """The 95 % interval of the area, by drawing tables anew, each with its twin."""
    tables = int(table.max()) + 1
    places = [
        (np.flatnonzero(truth & (table == one)), np.flatnonzero(~truth & (table == one)))
        for one in range(tables)
    ]
    rng = np.random.default_rng((seed, 5))
    areas = []
    for _ in range(DRAWS):
        drawn = rng.integers(tables, size=tables)
        sides = [np.concatenate([places[one][side] for one in drawn]) for side in (0, 1)]
        areas.append(area_under_curve(scores[sides[0]], scores[sides[1]]))
    low, high = np.quantile(areas, [0.025, 0.975]).tolist()
    return low, high


def _together(
    scores: FloatArray, truth: npt.NDArray[np.bool_], table: Places
) -> tuple[FloatArray, FloatArray]:
    """The mean scores of so many hands in a row of one table, real and ours."""
    sides = []
    for side in (True, False):
        means = []
        for one in range(int(table.max()) + 1):
            mine = scores[(truth == side) & (table == one)]
            whole = len(mine) // TOGETHER * TOGETHER
            means += mine[:whole].reshape(-1, TOGETHER).mean(axis=1).tolist()
        sides.append(np.array(means))
    return sides[0], sides[1]


def _tells(
    names: list[str], data: FloatArray, truth: npt.NDArray[np.bool_], losses: FloatArray
) -> tuple[Tell, ...]:
    tells = []
    for column, name in enumerate(names):
        real, ours = data[truth, column], data[~truth, column]
        there = [side[~np.isnan(side)] for side in (real, ours)]
        if min(map(len, there)) >= COMMON * len(real):
            shares = [len(some) / len(side) for some, side in zip(there, (real, ours), strict=True)]
            means = [float(some.mean()) for some in there]
            alone = area_under_curve(*there)
            tells.append(Tell(name, float(losses[column]), alone, *means, *shares))
    return tuple(sorted(tells, key=lambda tell: -tell.loss))
