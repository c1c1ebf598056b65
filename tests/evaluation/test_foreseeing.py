"""Foreseeing a new opponent: losses done by hand, and styles that are told apart."""

import json
from math import log
from pathlib import Path

import pytest

from villain.evaluation.foreseeing import (
    DOUBT,
    ESTIMATORS,
    draw,
    foresee,
    foresee_mined,
    foreseen_as_dict,
    hands_by_player,
    printed,
    without,
)
from villain.models.huang.styles import gather
from villain.profiles.mining.heads_up import FacedSequence
from villain.profiles.splitting import digest
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
    assert found.loss("tendencies") < found.loss("average")


def test_hands_are_sorted_by_those_who_acted() -> None:
    ann, bob = FacedSequence("Ann", "000", 2), FacedSequence("Bob", "0002", 0)
    found = hands_by_player([[ann, bob], [ann], [bob]], frozenset(["Bob", "Cleo"]))
    assert found == {"Bob": [[("0002", 0)], [("0002", 0)]], "Cleo": []}


def test_a_mined_player_is_judged_by_the_others_alone() -> None:
    names = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")
    people = {digest(name): (100, CALLER) for name in names}
    people[digest("Gus")] = (100, RAISER)
    styles = gather(Abstraction(), people)
    assert sorted(without(styles, {digest("Gus")}).players.tolist()) == sorted(
        digest(name) for name in names
    )
    hands = [[("000", 2)]] * 550
    found = foresee_mined(dict.fromkeys((*names, "Gus"), hands), styles)
    assert [one.seen for one in found] == [0, 20, 100, 500]
    assert found[0].decisions.tolist() == [50.0] * 7
    # Gus is not among those by whom he is judged: nobody raises.
    assert found[0].losses["average"].max() / 50 > -log(0.15)


def test_lines_numbers_and_a_picture(tmp_path: Path) -> None:
    hands = [[("000", 2)]] * 5 + [[("100", 2)]] * 5
    found = [foresee({"Ann": hands, "Bob": hands}, STYLES, seen, window=5) for seen in (0, 5)]
    told = foreseen_as_dict(found[1])
    assert json.loads(json.dumps(told))["decisions"] == 10
    ahead = {(one["estimator"], one["of"]): one["by"] for one in told["ahead"]}
    by, low, high = ahead["huang", "raw + 1"]
    assert low - 1e-9 <= by <= high + 1e-9
    assert by == pytest.approx(found[1].loss("raw + 1") - found[1].loss("huang"))
    assert printed(found[1]).splitlines()[1].startswith("     huang ahead of raw + 1 by 0.")
    draw(found, tmp_path / "losses.png")
    assert (tmp_path / "losses.png").read_bytes().startswith(b"\x89PNG")
