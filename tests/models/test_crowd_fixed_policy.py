"""Who always does the same thing is counted, and everybody else is read as a person."""

import pickle

import numpy as np
import pytest

from tests.game.table import play, start
from tests.hands.random_hands import random_history
from villain.agents.registry import make_agent
from villain.game import Hand, limit_holdem, no_limit_holdem, shuffle
from villain.game.rules import Betting
from villain.game.situation import Decision, Situation, decisions
from villain.models.crowd.compiled import STEPS, compile_read
from villain.models.crowd.kinds import KINDS, legal_actions, legal_kinds
from villain.models.crowd.mixing import mixed_kinds
from villain.models.crowd.model import CrowdModel
from villain.models.crowd.reader import CrowdReader
from villain.models.crowd.strengths import hand_codes
from villain.models.fixed_policy import CALL, FIXED, FOLD, MORE, FixedPolicy
from villain.papers.poki.fields import WEAK
from villain.profiles.replaying import decisions_of, is_decision

BETTINGS = (Betting.LIMIT, Betting.NO_LIMIT)
SITUATIONS = [
    decision.situation
    for seed in range(40)
    for decision in decisions_of(
        random_history(seed, BETTINGS[seed % 2], players=2 + seed % 9).replay()
    )
    if is_decision(decision)
]
FACING = [situation for situation in SITUATIONS if situation.owed > 0 and situation.could_raise]
HELD = hand_codes()[::60]
USUAL_HANDS = (HELD[:, 0] > 12) & (HELD[:, 0] < 242)
"""Of the twentieth that is best and worst it may be thought that he does what he has not done."""


def does(situation: Situation, action: int) -> Decision:
    """A decision of Ann's."""
    chips = (0, situation.owed, 2 * situation.owed + 2)[action]
    return Decision(0, "Ann", situation, ("fold", "call", "raise")[action], chips, chips)


def always(action: int, situations: list[Situation]) -> CrowdReader:
    """A reader that has seen Ann do that wherever it is legal, and call elsewhere."""
    reader = CrowdReader()
    for situation in situations:
        legal = legal_actions([situation])[0, action]
        reader.learn(does(situation, action if legal else CALL))
    return reader


def test_what_is_counted_is_a_distribution_over_what_is_legal() -> None:
    him, rng = FixedPolicy(), np.random.default_rng(1)
    for situation in SITUATIONS:
        [chances] = him.chances([situation])
        legal = legal_actions([situation])[0]
        assert chances.sum() == pytest.approx(1)
        assert ((chances > 0) == legal).all()
        him.learn(situation, int(rng.choice(np.flatnonzero(legal))), expected=0.5)
    assert him.chances([]).shape == (0, 3)


def test_it_counts_folds_to_bets_and_raises_of_who_goes_on() -> None:
    him = FixedPolicy()
    situation, capped = FACING[0], FACING[0]._replace(could_raise=False)
    for action in (FOLD, CALL, MORE, MORE):
        him.learn(situation, action, expected=0.5)
    folds, raises = 1.2 / 4.4, 2.2 / 3.4
    assert him.chances([situation])[0] == pytest.approx(
        [folds, (1 - folds) * (1 - raises), (1 - folds) * raises]
    )
    # Who would raise but may not goes on nevertheless.
    assert him.chances([capped])[0] == pytest.approx([folds, 1 - folds, 0])
    free = situation._replace(owed=0)
    assert him.chances([free])[0] == pytest.approx([0, 0.5, 0.5])  # there nothing was counted


@pytest.mark.parametrize("action", [FOLD, CALL, MORE])
def test_who_does_one_thing_only_is_soon_seen_through(action: int) -> None:
    reader = always(action, SITUATIONS[:150])
    share, expected = reader.fixed_policy("Ann", FACING)
    assert share > 0.95
    assert (expected[:, action] > 0.95).all()
    assert (reader.chances("Ann", FACING)[:, action] > 0.9).all()
    for situation in SITUATIONS[:40]:
        policy = reader.policy("Ann", situation, HELD)
        assert policy.sum(axis=1) == pytest.approx(np.ones(len(HELD)))
        assert ((policy > 0) == legal_kinds([situation])).all()
        assert np.ptp(policy[USUAL_HANDS], axis=0).max() < 0.1  # whatever he holds


