"""Foreseeing a new opponent: losses done by hand, and styles that are told apart."""

from math import log

import pytest

from villain.histories.mining.foreseeing import DOUBT, ESTIMATORS, foresee, hands_by_player
from villain.histories.mining.heads_up import Situation
from villain.models.huang.styles import gather
from villain.strategy.huang.abstraction import Abstraction

CALLER = {"000": [0, 90, 10, 0], "100": [0, 9, 1, 0]}
RAISER = {"000": [0, 10, 90, 0], "100": [0, 1, 9, 0]}
STYLES = gather(Abstraction(), {1: (100, CALLER), 2: (100, RAISER)})


def test_losses_by_hand() -> None:
    hands = [[("000", 1)], [("000", 2)], [("100", 1)]]
    found = foresee({"Ann": hands}, STYLES, seen=0, window=3)
    assert found.decisions.tolist() == [3]
    # Nothing is seen: a quarter each for two actions, a third for the check; all think the same of
    # the first two, as the two styles are mirrored.
    assert found.loss("raw") == pytest.approx(-(2 * log(0.25) + log(1 / 3)) / 3)
    first, check = 0.5 * (1 - DOUBT) + DOUBT / 4, 0.5 * (1 - DOUBT) + DOUBT / 3
    assert found.loss("huang") == pytest.approx(-(2 * log(first) + log(check)) / 3, abs=1e-6)
    assert found.loss("average") == pytest.approx(found.loss("huang"), abs=1e-9)
    after = foresee({"Ann": hands}, STYLES, seen=1, window=1)
    assert after.loss("raw") == pytest.approx(-log(DOUBT / 4))  # he has only called so far
    assert after.loss("raw + 1") == pytest.approx(-log(0.2 * (1 - DOUBT) + DOUBT / 4))


def test_a_few_hands_tell_the_style_and_so_what_he_does_elsewhere() -> None:
    hands = [[("000", 2)]] * 5 + [[("100", 2)]] * 5
    found = foresee({"Ann": hands, "Bob": hands}, STYLES, seen=5, window=5)
    assert found.loss("huang") < 0.3 < found.loss("average") < found.loss("raw")
    low, high = found.interval("raw", "huang")
    assert 0 < low <= high
    assert set(found.losses) == set(ESTIMATORS)


def test_hands_are_sorted_by_those_who_acted() -> None:
    ann, bob = Situation("Ann", "000", 2), Situation("Bob", "0002", 0)
    found = hands_by_player([[ann, bob], [ann], [bob]], frozenset(["Bob", "Cleo"]))
    assert found == {"Bob": [[("0002", 0)], [("0002", 0)]], "Cleo": []}
