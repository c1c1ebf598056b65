"""Tendencies of players: known ones are found again, and files of them are checked."""

from pathlib import Path

import numpy as np
import pytest

from villain.errors import VillainError
from villain.models.huang.fitting import fit, tendencies_of
from villain.models.huang.styles import Styles, gather, shipped_styles
from villain.models.huang.tendencies import FILE, Tendencies, read, save, softmax, worth
from villain.strategy.huang.abstraction import FOLD, Abstraction, faces_bet

SEQUENCES = ("000", "0001", "0002", "100", "1002", "200")
SLOPES = np.array([[-1.0, 0, 1, 0], [0, 0, 1, 0], [-1, 0, 0.5, 0], [0, 0, -1, 0], [1, 0, 0, 0]])


def chances_of(place: int, leaning: float) -> list[float]:
    """What somebody with one tendency does after one of the sequences; on the turn all do alike."""
    odds = np.array([0.0, 0.5, 0.0, -2.0]) + (leaning * SLOPES[place] if place < 5 else 0.0)
    odds[FOLD] -= 0.0 if faces_bet(SEQUENCES[place]) else np.inf
    found: list[float] = softmax(odds).tolist()
    return found


def made_up(players: int = 150, times: int = 25) -> tuple[Styles, list[float]]:
    rng = np.random.default_rng(8)
    people, leanings = {}, rng.standard_normal(players).tolist()
    for player, leaning in enumerate(leanings):
        counts = {
            sequence: rng.multinomial(times, chances_of(place, leaning))
            for place, sequence in enumerate(SEQUENCES)
        }
        people[player] = (times, counts)
    return gather(Abstraction(), people), leanings


@pytest.fixture(scope="module")
def found() -> tuple[Tendencies, Styles, list[float]]:
    styles, leanings = made_up()
    return fit(styles, dimensions=1), styles, leanings


def test_one_tendency_is_found_again(found: tuple[Tendencies, Styles, list[float]]) -> None:
    tendencies, styles, leanings = found
    guessed = []
    for player in range(len(styles)):
        rows = slice(int(styles.starts[player]), int(styles.starts[player + 1]))
        counts = styles.counts[rows].astype(float)
        leaning, sure = tendencies.leaning(styles.places[rows], counts, np.zeros(1))
        guessed.append(float(leaning[0]))
        assert sure[0, 0] > 1  # more is known than before
    correlation = np.corrcoef(guessed, leanings)[0, 1]
    assert abs(correlation) > 0.95
    slopes = tendencies.loadings[: len(SEQUENCES), :, 1] * np.sign(correlation)
    for place in range(5):
        for action in np.flatnonzero(SLOPES[place]):
            if action != FOLD or faces_bet(SEQUENCES[place]):
                assert slopes[place, action] / SLOPES[place, action] > 0.6
    assert abs(slopes[5]).max() < 0.25


def test_most_likely_tendencies_are_a_maximum(
    found: tuple[Tendencies, Styles, list[float]],
) -> None:
    tendencies = found[0]
    rows, counts = np.array([0, 2]), np.array([[0.0, 1, 8, 0], [1, 2, 3, 0]])
    best, _ = tendencies.leaning(rows, counts, np.zeros(1))

    def likely(leaning: float) -> float:
        chances = tendencies.chances(rows, np.array([leaning]))
        shares = worth(counts.sum(axis=1))[:, None]
        return float((shares * counts * np.log(chances)).sum()) - leaning**2 / 2

    grid = np.linspace(-4, 4, 801)
    assert grid[np.argmax([likely(one) for one in grid])] == pytest.approx(float(best[0]), abs=0.02)


def test_what_was_not_mined_is_as_its_kind(found: tuple[Tendencies, Styles, list[float]]) -> None:
    tendencies = found[0]
    kind = tendencies.place("1003")  # on the flop, after one raise, as 1002 is
    assert kind == tendencies.kinds[1, 1, 1]
    assert tendencies.place("3003") == tendencies.kinds[1, 1]  # so it was on other streets
    assert tendencies.place("300222") == tendencies.kinds[1,]
    assert tendencies.place("000") == 0
    only = gather(Abstraction(), {1: (1, {"000": [1, 1, 1, 0]})})
    assert fit(only, dimensions=1).place("100") is None
    assert not tendencies.chances(np.array([3]), np.zeros(1))[0, FOLD]


def test_a_file_goes_with_its_styles(
    tmp_path: Path, found: tuple[Tendencies, Styles, list[float]]
) -> None:
    tendencies, styles, _ = found
    path = tmp_path / "tendencies.npz"
    save(tendencies, styles, path)
    assert read(path, styles).loadings == pytest.approx(tendencies.loadings, rel=1e-6, abs=1e-6)
    with pytest.raises(VillainError, match="other styles"):
        read(path, shipped_styles())
    path.write_bytes(b"text")
    with pytest.raises(VillainError, match="no file of tendencies"):
        read(path, styles)
    with pytest.raises(VillainError, match="nobody is mined"):
        fit(gather(Abstraction(), {}))


def test_the_shipped_file_is_that_of_the_shipped_styles() -> None:
    styles = shipped_styles()
    tendencies = tendencies_of(styles)
    assert FILE.stat().st_size < 200_000
    # At no tendency at all common sequences are played about as by all together.
    chances = tendencies.chances(slice(0, len(styles.sequences)), np.zeros(tendencies.dimensions))
    common = styles.pool.sum(axis=1) > 10_000
    assert abs(chances - styles.averages)[common].max() < 0.12
    # Whoever raises much on the button does so because of something that he has elsewhere too.
    slopes = tendencies.loadings[:, 2, 1:]
    here, there = slopes[styles.index["000"]], slopes[styles.index["1101"]]
    assert here @ there > 0
