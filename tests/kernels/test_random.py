"""Random numbers, roll-outs, and deals drawn from ranges."""

import numpy as np
import pytest

from villain.cards import Range
from villain.kernels import sampling
from villain.kernels.randomness import next_random
from villain.kernels.rollouts import rival_counts
from villain.strength import random_deals
from villain.strength.range_lists import lay_out


def test_random_numbers_are_splitmix64s() -> None:
    # The published reference sequence for seed 1234567.
    state, found = np.uint64(1234567), []
    for _ in range(5):
        state, value = next_random(np.uint64(state))
        found.append(int(value))
    assert found == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_roll_outs_repeat_with_their_state_and_see_nine_rivals() -> None:
    aces = np.array([51, 50], np.uint8)
    counts = rival_counts(aces, 2_000, np.uint64(5))
    assert np.array_equal(counts, rival_counts(aces, 2_000, np.uint64(5)))
    assert not np.array_equal(counts, rival_counts(aces, 2_000, np.uint64(6)))
    assert counts.sum() == 2_000
    better, equal = np.nonzero(counts)
    assert (better + equal <= 9).all()


def test_alias_table_keeps_the_weights() -> None:
    weights = np.array([5.0, 1.0, 0.0, 3.0, 1e-9, 7.0])
    keep, alias = random_deals._alias_table(weights)
    chance = keep / 2.0**32
    found = chance.copy()
    np.add.at(found, alias, 1 - chance)
    np.testing.assert_allclose(found / len(weights), weights / weights.sum(), atol=1e-9)


@pytest.mark.parametrize("how", [sampling.BY_REJECTION, sampling.BY_WEIGHTING])
def test_the_ways_of_dealing_agree(how: int, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = [Range("AA, KK:0.5, AhKh"), Range("AK, KQs:0.25"), Range("QQ+, AKs")]
    listed = random_deals.random_deals(hands, (), (), 100_000, None, 1, lambda _: None)
    monkeypatch.setattr(random_deals, "MOST_LISTED", 0)
    monkeypatch.setattr(random_deals, "LEAST_ACCEPTED", 0 if how == sampling.BY_REJECTION else 2)
    other = random_deals.random_deals(hands, (), (), 100_000, None, 2, lambda _: None)
    assert (other.effective == other.samples) == (how == sampling.BY_REJECTION)
    error = np.hypot(listed.errors, other.errors)
    assert (np.abs(listed.outcome.shares - other.outcome.shares) < 4.5 * error).all()


def test_drawing_among_what_little_is_left() -> None:
    lists = lay_out([Range("AhKh:0.25, AhQh, 2c2d:0.5, 3c3d:0.5")])
    used = Range("AhJc")  # leaves the two small pairs, equally likely
    state, seen = np.uint64(3), []
    for _ in range(400):
        state, place = sampling._draw_among_left(
            np.uint64(state), lists.weights, lists.bits, lay_out([used]).bits[0]
        )
        seen.append(place)
    assert set(seen) == {0, 1}
    assert 150 < seen.count(0) < 250
