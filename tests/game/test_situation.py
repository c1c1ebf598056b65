"""Who raised, from where and by how much, and what can still be matched."""

from dataclasses import replace

import numpy as np
import pytest

from villain.checks.dealing import random_action
from villain.game import (
    CALL,
    FOLD,
    Action,
    Hand,
    limit_holdem,
    no_limit_holdem,
    raise_to,
    shuffle,
)
from villain.game.observation import street_so_far
from villain.game.situation import ANOTHER, Situation, decisions, situation_of
from villain.game.what_if import ahead, facing


def situations(actions: list[Action], stacks: tuple[int, ...] = (1000,) * 6) -> list[Situation]:
    """What everybody faced in a hand with blinds of 5 and 10; the last seat has the button."""
    rules = replace(no_limit_holdem(6, big_blind=10), stacks=stacks)
    hand = Hand(rules, shuffle(rules, np.random.default_rng(1)), tuple("ABCDEF"))
    for action in actions:
        hand.act(action)
    return [decision.situation for decision in decisions(hand.observation(0))]


def test_a_situation_says_who_raised_from_where_and_by_how_much() -> None:
    #           C     D             E     F              A     B     D
    line = [FOLD, raise_to(30), FOLD, raise_to(90), FOLD, FOLD, CALL, CALL, raise_to(150)]
    first, opens, then, threebets, *_, back, flop, bets = situations(line)
    assert (first.opening, first.raiser, first.opener, first.raised) == (0, -1, -1, 0)
    assert opens.raiser < 0
    assert then.opening == 1
    assert then.opener == pytest.approx(3 / 5)
    assert then.raised == pytest.approx((30 - 10) / 25)
    assert threebets.raiser == pytest.approx(2 / 3)  # behind both blinds, before the button
    assert (back.opening, back.raiser) == (2, 1.0)
    assert back.opener == pytest.approx(3 / 5)
    assert back.raised == pytest.approx((90 - 30) / (45 + 30))
    assert (flop.street, flop.opening, flop.raiser) == (1, 2, 1.0)
    assert (bets.opening, bets.raises, bets.raised) == (2, 0, back.raised)


def test_no_more_counts_than_somebody_can_match() -> None:
    stacks = (1000, 40, 1000, 300, 200, 1000)
    seen = situations([FOLD, CALL, FOLD, FOLD, FOLD, raise_to(40)], stacks)
    opens, big_blind = seen[1], seen[-1]
    assert (opens.stack, opens.effective) == (300, 300)
    assert (big_blind.stack, big_blind.effective) == (30, 30)
    assert (
        situations([FOLD, CALL, FOLD, FOLD, FOLD, raise_to(40), CALL], stacks)[-1].effective == 30
    )


def test_another_raise_may_be_asked_about() -> None:
    rules = no_limit_holdem(2, big_blind=10, stack=1000)
    hand = Hand(rules, shuffle(rules, np.random.default_rng(1)), ("Ann", "Bob"))
    raised = situation_of(facing(hand.state, 0, 30), 0)
    assert (raised.aggressor, raised.opening, raised.raiser) == (ANOTHER, 1, 1.0)
    assert raised.raised > 0
    later = situation_of(ahead(hand.state, 0, 2, 1), 0)
    assert (later.street, later.aggressor, later.raiser) == (2, ANOTHER, 1.0)
    assert situation_of(ahead(hand.state, 0, 1, 0), 0).raiser < 0


def test_the_street_so_far_is_the_engine_s() -> None:
    """Short all-ins are no raises in limit, and whoever is all-in has nothing left to do."""
    rng = np.random.default_rng(1)
    for number in range(100):
        players = int(rng.integers(2, 7))
        game = limit_holdem if number % 2 else no_limit_holdem
        rules = game(players).with_stacks(*rng.integers(1, 60, players).tolist())
        hand = Hand(rules, shuffle(rules, rng))
        while hand.seat is not None:
            assert hand.legal is not None
            state = hand.state
            waiting = sum(
                state.stacks[seat] > 0 and not state.has_acted(seat) and seat != hand.seat
                for seat in state.inside
            )
            assert street_so_far(hand.observation(hand.seat)) == (state.raises, waiting)
            hand.act(random_action(hand.legal, rng))
