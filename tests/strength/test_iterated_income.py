"""Iterated income rates."""

import numpy as np
import pytest

from villain.cards import CLASSES
from villain.errors import VillainError
from villain.strength.income import income_rates
from villain.strength.iterated_income import (
    IncomeReading,
    Schedule,
    iterate_income,
    iterated_income,
)
from villain.strength.make_iterated_income import make_iterated_income

SHORT = Schedule(20_000, 4, 100_000)


def test_the_same_seed_gives_the_same_rates() -> None:
    one, same, other = (iterate_income(10, seed=seed, schedule=SHORT) for seed in (5, 5, 6))
    assert np.array_equal(one.rates, same.rates)
    assert np.array_equal(one.plays, same.plays)
    assert not np.array_equal(one.rates, other.rates)


def test_aces_are_best_and_the_best_hands_of_the_paper_play() -> None:
    found = iterate_income(10, seed=1, schedule=SHORT)
    best = [str(hand) for hand in found.profitable()]
    assert best[:3] == ["AA", "KK", "QQ"]
    assert {"JJ", "TT", "AKs", "AKo", "AQs"} <= set(best)
    assert 25 <= len(best) <= 45
    assert 3.0 < found.callers < 4.0


def test_where_everybody_is_forced_nothing_is_iterated() -> None:
    """Then the rates are the plain ones."""
    found = iterate_income(6, reading=IncomeReading(forced=6), schedule=Schedule(1_000, 2, 400_000))
    plain = income_rates(6)
    apart = np.abs(found.rates - plain.rates) / np.hypot(
        found.standard_errors, plain.standard_errors
    )
    assert apart.max() < 5
    assert np.sqrt(np.mean(apart**2)) == pytest.approx(1, abs=0.2)


def test_without_dead_money_only_aces_are_left() -> None:
    reading = IncomeReading(forced=0, dead=False)
    found = iterate_income(10, reading=reading, schedule=Schedule(100_000, 30, 100_000, heat=0.0))
    assert not set(map(str, found.profitable())) - {"AA"}


@pytest.mark.parametrize("players", range(2, 11))
def test_shipped_rates_are_an_equilibrium(players: int) -> None:
    """Who plays has a profit and who folds would have none, but for noise."""
    rates = iterated_income(players)
    assert rates.ranked()[0] == CLASSES[0]
    noise = 3 * rates.standard_errors + 5
    if players > 2:
        assert (rates.rates[rates.plays] > -noise[rates.plays]).all()
        assert (rates.rates[~rates.plays] < noise[~rates.plays]).all()
    else:
        assert (np.abs(rates.rates - income_rates(2).rates) < noise).all()


def test_shipped_rates_come_out_again() -> None:
    shipped = iterated_income(10)
    found = iterate_income(10, seed=9, schedule=Schedule(50_000, 20, 300_000, thorough=True))
    error = np.hypot(found.standard_errors, shipped.standard_errors)
    # The set of hands that play is a little different, so the rates are too.
    assert (np.abs(found.rates - shipped.rates) < 5 * error + 40).all()
    assert len(make_iterated_income(400, 1, 1).splitlines()) == 172


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": 11}, "2 to 10"),
        ({"reading": IncomeReading(forced=12)}, "forced"),
        ({"reading": IncomeReading(seats="some")}, "no seats is called 'some'"),
        ({"schedule": Schedule(trials=0)}, "1 or more"),
    ],
)
def test_what_is_wrong_is_said(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(VillainError, match=message):
        iterate_income(**arguments)  # type: ignore[arg-type]
