"""A hand on lines that were played before is the very hand that it would be alone."""

import pickle
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.table import GAMES, play, ring, start
from villain.checks.dealing import random_action
from villain.game import (
    Action,
    Deal,
    Hand,
    IllegalActionError,
    Rules,
    limit_holdem,
    raise_to,
    shuffle,
)
from villain.game import known_lines as lines
from villain.game.best_five import rank_best_five
from villain.game.public_state import PublicState
from villain.kernels.evaluator import rank_hands

EVERYBODY_LEFT = "c c c c c c c c"


def same_rules(rules: Rules) -> Rules:
    """Rules of which nothing is known yet."""
    return replace(rules)


def moments(hand: Hand, actions: Iterator[Action]) -> Iterator[tuple[object, ...]]:
    """All that can be asked of a hand, at each moment of it."""
    while True:
        views = [hand.observation(seat) for seat in range(hand.rules.players)]
        facts = hand.seat, hand.legal, hand.street, hand.board, hand.over, hand.payoffs
        chips = hand.stacks, hand.bets, hand.committed, hand.folded
        yield views, facts, chips, [*hand.events], [*hand.pots]
        if hand.seat is None:
            return
        hand.act(next(actions))


def some_actions(rules: Rules, deal: Deal, seed: int) -> list[Action]:
    hand, rng, actions = Hand(same_rules(rules), deal), np.random.default_rng(seed), []
    while hand.legal is not None:
        actions.append(random_action(hand.legal, rng))
        hand.act(actions[-1])
    return actions


@given(st.sampled_from(GAMES), st.integers(0, 2**32 - 1))
def test_a_known_line_changes_nothing(rules: Rules, seed: int) -> None:
    rng = np.random.default_rng(seed)
    deal, other = shuffle(rules, rng), shuffle(rules, rng)
    actions = some_actions(rules, deal, seed)
    alone = list(moments(Hand(same_rules(rules), deal), iter(actions)))
    known = same_rules(rules)
    # Two hands add a step, so that the last of these knows all of them.
    for _ in range(2 * len(actions) + 2 * rules.streets):
        hand = Hand(known, other)
        for action in actions:
            hand.act(action)
    hand = Hand(known, deal)
    assert isinstance(Hand(known, other)._now, lines.KnownLine)
    together = list(moments(hand, iter(actions)))
    assert together == alone
    assert sum(hand.stacks) == sum(rules.stacks)
    assert hand.state.line == PublicState.after(rules, hand.events).line
    assert pickle.dumps(together[-1][0]) == pickle.dumps(alone[-1][0])


def test_the_live_table_goes_on_with_the_hand() -> None:
    rules = limit_holdem(2)
    for _ in range(20):
        play(start(rules, "AsAh KsKh", "2c3c4d5d9h"), EVERYBODY_LEFT)
    hand = play(start(rules, "AsAh KsKh", "2c3c4d5d9h"), "c c")
    state = hand.state
    assert (state.street, state.board) == (1, hand.board)
    play(hand, "r2 f")
    assert hand.state is state
    assert (state.stacks, state.betting_over) == (hand.stacks, True)
    ended = play(start(rules, "AsAh KsKh", "2c3c4d5d9h"), EVERYBODY_LEFT)
    assert ended.state.stacks == [
        chips + won for chips, won in zip(rules.stacks, (2, -2), strict=True)
    ]


@pytest.mark.parametrize(
    "wrong",
    [raise_to(20.0), raise_to(Decimal(20)), ("raise", 20), Action([]), None],  # type: ignore[arg-type]
)
def test_what_only_equals_an_action_is_refused_on_a_known_line_too(wrong: object) -> None:
    rules = ring(100, 100, 100)
    for _ in range(4):
        play(start(rules, "AsAh KsKh QsQh"), "r20 f f")
    hand = start(rules, "AsAh KsKh QsQh")
    with pytest.raises(IllegalActionError, match="seat 2 may not"):
        hand.act(wrong)  # type: ignore[arg-type]
    assert (hand.seat, hand.bets) == (2, [5, 10, 0])
    hand.act(raise_to(np.uint8(20)))  # type: ignore[arg-type]
    assert [type(chips) for chips in hand.bets] == [int] * 3


def test_whatever_has_a_kind_and_an_amount_is_an_action_on_any_line() -> None:
    @dataclass
    class Foreign:
        kind: str
        to: int

    rules = ring(100, 100, 100)
    for _ in range(4):
        hand = start(rules, "AsAh KsKh QsQh")
        hand.act(Foreign("call", 7))  # type: ignore[arg-type]
        hand.act(Foreign("raise", 30))  # type: ignore[arg-type]
        assert hand.bets == [30, 10, 10]
        play(hand, "f f")


def test_rules_travel_without_what_is_known() -> None:
    rules = limit_holdem(2)
    bare = pickle.dumps(rules)
    for _ in range(20):
        play(start(rules, "AsAh KsKh", "2c3c4d5d9h"), EVERYBODY_LEFT)
    assert pickle.dumps(rules) == bare
    assert pickle.loads(bare) == rules == replace(rules)


def test_a_copy_of_a_hand_goes_on_by_itself_and_is_small() -> None:
    rules = limit_holdem(2)
    sizes = []
    for number in range(30):
        hand = play(start(rules, "AsAh KsKh", "2c3c4d5d9h"), "c c r2")
        sizes.append(len(pickle.dumps(hand)))
        copies = pickle.loads(pickle.dumps(hand)), deepcopy(hand)
        play(hand, "f" if number % 2 else "r4 c c c c c")
        for copy in copies:
            assert (copy.seat, copy.bets) == (1, [2, 0])
            assert play(copy, "c c c c c").payoffs == (4, -4)
    assert max(sizes) < min(sizes) + 100


def test_lines_are_forgotten_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MOST_LINES", 10)
    rules, rng = ring(100, 100, 100), np.random.default_rng(1)
    for _ in range(300):
        hand = Hand(rules, shuffle(rules, rng))
        while hand.legal is not None:
            hand.act(random_action(hand.legal, rng))
        assert sum(hand.stacks) == 300
        assert count(lines.known_lines(rules)) <= 10


def count(known: lines.KnownLines | None) -> int:
    waiting, size = [known.first] if known else [], 0
    while waiting:
        line = waiting.pop()
        size += 1
        waiting += [one for one in line._following.values() if one]
        waiting += [line.next_street] if line.next_street else []
    return size


@pytest.mark.parametrize("public", [3, 4, 5])
def test_hands_are_ranked_as_the_kernel_ranks_them(public: int) -> None:
    rng = np.random.default_rng(public)
    deck = limit_holdem(2).deck
    for _ in range(2000):
        # Few suits, so that there are flushes.
        cards = [deck[place] for place in rng.permutation(52) if place % 4 < 2][: public + 4]
        holes, board = (tuple(cards[:2]), tuple(cards[2:4])), tuple(cards[4:])
        ranks = np.zeros(2, np.int16)
        rank_hands(np.array([(*hole, *board) for hole in holes], np.uint8), ranks)
        assert rank_best_five(holes, board) == ranks.tolist()
