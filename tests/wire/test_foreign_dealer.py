"""Our client on a dealer by the competition's rules, with stacks that differ from seat to seat."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from tests.wire.foreign_dealer import ForeignHand
from villain.game import Rules, limit_holdem, no_limit_holdem, shuffle
from villain.wire.guest import Guest

GAMES = (
    no_limit_holdem(2, big_blind=100),
    no_limit_holdem(3, big_blind=100),
    no_limit_holdem(4, big_blind=100),
    limit_holdem(3, small_bet=100),
)


def with_unequal_stacks(rules: Rules, rng: np.random.Generator) -> Rules:
    """Some of the stacks are hardly more than a blind, or no more."""
    stacks = [int(rng.choice([100, 113, 160, 450, 455, 1000, 2500])) for _ in range(rules.players)]
    return replace(rules, stacks=tuple(stacks))


@pytest.mark.parametrize("matches", [60, pytest.param(2500, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", GAMES, ids=lambda rules: f"{rules.name}{rules.players}")
def test_a_guest_follows_a_dealer_by_the_competitions_rules(game: Rules, matches: int) -> None:
    """No line is refused, no action of ours is changed, and the chips are the dealer's."""
    rng = np.random.default_rng(matches)
    departures = 0
    for match in range(matches):
        rules = with_unequal_stacks(game, rng)
        guest = Guest("random", rules=rules, seed=match)
        won = Fraction(0)
        for number in range(6):
            hand = ForeignHand(rules, shuffle(rules, rng), number)
            seat = -number % rules.players
            while not hand.over:
                answer = guest.hear(hand.line(seat))
                assert bool(answer) == (hand.seat == seat)
                action = answer.rsplit(":", 1)[1] if answer else hand.choose(rng)
                assert hand.act(action) == action
            assert guest.hear(hand.line(seat)) == ""
            won += hand.values()[seat]
        assert (guest.hands, guest.won, guest.in_hand) == (6, won, False)
        assert (guest.changed, guest.failures) == (0, 0)
        departures += guest.departures
    assert departures > matches / 10  # and these dealers do differ from us
