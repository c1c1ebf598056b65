"""Nobody can work out the deck from what he sees, unless the seed is a public one."""

import re
from fractions import Fraction
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from scipy.special import chdtrc

import tests.attacks.seed_finder as finder
from tests.attacks.seed_finder import HANDS, SEEDS, find_seeds
from villain.arena import FreezeOutSeries, Match, RoundRobinPlan, play_match
from villain.errors import VillainError
from villain.game import Rules, limit_holdem, no_limit_holdem, one_card, shuffle
from villain.game.chance import (
    agent_seed,
    check_seed,
    deals,
    fresh_seed,
    is_public,
    seed_hash,
    stream,
)
from villain.kernels.arrays import CountArray
from villain.wire.match_log import MatchLog, MatchOutcome
from villain.wire.matches import play_over_sockets
from villain.wire.setup import Setup

FINDER = f"{Path(finder.__file__)}:SeedFinder"
RULES = no_limit_holdem(2)


def test_the_finder_finds_a_public_seed_and_wins_by_it() -> None:
    own = [(0, deal.holes[0]) for deal in islice(deals(RULES, SEEDS - 7), HANDS)]
    assert find_seeds(RULES, own) == [SEEDS - 7]
    result = play_match(Match(limit_holdem(2), (FINDER, "raise"), deals=150, seed=9))
    assert not result.faults
    assert result.rates()[0].low > 0.5


def test_by_default_it_finds_nothing() -> None:
    match = Match(RULES, ("call", "call"), deals=HANDS)
    own = [(0, deal.holes[0]) for deal in islice(deals(RULES, match.seed), HANDS)]
    assert find_seeds(RULES, own) == []
    result = play_match(Match(limit_holdem(2), (FINDER, "raise"), deals=20))
    assert np.allclose(result.by_deal.mean(axis=0), 0)  # it has called all the time, as it began


def test_over_a_socket_it_finds_no_more() -> None:
    public = Match(limit_holdem(2), (FINDER, "raise"), deals=40, seed=9, duplicate=False)
    assert np.array_equal(play_over_sockets(public), play_match(public).payoffs)
    secret = Match(limit_holdem(2), (FINDER, "raise"), deals=15, patience=0)
    assert np.allclose(play_over_sockets(secret).sum(axis=(0, 1)), 0)


@pytest.mark.slow
@pytest.mark.parametrize("rules", [limit_holdem(2), RULES])
def test_loki_is_beaten_by_whoever_knows_the_deck_and_nobody_does(rules: Rules) -> None:
    agents = (FINDER, "loki:bpm")
    known = play_match(Match(rules, agents, 500, seed=17, duplicate=False)).rates()[0]
    secret = play_match(Match(rules, agents, 500, duplicate=False)).rates()[0]
    assert known.low > 0.3
    assert secret.high < known.low


def test_a_dealer_tells_the_seed_when_all_is_over_and_could_not_have_changed_it() -> None:
    setup = Setup(RULES, ("Ann", "Ben"), 3)
    lines: list[str] = []
    record = MatchLog(setup, [lines.append])
    record.begin()
    assert str(setup.seed) not in "".join(lines)
    record.finish(MatchOutcome(setup, (Fraction(0),) * 2))
    text = "".join(lines)
    shown, seed = re.findall(r"blake2b:(\w+)$", text, re.M), re.findall(r"from seed (\d+)", text)
    assert shown == [seed_hash(int(seed[0]))]
    assert int(seed[0]) == setup.seed
    assert list(setup.deals()) == list(Setup(RULES, ("Ben", "Ann"), 3, int(seed[0])).deals())


def test_whoever_is_not_told_a_seed_has_a_secret_one() -> None:
    plan, agents = RoundRobinPlan(RULES, ("call", "fold"), 1), ("call", "fold")
    seeds = [plan.seed, FreezeOutSeries(one_card, agents, 1).seed, Match(RULES, agents, 1).seed]
    assert not any(map(is_public, seeds))
    assert len({*seeds, fresh_seed(), fresh_seed()}) == 5


def test_an_agents_seed_tells_nothing_of_the_match() -> None:
    # Under a public seed whoever tries them all finds the one that gives his own.
    mine = agent_seed(1234, 0, 1)
    assert [seed for seed in range(SEEDS) if agent_seed(seed, 0, 1) == mine] == [1234]
    secret = fresh_seed()
    others = {agent_seed(secret, replay, who) for replay in range(20) for who in range(10)}
    assert len(others) == 200
    assert not any(agent_seed(seed, 0, 1) in others for seed in range(SEEDS))
    near = {agent_seed(secret ^ 1 << bit, 0, 0) for bit in range(127)}
    assert len(near | others) == 327  # a bit of the seed changes all of the hash


def test_secret_deals_are_fair_and_each_stands_alone() -> None:
    secret = fresh_seed()
    rules = limit_holdem(10)
    dealt = list(islice(deals(rules, secret), 4000))
    for deal in dealt[:50]:
        deal.check(rules)
    assert dealt[3210:] == list(islice(deals(rules, secret, 3210), 790))
    for place in (0, 9):  # the first card and the last hand's
        counts = np.bincount([deal.holes[place][1] for deal in dealt], minlength=52)
        assert chance_if_fair(counts) > 1e-6
    assert chance_if_fair(np.bincount([deal.board[4] for deal in dealt], minlength=52)) > 1e-6


def chance_if_fair(counts: CountArray) -> float:
    expected = counts.mean()
    return float(chdtrc(len(counts) - 1, ((counts - expected) ** 2 / expected).sum()))


def test_public_seeds_deal_what_they_always_dealt() -> None:
    """Every published figure was dealt this way: 250 deals from a stream."""
    rng = np.random.default_rng((7, 0, 1))
    expected = [shuffle(RULES, rng) for _ in range(3)]
    assert list(islice(deals(RULES, 7, 250), 3)) == expected
    assert list(islice(deals(RULES, 7, 252), 1)) == expected[2:]
    assert stream(7, 4, 2).integers(10**9) == np.random.default_rng((7, 4, 2)).integers(10**9)


@pytest.mark.parametrize("seed", [-1, 2**128])
def test_wrong_seeds(seed: int) -> None:
    with pytest.raises(VillainError, match="it should be a whole number from 0 to"):
        check_seed(seed)
