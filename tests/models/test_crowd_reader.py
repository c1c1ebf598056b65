"""What the crowd's reader says of players: its laws, and what it remembers of whom."""

import pickle
from collections.abc import Iterable
from copy import deepcopy

import numpy as np
import pytest

from tests.hands.random_hands import random_history
from villain.cards import parse_cards
from villain.game.rules import Betting
from villain.game.situation import NOTHING, Decision, Situation
from villain.kernels.arrays import FloatArray
from villain.models.crowd.kinds import KIND_BOUNDS, KINDS, LIMIT_KIND, kind_of
from villain.models.crowd.network import crowd_network
from villain.models.crowd.predictor import CrowdPredictor
from villain.models.crowd.reader import SHARPNESS, CrowdReader
from villain.models.crowd.situations import SIZES
from villain.models.crowd.strengths import hand_codes
from villain.models.crowd.window import Windows
from villain.profiles.replaying import decisions_of

BETTINGS = (Betting.LIMIT, Betting.NO_LIMIT)
HANDS = [
    decisions_of(random_history(seed, BETTINGS[seed % 2], players=2 + seed % 9).replay())
    for seed in range(24)
]
DECISIONS = [decision for hand in HANDS for decision in hand]
SITUATIONS = [decision.situation for decision in DECISIONS]
HELD = hand_codes()[::60]


def taught(decisions: Iterable[Decision], name: str = "", players: int = 64) -> CrowdReader:
    """A reader after these decisions, of one name if one is given."""
    reader = CrowdReader(players=players)
    for decision in decisions:
        reader.learn(decision._replace(name=name) if name else decision)
    return reader


def says(reader: CrowdReader, name: str = "Ann", situations: int = 30) -> FloatArray:
    return reader.chances(name, SITUATIONS[:situations])


# The laws


def test_nothing_illegal_has_a_chance_and_everything_else_has_one() -> None:
    reader = CrowdReader()
    for decision in DECISIONS:
        [chances] = reader.chances(decision.name, [decision.situation])
        legal = [decision.situation.owed > 0, True, decision.situation.could_raise]
        assert chances.sum() == pytest.approx(1.0)
        assert ((chances > 0) == legal).all()
        reader.learn(decision)


def test_a_policy_is_a_distribution_for_each_hand() -> None:
    reader = taught(DECISIONS)
    for decision in DECISIONS[:60]:
        situation = decision.situation
        found = reader.policy(decision.name, situation, HELD)
        assert found.shape == (len(HELD), KINDS)
        assert found.sum(axis=1) == pytest.approx(np.ones(len(HELD)))
        raises = [
            situation.could_raise and (not situation.limit or kind == LIMIT_KIND)
            for kind in range(2, KINDS)
        ]
        assert ((found > 0) == [situation.owed > 0, True, *raises]).all()
        assert found[0, kind_of(decision)] > 0 or decision.kind == "fold"


def test_classes_of_raises_are_divided_by_their_bounds() -> None:
    situation = next(one for one in SITUATIONS if not one.limit and one.could_raise and one.owed)
    for kind, pots in enumerate((0.3, 0.6, 1.0, 1.6, 3.0), 2):
        chips = situation.owed + round(pots * (situation.pot + situation.owed))
        decision = Decision(0, "Ann", situation, "raise", chips, chips)
        assert sum(pots > bound for bound in KIND_BOUNDS) == kind - 2
        assert kind_of(decision) == kind


def test_sizes_are_a_distribution() -> None:
    found = taught(DECISIONS).sizes("Ann", SITUATIONS[0])
    assert found.shape == (SIZES,)
    assert found.sum() == pytest.approx(1.0)


def test_strangers_are_all_alike_and_much_the_same_whoever_is_known() -> None:
    fresh, knows_bob = CrowdReader(), taught(DECISIONS, "Bob")
    before = says(fresh, "Ann")
    assert (says(fresh, "Zoe") == before).all()
    assert (says(knows_bob, "Zoe") == says(knows_bob, "Ann")).all()
    assert 0 < np.abs(says(knows_bob, "Ann") - before).max() < 0.1
    assert says(fresh, "Ann", 0).shape == (0, 3)


