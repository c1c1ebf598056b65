"""Running statistics of players, for all decisions of a file at once. Needs NumPy and SciPy.

`villain.models.crowd.statistics` says what they are and counts the same, decision by decision.
"""

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
    return np.where(codes[:, OWED] > 0, 1 + raises, 0)


def coarse(codes: npt.NDArray[np.uint8]) -> Whole:
    """Street, what is faced, and whether two play."""
    street = codes[:, STREET].astype(np.int64)
    return (street * 5 + facing(codes)) * 2 + (codes[:, PLAYERS] == 0)


def kinds(codes: npt.NDArray[np.uint8]) -> Whole:
    """The same, with limit, who is left, who acts behind, and the last aggressor."""
    found = coarse(codes) * 2 + (codes[:, LIMIT] > 0)
    found = found * 2 + (codes[:, LEFT] == 0)
    found = found * 2 + (codes[:, BEHIND] == 0)
    return found * 3 + codes[:, AGGRESSOR]


def broad(codes: npt.NDArray[np.uint8]) -> Whole:
    """Before the flop unraised or raised; on the flop and later checked to or facing a bet."""
    street = np.minimum(codes[:, STREET].astype(np.int64), 2)
    asked = np.where(street == 0, codes[:, RAISES] > 0, codes[:, OWED] > 0)
    return street * 2 + asked


def expected_of(codes: npt.NDArray[np.uint8], actions: npt.NDArray[np.uint8]) -> Table:
    """What people do in each kind of situation: (kinds, 3); rare kinds lean on coarser ones."""
    counts = np.zeros((KINDS, 3))
    np.add.at(counts, (kinds(codes), actions), 1.0)
    parents = counts.reshape(COARSE, -1, 3).sum(1) + 1.0
    parents /= parents.sum(1, keepdims=True)
    counts += SMOOTHING * np.repeat(parents, KINDS // COARSE, axis=0)
    return (counts / counts.sum(1, keepdims=True)).astype(np.float32)


def running(told: Decisions, expected: Table) -> Table:
    """The statistics of each decision's player before it: (decisions, INPUTS)."""
    codes, count = told.situations, len(told.actions)
    starts = np.repeat(told.offsets[:-1], np.diff(told.offsets))
    whose = np.repeat(np.arange(len(told.splits)), np.diff(told.offsets))

    def before(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        sums = np.concatenate([[0.0], np.cumsum(values, dtype=np.float64)])
        return sums[:-1] - sums[starts]

    did = np.zeros((count, 3), np.float32)
    did[np.arange(count), told.actions] = 1.0
    surprise = (did - expected[kinds(codes)])[:, [0, 2]].astype(np.float64)
    found = np.zeros((count, INPUTS), np.float32)
    groups = broad(codes)
    for group in range(GROUPS):
        here = groups == group
        many = before(here.astype(np.float64))
        for place in range(2):
            found[:, 3 * group + place] = 4 * before(surprise[:, place] * here) / (many + PRIOR)
        found[:, 3 * group + 2] = np.log1p(many) / 4
    order = np.argsort(whose * COARSE + coarse(codes), kind="stable")
    key = (whose * COARSE + coarse(codes))[order]
    first = np.searchsorted(key, key)
    many = np.arange(count) - first
    for place in range(2):
        sums = np.concatenate([[0.0], np.cumsum(surprise[order, place])])
        found[order, 18 + place] = 4 * (sums[:-1] - sums[first]) / (many + PRIOR)
    found[order, 20] = np.log1p(many) / 4
    for number, slowness in enumerate(SLOWNESS):
        for start, end in zip(told.offsets, told.offsets[1:], strict=False):
            if end - start > 1:
                found[start + 1 : end, 21 + 2 * number : 23 + 2 * number] = 4 * lfilter(
                    [1 - slowness], [1, -slowness], surprise[start : end - 1], axis=0
                )
    sized = told.sizes < SHOWN_SIZES
    sizes = np.where(sized, (told.sizes - TYPICAL_SIZE) / SIZE_SPREAD, 0.0)
    found[:, 25] = before(sizes) / (before(sized.astype(np.float64)) + PRIOR)
    hands = before(told.fresh.astype(np.float64)) + told.fresh
    last = np.append(told.fresh[1:], True)
    seen = last & told.shown & (told.strengths[:, 0] != 255)
    strength = np.where(seen, told.strengths[:, 0] / STRENGTH_MIDDLE - 1, 0.0)
    shows = before(seen.astype(np.float64))
    found[:, 26] = np.log1p(hands) / 4
    found[:, 27] = 2 * shows / (hands + PRIOR)
    found[:, 28] = before(strength) / (shows + SHOWN_PRIOR)
    return found
