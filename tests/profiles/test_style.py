"""The words fit the players, and the probabilities fit what was seen."""

import numpy as np
import pytest

from villain.profiles.population import Prior
from villain.profiles.style import NICKNAMES, PlayingStyle, StylePriors, read_style

OTHERS = StylePriors(vpip=Prior(6, 18), aggression=Prior(20, 30))


@pytest.mark.parametrize(
    ("vpip", "aggression", "words"),
    [
        ((160, 1000), (300, 500), "tight-aggressive (TAG, a regular)"),
        ((330, 1000), (230, 500), "loose-aggressive (LAG)"),
        ((600, 1000), (350, 500), "loose-aggressive (LAG, a maniac)"),
        ((210, 1000), (170, 500), "tight-passive (a rock)"),
        ((80, 1000), (100, 500), "tight-passive (a nit)"),
        ((600, 1000), (100, 500), "loose-passive (a calling station)"),
        ((320, 1000), (170, 500), "loose-passive (a caller)"),
        ((60, 200), (15, 50), "probably loose-passive (a caller)"),
        ((4, 8), (3, 5), "not clear yet, perhaps loose-aggressive"),
        ((0, 0), (0, 0), "not clear yet"),
    ],
)
def test_words(vpip: tuple[int, int], aggression: tuple[int, int], words: str) -> None:
    assert str(read_style(OTHERS, vpip, aggression)) == words


def test_whom_nobody_has_seen_is_each_of_the_four_alike() -> None:
    unseen = read_style(OTHERS, (0, 0), (0, 0))
    assert list(unseen.probabilities) == list(NICKNAMES)
    assert list(unseen.probabilities.values()) == pytest.approx([0.25] * 4)


def test_probabilities_multiply_and_add_up_to_one() -> None:
    style = PlayingStyle(loose=0.9, aggressive=0.2)
    assert style.name == "loose-passive"
    assert style.probabilities["loose-passive"] == pytest.approx(0.72)
    assert sum(style.probabilities.values()) == pytest.approx(1)


def test_loose_is_relative_to_the_population() -> None:
    heads_up = StylePriors(vpip=Prior(60, 30), aggression=OTHERS.aggression)
    seen = (400, 1000)
    assert read_style(OTHERS, seen, (0, 0)).loose > 0.99
    assert read_style(heads_up, seen, (0, 0)).loose < 0.01


def test_the_most_probable_style_is_right_as_often_as_it_says() -> None:
    rng = np.random.default_rng(6)
    said = right = 0.0
    middle = [prior.quantile(0.5) for prior in OTHERS]
    for _ in range(1_000):
        vpip, force = (float(rng.beta(prior.alpha, prior.beta)) for prior in OTHERS)
        hands = int(rng.integers(1, 300))
        style = read_style(
            OTHERS,
            (int(rng.binomial(hands, vpip)), hands),
            (int(rng.binomial(hands // 2, force)), hands // 2),
        )
        truth = (
            f"{'loose' if vpip > middle[0] else 'tight'}-"
            f"{'aggressive' if force > middle[1] else 'passive'}"
        )
        said += style.probabilities[style.name]
        right += truth == style.name
    assert right / 1_000 == pytest.approx(said / 1_000, abs=0.04)
