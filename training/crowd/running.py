"""Running statistics of players, for all decisions of a file at once. Needs NumPy and SciPy.

`villain.models.crowd.statistics` says what they are and counts the same, decision by decision.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.signal import lfilter

from training.crowd.stream_files import Decisions

LIMIT, STREET, PLAYERS, LEFT, BEHIND, RAISES, AGGRESSOR, OWED = 0, 1, 2, 3, 4, 7, 12, 15
KINDS, COARSE, GROUPS, INPUTS = 960, 40, 6, 29
PRIOR, SHOWN_PRIOR, SMOOTHING = 8.0, 4.0, 20.0
SLOWNESS = (0.95, 0.99)
TYPICAL_SIZE, SIZE_SPREAD, STRENGTH_MIDDLE = 10.0, 4.0, 127.0
SHOWN_SIZES = 24

Whole = npt.NDArray[np.int64]
Table = npt.NDArray[np.float32]


def facing(codes: npt.NDArray[np.uint8]) -> Whole:
    """0 where nothing is owed, else 1 to 4 by the raises of the street."""
    raises = np.minimum(codes[:, RAISES].astype(np.int64), 3)
    faced: Whole = np.where(codes[:, OWED] > 0, 1 + raises, 0)
    return faced


def coarse(codes: npt.NDArray[np.uint8]) -> Whole:
    """Street, what is faced, and whether two play."""
    street = codes[:, STREET].astype(np.int64)
    kind: Whole = (street * 5 + facing(codes)) * 2 + (codes[:, PLAYERS] == 0)
    return kind


def kinds(codes: npt.NDArray[np.uint8]) -> Whole:
    """The same, with limit, who is left, who acts behind, and the last aggressor."""
    flags = (codes[:, LIMIT] > 0) * 4 + (codes[:, LEFT] == 0) * 2 + (codes[:, BEHIND] == 0)
    kind: Whole = (coarse(codes) * 8 + flags) * 3 + codes[:, AGGRESSOR]
    return kind


def broad(codes: npt.NDArray[np.uint8]) -> Whole:
    """Before the flop unraised or raised; on the flop and later checked to or facing a bet."""
    street = np.minimum(codes[:, STREET].astype(np.int64), 2)
    asked = np.where(street == 0, codes[:, RAISES] > 0, codes[:, OWED] > 0)
    group: Whole = street * 2 + asked
    return group


def expected_of(codes: npt.NDArray[np.uint8], actions: npt.NDArray[np.uint8]) -> Table:
    """Frequencies in each kind of situation: (kinds, 3); rare kinds lean on coarser ones."""
    counts = np.zeros((KINDS, 3))
    np.add.at(counts, (kinds(codes), actions), 1.0)
    parents = counts.reshape(COARSE, -1, 3).sum(1) + 1.0
    parents /= parents.sum(1, keepdims=True)
    counts += SMOOTHING * np.repeat(parents, KINDS // COARSE, axis=0)
    shares: Table = (counts / counts.sum(1, keepdims=True)).astype(np.float32)
    return shares


def sums_since(starts: Whole, values: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """The sum of the values from each place's start up to the place before it.

    >>> sums_since(np.array([0, 0, 2, 2]), np.array([1, 2, 3, 4])).tolist()
    [0.0, 1.0, 0.0, 3.0]
    """
    sums = np.zeros(len(values) + 1)
    np.cumsum(values, dtype=np.float64, out=sums[1:])
    since: npt.NDArray[np.float64] = sums[:-1] - sums[starts]
    return since


def running(decisions: Decisions, expected: Table) -> Table:
    """The statistics of each decision's player before it: (decisions, INPUTS)."""
    codes, count = decisions.situations, len(decisions.actions)
    starts, whose = decisions.starts, decisions.owners

    def before(values: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
        return sums_since(starts, values)

    did = np.zeros((count, 3), np.float32)
    did[np.arange(count), decisions.actions] = 1.0
    surprise = (did - expected[kinds(codes)])[:, [0, 2]].astype(np.float64)
    statistics = np.zeros((count, INPUTS), np.float32)
    groups = broad(codes)
    for group in range(GROUPS):
        here = groups == group
        many = before(here)
        for place in range(2):
            statistics[:, 3 * group + place] = (
                4 * before(surprise[:, place] * here) / (many + PRIOR)
            )
        statistics[:, 3 * group + 2] = np.log1p(many) / 4
    order = np.argsort(whose * COARSE + coarse(codes), kind="stable")
    key = (whose * COARSE + coarse(codes))[order]
    first = np.searchsorted(key, key)
    many = (np.arange(count) - first).astype(np.float64)
    for place in range(2):
        statistics[order, 18 + place] = (
            4 * sums_since(first, surprise[order, place]) / (many + PRIOR)
        )
    statistics[order, 20] = np.log1p(many) / 4
    for number, slowness in enumerate(SLOWNESS):
        for start, end in zip(decisions.offsets, decisions.offsets[1:], strict=False):
            if end - start > 1:
                statistics[start + 1 : end, 21 + 2 * number : 23 + 2 * number] = 4 * lfilter(
                    [1 - slowness], [1, -slowness], surprise[start : end - 1], axis=0
                )
    sized = decisions.sizes < SHOWN_SIZES
    sizes = np.where(sized, (decisions.sizes - TYPICAL_SIZE) / SIZE_SPREAD, 0.0)
    statistics[:, 25] = before(sizes) / (before(sized) + PRIOR)
    hands = before(decisions.fresh) + decisions.fresh
    last = np.append(decisions.fresh[1:], True)
    seen = last & decisions.shown & (decisions.strengths[:, 0] != 255)
    strength = np.where(seen, decisions.strengths[:, 0] / STRENGTH_MIDDLE - 1, 0.0)
    shows = before(seen)
    statistics[:, 26] = np.log1p(hands) / 4
    statistics[:, 27] = 2 * shows / (hands + PRIOR)
    statistics[:, 28] = before(strength) / (shows + SHOWN_PRIOR)
    return statistics
