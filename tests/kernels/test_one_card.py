"""The kernel's one-card poker is the engine's."""

from itertools import permutations

import numpy as np
import pytest

from villain.game import CALL, FOLD, Deal, Hand, one_card, raise_to
from villain.kernels.one_card import play_freezeouts, play_one_card

DECK = one_card().deck


def play_on_engine(
    policy: np.ndarray, stacks: list[int], cards: list[int]
) -> tuple[list[int], list[list[list[int]]]]:
    """The same hand on the engine: stacks after it, and actions by player."""
    players = len(stacks)
    rules = one_card(players, free_folds=True).with_stacks(*stacks)
    hand = Hand(rules, Deal(tuple((DECK[card],) for card in cards), ()))
    counts = [[[0, 0, 0], [0, 0, 0]] for _ in stacks]
    while hand.seat is not None:
        assert hand.legal is not None
        pays = int(hand.legal.call > 0)
        chosen = policy[hand.seat, players, hand.folded.count(False), pays, cards[hand.seat]]
        if chosen == 2 and not hand.legal.can_raise:
            chosen = 1
        counts[hand.seat][pays][chosen] += 1
        hand.act([FOLD, CALL, raise_to(hand.legal.least)][chosen])
    return hand.stacks, counts


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_random_policies_play_as_on_the_engine(players: int) -> None:
    rng = np.random.default_rng(players)
    for _ in range(150):
        shape = (players, players + 1, players + 1, 2, 10)
        policy = rng.choice(3, size=shape, p=[0.2, 0.3, 0.5]).astype(np.int8)
        stacks = rng.integers(1, 9, players)
        cards = rng.permutation(10)[:players]
        expected, actions = play_on_engine(policy, stacks.tolist(), cards.tolist())
        counts = np.zeros((players, 2, 3), np.int64)
        after = stacks.copy()
        play_one_card(policy, np.arange(players), cards, after, counts)
        assert after.tolist() == expected
        assert counts.tolist() == actions


def test_freezeouts_are_won_as_often_as_a_markov_chain_says() -> None:
    rng = np.random.default_rng(3)
    policy = rng.choice(3, size=(2, 3, 3, 2, 10), p=[0.1, 0.5, 0.4]).astype(np.int8)
    total, states = 6, [(chips, first) for chips in range(1, 6) for first in (0, 1)]
    system, wins = np.eye(len(states)), np.zeros(len(states))
    for row, (chips, first) in enumerate(states):
        stacks = [chips, total - chips]
        order = [first, 1 - first]
        for cards in permutations(range(10), 2):
            after, _ = play_on_engine(policy[order], [stacks[i] for i in order], list(cards))
            left = after[order.index(0)]
            if left == total:
                wins[row] += 1 / 90
            elif left:
                system[row, states.index((left, 1 - first))] -= 1 / 90
    chance = np.linalg.solve(system, wins)[states.index((2, 0))]
    trials = 40_000
    found, _, _ = play_freezeouts(policy, np.array([2, 4]), 0, 0, trials, np.uint64(5))
    assert found.sum() == trials
    assert abs(found[0] / trials - chance) < 4 * np.sqrt(chance * (1 - chance) / trials)
