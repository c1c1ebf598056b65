"""The size of a bet narrows what is behind it."""

import numpy as np
import pytest

from tests.game.table import play, ring, start
from villain.cards import parse_cards
from villain.game import Observation, limit_holdem, no_limit_holdem
from villain.models.loki.dear_bets import last_raise, range_behind, share_behind
from villain.models.registry import make_model
from villain.strength.quick_strengths import quick_ranks


def facing(betting: str, board: str = "") -> Observation:
    hand = play(start(no_limit_holdem(2), "9h8h 7c2d", board), betting)
    assert hand.seat is not None
    return hand.observation(hand.seat)


@pytest.mark.parametrize("name", ["basic", "generic", "specific", "statistics", "crowd"])
def test_the_dearer_a_bet_the_better_the_hands_behind_it(name: str) -> None:
    means = []
    for betting in ("c c r4", "c c r8", "c c r40", "c c r198"):
        seen, model = facing(betting, "Qs 7h 2c"), make_model(name)
        model.observe(seen)
        weights = range_behind(model, seen, 1 - seen.seat)
        assert weights.sum() == pytest.approx(1)
        assert not weights[model.range(seen, 1 - seen.seat).weights == 0].any()
        ranks = np.nan_to_num(quick_ranks(tuple(sorted(parse_cards("Qs 7h 2c")))))
        means.append(weights @ ranks)
    assert means[1:] == sorted(means[1:])
    assert means[-1] > means[0] + 0.1


def test_bets_of_limit_and_of_others_say_nothing_more() -> None:
    hand = play(start(limit_holdem(2), "9h8h 7c2d"), "r4")
    seen, model = hand.observation(hand.seat or 0), make_model("basic")
    assert np.array_equal(range_behind(model, seen, 1), model.range(seen, 1).weights)
    hand = play(start(ring(1000, 1000, 1000), "9h8h 7c2d AsAh"), "r500 c")
    seen = hand.observation(1)
    assert np.array_equal(range_behind(model, seen, 0), model.range(seen, 0).weights)
    assert not np.array_equal(range_behind(model, seen, 2), model.range(seen, 2).weights)


def test_sizes_are_in_pots_and_no_larger_than_what_can_be_matched() -> None:
    raiser, size = last_raise(facing("r6"))
    assert (raiser, size) == (1, 1.0)  # 4 beyond the blind, into 2 and 2
    assert last_raise(facing("r6 r18"))[1] == 1.0
    assert last_raise(facing("c c"))[0] is None
    hand = play(start(ring(40, 1000), "9h8h 7c2d"), "r1000")
    assert last_raise(hand.observation(0))[1] == pytest.approx(30 / 20)
    assert share_behind(0.0) == share_behind(1.0) == 1.0
