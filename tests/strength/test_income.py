"""Income rates and the pre-flop order."""

import numpy as np
import pytest

from villain.cards import CLASSES, Range
from villain.cards.preflop_order import PREFLOP_ORDER
from villain.errors import VillainError
from villain.strength import income_rates
from villain.strength.income import expected_share, income_from_counts
from villain.strength.make_income import roll_out
from villain.strength.preflop import REPRESENTATIVES, preflop_shares


def heads_up_equity() -> np.ndarray:
    won, tied, lost = preflop_shares(REPRESENTATIVES, Range.random())
    return np.array((won + tied / 2) / (won + tied + lost))


def test_two_player_rates_are_the_exact_equities() -> None:
    rates = income_rates(2)
    exact = 1000 * (2 * heads_up_equity() - 1)
    assert (np.abs(rates.rates - exact) < 5 * rates.standard_errors + 0.005).all()


def test_top_percent_goes_by_exact_heads_up_equity() -> None:
    order = np.argsort(-heads_up_equity(), kind="stable")
    assert tuple(str(CLASSES[hand]) for hand in order) == PREFLOP_ORDER


def test_rates_of_all_hands_sum_to_nothing() -> None:
    sizes = np.array([len(hand.combos) for hand in CLASSES])
    for players in range(2, 11):
        rates = income_rates(players)
        assert rates.deals >= 1_000_000
        assert sizes @ rates.rates / 1326 == pytest.approx(0, abs=0.3)


@pytest.mark.parametrize("players", [3, 10])
def test_a_fresh_roll_out_agrees_with_the_shipped_rates(players: int) -> None:
    for hand in (CLASSES[0], CLASSES[1], CLASSES[168]):
        rate, error = income_from_counts(roll_out(hand, 100_000, seed=9), players)
        assert abs(rate - income_rates(players)[hand]) < 5 * error


def test_expected_share_counts_choices_of_rivals() -> None:
    # One of nine is better: it is among r chosen rivals with chance r / 9.
    for rivals in range(1, 10):
        assert expected_share(1, 0, rivals) == pytest.approx(1 - rivals / 9)
    # All nine tie: the pot is split among all.
    assert expected_share(0, 9, 4) == pytest.approx(1 / 5)
    # One ties: half the pot if it is chosen.
    assert expected_share(0, 1, 3) == pytest.approx(1 - 3 / 9 / 2)


@pytest.mark.parametrize("players", [1, 11])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(VillainError, match="2 to 10"):
        income_rates(players)