def test_a_stranger_is_met_as_one_of_those_met_so_far() -> None:
    situation = next(one for one in SITUATIONS if one.could_raise and one.owed)
    reader, leanings = CrowdReader(), []
    for number in range(400):
        leanings.append(reader.reads("Ann", [situation])[0].leaning[2])
        name = f"player {number % 40}"
        reader.learn(Decision(0, name, situation, "raise", situation.owed * 2, situation.owed * 2))
    assert leanings[0] == 0 < leanings[40] < leanings[-1]
    copy = reader.clone()
    copy.learn(Decision(0, "Bob", situation, "fold", 0, 0))
    [mine], [its] = reader.reads("Ann", [situation]), copy.reads("Ann", [situation])
    assert (mine.leaning != its.leaning).all()


def test_asking_changes_nothing_and_saves_nothing() -> None:
    asked, silent = CrowdReader(), CrowdReader()
    for decision in DECISIONS[:80]:
        says(asked, decision.name, 5)
        asked.chances(decision.name, [decision.situation])
        for reader in (asked, silent):
            reader.learn(decision)
    for name in {decision.name for decision in DECISIONS}:
        assert says(asked, name) == pytest.approx(says(silent, name), abs=1e-6)


def test_he_gets_an_output_layer_of_his_own() -> None:
    situation = next(one for one in SITUATIONS if one.could_raise and one.owed)
    reader, known = CrowdReader(), crowd_network().actions(CrowdReader().look("Ann", [situation]))
    for _ in range(300):
        reader.learn(Decision(0, "Ann", situation, "raise", situation.owed * 2, situation.owed * 2))
    by_network = crowd_network().actions(reader.look("Ann", [situation]))
    leaning = reader._people["Ann"].leaning.scores(reader.look("Ann", [situation]))[0]
    assert by_network[0, 2] > known[0, 2]
    assert leaning[2] > 0 > leaning[0]


def test_scores_are_believed_less_if_players_do_what_was_held_for_unlikely() -> None:
    sharp, dull = CrowdReader(), CrowdReader()
    for decision in DECISIONS:
        known = dull.look("Ann", [decision.situation])
        chances = dull.by_network("Ann", [decision.situation], known)[0]
        likely, unlikely = chances.argmax(), np.where(chances > 0, chances, 2.0).argmin()
        for reader, action in ((sharp, likely), (dull, unlikely)):
            kind = ("fold", "call", "raise")[action]
            chips = decision.situation.owed * (1 + (kind == "raise"))
            reader.learn(Decision(0, "Ann", decision.situation, kind, chips, chips))
    assert dull.sharpness < SHARPNESS < sharp.sharpness


def test_copies_learn_on_their_own() -> None:
    reader = taught(DECISIONS[:60], "Ann")
    before = says(reader)
    copies = (deepcopy(reader), reader.clone(), pickle.loads(pickle.dumps(reader)))
    for copy in copies:
        assert says(copy) == pytest.approx(before, abs=1e-6)
        copy.learn(DECISIONS[60]._replace(name="Ann"))
    changed = says(copies[0])
    assert (changed != before).any()
    assert says(copies[1]) == pytest.approx(changed, abs=1e-6)
    assert says(reader) == pytest.approx(before, abs=1e-6)
    reader.learn(DECISIONS[60]._replace(name="Ann"))
    assert says(reader) == pytest.approx(changed, abs=1e-6)
    assert says(copies[0]) == pytest.approx(changed, abs=1e-6)
    assert all(copy.network is crowd_network() for copy in copies)


def test_a_pickle_has_players_and_no_weights() -> None:
    assert len(pickle.dumps(CrowdReader())) < 4000
    assert len(pickle.dumps(taught(DECISIONS[:10], "Ann"))) < 150_000


