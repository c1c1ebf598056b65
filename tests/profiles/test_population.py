"""Priors that are known are found again, and intervals hold what they promise."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from villain.errors import VillainError
from villain.kernels.arrays import CountArray
from villain.profiles.population import MOST_CHANCES, MOST_WEIGHT, Prior, fit, interval


def population(prior: Prior, players: int, seed: int) -> tuple[CountArray, CountArray]:
    """Counts of players of whom few were seen often, as in life."""
    rng = np.random.default_rng(seed)
    chances = np.minimum((20 * rng.pareto(0.8, players)).astype(np.int64), 3_000)
    rates = rng.beta(prior.alpha, prior.beta, players)
    return rng.binomial(chances, rates).astype(np.int64), chances


@pytest.mark.parametrize("prior", [Prior(12, 36), Prior(2, 3), Prior(0.5, 8), Prior(100, 60)])
def test_the_prior_of_simulated_players_is_found_again(prior: Prior) -> None:
    found = fit(*population(prior, 3_000, seed=1))
    assert found.mean == pytest.approx(prior.mean, abs=0.01)
    assert found.weight == pytest.approx(prior.weight, rel=0.15)


def test_the_fit_is_at_least_as_probable_as_its_neighbours() -> None:
    from scipy.stats import betabinom  # takes a second to load

    done, chances = population(Prior(5, 15), 400, seed=2)
    found = fit(done, chances)

    def likelihood(prior: Prior) -> float:
        return float(np.sum(betabinom.logpmf(done, chances, prior.alpha, prior.beta)))

    best = likelihood(found)
    for a in (0.8, 1, 1.25):
        for b in (0.8, 1, 1.25):
            assert a == b == 1 or likelihood(Prior(found.alpha * a, found.beta * b)) < best


def test_players_seen_for_very_long_change_little() -> None:
    rng = np.random.default_rng(3)
    chances = np.full(1_000, 20 * MOST_CHANCES)
    found = fit(rng.binomial(chances, rng.beta(12, 36, 1_000)), chances)
    assert found.mean == pytest.approx(0.25, abs=0.01)
    assert found.weight == pytest.approx(48, rel=0.1)


def test_without_players_the_prior_is_uniform_and_chances_of_none_are_left_out() -> None:
    assert fit([], []) == fit([0, 0], [0, 0]) == Prior(1, 1)
    assert fit([3, 0, 5], [10, 0, 10]) == fit([3, 5], [10, 10])


def test_one_player_makes_a_weak_prior_near_him() -> None:
    alone = fit([20], [100])
    assert 0.2 < alone.mean < 0.3
    assert alone.weight < 30


@pytest.mark.parametrize("done", [0, 100])
def test_what_nobody_or_everybody_did(done: int) -> None:
    prior = fit([done] * 1_000, [100] * 1_000)
    assert prior.mean == pytest.approx(done / 100, abs=0.001)
    assert 0 < prior.mean < 1
    assert prior.estimate(5, 10).mean == pytest.approx(0.5, abs=0.1)  # he is the exception
    alike = prior.estimate(done, 100)
    assert alike.mean == pytest.approx(done / 100, abs=0.001)
    assert alike.low <= alike.mean <= alike.high


def test_what_very_many_never_did() -> None:
    assert 0 < fit([0] * 3_000, [100_000] * 3_000).mean < 1e-4


def test_players_who_are_all_alike_make_a_strong_prior_but_not_a_blind_one() -> None:
    prior = fit([30] * 1_000, [100] * 1_000)
    assert prior.mean == pytest.approx(0.3, abs=0.001)
    assert prior.weight == pytest.approx(MOST_WEIGHT)
    few = fit([30] * 3, [100] * 3)
    assert few.weight < 200


def test_little_seen_players_are_pulled_more() -> None:
    prior = Prior(12, 36)
    pulls = [0.5 - prior.estimate(n // 2, n).mean for n in (0, 2, 10, 48, 200, 5_000)]
    assert pulls == sorted(pulls, reverse=True)
    assert pulls[0] == 0.25
    assert pulls[3] == pytest.approx(0.125)  # halfway, with as many chances as the prior's weight
    widths = [prior.estimate(n // 4, n) for n in (0, 4, 40, 400)]
    assert all(a.high - a.low > b.high - b.low for a, b in pairwise(widths))


def test_credible_intervals_hold_the_true_rate_of_95_in_100_players() -> None:
    prior, rng = Prior(6, 18), np.random.default_rng(4)
    rates = rng.beta(prior.alpha, prior.beta, 2_000)
    chances = rng.integers(0, 200, 2_000)
    done = rng.binomial(chances, rates)
    found = fit(done, chances)
    held = above = 0.0
    for rate, k, n in zip(rates.tolist(), done.tolist(), chances.tolist(), strict=True):
        estimate = found.estimate(k, n)
        held += estimate.low <= rate <= estimate.high
        above += found.above(k, n)
    assert held / 2_000 == pytest.approx(0.95, abs=0.015)
    # Probabilities are honest on the whole, too.
    assert above / 2_000 == pytest.approx(np.mean(rates > found.mean), abs=0.02)


@pytest.mark.parametrize("rate", [0.03, 0.25, 0.5, 0.9])
def test_plain_intervals_hold_the_true_rate_about_95_times_in_100(rate: float) -> None:
    rng = np.random.default_rng(5)
    held = [
        interval(int(k), 120).low <= rate <= interval(int(k), 120).high
        for k in rng.binomial(120, rate, 1_000)
    ]
    assert np.mean(held) == pytest.approx(0.95, abs=0.03)


def test_plain_intervals_at_the_edges() -> None:
    assert np.isnan(interval(0, 0).mean)
    assert interval(0, 0)[1:] == (0, 1)
    assert interval(0, 20)[:2] == (0, 0)
    assert interval(20, 20)[::2] == (1, 1)
    assert interval(0, 20).high == pytest.approx(0.1161, abs=0.001)


def test_deviations_say_how_far_and_how_sure() -> None:
    prior = Prior(12, 36)
    nobody, often, rarely = (
        prior.deviation(*seen) for seen in ((0, 0), (500, 1_000), (100, 1_000))
    )
    assert nobody.by == nobody.spreads == 0
    assert 0.4 < nobody.above < 0.6
    assert often.by == pytest.approx(0.25, abs=0.02)
    assert often.spreads == pytest.approx(often.by / prior.spread)
    assert often.above > 0.999
    assert rarely.by < 0
    assert rarely.above < 0.001
    assert rarely.certainty == pytest.approx(1 - rarely.above)


def test_counts_that_cannot_be_are_refused() -> None:
    for done, chances in (([3], [2]), ([-1], [2]), ([1, 2], [2]), ([[1]], [[2]])):
        with pytest.raises(VillainError):
            fit(np.array(done), np.array(chances))
    with pytest.raises(VillainError, match="done 5 times out of 3"):
        Prior(1, 1).estimate(5, 3)
    with pytest.raises(VillainError):
        interval(1, 0)


counts = st.integers(0, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(st.lists(counts, max_size=30), counts)
def test_every_fit_is_a_prior_with_which_one_can_reckon(
    players: list[tuple[int, int]], one: tuple[int, int]
) -> None:
    prior = fit([k for k, _ in players], [n for _, n in players])
    assert prior.alpha > 0
    assert prior.beta > 0
    estimate = prior.estimate(*one)
    assert 0 <= estimate.low <= estimate.mean <= estimate.high <= 1
    assert 0 <= prior.above(*one) <= 1
    plain = interval(*one)
    assert not one[1] or plain.low <= plain.mean <= plain.high
