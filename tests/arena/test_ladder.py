"""The ladder of the cast: from the results of pairs, and as it is shipped."""

import numpy as np
import pytest

from villain.agents.cast import CAST
from villain.arena.ladder import WIDEST, ladder, rungs
from villain.arena.make_ladder import in_order, measure


def test_a_rung_is_the_mean_over_the_others_with_an_interval_from_the_deals() -> None:
    rng = np.random.default_rng(1)
    strength = {"a": 1.0, "b": 0.0, "c": -1.0}
    pairs = [
        {"agents": [one, other], "won": rng.normal(strength[one] - strength[other], 5, 400)}
        for one, other in (("a", "b"), ("a", "c"), ("b", "c"))
    ]
    found = rungs(pairs)
    assert [one.agent for one in found] == ["a", "b", "c"]
    assert [one.stars for one in found] == [5, 3, 1]
    assert sum(one.mean for one in found) == pytest.approx(0)
    for one, mean in zip(found, (150, 0, -150), strict=True):
        assert abs(one.mean - mean) < 60  # 3.4 standard errors
        # Two pairs of 400 deals each: 1.96 * 500 / sqrt(800).
        assert (one.high - one.low) / 2 == pytest.approx(34.6, rel=0.1)
        assert one.hands == 1600


def test_not_everybody_need_have_met_everybody() -> None:
    """Who beat only weak ones by as much as others do is no stronger for that."""
    pairs = [
        {"agents": ["a", "b"], "won": [2.0, 2.0]},
        {"agents": ["b", "c"], "won": [2.0, 2.0]},
        {"agents": ["d", "c"], "won": [2.0, 2.0]},
    ]
    found = {one.agent: one for one in rungs(pairs)}
    assert found["b"].mean == pytest.approx(found["d"].mean)
    assert found["a"].mean == pytest.approx(found["b"].mean + 200 * 4 / 3)
    assert [found[name].met for name in "abcd"] == [1, 2, 2, 1]


def test_every_pair_is_measured_once() -> None:
    pairs = in_order()
    assert len(pairs) == len({frozenset(two) for two in pairs}) == len(CAST) * (len(CAST) - 1) / 2


def test_the_same_seed_measures_the_same() -> None:
    two = ("call", "raise")
    first, again = measure(two, 4, 7), measure(two, 4, 7)
    assert first == again
    assert len(first["won"]) == 4


def test_the_shipped_ladder_is_of_the_cast() -> None:
    assert {one.agent for one in ladder()} <= {one.agent for one in CAST}
    assert all(one.low <= one.mean <= one.high for one in ladder())
    assert all(one.stars is None or one.high - one.mean <= WIDEST for one in ladder())


def test_who_is_hardly_known_has_no_stars() -> None:
    rng = np.random.default_rng(2)
    pairs = [{"agents": [one, "d"], "won": rng.normal(0, 8, deals)} for one, deals in
             (("a", 4000), ("b", 4000), ("c", 50))]  # fmt: skip
    found = {one.agent: one.stars for one in rungs(pairs)}
    assert found["c"] is None
    assert sorted(stars for stars in found.values() if stars is not None) == [1, 3, 5]
