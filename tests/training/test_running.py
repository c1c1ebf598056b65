"""Running statistics are the same for a whole file at once and decision by decision."""

from importlib import import_module
from itertools import pairwise
from types import ModuleType

import numpy as np
import pytest

from villain.models.crowd.situations import COLUMNS, NO_SIZE, SIZES
from villain.models.crowd.statistics import STATISTICS, Running

LENGTHS = (1, 150, 2, 400, 0, 60)
UNKNOWN = 255


@pytest.fixture
def running() -> ModuleType:
    return import_module("training.crowd.running")


def test_both_count_the_same(running: ModuleType) -> None:
    rng, count = np.random.default_rng(3), sum(LENGTHS)
    offsets = np.cumsum([0, *LENGTHS])
    fresh = rng.random(count) < 0.4
    fresh[offsets[:-1][offsets[:-1] < count]] = True
    actions = rng.integers(0, 3, count).astype(np.uint8)
    sizes = np.where(actions == 2, rng.integers(0, SIZES + 1, count), NO_SIZE)
    strengths = rng.integers(0, UNKNOWN + 1, (count, 2)).astype(np.uint8)
    told = import_module("training.crowd.stream_files").Decisions(
        situations=np.stack([rng.integers(0, one.size, count) for one in COLUMNS], axis=1).astype(
            np.uint8
        ),
        actions=actions,
        sizes=sizes.astype(np.uint8),
        fresh=fresh,
        strengths=strengths,
        cards=strengths[:, 0],
        shown=rng.random(count) < 0.5,
        times=np.arange(count, dtype=np.uint32),
        offsets=offsets,
        splits=np.zeros(len(LENGTHS), np.uint8),
        machine=np.zeros(len(LENGTHS), np.bool_),
    )
    expected = running.expected_of(told.situations, told.actions)
    found = running.running(told, expected)
    assert found.shape == (count, STATISTICS)
    last = np.append(fresh[1:], True)
    for start, end in pairwise(offsets):
        him = Running(expected)
        for place in range(start, end):
            codes = told.situations[place]
            now = him.inputs(codes[None], [bool(fresh[place])])
            assert now.dtype == np.float32
            assert now[0] == pytest.approx(found[place], abs=1e-5)
            him.add(codes, int(actions[place]), int(sizes[place]), fresh=bool(fresh[place]))
            if last[place] and told.shown[place] and strengths[place, 0] != UNKNOWN:
                him.show(int(strengths[place, 0]))


def test_situations_that_may_come_next_are_counted_together() -> None:
    rng = np.random.default_rng(4)
    rows = np.stack([rng.integers(0, one.size, 50) for one in COLUMNS], axis=1).astype(np.uint8)
    him = Running(np.full((960, 3), 1 / 3, np.float32))
    for codes in rows:
        him.add(codes, 2, 12, fresh=True)
    fresh = rng.random(50) < 0.5
    together = him.inputs(rows, fresh)
    for place, codes in enumerate(rows):
        assert (him.inputs(codes[None], fresh[place : place + 1])[0] == together[place]).all()
    assert him.inputs(rows[:0], fresh[:0]).shape == (0, STATISTICS)
