"""Scores of how ranges are read, on hands of which the right score is known."""

import math
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from training.cards.gathering import gather
from training.cards.train import train
from villain.cards import Range, parse_cards
from villain.cards.range import possible
from villain.errors import VillainError
from villain.evaluation.known_hands import hands_of, held_back
from villain.evaluation.range_report import THEIRS, compare_readers, who
from villain.evaluation.ranges import (
    Reading,
    by_actions,
    by_street,
    gain_of,
    judge,
    read_hands,
)
from villain.game import Observation, no_limit_holdem
from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.events import Won
from villain.hands.hand_history import HandHistory
from villain.kernels.arrays import FloatArray
from villain.models.model import OpponentModel
from villain.strategy.action_distribution import ActionDistribution

DATA = Path(os.environ.get("VILLAIN_DATA", "../shared/data"))
LOG = DATA / "deepstack" / "deepstack-heads-up.log.xz"
RULES = no_limit_holdem(2, big_blind=100, stack=20000)


def hand(*actions: Action, holes: str = "2c2d AsKh", names: str = "Ann Ben") -> HandHistory:
    first, second = (parse_cards(cards) for cards in holes.split())
    one, other = names.split()
    return HandHistory(RULES, (one, other), actions, (first, second))


class Uniform(OpponentModel):
    """Knows nothing."""

    def __init__(self) -> None:
        self.hands = 0

    def observe(self, seen: Observation) -> None:
        self.hands += isinstance(seen.events[-1], Won)

    def predict(self, *_: object, **__: object) -> ActionDistribution:
        return ActionDistribution(0, 1, 0)

    def range(self, seen: Observation, seat: int) -> Range:
        assert seat != seen.seat
        return Range(among(np.ones(1326), seen))


class Knowing(Uniform):
    """Knows a player who raises with aces and nothing else."""

    def range(self, seen: Observation, seat: int) -> Range:
        assert seat != seen.seat
        return Range(among(Range("AA").weights, seen))


def among(weights: FloatArray, seen: Observation) -> FloatArray:
    left: FloatArray = weights * possible((*seen.hole, *seen.board))
    return np.asarray(left / left.sum())


OPENS = (raise_to(300), FOLD)


def test_who_knows_nothing_gains_nothing() -> None:
    hands = [hand(*OPENS), hand(CALL, raise_to(300), FOLD)]
    found = [one for readings in read_hands(Uniform, hands) for one in readings]
    assert len(found) == 5
    assert [reading.gain for reading in found] == pytest.approx([0.0] * 5, abs=1e-12)
    assert [reading.place for reading in found] == [0.5] * 5


def test_who_knows_that_it_is_aces_gains_what_they_are_rare() -> None:
    """The big blind holds no ace: 1,225 combos are left to his opponent, six of them aces."""
    [readings] = read_hands(Knowing, [hand(*OPENS, holes="2c2d AsAh")], lambda name: name == "Ben")
    [reading] = readings
    assert (reading.player, reading.observer, reading.street, reading.action) == (
        "Ben",
        "Ann",
        0,
        1,
    )
    assert reading.gain == pytest.approx(math.log(1225 / 6))
    assert reading.place > 0.99


def test_a_truth_held_for_impossible_is_fined_but_not_for_ever() -> None:
    [[reading]] = read_hands(Knowing, [hand(*OPENS)], lambda name: name == "Ben")
    assert reading.gain == pytest.approx(math.log(1e-12 * 1225))


def test_each_observer_has_a_model_of_his_own_that_sees_the_end_of_hands() -> None:
    made: list[Uniform] = []

    def make() -> Uniform:
        made.append(Uniform())
        return made[-1]

    list(read_hands(make, [hand(*OPENS)] * 3))
    assert [model.hands for model in made] == [3, 3]


def test_where_cards_are_hidden_only_shown_ones_are_judged() -> None:
    shown = replace(
        hand(CALL, CALL, *[CALL] * 6),
        board=parse_cards("3h 4c Jh 7d 9s"),
        holes=((), parse_cards("AsKh")),
        shown=frozenset({1}),
    )
    [readings] = read_hands(Uniform, [shown])
    assert {reading.player for reading in readings} == {"Ben"}
    assert [reading.street for reading in readings] == [0, 1, 2, 3]
    assert [reading.gain for reading in readings] == pytest.approx([0.0] * 4, abs=1e-12)