# Memory


def test_a_window_that_was_let_go_is_built_again() -> None:
    few, many = taught(DECISIONS[:150], players=1), taught(DECISIONS[:150])
    cards = parse_cards("Ah Kd")
    for name in {decision.name for decision in DECISIONS[:150]}:
        for reader in (few, many):
            reader.show(name, cards, few._people[name].board)
        assert says(few, name) == pytest.approx(says(many, name), abs=1e-4)
    assert len(few._windows) == 1
    again = few.clone()
    for decision in DECISIONS[150:170]:
        again.learn(decision)
    assert len(again._windows) == 1


def test_memory_of_a_player_is_bounded() -> None:
    reader = CrowdReader()
    window = reader.network.window
    some = [
        decision for decision in DECISIONS if decision.kind != "fold" or decision.situation.owed > 0
    ]
    for place in range(window + 40):
        reader.learn(some[place % len(some)]._replace(name="Ann"))
    person = reader._people["Ann"]
    assert len(person.rows) == window
    kept = reader._windows.of("Ann", person.window)
    assert len(kept) == window - 1
    before = says(reader)
    rebuilt = pickle.loads(pickle.dumps(reader))
    rebuilt._windows = Windows(1)
    after = says(rebuilt)
    assert np.abs(after - before).max() < 0.1  # what lies before the window is lost
    assert (
        rebuilt._people["Ann"].statistics.inputs([], []) == person.statistics.inputs([], [])
    ).all()


# What is taken in


def test_who_leaves_the_table_has_not_decided() -> None:
    reader, free = taught(DECISIONS[:20], "Ann"), free_choice()
    before = says(reader)
    reader.learn(free)
    assert (says(reader) == before).all()


def test_where_a_fold_is_free_he_faces_what_everybody_faces_there() -> None:
    reader, situation = taught(DECISIONS[:20], "Ann"), free_choice().situation
    usual, free = (situation._replace(could_fold=could) for could in (False, True))
    assert (reader.chances("Ann", [usual]) == reader.chances("Ann", [free])).all()
    predictor = CrowdPredictor()
    assert predictor.triple("Ann", free).fold == pytest.approx(0.018, abs=0.001)
    assert predictor.triple("Ann", usual).fold == 0.0


def test_shown_cards_count_once_and_only_on_the_board_of_the_hand() -> None:
    river = next(decision for decision in DECISIONS if len(decision.situation.board) == 5)
    board, dead = river.situation.board, set(river.situation.board)
    hole = [card for card in parse_cards("2c 7d 3h 8s 4c Js") if card not in dead][:2]
    reader = taught([*DECISIONS[:20], river], "Ann")
    before = says(reader)
    reader.show("Ann", hole, board[::-1])
    reader.show("Bob", hole, board)
    assert (says(reader) == before).all()
    reader.show("Ann", hole, board)
    after = says(reader)
    fresh = np.array([situation.last == NOTHING for situation in SITUATIONS[:30]])
    assert (after[fresh] != before[fresh]).any(axis=1).all()
    reader.show("Ann", hole, board)
    assert (says(reader) == after).all()


def test_who_always_raises_is_found_out() -> None:
    reader, situation = CrowdReader(), opening()
    before = reader.chances("Ann", [situation])[0, 2]
    for _ in range(60):
        chips = situation.owed + situation.bet
        reader.learn(Decision(0, "Ann", situation, "raise", chips, chips))
    assert reader.chances("Ann", [situation])[0, 2] > max(0.7, before)


def opening() -> Situation:
    """A first decision before the flop, with something to pay."""
    return next(
        one
        for one in SITUATIONS
        if one.limit and one.street == 0 and one.last == NOTHING and one.owed and one.could_raise
    )


def free_choice() -> Decision:
    situation = next(one for one in SITUATIONS if one.owed == 0)
    return Decision(0, "Ann", situation._replace(could_fold=True), "fold", 0, 0)
