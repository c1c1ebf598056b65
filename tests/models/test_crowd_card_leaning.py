"""Hands that a player shows teach what he does with good and bad hands."""

import pickle

import numpy as np
import pytest

from tests.game.table import play, start
from villain.cards.combo import Combo
from villain.cards.range import possible
from villain.game import CALL, Action, Hand, Observation, no_limit_holdem, raise_to, shuffle
from villain.game.situation import Decision, decisions
from villain.kernels.arrays import FloatArray
from villain.models.crowd.card_leaning import (
    ACTIONS,
    CARD_PACE,
    GROUPS,
    STRENGTH_HATS,
    STRENGTHS,
    CardLeaning,
    group_of,
    leaned,
    leanings_with,
)
from villain.models.crowd.card_sharpness import FACTORS
from villain.models.crowd.compiled import compile_read
from villain.models.crowd.kinds import kind_of
from villain.models.crowd.model import CrowdModel
from villain.models.crowd.reader import CrowdReader, KnownSituation
from villain.models.crowd.shown_hands import lesson_of
from villain.models.crowd.strengths import hand_codes, strength_codes, strength_path

Noted = list[tuple[Decision, KnownSituation]]


def anns_hand() -> tuple[CrowdReader, Noted]:
    """Ann calls a raise, checks and calls the flop, and raises on the turn."""
    hand = play(start(no_limit_holdem(2), "AhKd 8c8d", "As 7h 2c 9d Kc"), "r6 c c r6 c c r12 r40 f")
    reader, sharpness = CrowdReader(), np.array(FACTORS) == 1.0
    noted = []
    for decision in decisions(hand.observation(1)):
        if decision.seat == 0:
            [read] = reader.reads("Ann", [decision.situation])
            read = read._replace(sharpness=sharpness.astype(np.float64), share=0.0)
            noted.append((decision, read))
            reader.learn(decision._replace(name="Ann"))
    return reader, noted


def slow_chance(reader: CrowdReader, noted: Noted, leaning: FloatArray, held: int) -> float:
    """The logarithm of the chance that a range gives to a hand, one combo after the other."""
    weights = np.ones(1326)
    for decision, note in noted:
        situation = decision.situation
        read = note._replace(cards=leaning[group_of(situation)])
        policy = reader.policy_at(read, situation, hand_codes(situation.board))
        weights *= np.where(possible(situation.board), policy[:, kind_of(decision)], 0.0)
    return float(np.log(weights[held] / weights.sum()))


def test_a_lesson_leads_uphill_as_steeply_as_it_says() -> None:
    reader, noted = anns_hand()
    board = noted[-1][0].situation.board
    held = int(Combo.parse("9h9s"))
    lesson = lesson_of(reader, noted, held, possible(board), doubt=0.0)
    assert lesson.evidence[FACTORS.index(1.0)] == pytest.approx(
        slow_chance(reader, noted, np.zeros((GROUPS, ACTIONS, STRENGTHS)), held)
    )
    rng, little = np.random.default_rng(1), 1e-5
    for _ in range(4):
        way = rng.normal(size=lesson.steps.shape)
        here, there = (
            slow_chance(reader, noted, sign * little * way, held) for sign in (-1.0, 1.0)
        )
        assert (there - here) / (2 * little) == pytest.approx(
            float((way * lesson.steps).sum()), rel=1e-3, abs=1e-4
        )


def test_strengths_are_interpolated() -> None:
    assert STRENGTH_HATS[:255].sum(axis=1) == pytest.approx(np.ones(255))
    assert STRENGTH_HATS[254, -1] == STRENGTH_HATS[0, 0] == 1.0


def test_a_leaning_changes_what_he_does_with_such_hands_only() -> None:
    leaning, held = np.zeros((ACTIONS, STRENGTHS)), hand_codes()
    leaning[2, -1] = 1.0  # with the best he raises more
    kinds = np.full((len(held), 7), 1 / 7)
    after = leaned(kinds, leanings_with(leaning, held))
    weak = held[:, 0] < 200
    assert after[weak] == pytest.approx(kinds[weak])
    assert (after[held[:, 0] > 210, 2:].sum(axis=1) > 5 / 7).all()
    assert after.sum(axis=1) == pytest.approx(np.ones(len(held)))


def bets_the_worst(seen: Observation) -> Action:
    """Bet the worst half of all hands on each street but the first, and check or call the rest."""
    legal = seen.legal
    assert legal is not None
    strength = strength_path(Combo.of(*seen.hole), seen.board)[-1, 0] / 255
    if seen.board and strength < 0.5 and legal.can_raise and not legal.call:
        return raise_to(min(max(seen.pot // 2, legal.least), legal.most))
    return CALL


def watched(hands: int) -> CrowdModel:
    """A model that has seen Ann bet her worst hands, and has called her."""
    model, rules, rng = CrowdModel(), no_limit_holdem(2), np.random.default_rng(3)
    for _ in range(hands):
        hand = Hand(rules, shuffle(rules, rng), ("Ann", "me"))
        while hand.seat is not None:
            hand.act(CALL if hand.seat else bets_the_worst(hand.observation(0)))
        model.observe(hand.observation(1))
    return model


def strength_of_bet(model: CrowdModel) -> float:
    """The mean strength of what Ann may hold after a bet on the flop."""
    hand = start(no_limit_holdem(2), "AhKd 8c8d", "As 7h 2c 9d Kc")
    seen = play(hand, "c c r2").observation(1)
    seen = seen._replace(names=("Ann", "me"))
    model.observe(seen)
    codes = strength_codes(seen.board)[:, 0].astype(np.float64)
    return float(model.range(seen, 0).weights @ codes)


def test_who_bets_his_worst_hands_is_found_out() -> None:
    model = watched(60)
    assert strength_of_bet(model.clone()) < strength_of_bet(CrowdModel()) - 15
    kept = pickle.loads(pickle.dumps(model))
    assert strength_of_bet(kept) == pytest.approx(strength_of_bet(model.clone()))
    # And a compiled read knows it too.
    seen = play(start(no_limit_holdem(2), "AhKd 8c8d"), "c c").observation(1)
    now = decisions(seen)[-1].situation
    reads = [compile_read(one, "Ann", now.state(), 0) for one in (CrowdReader(), model.reader)]
    best, worst = ([read.by_strength[:, step, 2].sum() for read in reads] for step in (-1, 2))
    assert worst[1] / worst[0] > best[1] / best[0]


def test_copies_learn_on_their_own() -> None:
    leaning = CardLeaning()
    twin = leaning.copy()
    leaning.step(np.ones((GROUPS, ACTIONS, STRENGTHS)))
    [(decision, _), *_] = anns_hand()[1]
    assert (leaning.at(decision.situation) == CARD_PACE).all()
    assert not twin.at(decision.situation).any()