def reading(number: int, gain: float, street: int = 0, kind: str = "call") -> Reading:
    return Reading(number, "Ben", "Ann", street, 1 + street, kind, gain, 0.5)


def test_intervals_are_those_of_whole_hands() -> None:
    rng = np.random.default_rng(1)
    gains = rng.normal(0.3, 1.0, 400)
    alone = gain_of(reading(number, gain) for number, gain in enumerate(gains))
    half = 1.96 / math.sqrt(400)
    assert alone.mean == pytest.approx(gains.mean())
    assert alone.high - alone.low == pytest.approx(2 * half, rel=0.15)
    # The same again in the same hand is no new evidence.
    twice = gain_of(reading(number, gain) for number, gain in enumerate(gains) for _ in range(2))
    assert twice[:3] == pytest.approx(alone[:3])
    assert twice.actions == 800
    assert gain_of([]).actions == 0


def test_gains_are_told_by_street_and_by_actions() -> None:
    found = [reading(0, 1.0), reading(1, 2.0, 3), reading(2, 4.0, 3, "fold")]
    assert {street: gain.mean for street, gain in by_street(found).items()} == {0: 1.0, 3: 3.0}
    assert by_street(found, folds=False)[3].mean == 2.0
    assert {count: gain.actions for count, gain in by_actions(found, 2).items()} == {1: 1, 2: 2}


def test_a_place_counts_equals_as_half() -> None:
    weights = np.zeros(1326)
    weights[[3, 4]] = 0.5
    could = np.zeros(1326, np.bool_)
    could[:5] = True
    gain, place = judge(weights, could, 3)
    assert gain == pytest.approx(math.log(2.5))
    assert place == 0.875


def test_players_are_split_by_their_names_alone() -> None:
    names = [f"player {number}" for number in range(2000)]
    assert 0.27 < sum(map(held_back, names)) / 2000 < 0.33
    assert [who("held-back")(name) != who("trained")(name) for name in names] == [True] * 2000
    assert not who("held-back")("DeepStack")
    assert not who("trained")("DeepStack")


def test_nothing_of_players_held_back_is_gathered() -> None:
    assert [held_back(name) for name in ("Ann", "Ben", "Cleo")] == [False, False, True]
    before, after = gather([hand(*OPENS), hand(*OPENS, names="Ann Cleo")], 0.5)
    assert (len(before.kinds), len(after.kinds)) == (2, 0)


def test_training_finds_a_player_who_raises_with_aces_and_folds_the_rest() -> None:
    names = "DeepStack Ann"
    raises = hand(*OPENS, holes="2c2d AsAh", names=names)
    folds = hand(FOLD, holes="2c2d 9s4h", names=names)
    before, _ = gather([raises, folds] * 150, 0.0)
    assert len(before.kinds) == 300
    network = train(before, (8,), networks=1, epochs=200)
    layers = [(layer.weights[0], layer.biases[0]) for layer in network]
    values = before.inputs[:2]
    for number, (weights, biases) in enumerate(layers):
        values = (np.maximum(values, 0) if number else values) @ weights + biases
    assert values[0].argmax() == before.kinds[0]
    assert values[1].argmax() == before.kinds[1] == 0


def test_a_report_names_theirs_only_for_that_log() -> None:
    ours = compare_readers(["specific", "cards"], [hand(*OPENS)] * 2)
    assert (ours.players, ours.theirs, ours.all_known) == ("all", {}, True)
    log = [hand(*OPENS, names="DeepStack Ann"), hand(*OPENS, names="DeepStack Cleo")]
    report = compare_readers(["cards"], log)
    assert (report.players, report.hands, report.theirs) == ("held-back", 1, THEIRS)
    with pytest.raises(VillainError, match="no hand has known cards"):
        compare_readers(["cards"], log, "Dan")


@pytest.mark.data
@pytest.mark.slow
@pytest.mark.skipif(not LOG.exists(), reason=f"no data at {DATA}; set VILLAIN_DATA")
def test_people_held_back_are_read_better_than_by_others() -> None:
    """Issue 7: on players nobody trained on, above 0.22, 0.22, 0.26 and 0.39 nats by street."""
    report = compare_readers(["cards"], hands_of([LOG]), "held-back")
    for street, gain in report.streets("cards").items():
        assert gain.low > THEIRS[street]
    assert report.streets("cards", folds=False)[3].low > THEIRS[3]
