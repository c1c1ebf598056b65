"""The public state that is folded from events has every fact that the engine has."""

from collections.abc import Iterator

import numpy as np
import pytest

from villain.game import (
    CALL,
    FOLD,
    Action,
    Hand,
    Rules,
    limit_holdem,
    no_limit_holdem,
    pot_limit_holdem,
    raise_to,
    shuffle,
)
from villain.game.public_state import PublicState
from villain.game.situation import ANOTHER, HIMSELF, NOBODY, dead_chips, decisions, situation_of
from villain.game.what_if import ahead, facing

GAMES = (limit_holdem, pot_limit_holdem, no_limit_holdem)


def some_rules(rng: np.random.Generator) -> Rules:
    """Limit, pot-limit or no-limit for two to ten, with stacks from a single chip."""
    players = int(rng.integers(2, 11))
    rules = GAMES[int(rng.integers(3))](players)
    most = int(rng.choice([5, 40, 400]))
    return rules.with_stacks(*rng.integers(1, most + 1, players).tolist())


def random_action(hand: Hand, rng: np.random.Generator) -> Action:
    legal, chance = hand.legal, rng.random()
    assert legal is not None
    if chance < 0.12 and legal.fold:
        return FOLD
    if chance < 0.5 and legal.can_raise:
        most = legal.most if rng.random() < 0.3 else min(legal.most, legal.least + 6)
        return raise_to(int(rng.integers(legal.least, most + 1)))
    return CALL


def played(rng: np.random.Generator) -> Iterator[tuple[Hand, PublicState]]:
    """A random hand, decision after decision, with the state that a bystander folds from events."""
    rules = some_rules(rng)
    hand = Hand(rules, shuffle(rules, rng))
    state, heard = PublicState(rules), 0
    watcher = int(rng.integers(rules.players))
    while hand.seat is not None:
        events = hand.observation(watcher).events
        for event in events[heard:]:
            state.follow(event)
        heard = len(events)
        yield hand, state
        hand.act(random_action(hand, rng))


def check_facts(hand: Hand, state: PublicState) -> None:
    """Compare what was folded, and what follows from it, with the engine and with first causes."""
    seat, legal = hand.seat, hand.legal
    assert seat is not None
    assert legal is not None
    assert (state.seat, state.legal) == (seat, legal)
    assert (state.stacks, state.bets, state.folded) == (hand.stacks, hand.bets, hand.folded)
    assert (state.committed, state.pot) == (hand.committed, sum(hand.committed))
    assert (state.street, state.board) == (hand.street, hand.board)
    faced = situation_of(state)
    assert (faced.owed, faced.could_raise, faced.could_fold) == (
        legal.call,
        legal.can_raise,
        legal.fold,
    )
    assert faced.left == hand.folded.count(False)
    dead = dead_chips(hand.rules, seat)[1]
    assert faced.put_in == hand.rules.stacks[seat] - hand.stacks[seat] - dead
    assert sum(pot.chips for pot in state.pots()) == faced.pot
    raised = [one.seat for one in state.line if one.kind == "raise"]
    who = NOBODY if not raised else HIMSELF if raised[-1] == seat else ANOTHER
    assert faced.aggressor == who
    # Who is behind is who would be asked before the street ends if everybody called.
    line, asked = state.copy(), set[int]()
    while line.seat is not None and line.street == state.street:
        asked.add(line.seat)
        line.act(CALL)
    assert faced.behind == len(asked - {seat})


def check_replay(hand: Hand) -> None:
    """A situation sets the table up again as it was, and decisions are those of the engine."""
    taken, state = decisions(hand.observation(0)), PublicState.at_start(hand.rules)
    assert len(taken) == len(hand.state.line)
    for decision in taken:
        faced = decision.situation
        while state.street < faced.street:
            state.deal(hand.board[len(state.board) : len(faced.board)])
        again = faced.state()
        assert (again.seat, again.legal, again.line) == (state.seat, state.legal, state.line)
        assert (again.stacks, again.bets, again.board) == (state.stacks, state.bets, state.board)
        assert state.legal is not None
        assert state.legal.allows(decision.action)
        state.act(decision.action)


def check_decisions(count: int, seed: int) -> None:
    rng, checked, hands = np.random.default_rng(seed), 0, 0
    while checked < count:
        hands += 1
        hand = None
        for hand, state in played(rng):
            check_facts(hand, state)
            checked += 1
        if hand is None:  # everybody was all-in by his blind
            continue
        assert hand.payoffs is not None
        assert sum(hand.payoffs) == 0
        folded = PublicState.after(hand.rules, hand.observation(0).events)
        assert folded.stacks == hand.stacks
        if hands % 8 == 0:  # each decision sets up the whole hand again
            check_replay(hand)


def test_every_derived_fact_is_the_engines() -> None:
    check_decisions(20_000, seed=1)


@pytest.mark.slow
def test_every_derived_fact_is_the_engines_in_a_million_decisions() -> None:
    check_decisions(1_000_000, seed=2)


def test_to_try_a_line_changes_nothing() -> None:
    rng = np.random.default_rng(3)
    for _ in range(40):
        for _hand, state in played(rng):
            before = situation_of(state)
            line = state.copy()
            while line.seat is not None:
                line.act(CALL)
            for seat in state.inside:
                for cost in range(3):
                    situation_of(ahead(state, seat, state.street, cost), seat)
                situation_of(facing(state, seat, 7), seat)
            assert situation_of(state) == before


def test_a_raise_that_might_come_is_played() -> None:
    """A call costs what was asked for, chips are conserved, and the raiser is the one meant."""
    rng = np.random.default_rng(4)
    for _ in range(300):
        for _hand, state in played(rng):
            seat, chips = state.seat, sum(state.stacks) + state.pot
            assert seat is not None
            raiser = next(one for one in state.inside if one != seat)
            usual = state.owed_by(seat)
            wanted = usual + int(rng.integers(1, 30))
            line = facing(state, seat, wanted, raiser)
            assert sum(line.stacks) + line.pot == chips
            richest = max(
                state.bets[one] + state.stacks[one] for one in state.inside if one != seat
            )
            can = min(wanted, state.stacks[seat], max(richest - state.bets[seat], usual))
            assert line.owed_by(seat) == can
            if can > usual and state.bets[raiser] + state.stacks[raiser] >= state.bets[seat] + can:
                assert line.raiser == raiser


def test_a_later_street_is_reached_by_calling() -> None:
    state = PublicState.at_start(no_limit_holdem(3))
    state.act(raise_to(6))
    for cost in range(3):
        line = ahead(state, 2, 2, cost)
        assert (line.street, line.seat, line.raises) == (2, 2, cost)
        assert line.folded == [False] * 3
        assert (line.owed_by(2) > 0) == (cost > 0)
    assert state.street == 0
