"""The simulation framework, on toys that know their own truth."""

from itertools import count

import numpy as np
import pytest

from villain.errors import VillainError
from villain.kernels.arrays import FloatArray
from villain.strategy.simulation import (
    Budget,
    Obvious,
    Simulation,
    Stop,
    Trials,
    choose,
    sample_trials,
    simulate,
    truncate,
)

SEED = 7


def noise(means: FloatArray, seed: int, spread: float = 1.0) -> Trials:
    """Trials of independent normal values, by number."""

    def trials(first: int, count: int) -> FloatArray:
        rng = np.random.default_rng((seed, first))
        return means + spread * rng.standard_normal((count, len(means)))

    return trials


def of(values: list[float], gaps: list[float] | None = None, trials: int = 100) -> Simulation:
    zeros = np.zeros(len(values))
    return Simulation(np.array(values), zeros, np.array(gaps or zeros), trials)


# Values and errors


@pytest.mark.parametrize("batch", [1, 7, 50, 1000])
def test_values_and_errors_are_those_of_all_trials_at_once(batch: int) -> None:
    rows = np.random.default_rng(SEED).normal(1000, 3, (210, 3)) @ np.triu(np.ones((3, 3)))
    found = simulate(lambda first, count: rows[first : first + count], 3, Budget(210, batch=batch))
    assert found.trials == 210
    assert found.best == 2
    assert not found.obvious
    root = np.sqrt(210)
    np.testing.assert_allclose(found.values, rows.mean(axis=0))
    np.testing.assert_allclose(found.errors, rows.std(axis=0, ddof=1) / root)
    paired = (rows - rows[:, [2]]).std(axis=0, ddof=1) / root
    np.testing.assert_allclose(found.gaps, paired, atol=1e-9)


def test_a_move_of_known_value_needs_no_trials() -> None:
    trials = noise(np.array([-1.0, 2.0]), SEED)
    found = simulate(trials, 3, Budget(400), fixed={0: 0.5})
    assert found.values[0] == pytest.approx(0.5)
    assert found.errors[0] == pytest.approx(0)
    assert found.gaps[0] == pytest.approx(found.errors[2])  # only the other one is uncertain
    plain = simulate(trials, 2, Budget(400))
    np.testing.assert_allclose(found.values[1:], plain.values)
    none = simulate(trials, 2, fixed={0: 0.0, 1: 1.0})
    assert (none.trials, none.best) == (0, 1)


# The parts of a trial: a walk of a hidden number of steps, up with chance 0.7 or down


def walk(depth: int | None, *, right: float = 0.4) -> Trials:
    """The position is how long the walk is; the moves start it at 0 or at 1."""
    play_out = truncate(
        make=lambda steps, move: (steps, float(move)),
        step=lambda line, rng: (line[0] - 1, line[1] + (1 if rng.random() < 0.7 else -1)),
        result=lambda line: line[1] if line[0] == 0 else None,
        evaluate=lambda line, rng: line[1] + right * line[0],  # noqa: ARG005
        depth=depth,
    )
    return sample_trials(lambda rng: int(rng.integers(1, 6)), play_out, 2, SEED)


@pytest.mark.parametrize("depth", [None, 0, 1, 3])
def test_a_truncated_play_out_with_an_exact_evaluation_keeps_the_value(depth: int | None) -> None:
    found = simulate(walk(depth), 2, Budget(1500))
    assert abs(found.values - (1.2, 2.2)).max() < 4 * found.errors.max()
    biased = simulate(walk(depth, right=1), 2, Budget(1500))
    missed = 0 if depth is None else np.maximum(np.arange(1, 6) - depth, 0).mean() * 0.6
    assert abs(biased.values - found.values).max() == pytest.approx(missed, abs=0.06)


def test_a_play_out_that_stops_early_needs_an_evaluation() -> None:
    with pytest.raises(VillainError, match="depth 2; it should be 0 or more, with an evaluation"):
        truncate(lambda _, move: move, lambda line, _: line, lambda _: None, depth=2)


def test_a_trial_depends_on_the_seed_and_its_number_only() -> None:
    trials = walk(None)
    whole = trials(0, 40)
    np.testing.assert_array_equal(np.concatenate([trials(0, 13), trials(13, 27)]), whole)
    # The moves share the position and the chance: they end as far apart as they began.
    np.testing.assert_array_equal(whole[:, 1] - whole[:, 0], 1)