def test_of_a_field_of_programs_the_simplest_are_seen_through_within_eleven_hands() -> None:
    agents = [make_agent(name, seed=seed) for seed, name in enumerate(("loki:som", *WEAK))]
    names, rules, rng = (*map(str, range(10)),), limit_holdem(10), np.random.default_rng(5)
    model = CrowdModel()
    for number in range(11):
        order = np.roll(range(10), number).tolist()
        hand = Hand(rules, shuffle(rules, rng), tuple(names[place] for place in order))
        while hand.seat is not None:
            hand.act(agents[order[hand.seat]].act(hand.observation(hand.seat)))
        seen = hand.observation(order.index(0))
        model.observe(seen)
    fixed = {place for place in range(1, 10) if model.fixed_policy(seen, order.index(place)) > 0.5}
    assert fixed == {n for n, name in enumerate(WEAK, 1) if name in ("call", "random", "raise")}


def test_who_plays_as_the_network_expects_is_a_person() -> None:
    reader, rng = CrowdReader(), np.random.default_rng(2)
    for situation in SITUATIONS[:150]:
        [chances] = reader.by_network("Ann", [situation], reader.look("Ann", [situation]))
        reader.learn(does(situation, int(rng.choice(3, p=chances))))
    assert reader.fixed_policy("Ann", FACING)[0] < 0.6 * FIXED


def test_a_stranger_is_a_person_and_copies_learn_on_their_own() -> None:
    reader = CrowdReader()
    assert reader.fixed_policy("Ann", FACING)[0] == 0.0
    reader.learn(does(FACING[0], CALL))
    for situation in FACING[:8]:
        reader.learn(does(situation, CALL))
    before = reader.fixed_policy("Ann", FACING)[0]
    copy, kept = reader.clone(), pickle.loads(pickle.dumps(reader))
    assert copy.fixed_policy("Ann", FACING)[0] == kept.fixed_policy("Ann", FACING)[0] == before
    for situation in FACING[8:12]:
        copy.learn(does(situation, CALL))
    assert reader.fixed_policy("Ann", FACING)[0] == before < copy.fixed_policy("Ann", FACING)[0]
    reader.learn(does(FACING[8], CALL))
    assert before < reader.fixed_policy("Ann", FACING)[0] < copy.fixed_policy("Ann", FACING)[0]


def test_who_is_another_from_now_on_is_noticed_again() -> None:
    him = FixedPolicy()
    for _ in range(5_000):
        him.learn(FACING[0], CALL, expected=0.5)
    assert 0.999 < him.share < 1.0
    for place in range(40):
        him.learn(FACING[0], place % 3, expected=0.5)
    assert him.share < 0.01


def test_what_cannot_be_done_but_was_does_no_harm() -> None:
    him = FixedPolicy()
    him.learn(FACING[0]._replace(could_raise=False), MORE, expected=0.0)
    assert him.share == pytest.approx(FIXED)


def test_numbers_of_numpy_are_as_good_as_any() -> None:
    him, situation = FixedPolicy(), FACING[0]._replace(owed=np.int64(4))  # type: ignore[arg-type]
    him.learn(situation, CALL, expected=0.5)
    assert him.chances([situation])[0, CALL] > 0.5


def test_kinds_are_mixed_from_those_with_each_hand_to_those_without_cards() -> None:
    rng = np.random.default_rng(3)
    kinds, fixed = rng.dirichlet(np.ones(KINDS), (5, 20)), rng.dirichlet(np.ones(3), 5)
    assert mixed_kinds(kinds, 0.0, fixed) == pytest.approx(kinds)
    mixed = mixed_kinds(kinds, 1.0, fixed)
    assert np.ptp(mixed, axis=1).max() == pytest.approx(0)
    assert mixed[:, 0, :2] == pytest.approx(fixed[:, :2])
    assert mixed[:, 0, 2:].sum(axis=1) == pytest.approx(fixed[:, 2])
    kinds[..., 2:], fixed[:, 2] = 0.0, 0.0  # where nobody may raise
    assert not mixed_kinds(kinds, 0.5, fixed)[..., 2:].any()


def test_a_compiled_read_of_who_calls_everything_calls_with_anything() -> None:
    reader = always(CALL, SITUATIONS[:150])
    seen = play(start(no_limit_holdem(2), "AhKd 8c8d"), "r6 c").observation(0)
    now = decisions(seen)[-1].situation
    read = compile_read(reader, "Ann", now.state(), now.seat)
    facing = read.overall[:, FOLD] > 0
    assert facing.sum() > 10
    assert (read.overall[facing, CALL] > 0.9).all()
    assert read.by_strength.shape[1] == STEPS
    assert (read.by_strength[facing][..., CALL] > 0.85).all()
