"""Departures: what a player does otherwise than the crowd's read says, with hands of each strength.

The network knows how people play; a script, or somebody with one great leak, plays like none of
them. So beside its scores every player has scores of his own, for each kind of action: by what he
faces, by street, and along the strength of his hand. They begin at nothing, are drawn toward it,
and are fitted to all that was seen of him. What he held when he decided is known where he showed
it; elsewhere it is as likely as all his decisions of that hand make it (expectation and
maximisation, by turns).
"""

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.kernels.arrays import CardArray, FloatArray, SingleArray
from villain.models.crowd import grid
from villain.models.crowd.compiled import STEPS
from villain.models.crowd.grid import Cell
from villain.models.crowd.kinds import KINDS

KNOTS = (0.0, 0.2, 0.4, 0.6, 0.75, 0.85, 0.93, 1.0)
"""Strengths between which scores run straight: closer where more is decided."""

PULLS = (0.2, 0.3, 0.5, 0.5)
"""How strongly scores are drawn to nothing: those for what is faced before the flop or after it,
with the street, with the size, with position and initiative. Chosen on hands of four scripts with
an opponent of their own."""

HALF = 400
"""After so many hands one counts half."""

MOST_HANDS = 1200
"""Older ones are forgotten."""

LEAST = 0.003
"""So much of every chance is shared by all legal kinds: the read rules nothing out."""

STEPS_OF_FIT, ROUNDS = 8, 2
"""Steps of the search for each maximisation, and so many of those."""

_FACED = 6
_KINDS_OF_FACED = np.array([0, 1, *(2,) * 4, 5, *(3,) * 3, 5, *(4,) * 2, 5])
"""Nothing, the blinds, a bet, a raise, raises upon raises, and any of these that is beyond two
pots: what somebody does for less says nothing of that. By the grid's code."""

_SIZES = (2 * _FACED, grid.STREETS * _FACED, grid.STREETS * grid.FACED, grid.STREETS * _FACED * 8)
_STARTS = np.cumsum((0, *_SIZES[:-1]))
_GROUPS = sum(_SIZES)

_AT = (np.arange(STEPS) + 0.5) / STEPS
_BASIS: FloatArray = np.stack([np.interp(_AT, KNOTS, row) for row in np.eye(len(KNOTS))], axis=1)
"""The weight of each knot at each step of strength: (steps, knots)."""


class SeenDecision(NamedTuple):
    """A decision as departures are fitted to it.

    ``read`` (steps, 7) is what the read said of it with each strength, ``steps`` (1326) the
    strength of each combo there, ``kind`` what he did. Many are kept with an agent, so numbers are
    short.
    """

    cell: Cell
    read: SingleArray
    steps: CardArray
    kind: int


class _SeenHand(NamedTuple):
    decisions: tuple[SeenDecision, ...]
    could: npt.NDArray[np.bool_]
    weight: float = 1.0


