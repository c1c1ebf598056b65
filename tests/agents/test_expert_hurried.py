"""An expert in live play, where a decision has only so many seconds."""

import numpy as np

from tests.game.table import ring, start
from villain.agents.expert import Expert


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
