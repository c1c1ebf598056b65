"""Cheze at the table: beliefs and a heuristic, no trials."""

import pickle

import numpy as np
import pytest

from tests.game.oracles import random_action
from tests.game.table import play, start
from villain.agents import Agent, make_agent
from villain.agents.cheze import Cheze
from villain.cards import Range
from villain.errors import VillainError
from villain.game import FOLD, Action, Hand, limit_holdem, no_limit_holdem, shuffle
from villain.strategy.huang.heuristic import mixed_strategy, win_by_ranks
from villain.strength import equity

NAMES = ("me", "Ann", "Bob", "Cid", "Dan", "Eve")


def some_hands(agent: Agent, players: int, hands: int, *, saved: bool = False) -> list[Action]:
    """What it does in seat 0 among players who act at random, with uneven stacks and antes."""
    rng, taken = np.random.default_rng(players), []
    for number in range(hands):
        if saved and number % 20 == 19:
            agent = pickle.loads(pickle.dumps(agent))
        stacks = rng.integers(4, rng.choice([40, 900]), players).tolist()
        rules = no_limit_holdem(players, ante=int(rng.choice([0, 2]))).with_stacks(*stacks)
        hand = Hand(rules, shuffle(rules, rng), NAMES[:players])
        while hand.seat is not None:
            assert hand.legal is not None
            if hand.seat == 0:
                taken.append(agent.act(hand.observation(0)))
                assert taken[-1] != FOLD or hand.legal.call
                hand.act(taken[-1])  # raises if it is illegal
            else:
                hand.act(random_action(hand.legal, rng))
        agent.watch(hand.observation(0))
    return taken


@pytest.mark.parametrize("players", [2, 3, 6])
def test_actions_are_legal_the_same_with_a_seed_and_when_saved(players: int) -> None:
    plain = some_hands(make_agent("cheze", 1), players, 60)
    assert plain == some_hands(make_agent("cheze", 1), players, 60, saved=True)
    other = some_hands(make_agent("cheze", 2), players, 15)
    assert other != plain[: len(other)]


def test_the_best_hands_are_raised_and_the_worst_folded() -> None:
    hand = start(no_limit_holdem(3), "7c2d 8s3h AsAh")
    actions = [make_agent("cheze", seed).act(hand.observation(2)) for seed in range(20)]
    assert sum(action.kind == "raise" for action in actions) > 15
    play(hand, "r40")
    actions = [make_agent("cheze", seed).act(hand.observation(0)) for seed in range(20)]
    assert actions.count(FOLD) > 15


@pytest.mark.parametrize(
    ("actions", "board"),
    [("c", ""), ("c c", "Kc 8d 2h"), ("c c c c", "Kc 8d 2h 9s"), ("c c c c c c", "Kc 8d 2h 9s 3c")],
)
def test_the_chance_to_win_is_near_the_equity_against_the_belief(actions: str, board: str) -> None:
    agent = Cheze()
    for own in ("AhQd", "KhTd", "7c7d", "6s5s"):
        hand = play(start(no_limit_holdem(2), f"{own} AcAd", board), actions)
        seen = hand.observation(0)
        agent.model.observe(seen)
        weights = agent.model.range(seen, 1).weights
        exact = equity([own, Range(weights / weights.max())], seen.board).shares[0]
        assert agent.win(seen) == pytest.approx(exact, abs=0.01 if len(board) in (0, 14) else 0.1)


def test_each_opponent_has_to_be_beaten() -> None:
    two, three = (
        play(start(no_limit_holdem(count), "AhAd KcKd QcQd"[: 5 * count - 1]), "c " * (count - 1))
        for count in (2, 3)
    )
    wins = []
    for hand in (two, three):
        agent = Cheze()
        agent.model.observe(hand.observation(0))
        wins.append(agent.win(hand.observation(0)))
    assert 0.8 < wins[0] < 0.9
    assert wins[1] == pytest.approx(wins[0] ** 2, abs=0.05)


def test_strategies_take_more_risk_with_better_hands_and_are_whole() -> None:
    before = np.zeros(4)
    for win in np.linspace(0, 1, 41):
        found = mixed_strategy(float(win), 0.3, 3, can_raise=True)
        assert found.min() >= 0
        assert found.sum() == pytest.approx(1)
        risk = found[::-1].cumsum()
        assert (risk >= before - 1e-12).all()
        before = risk
    assert mixed_strategy(0.0, 0.0, 2, can_raise=True)[0] == 0.0  # nobody folds for nothing
    assert mixed_strategy(1.0, 0.3, 2, can_raise=False)[2:].tolist() == [0.0, 0.0]


def test_on_the_river_the_better_rank_wins() -> None:
    assert win_by_ranks(0.5, np.array([0.2, 0.5, 0.8]), 3).tolist() == [1.0, 0.5, 0.0]
    flop = win_by_ranks(0.5, np.array([0.2, 0.5, 0.8]), 1)
    assert flop[1] == 0.5
    assert flop[0] > 0.7
    assert flop[0] + flop[2] == pytest.approx(1)


@pytest.mark.parametrize(
    "spec", ["cheze:sizes=1", "cheze:sizes=1+2+3", "cheze:sizes=x", "cheze:model=tarot"]
)
def test_errors_are_one_line(spec: str) -> None:
    with pytest.raises(VillainError) as error:
        make_agent(spec)
    assert "\n" not in str(error.value)


def test_it_plays_no_limit_holdem() -> None:
    assert Cheze.plays(no_limit_holdem(6))
    assert not Cheze.plays(limit_holdem(3))
