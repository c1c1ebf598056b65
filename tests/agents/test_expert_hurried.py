"""An expert in live play, where a decision has only so many seconds."""

import numpy as np

from villain.agents.expert import Expert
from villain.game import Hand, no_limit_holdem, shuffle


def test_without_time_the_expert_does_as_a_person_does() -> None:
    rules = no_limit_holdem(6)
    hand = Hand(rules, shuffle(rules, np.random.default_rng(2)))
    assert hand.seat is not None
    seen = hand.observation(hand.seat)
    hurried, calm = Expert(1), Expert(1)
    hurried.seconds = 0.001
    quick, slow = hurried.consider(seen), calm.consider(seen)
    assert not quick.values.any()
    assert np.array_equal(quick.chances, quick.prior)
    assert slow.values.any()
    hurried.seconds = 60.0
    assert hurried.consider(seen).values.any()
