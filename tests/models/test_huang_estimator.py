"""The estimator of a new opponent, against sums done by hand."""

import numpy as np
import pytest

from villain.errors import VillainError
from villain.models.huang.estimator import ThesisReader
from villain.models.huang.styles import gather
from villain.strategy.huang.abstraction import Abstraction

CALLER = {"000": [0, 10, 0, 0], "0002": [0, 5, 0, 0], "100": [0, 1, 0, 0]}
RAISER = {"000": [0, 0, 10, 0], "0002": [0, 0, 0, 5], "100": [0, 0, 3, 0]}
FOLDER = {"000": [8, 2, 0, 0], "0002": [5, 0, 0, 0]}
STYLES = gather(Abstraction(), {1: (20, CALLER), 2: (20, RAISER), 3: (20, FOLDER)})


def test_before_any_observation_all_count_alike() -> None:
    nobody = ThesisReader(STYLES, {})
    assert nobody.weights.tolist() == pytest.approx([1 / 3] * 3)
    assert nobody.raw("000").tolist() == [0.25] * 4
    assert nobody.distribution("000").tolist() == pytest.approx([0.8 / 3, 1.2 / 3, 1 / 3, 0])
    # The folder never saw a flop: there he does what all do, a quarter of calls.
    assert nobody.distribution("100").tolist() == pytest.approx([0, 1.25 / 3, 1.75 / 3, 0])
    # Nobody saw a river, nor a flop where he was bet to: what all do in a like place.
    assert nobody.distribution("300").tolist() == pytest.approx([0, 0.25, 0.75, 0])
    assert nobody.distribution("3002").tolist() == pytest.approx([1 / 3, 1 / 3, 0, 1 / 3])
    assert ThesisReader(gather(Abstraction(), {})).distribution("000").tolist() == [0.25] * 4


def test_distances_are_weighted_by_observations() -> None:
    him = ThesisReader(STYLES, {"000": [0, 3, 1, 0], "0002": [1, 0, 0, 0]})
    root = np.sqrt
    caller = (4 * root(0.25**2 + 0.25**2) + root(2)) / 5
    raiser = (4 * root(0.75**2 + 0.75**2) + root(2)) / 5
    folder = (4 * root(0.8**2 + 0.55**2 + 0.25**2) + 0) / 5
    assert him.distances.tolist() == pytest.approx([caller, raiser, folder], abs=1e-6)
    weights = np.array([caller, raiser, folder]) ** -2.0
    weights /= weights.sum()
    assert him.weights.tolist() == pytest.approx(weights.tolist(), abs=1e-6)
    prior = weights @ [[0, 1, 0, 0], [0, 0, 1, 0], [0.8, 0.2, 0, 0]]
    assert him.prior("000").tolist() == pytest.approx(prior.tolist(), abs=1e-6)
    mixed = 0.04 * np.array([0, 0.75, 0.25, 0]) + 0.96 * prior
    assert him.distribution("000").tolist() == pytest.approx(mixed.tolist(), abs=1e-6)


def test_a_hundred_observations_are_enough_and_the_rest_is_still_shifted() -> None:
    him = ThesisReader(STYLES, {"000": [50, 0, 50, 0]})
    assert him.distribution("000").tolist() == [0.5, 0, 0.5, 0]
    assert him.distribution("0002").tolist() == pytest.approx(him.prior("0002").tolist())
    more = ThesisReader(STYLES, {"000": [500, 0, 500, 0]})
    assert more.distribution("000").tolist() == [0.5, 0, 0.5, 0]
    half = ThesisReader(STYLES, {"000": [25, 0, 25, 0]})
    wanted = (np.array([0.5, 0, 0.5, 0]) + half.prior("000")) / 2
    assert half.distribution("000").tolist() == pytest.approx(wanted.tolist())
    sooner = ThesisReader(STYLES, {"000": [1, 0, 1, 0]}, enough=2)
    assert sooner.distribution("000").tolist() == [0.5, 0, 0.5, 0]


def test_whoever_plays_exactly_like_somebody_is_taken_for_him() -> None:
    him = ThesisReader(STYLES, {"000": [0, 0, 2, 0]})
    assert him.weights.tolist() == [0, 1, 0]
    assert him.distribution("0002").tolist() == [0, 0, 0, 1]


def test_sequences_that_nobody_has_mined_do_not_say_whom_he_resembles() -> None:
    known, more = {"000": [0, 3, 1, 0]}, {"000": [0, 3, 1, 0], "34133": [0, 50, 0, 0]}
    assert (ThesisReader(STYLES, more).weights == ThesisReader(STYLES, known).weights).all()
    lonely = ThesisReader(STYLES, {"34133": [0, 50, 0, 0]})
    assert lonely.weights.tolist() == pytest.approx([1 / 3] * 3)
    like = np.array([13, 17, 10, 5]) / 45  # what all do when they are bet to
    wanted = 0.5 * np.array([0, 1, 0, 0]) + 0.5 * like
    assert ThesisReader(STYLES, more).distribution("34133").tolist() == pytest.approx(wanted)


def test_learning_one_by_one_is_as_good_as_counts_at_once() -> None:
    rng = np.random.default_rng(5)
    him = ThesisReader(STYLES)
    counts = {one: np.zeros(4) for one in ("000", "0002", "100", "34133")}
    for _ in range(300):
        sequence, action = list(counts)[rng.integers(4)], int(rng.integers(4))
        him.learn(sequence, action)
        counts[sequence][action] += 1
    at_once = ThesisReader(STYLES, counts)
    assert him.weights.tolist() == pytest.approx(at_once.weights.tolist(), rel=1e-9)
    assert him.table() == pytest.approx(at_once.table(), rel=1e-6)


def test_the_table_has_the_distribution_of_every_sequence() -> None:
    him = ThesisReader(STYLES, {"000": [1, 2, 3, 4], "0002": [0, 200, 0, 0]})
    wanted = np.array([him.distribution(one) for one in STYLES.sequences])
    assert him.table() == pytest.approx(wanted, abs=1e-6)


def test_every_answer_is_a_distribution_and_asking_changes_nothing() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        counts = {one: rng.integers(0, 60, 4) for one in ("000", "0002", "100", "34133")}
        him = ThesisReader(STYLES, counts)
        before = {one: him.distribution(one) for one in (*counts, "200")}
        for one, chances in before.items():
            assert chances.sum() == pytest.approx(1)
            assert (chances >= 0).all()
            assert (him.distribution(one) == chances).all()


def test_counts_of_another_kind_are_refused() -> None:
    for row in ([1, 2, 3], [1, 2, 3, -1], [1, 2, 3, float("nan")]):
        with pytest.raises(VillainError, match="the counts after 000"):
            ThesisReader(STYLES, {"000": row})
    with pytest.raises(VillainError, match="enough"):
        ThesisReader(STYLES, {}, enough=0)
    with pytest.raises(VillainError, match="action 4"):
        ThesisReader(STYLES).learn("000", 4)
