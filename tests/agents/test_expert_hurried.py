"""An expert in live play, where a decision has only so many seconds."""

import numpy as np
import pytest

from tests.game.table import ring, start
from villain.agents.expert import Expert, SearchTimes
from villain.game.actions import FOLD, raise_to


def test_without_time_the_expert_does_as_a_person_does() -> None:
    seen = start(ring(1000, 1000, 1000), "Kd8c 7h2c AsJh").observation(2)
    hurried, calm = Expert(1), Expert(1)
    hurried.seconds = 0.001
    quick, slow = hurried.consider(seen), calm.consider(seen)
    assert len(quick.actions) > 1
    assert not quick.values.any()
    assert np.array_equal(quick.chances, quick.prior)
    assert slow.values.any()
    hurried.seconds = 60.0
    assert hurried.consider(seen).values.any()


def test_without_any_time_a_call_for_a_stack_is_still_looked_at() -> None:
    hand = start(ring(1000, 1000), "5h5d AsAh")
    hand.act(raise_to(1000))
    seen, hurried = hand.observation(0), Expert(1, style="maniac")
    hurried.seconds = 0.0
    hurried._policies = pytest.fail  # type: ignore[assignment,method-assign]
    considered = hurried.consider(seen)
    assert considered.actions == [FOLD]


def test_a_machine_that_was_slow_once_is_tried_again() -> None:
    times, where = SearchTimes(), {"street": 1, "left": 3, "players": 3}
    usual = times.expected(**where)
    times.note(**where, seconds=10 * usual)
    assert times.expected(**where) == pytest.approx(10 * usual)
    for _ in range(1_000):
        times.note_none()
    assert times.expected(**where) == pytest.approx(usual)
    for _ in range(100):
        times.note(**where, seconds=usual / 4)
    fast = times.expected(**where)
    assert fast == pytest.approx(usual / 4, rel=0.01)
    times.note_none()
    assert times.expected(**where) == fast  # many tables leave no time, and say nothing of that