# Budgets


def test_a_budget_of_seconds_ends_before_a_batch_that_would_not_fit() -> None:
    ticks = count()
    budget = Budget(10_000, seconds=3.5, batch=20, clock=lambda: float(next(ticks)))
    assert simulate(noise(np.zeros(2), 1), 2, budget).trials == 60
    at_once = Budget(10_000, seconds=0, batch=20, clock=lambda: float(next(ticks)))
    assert simulate(noise(np.zeros(2), 1), 2, at_once).trials == 20
    assert simulate(noise(np.zeros(2), 1), 2, Budget(90, seconds=1e9, batch=20)).trials == 90
    with pytest.raises(VillainError, match="batches of 0"):
        Budget(batch=0)


# When to stop


def stops(rule: Stop, trials: Trials, moves: int) -> Simulation:
    return simulate(trials, moves, Budget(500, batch=25, least=50), rule)


def false_stops(rule: Stop, runs: int) -> float:
    """How often it stops for the wrong one of two moves that differ by a hair."""
    means = np.array([1e-6, 0.0])
    found = [stops(rule, noise(means, SEED * runs + run), 2) for run in range(runs)]
    return sum(one.obvious and one.best == 1 for one in found) / runs


MANY = pytest.param(4000, marks=pytest.mark.slow)


@pytest.mark.parametrize("runs", [300, MANY])
def test_looking_often_does_not_make_it_stop_wrongly(runs: int) -> None:
    assert 0.01 < false_stops(Obvious(0.05), runs) < 0.05


@pytest.mark.parametrize("runs", [200, MANY])
def test_a_rule_that_does_not_count_its_looks_stops_wrongly(runs: int) -> None:
    rule = Obvious(0.1)  # of which the first look may spend one half, 0.05
    assert 0.1 < false_stops(lambda sofar, _: rule(sofar, 1), runs) < 0.3


def test_it_stops_early_where_a_move_is_far_ahead() -> None:
    assert stops(Obvious(), noise(np.array([0.0, 2.0, 0.0]), 3), 3).trials == 50
    close = stops(Obvious(), noise(np.array([0.0, 0.01]), 3), 2)
    assert (close.trials, close.obvious) == (500, False)
    assert not Obvious()(of([1.0, 1.0]), 1)  # equal for sure is not ahead
    assert Obvious()(of([1.0]), 1)  # there is nothing else to do


def test_what_is_rare_keeps_it_from_stopping_too_soon() -> None:
    """A move that wins 1 and in one of 100 trials loses 150 is worth less than nothing."""

    def trials(first: int, count: int) -> FloatArray:
        return np.where(np.arange(first, first + count) % 100 == 99, -150.0, 1.0)[:, None]

    def run(worst: float) -> Simulation:
        budget = Budget(500, batch=25, least=50)
        return simulate(trials, 2, budget, Obvious(worst=worst), fixed={0: 0.0})

    assert (run(0).obvious, run(0).best) == (True, 1)
    assert run(150).best == 0
    assert run(1).trials == 50  # whoever cannot lose much need not wait


# What to do


def test_equal_moves_go_to_the_most_aggressive() -> None:
    rng = np.random.default_rng(SEED)
    assert {choose(of([2.0, 2.0, 1.0]), rng) for _ in range(20)} == {1}
    assert {choose(of([2.0, 2.0 - 1e-12, 2.0]), rng, close=1) for _ in range(20)} == {2}
    assert {choose(of([0.0, 1.0, 0.999]), rng) for _ in range(20)} == {1}


def test_close_moves_are_mixed_by_how_far_they_are_behind() -> None:
    rng = np.random.default_rng(SEED)
    drawn = [choose(of([0.0, 1.0, 0.75]), rng, close=0.5) for _ in range(3000)]
    shares = np.bincount(drawn, minlength=3) / 3000  # weights 0, 1 and 1/2
    np.testing.assert_allclose(shares, [0, 2 / 3, 1 / 3], atol=0.04)
    noisy = of([0.0, 1.0, 0.75], gaps=[0.2, 0.0, 0.25])
    drawn = [choose(noisy, rng, errors=2) for _ in range(3000)]
    np.testing.assert_allclose(np.bincount(drawn, minlength=3) / 3000, shares, atol=0.05)