class Departures:
    """One player's departures from the crowd's read of him.

    >>> read, everything = np.full((STEPS, KINDS), 1 / KINDS), np.ones(1326, np.bool_)
    >>> steps = (np.arange(1326) % STEPS).astype(np.uint8)
    >>> cell = Cell(3, grid.BET, True, True, grid.IDLE)
    >>> his = Departures()
    >>> for _ in range(40):
    ...     his.see([SeenDecision(cell, read, steps, 0)], everything)  # folds, whatever he has
    >>> his.fit()
    >>> bool(his.depart(cell, read)[:, 0].min() > 0.8)
    True
    """

    def __init__(self) -> None:
        self._scores = np.zeros((_GROUPS, len(KNOTS), KINDS))
        self._hands: deque[_SeenHand] = deque(maxlen=MOST_HANDS)

    def see(self, decisions: Sequence[SeenDecision], could: npt.NDArray[np.bool_]) -> None:
        """Keep a hand of his; ``could`` (1326) is set for what he may have held by its end."""
        if decisions:
            self._hands.append(_SeenHand(tuple(decisions), could))

    def doubt(self, hands: int, share: float) -> None:
        """Count all but the last hands by a share of what they counted: he may have changed."""
        for place in range(len(self._hands) - hands):
            hand = self._hands[place]
            self._hands[place] = hand._replace(weight=share * hand.weight)

    def scores(self, cell: Cell) -> FloatArray:
        """His own scores in a cell: (steps, 7)."""
        own: FloatArray = _BASIS @ self._scores[_groups(cell)].sum(axis=0)
        return own

    def depart(
        self, cell: Cell, read: FloatArray | SingleArray, steps: CardArray | None = None
    ) -> FloatArray:
        """What he does by a read and by his own scores: rows by step, or by combo of such steps."""
        own = np.exp(self.scores(cell))
        chances = _open(read) * (own if steps is None else own[steps])
        chances /= np.maximum(chances.sum(axis=1, keepdims=True), 1e-300)
        return chances

    def fit(self) -> None:
        """Fit the scores to all hands that are kept."""
        if self._hands:
            for _ in range(ROUNDS):
                self._maximise(*self._expect())

    def _expect(self) -> tuple[list[SeenDecision], FloatArray]:
        """All decisions, with the weight of each strength then: (n, steps)."""
        decisions, weights = list[SeenDecision](), list[FloatArray]()
        for age, (hand, could, weight) in enumerate(reversed(self._hands)):
            held = could.astype(np.float64)
            for one in hand:
                held *= self.depart(one.cell, one.read)[one.steps, one.kind]
            total = held.sum()
            if total <= 0:
                continue
            held *= weight * 0.5 ** (age / HALF) / total
            decisions += hand
            by_strength = (np.bincount(one.steps, held, STEPS) for one in hand)
            weights += [part.astype(np.float64) for part in by_strength]
        return decisions, np.array(weights)

    def _maximise(self, decisions: list[SeenDecision], weights: FloatArray) -> None:
        from scipy.optimize import minimize

        if not decisions:
            return
        groups = np.array([_groups(one.cell) for one in decisions])
        used, places = np.unique(groups, return_inverse=True)
        places = places.reshape(groups.shape)
        fit = _Fit(
            np.array([_open(one.read) for one in decisions]),
            np.array([one.kind for one in decisions]),
            weights,
            places,
            np.repeat(PULLS, _SIZES)[used][:, None, None],
        )
        start = self._scores[used].ravel()
        best = minimize(
            fit.loss, start, jac=True, method="L-BFGS-B", options={"maxiter": STEPS_OF_FIT}
        )
        self._scores[used] = best.x.reshape(-1, len(KNOTS), KINDS)


class _Fit(NamedTuple):
    """Decisions as arrays, and how surprising they are by some scores."""

    reads: FloatArray
    kinds: npt.NDArray[np.int64]
    weights: FloatArray
    places: npt.NDArray[np.int64]
    pulls: FloatArray

    def loss(self, flat: FloatArray) -> tuple[float, FloatArray]:
        """The loss of some scores, with its slope."""
        scores, chances = self._chances(flat)
        rows = np.arange(len(self.kinds))
        taken = np.maximum(chances[rows, :, self.kinds], 1e-12)
        loss = -float((self.weights * np.log(taken)).sum())
        loss += 0.5 * float((self.pulls * scores**2).sum())
        chances[rows, :, self.kinds] -= 1.0
        slopes = np.matmul(_BASIS.T, self.weights[:, :, None] * chances)
        slope: FloatArray = self.pulls * scores
        for column in self.places.T:
            np.add.at(slope, column, slopes)
        return loss, slope.ravel()

    def _chances(self, flat: FloatArray) -> tuple[FloatArray, FloatArray]:
        """The scores by group and knot, and what they make of the reads: (n, steps, 7)."""
        scores = flat.reshape(len(self.pulls), len(KNOTS), KINDS)
        chances = self.reads * np.exp(np.matmul(_BASIS, scores[self.places].sum(axis=1)))
        chances /= chances.sum(axis=2, keepdims=True)
        return scores, chances


def by_step(kinds: FloatArray, steps: CardArray) -> SingleArray:
    """The means of chances by combo (1326, 7) over those of each strength: (steps, 7).

    A strength that nobody can have is as the others are together.
    """
    counts = np.bincount(steps, minlength=STEPS)
    sums = np.stack([np.bincount(steps, column, STEPS) for column in kinds.T], axis=1)
    means = sums / np.maximum(counts, 1)[:, None]
    means[counts == 0] = sums.sum(axis=0) / counts.sum()
    return means.astype(np.float32)


def _open(read: FloatArray | SingleArray) -> FloatArray:
    """A read that rules out nothing that is legal; a kind that no hand takes is not."""
    legal = read.any(axis=0)
    opened: FloatArray = (1 - LEAST) * read + LEAST * legal / legal.sum()
    return opened


def _groups(cell: Cell) -> npt.NDArray[np.int64]:
    """The groups of scores that a cell has."""
    kind = int(_KINDS_OF_FACED[cell.faced])
    there = cell.street * _FACED + kind
    size = cell.street * grid.FACED + cell.faced
    standing = (there * 2 + cell.last) * grid.INITIATIVES + cell.initiative
    after_flop = _FACED * (cell.street > 0) + kind
    groups: npt.NDArray[np.int64] = _STARTS + np.array([after_flop, there, size, standing])
    return groups
