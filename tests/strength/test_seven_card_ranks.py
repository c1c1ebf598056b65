"""The seven-card rank of all combos at once."""

import numpy as np
import pytest

from villain.cards.card import DECK
from villain.cards.combo import COMBOS, Combo
from villain.errors import NotationError
from villain.strength import all_strengths, hand_strength
from villain.strength.flop_tables import STEPS
from villain.strength.seven_card_ranks import seven_card_ranks


@pytest.mark.parametrize("size", [3, 4, 5])
def test_they_are_what_counting_one_holding_gives(size: int) -> None:
    rng = np.random.default_rng(size)
    board = tuple(DECK[i] for i in rng.choice(52, size, replace=False))
    ranks = seven_card_ranks(board)
    free = [combo for combo in COMBOS if not set(combo.cards) & set(board)]
    assert np.count_nonzero(~np.isnan(ranks)) == len(free)
    for place in rng.choice(len(free), 3, replace=False):
        one = hand_strength(free[place], board).seven_card_rank
        assert ranks[free[place]] == pytest.approx(one, abs=1e-9 if size > 3 else 0.501 / STEPS)


def test_the_flop_table_is_off_by_half_a_step_at_most_whatever_the_suits() -> None:
    rng = np.random.default_rng(9)
    for _ in range(4):
        board = tuple(DECK[i] for i in rng.choice(52, 3, replace=False))
        exact = all_strengths(board).seven_card_rank
        worst = np.nanmax(np.abs(seven_card_ranks(board) - exact))
        assert 0 < worst <= 0.501 / STEPS


def test_before_the_flop_it_is_the_well_known_equity() -> None:
    ranks = seven_card_ranks()
    known = {"AhAd": 0.8520, "KsQs": 0.6340, "7c2d": 0.3458, "3d2c": 0.3230}
    for hand, share in known.items():
        assert ranks[Combo.parse(hand)] == pytest.approx(share, abs=5e-5)
    assert ranks.mean() == pytest.approx(0.5)


def test_a_board_in_another_order_is_the_same_and_nobody_can_spoil_it() -> None:
    ranks = seven_card_ranks("Jh 3h 4c")
    assert seven_card_ranks("3h 4c Jh") is ranks
    assert not ranks.flags.writeable
    with pytest.raises(NotationError, match="has 2 cards"):
        seven_card_ranks("Jh 3h")
