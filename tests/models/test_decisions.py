"""Decisions told from events."""

import numpy as np
import pytest

from tests.game.oracles import random_action
from tests.game.table import GAMES, play, ring, start
from villain.game import Hand, Rules, one_card, shuffle
from villain.models.decisions import Follower, decisions


def test_what_was_faced_is_told() -> None:
    hand = play(start(ring(200, 200, 200), "AhAs KhKs QhQs"), "r30 f c c r50 f")
    told = decisions(hand.observation(0))
    assert [(d.seat, d.street, d.owed, d.pot, d.raises, d.left, d.kind) for d in told] == [
        (2, 0, 10, 15, 0, 3, "raise"),
        (0, 0, 25, 45, 1, 3, "fold"),
        (1, 0, 20, 45, 1, 2, "call"),
        (1, 1, 0, 65, 0, 2, "call"),
        (2, 1, 0, 65, 0, 2, "raise"),
        (1, 1, 50, 115, 1, 2, "fold"),
    ]


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: f"{rules.name}-{rules.players}")
def test_facts_agree_with_the_hand(rules: Rules) -> None:
    rng = np.random.default_rng(5)
    for _ in range(30):
        hand, faced = Hand(rules, shuffle(rules, rng)), []
        while hand.seat is not None:
            assert hand.legal is not None
            seat = hand.seat
            owed = hand.legal.call
            faced.append((seat, hand.street, owed, sum(hand.committed), hand.legal.can_raise))
            hand.act(random_action(hand.legal, rng))
        told = decisions(hand.observation(0))
        assert [(d.seat, d.street, d.owed, d.pot) for d in told] == [f[:4] for f in faced]
        # An all-in too small to reopen the betting is not told from the events; all else is.
        assert all(d.could_raise for d, f in zip(told, faced, strict=True) if f[4])


def test_a_follower_tells_every_decision_once() -> None:
    rng = np.random.default_rng(6)
    rules, follower = one_card(), Follower()
    for _ in range(50):
        hand, news, hands = Hand(rules, shuffle(rules, rng)), [], 0
        while hand.seat is not None:
            assert hand.legal is not None
            if rng.random() < 0.5:
                new, more = follower.news(hand.observation(2))
                news += more
                hands += new
            hand.act(random_action(hand.legal, rng))
        new, more = follower.news(hand.observation(2))
        assert news + more == decisions(hand.observation(2))
        assert hands + new == 1
