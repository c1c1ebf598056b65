"""The game before the flop for two: rules, values, equilibrium, iteration."""

import numpy as np
import pytest

from villain.cards import CLASSES
from villain.errors import VillainError
from villain.strategy.heads_up_preflop import (
    Deals,
    appraise,
    decisions,
    exact_deals,
    exploitability,
    sampled_deals,
)
from villain.strategy.preflop_equilibrium import SolvedPreflop, solve_preflop
from villain.strategy.preflop_iterated import iterate_preflop


@pytest.fixture(scope="module")
def solved() -> SolvedPreflop:
    return solve_preflop(cap=3)


def any_strategy(cap: int, classes: int = 169, seed: int = 1) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(seed)
    return {d.path: rng.dirichlet(np.ones(len(d.actions)), classes).T for d in decisions(cap)}


def test_four_bets_are_limit_holdems_game() -> None:
    found = {d.path: (d.player, d.stakes, d.actions) for d in decisions(4)}
    assert found == {
        "": (0, (0.5, 1.0), "fcr"),
        "c": (1, (1.0, 1.0), "cr"),
        "cr": (0, (1.0, 2.0), "fcr"),
        "crr": (1, (3.0, 2.0), "fcr"),
        "crrr": (0, (3.0, 4.0), "fc"),
        "r": (1, (2.0, 1.0), "fcr"),
        "rr": (0, (2.0, 3.0), "fcr"),
        "rrr": (1, (4.0, 3.0), "fc"),
    }
    with pytest.raises(VillainError, match="cap of 0"):
        decisions(0)


def test_deals_have_card_removal_and_sum_to_one() -> None:
    deals = exact_deals()
    assert deals.chances.sum() == pytest.approx(1)
    # Aces against aces: six of 1,326 combos, then one of 1,225.
    assert deals.chances[0, 0] == pytest.approx(6 / 1326 / 1225)
    np.testing.assert_allclose(deals.shares + deals.shares.T, deals.chances, atol=1e-15)
    rolled = sampled_deals(200_000, (1,))
    assert rolled.shares[0].sum() / rolled.chances[0].sum() == pytest.approx(0.852, abs=0.04)


@pytest.mark.parametrize("cap", [1, 2, 4])
def test_what_one_wins_the_other_loses(cap: int) -> None:
    found = appraise(exact_deals(), any_strategy(cap), cap)
    assert sum(found.values) == pytest.approx(0, abs=1e-12)


def test_values_against_a_player_who_always_calls() -> None:
    """Then a raise wins twice what a call wins, and a fold loses half a bet."""
    deals = exact_deals()
    calls = {
        d.path: np.eye(len(d.actions))[d.actions.index("c")][:, None] * np.ones(169)
        for d in decisions()
    }
    fold, call, more = appraise(deals, calls).actions[""]
    np.testing.assert_allclose(fold, -0.5)
    np.testing.assert_allclose(more, 2 * call)
    aces = 2 * deals.shares[0].sum() / deals.chances[0].sum() - 1
    assert call[0] == pytest.approx(aces)


def test_a_game_that_can_be_solved_by_hand() -> None:
    """Two hands, known to both: the weak one folds half a bet, or one bet to a raise."""
    deals = Deals(np.array([[0.0, 0.5], [0.5, 0.0]]), np.array([[0.0, 0.5], [0.0, 0.0]]))
    found = solve_preflop(deals, 4)
    assert found.value == pytest.approx(0.5 * 1 - 0.5 * 0.5)
    assert found.strategy[""][0, 1] == pytest.approx(1)
    assert exploitability(deals, found.strategy) == pytest.approx(0, abs=1e-9)


def test_no_reply_beats_the_equilibrium(solved: SolvedPreflop) -> None:
    deals, cap = exact_deals(), solved.cap
    assert solved.value == pytest.approx(-0.02496, abs=1e-5)
    assert appraise(deals, solved.strategy, cap).values[0] == pytest.approx(solved.value)
    assert exploitability(deals, solved.strategy, cap) == pytest.approx(0, abs=1e-9)
    for seed in range(3):  # others do no better
        other = any_strategy(cap, seed=seed)
        for player in (0, 1):
            mixed = {
                d.path: (other if d.player == player else solved.strategy)[d.path]
                for d in decisions(cap)
            }
            bound = solved.value if player == 0 else -solved.value
            assert appraise(deals, mixed, cap).values[player] <= bound + 1e-9


def test_regret_matching_finds_the_same_value(solved: SolvedPreflop) -> None:
    """An independent way to solve the game."""
    deals, cap = exact_deals(), solved.cap
    regrets = {d.path: np.zeros((len(d.actions), 169)) for d in decisions(cap)}
    total = {path: np.zeros_like(table) for path, table in regrets.items()}
    for step in range(1, 301):
        now = {path: matched(table) for path, table in regrets.items()}
        found = appraise(deals, now, cap)
        for path, table in regrets.items():
            values = np.nan_to_num(found.actions[path])
            mean = (now[path] * values).sum(axis=0)
            regrets[path] = np.maximum(table + values - mean, 0)
            total[path] += step * found.reach[path] * now[path]
    average = {path: matched(table) for path, table in total.items()}
    assert exploitability(deals, average, cap) < 0.002
    assert appraise(deals, average, cap).values[0] == pytest.approx(solved.value, abs=0.002)


def matched(table: np.ndarray) -> np.ndarray:
    whole = table.sum(axis=0)
    found: np.ndarray = np.where(whole > 0, table / np.where(whole > 0, whole, 1), 1 / len(table))
    return found


def test_the_big_blind_never_folds_to_a_raise(solved: SolvedPreflop) -> None:
    assert solved.strategy["r"][0].max() < 1e-9
    folds = [str(hand) for hand in CLASSES if solved.strategy[""][0, hand] > 0.5]
    assert "72o" in folds
    assert len(folds) < 15


def test_iteration_comes_near_the_equilibrium(solved: SolvedPreflop) -> None:
    deals = exact_deals()
    found, same = (
        iterate_preflop(seed=2, generations=60, trials=20_000, cap=solved.cap) for _ in range(2)
    )
    assert all(np.array_equal(found.values[path], same.values[path]) for path in found.values)
    assert exploitability(deals, found.choices(), solved.cap) < 0.01
    exact = iterate_preflop(generations=150, cap=solved.cap, deals=deals)
    assert exploitability(deals, exact.mixture, solved.cap) < 0.003
    assert {len(table) for table in found.choices().values()} == {2, 3}
    with pytest.raises(VillainError, match="1 or more"):
        iterate_preflop(generations=0)
