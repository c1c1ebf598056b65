"""Decisions, as events have them."""

import numpy as np
import pytest

from tests.game.oracles import random_action
from tests.game.table import GAMES, play, ring, start
from villain.game import Hand, Rules, one_card, shuffle
from villain.game.situation import HandFollower, Situation, decisions


def test_a_decision_knows_what_was_faced() -> None:
    hand = play(start(ring(200, 200, 200), "AhAs KhKs QhQs"), "r30 f c c r50 f")
    taken = decisions(hand.observation(0))
    assert [(d.seat, *facts(d.situation), d.kind) for d in taken] == [
        (2, 0, 10, 15, 0, 3, "raise"),
        (0, 0, 25, 45, 1, 3, "fold"),
        (1, 0, 20, 45, 1, 2, "call"),
        (1, 1, 0, 65, 0, 2, "call"),
        (2, 1, 0, 65, 0, 2, "raise"),
        (1, 1, 50, 115, 1, 2, "fold"),
    ]


def facts(faced: Situation) -> tuple[int, ...]:
    return faced.street, faced.owed, faced.pot, faced.raises, faced.left


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
        taken = [(one.seat, one.situation) for one in decisions(hand.observation(0))]
        assert faced == [
            (seat, one.street, one.owed, one.pot, one.could_raise) for seat, one in taken
        ]


def test_a_follower_gives_every_decision_once() -> None:
    rng = np.random.default_rng(6)
    rules, follower = one_card(), HandFollower()
    for _ in range(50):
        hand, news, hands = Hand(rules, shuffle(rules, rng)), [], 0
        while hand.seat is not None:
            assert hand.legal is not None
            if rng.random() < 0.5:
                hands += follower.begins_anew(hand.observation(2))
                news += follower.news(hand.observation(2))
            hand.act(random_action(hand.legal, rng))
        hands += follower.begins_anew(hand.observation(2))
        news += follower.news(hand.observation(2))
        assert news == decisions(hand.observation(2))
        assert hands == 1
