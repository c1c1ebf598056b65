"""Clones of players: their company, their hands, and the report."""

from dataclasses import replace

import numpy as np
import pytest

from tests.hands.scripted_players import MANIAC, REGULARS, ROCK, STATION, play
from villain.agents.agent import Agent
from villain.agents.person import Person
from villain.evaluation.realism.clone_losses import Losses
from villain.evaluation.realism.clone_report import clone_gains, inside_shortfall
from villain.evaluation.realism.clones import CloneResult, _play, _play_while_in, count_of
from villain.evaluation.realism.company import Companion, company_of
from villain.evaluation.realism.rehearsing import Rehearser
from villain.game.actions import CALL, FOLD, Action
from villain.game.deal import shuffle
from villain.game.hand import Hand
from villain.game.observation import Observation
from villain.game.presets import no_limit_holdem
from villain.game.situation import Situation
from villain.kernels.arrays import CountArray, FloatArray

RULES = no_limit_holdem(3)


def test_company_plays_as_the_owners_of_the_chairs_did() -> None:
    before = [one.replay() for one in play([MANIAC, ROCK, STATION], 60, 3, 5)]
    company = company_of(["Maniac", "Rock", "New", "Rock"], before, np.random.default_rng(1))
    assert list(company) == ["Maniac", "Rock", "New"]
    hand = Hand(RULES, shuffle(RULES, np.random.default_rng(1)))
    seen = hand.observation(0)
    raises = {}
    for name, one in company.items():
        assert isinstance(one, Companion)
        raises[name] = one.kinds(seen)[:, 2:].sum(axis=1).mean()
    assert raises["Maniac"] > raises["Rock"] + 0.3
    assert company["New"]._name in ("Maniac", "Rock", "Station")  # type: ignore[attr-defined]


def test_where_nobody_was_seen_often_there_are_persons() -> None:
    before = [one.replay() for one in play([MANIAC, ROCK, STATION], 2, 3, 5)]
    company = company_of(["Maniac"], before, np.random.default_rng(1))
    assert type(company["Maniac"]) is Person


class _Caller(Agent):
    """Calls, and counts how often it was asked."""

    asked = 0

    def act(self, seen: Observation) -> Action:  # noqa: ARG002
        self.asked += 1
        return CALL


class _Folder(Agent):
    def act(self, seen: Observation) -> Action:  # noqa: ARG002
        return FOLD


def test_nobody_is_asked_once_the_clone_is_out() -> None:
    rng = np.random.default_rng(1)
    small, big = _Caller(), _Caller()
    hand = _play_while_in(Hand(RULES, shuffle(RULES, rng)), [small, big, _Folder()], 2)
    assert hand.seat is None
    assert (small.asked, big.asked) == (0, 0)  # he acts first
    hand = _play_while_in(Hand(RULES, shuffle(RULES, rng)), [small, big, _Caller()], 2)
    assert small.asked == big.asked == 4  # on every street


def test_each_hand_is_played_with_other_cards() -> None:
    before = [one.replay() for one in play([MANIAC, ROCK, STATION], 60, 3, 5)]
    played = _play(_Caller(), "Rock", before[:2], before, (1,), 3)
    assert [hand.names for hand in played] == [before[0].names] * 3 + [before[1].names] * 3
    assert all(hand.rules == real.rules for hand, real in zip(played[::3], before, strict=False))
    assert len({hand.observation(0).hole for hand in played}) == 6


def test_who_plays_a_hand_again_does_as_he_would_have(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def policy(self: Person, situation: Situation) -> FloatArray:
        asked.append(situation)
        return work_out(self, situation)

    work_out = Person._policy
    monkeypatch.setattr(Person, "_policy", policy)
    plain, rehearser = Person(3), Rehearser(3)
    for seed in (1, 1, 2, 2):  # the situation is always the same
        hand = Hand(RULES, shuffle(RULES, np.random.default_rng(seed)))
        assert hand.seat is not None
        seen = hand.observation(hand.seat)
        assert plain.act(seen) == rehearser.act(seen)
    assert len(asked) == 4 + 1


def test_repeats_add_no_statistic() -> None:
    counts = _counts("Regular 1")
    once = CloneResult("a", 200, counts, counts, counts, counts[None], Losses(), Losses())
    often = replace(once, clone=3 * counts, repeats=3)
    assert [line.statistic for line in often.lines()] == [line.statistic for line in once.lines()]
    assert replace(often, second=counts // 10, first=counts // 10).lines() != often.lines()
    less = replace(often, clone=2 * counts)
    assert len(less.lines()) < len(once.lines())


def _counts(name: str) -> CountArray:
    hands = [one.replay() for one in play(REGULARS[:4], 200, 4, 9)]
    return count_of(name, [hand for hand in hands if name in hand.names])


def test_the_shortfall_is_drawn_over_players() -> None:
    counts = _counts("Regular 1")
    wrong = counts.copy()
    wrong[0] = 0  # nothing of VPIP
    same = CloneResult("a", 200, counts, counts, counts, counts[None], Losses(), Losses())
    other = CloneResult("b", 200, counts, counts, wrong, wrong[None], Losses(), Losses())
    lines = len(same.lines())
    shortfall = inside_shortfall([same, other], seed=1)
    assert shortfall.mean == pytest.approx(1 / (2 * lines))
    assert (shortfall.low, shortfall.high) == pytest.approx((0, 1 / lines))
    assert np.isnan(inside_shortfall([other], seed=1).low)
    # What is drawn from the wrong one's hands is as wrong as he is.
    assert inside_shortfall([same, other], seed=1, drawn=True).mean == 0


def test_folds_apart_have_a_row_of_their_own() -> None:
    counts = _counts("Regular 1")
    he, nobody = Losses(1.0, 4, 2.0, 4, unfolded=0.4), Losses(0.8, 4, 3.0, 4, unfolded=0.6)
    result = CloneResult("a", 200, counts, counts, counts, counts[None], he, nobody)
    gains = {one.cards: one for one in clone_gains([result, result], seed=1)}
    assert gains["known"].gain == pytest.approx(-0.05)
    assert gains["known, folds apart"].gain == pytest.approx(0.05)
    assert gains["all"].gain == pytest.approx(0.1)
