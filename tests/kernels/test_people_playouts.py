"""Trials by tables of policies, against the game itself played by the same tables."""

from dataclasses import replace

import numpy as np
import pytest

from villain.cards.combo import Combo
from villain.checks.dealing import random_action
from villain.game import CALL, FOLD, Action, Hand, limit_holdem, no_limit_holdem, raise_to, shuffle
from villain.game.deal import Deal
from villain.game.rules import Betting, Rules
from villain.game.situation import Situation, situation_of
from villain.kernels.arrays import FloatArray
from villain.kernels.people_cells import cell_at
from villain.kernels.people_playouts import COMMITTED, BoardPool
from villain.models.crowd import grid
from villain.strategy.people_trials import (
    OwnCards,
    SeatPolicy,
    people_trials,
    setup_of,
    showdown_share,
)

SIZES = (0.33, 0.62, 1.0, 1.5, 3.0)
STEPS = 20


def random_rules(rng: np.random.Generator) -> Rules:
    players = int(rng.integers(2, 10))
    if rng.random() < 0.4:
        return limit_holdem(players)
    stacks = tuple(rng.integers(300, 12_000, players).tolist())
    ante = int(rng.choice([0, 0, 15]))
    return replace(no_limit_holdem(players, big_blind=100, ante=ante), stacks=stacks)


def random_state(rules: Rules, deal: Deal, rng: np.random.Generator) -> Hand | None:
    """A hand after a few random actions, in which somebody must act."""
    hand = Hand(rules, deal)
    for _ in range(int(rng.integers(0, 12))):
        if hand.seat is None or hand.legal is None:
            return None
        action = random_action(hand.legal, rng)
        hand.act(CALL if action == FOLD and rng.random() < 0.6 else action)
    return hand if hand.seat is not None else None


def random_policy(rng: np.random.Generator) -> SeatPolicy:
    """In each cell and with each strength one thing, always."""
    kinds = np.eye(7)[rng.choice(7, (grid.CELLS, STEPS), p=[0.1, 0.5, *[0.08] * 5])]
    return SeatPolicy(np.arange(grid.CELLS), kinds)


def pool_of(deal: Deal, rng: np.random.Generator) -> BoardPool:
    boards = np.array([deal.board], np.uint8)
    steps = rng.integers(0, STEPS, (1, 4, 1326)).astype(np.uint8)
    return BoardPool(boards, steps, np.arange(52, dtype=np.uint8)[None], np.arange(1326)[None])


def act_by_policy(hand: Hand, policy: SeatPolicy, pool: BoardPool, combo: int) -> Action:
    """What the table says, in the words of the game."""
    state, legal = hand.state, hand.legal
    assert state.seat is not None
    assert legal is not None
    situation = situation_of(state)
    cell = grid.number(grid.cell_of(situation))
    kind = int(policy.kinds[cell, pool.steps[0, situation.street, combo]].argmax())
    if kind == 0:
        return FOLD if situation.owed else CALL
    if kind == 1 or not legal.can_raise:
        return CALL
    return raise_to(
        legal.least if situation.limit else chips_of(situation, kind - 2, state.current)
    )


def chips_of(situation: Situation, size: int, current: int) -> int:
    wanted = current + int(SIZES[size] * (situation.bet_pot + situation.owed) + 0.5)
    to = max(situation.least, wanted)
    if to - situation.bets[situation.seat] >= COMMITTED * situation.stack:
        return situation.most
    return min(to, situation.most)


def one_hot(combo: int) -> FloatArray:
    weights = np.zeros(1326)
    weights[combo] = 1.0
    return weights


def test_cells_are_those_of_the_grid() -> None:
    rng, seen = np.random.default_rng(1), set()
    for _ in range(400):
        rules = random_rules(rng)
        deal = shuffle(rules, rng)
        hand = random_state(rules, deal, rng)
        if hand is None or hand.seat is None:
            continue
        state, seat = hand.state, hand.seat
        cards = OwnCards(int(Combo.of(*deal.holes[seat])), pool_of(deal, rng))
        setup = setup_of(state, seat, cards, {}, {}, SIZES)
        cell = cell_at(
            setup.table.seats,
            setup.table.street,
            setup.past,
            setup.numbers,
            rules.betting is Betting.LIMIT,
            setup.table.dead,
            seat,
        )
        expected = grid.number(grid.cell_of(situation_of(state)))
        assert cell == expected, (rules, state.line)
        seen.add(cell)
    assert len(seen) > 60


@pytest.mark.parametrize("seed", range(60))
def test_a_line_ends_as_the_game_does(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rules = random_rules(rng)
    deal = shuffle(rules, rng)
    hand = random_state(rules, deal, rng)
    if hand is None or hand.seat is None or hand.legal is None:
        return
    hero, pool = hand.seat, pool_of(deal, rng)
    combos = [int(Combo.of(*hole)) for hole in deal.holes]
    policies = {seat: random_policy(rng) for seat in range(rules.players)}
    moves = [0, hand.legal.least, hand.legal.most] if hand.legal.can_raise else [0]
    ranges = {seat: one_hot(combos[seat]) for seat in range(rules.players) if seat != hero}
    trials = people_trials(
        hand.state, hero, OwnCards(combos[hero], pool), ranges, policies, SIZES, moves, seed
    )
    [values] = trials(0, 1)
    for move, value in zip(moves, values, strict=True):
        line = Hand(rules, deal, state=None)
        for action in hand.state.line:
            line.act(Action(action.kind, action.to if action.kind == "raise" else 0))
        before = line.committed[hero]
        line.act(raise_to(move) if move else CALL)
        while line.seat is not None:
            seat = line.seat
            line.act(act_by_policy(line, policies[seat], pool, combos[seat]))
        assert line.payoffs is not None
        # Odd chips of shared pots are whole there.
        assert abs(line.payoffs[hero] + before - value) < rules.players


def test_the_same_trials_in_any_batches() -> None:
    rng, rules = np.random.default_rng(3), no_limit_holdem(4)
    deal = shuffle(rules, rng)
    hand = Hand(rules, deal)
    assert hand.seat is not None
    hero = hand.seat
    ranges = {seat: np.ones(1326) for seat in range(4) if seat != hero}
    policies = {seat: random_policy(rng) for seat in range(4)}
    own = OwnCards(int(Combo.of(*deal.holes[hero])), pool_of(deal, rng))
    trials = people_trials(hand.state, hero, own, ranges, policies, SIZES, [0, 6, 40], 7)
    together = trials(0, 40)
    assert np.array_equal(together, np.concatenate([trials(0, 15), trials(15, 25)]))
    assert len(set(together[:, 2])) > 1


def test_a_share_at_the_showdown_is_the_equity() -> None:
    rules = no_limit_holdem(3)
    deal = shuffle(rules, np.random.default_rng(5))
    hand = Hand(rules, deal)
    boards = np.array([np.random.default_rng(n).permutation(52)[:5] for n in range(300)], np.uint8)
    pool = BoardPool(
        boards,
        np.zeros((300, 4, 1326), np.uint8),
        np.arange(52, dtype=np.uint8)[None],
        np.arange(1326)[None],
    )
    own = OwnCards(int(Combo.parse("AhAd")), pool)
    share = showdown_share(hand.state, 2, own, {0: one_hot(int(Combo.parse("KhKd")))}, 2000, 1)
    assert share == pytest.approx(0.81, abs=0.06)
