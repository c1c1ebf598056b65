"""Running statistics of one player: how he differs from what people do, and what he showed.

`training/running.py` counts the same for all decisions of a file at once. A *surprise* is what he
did less how often people do it in that kind of situation, for folds and for raises; sums of them
are shrunk toward nothing while there are few.
"""

from math import log1p

import numpy as np
import numpy.typing as npt

from villain.kernels.arrays import FloatArray
from villain.models.crowd.situations import SIZES, Codes, Floats

LIMIT, STREET, PLAYERS, LEFT, BEHIND, RAISES, AGGRESSOR, OWED = 0, 1, 2, 3, 4, 7, 12, 15
"""Columns of a situation."""

STATISTICS, GROUPS, KINDS = 29, 6, 960
PRIOR, SHOWN_PRIOR = 8.0, 4.0
SLOWNESS = (0.95, 0.99)
"""The part that an average keeps: one of about the last twenty decisions, one of the last 100."""

TYPICAL_SIZE, SIZE_SPREAD, STRENGTH_MIDDLE = 10.0, 4.0, 127.0

CELLS = 40
COUNTS = 3 * GROUPS + 3 * CELLS + 2 * len(SLOWNESS) + 5
"""The numbers that are counted of a player."""

_HERE, _LATELY, _REST = 3 * GROUPS, 3 * GROUPS + 3, 3 * GROUPS + 3 + 2 * len(SLOWNESS)


class Running:
    """Counts of one player, decision by decision.

    ``expected`` (960, 3) is how often people fold, call and raise in each kind of situation.

    >>> him = Running(np.full((960, 3), 1 / 3, np.float32))
    >>> facing_a_bet = bytes([0] * 15 + [20] + [0] * 18)
    >>> him.add(facing_a_bet, 0, 25, fresh=True)
    >>> him.inputs([facing_a_bet], [True])[0, :3].round(3)
    array([ 0.296, -0.148,  0.173], dtype=float32)
    """

    def __init__(self, expected: Floats) -> None:
        self._expected = expected
        self._groups = [0.0] * (3 * GROUPS)
        self._cells: dict[int, list[float]] = {}
        self._lately = [0.0] * (2 * len(SLOWNESS))
        self._sizes = self._sized = self._strengths = self._shows = 0.0
        self._hands = 0

    def inputs(
        self, situations: "Codes | list[bytes]", fresh: "npt.NDArray[np.bool_] | list[bool]"
    ) -> Floats:
        """The network's inputs about him at each of these situations, if it comes next: (n, 29).

        ``fresh`` is whether a hand begins with it.
        """
        same = [0.0] * STATISTICS
        for at in range(0, _HERE, 3):
            many = self._groups[at + 2]
            same[at] = 4 * self._groups[at] / (many + PRIOR)
            same[at + 1] = 4 * self._groups[at + 1] / (many + PRIOR)
            same[at + 2] = log1p(many) / 4
        same[_LATELY:_REST] = [4 * value for value in self._lately]
        same[_REST] = self._sizes / (self._sized + PRIOR)
        same[_REST + 3] = self._strengths / (self._shows + SHOWN_PRIOR)
        rows = []
        for codes, begins in zip(situations, fresh, strict=True):
            row = same.copy()
            cell = self._cells.get(_coarse(codes))
            if cell is not None:
                row[_HERE] = 4 * cell[0] / (cell[2] + PRIOR)
                row[_HERE + 1] = 4 * cell[1] / (cell[2] + PRIOR)
                row[_HERE + 2] = log1p(cell[2]) / 4
            hands = self._hands + bool(begins)
            row[_REST + 1] = log1p(hands) / 4
            row[_REST + 2] = 2 * self._shows / (hands + PRIOR)
            rows.append(row)
        return np.array(rows, np.float32).reshape(-1, STATISTICS)

    def add(self, codes: "Codes | bytes", action: int, size: int, *, fresh: bool) -> None:
        """Count a decision: its situation, what he did, and how much if he raised."""
        fold, _, more = self._expected[_kind(codes)].tolist()
        folded, raised = (action == 0) - fold, (action == 2) - more
        cell = self._cells.setdefault(_coarse(codes), [0.0, 0.0, 0.0])
        at = 3 * _broad(codes)
        for sums, place in ((self._groups, at), (cell, 0)):
            sums[place] += folded
            sums[place + 1] += raised
            sums[place + 2] += 1.0
        for place, keeps in enumerate(SLOWNESS):
            for offset, value in enumerate((folded, raised)):
                was = self._lately[2 * place + offset]
                self._lately[2 * place + offset] = keeps * was + (1 - keeps) * value
        if size < SIZES:
            self._sizes += (size - TYPICAL_SIZE) / SIZE_SPREAD
            self._sized += 1.0
        self._hands += fresh

    def show(self, strength: int) -> None:
        """His cards were seen: the first strength of his hand when he decided last."""
        self._strengths += strength / STRENGTH_MIDDLE - 1
        self._shows += 1.0

    def counts(self) -> FloatArray:
        """Everything that was counted, as numbers: (`COUNTS`,)."""
        cells = np.zeros((CELLS, 3))
        for place, cell in self._cells.items():
            cells[place] = cell
        rest = [self._sizes, self._sized, self._strengths, self._shows, float(self._hands)]
        return np.concatenate([self._groups, cells.ravel(), self._lately, rest])

    @classmethod
    def from_counts(cls, expected: Floats, counts: FloatArray) -> "Running":
        """The statistics that such numbers stand for."""
        running = cls(expected)
        ends = np.cumsum([3 * GROUPS, 3 * CELLS, 2 * len(SLOWNESS)])
        groups, cells, lately, rest = np.split(np.asarray(counts, np.float64), ends)
        running._groups, running._lately = groups.tolist(), lately.tolist()
        by_cell = enumerate(cells.reshape(CELLS, 3).tolist())
        running._cells = {place: cell for place, cell in by_cell if cell[2]}
        running._sizes, running._sized, running._strengths, running._shows = rest[:4].tolist()
        running._hands = round(rest[4])
        return running

    def __deepcopy__(self, memo: dict[int, object]) -> "Running":
        twin = Running(self._expected)
        twin._groups, twin._lately = self._groups.copy(), self._lately.copy()
        twin._cells = {key: cell.copy() for key, cell in self._cells.items()}
        twin._sizes, twin._sized = self._sizes, self._sized
        twin._strengths, twin._shows = self._strengths, self._shows
        twin._hands = self._hands
        return twin


def _coarse(codes: "Codes | bytes") -> int:
    """Street, what is faced (nothing, or a bet after so many raises), and whether two play."""
    facing = 1 + min(int(codes[RAISES]), 3) if codes[OWED] else 0
    return (int(codes[STREET]) * 5 + facing) * 2 + (codes[PLAYERS] == 0)


def _kind(codes: "Codes | bytes") -> int:
    """The same, with limit, whether two are left, whether nobody acts behind, and the aggressor."""
    kind = _coarse(codes) * 2 + (codes[LIMIT] > 0)
    kind = kind * 2 + (codes[LEFT] == 0)
    kind = kind * 2 + (codes[BEHIND] == 0)
    return int(kind * 3 + codes[AGGRESSOR])


def _broad(codes: "Codes | bytes") -> int:
    """Before the flop unraised or raised; on the flop and later checked to or facing a bet."""
    street = min(int(codes[STREET]), 2)
    return street * 2 + (codes[OWED if street else RAISES] > 0)
