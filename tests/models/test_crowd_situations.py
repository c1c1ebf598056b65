"""Situations as codes: in bounds, public, the same in any coin, and what they say they are."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.drawing import cards
from tests.hands.random_hands import random_history
from villain.cards.card import DECK, Card, parse_cards
from villain.evaluation.replaying import decisions_of
from villain.game import no_limit_holdem
from villain.game.actions import Action
from villain.game.deal import Deal
from villain.game.hand import Hand
from villain.game.rules import Betting
from villain.game.situation import Decision, Situation
from villain.hands.hand_history import HandHistory
from villain.models.crowd.situations import (
    COLUMNS,
    DEEP,
    FAR,
    LIMIT_SIZE,
    NO_SIZE,
    OWED_TO_POT,
    POT,
    SIZE_IN_POTS,
    SIZES,
    STACK,
    TABLES,
    Floats,
    Grid,
    Kinds,
    codes_of,
    deed,
    looks,
    size_code,
)

BETTINGS = st.sampled_from([Betting.LIMIT, Betting.NO_LIMIT, Betting.POT_LIMIT])
SEEDS = st.integers(0, 10**6)
PLAYERS = st.integers(2, 10)
PLACES = {column.name: place for place, column in enumerate(COLUMNS)}
CHIPS = st.integers(0, 2**40)
NO_BOARD: st.SearchStrategy[tuple[Card, ...]] = st.just(())


def inputs(codes: list[int]) -> Floats:
    """What the network reads of a situation."""
    return np.concatenate([table[int(code)] for table, code in zip(TABLES, codes, strict=True)])


def check(codes: list[int]) -> None:
    assert len(codes) == len(COLUMNS)
    for code, column in zip(codes, COLUMNS, strict=True):
        assert 0 <= code < column.size, column.name
    told = inputs(codes)
    assert np.isfinite(told).all()
    assert np.abs(told).max() <= FAR


def told(decisions: list[Decision]) -> list[tuple[list[int], tuple[int, int]]]:
    return [(codes_of(decision.situation), deed(decision)) for decision in decisions]


def facing(**changes: object) -> Situation:
    """On the flop, first to act against one other, with a pot of ten big blinds."""
    players = 6
    usual = Situation(
        rules=no_limit_holdem(players),
        seat=0,
        line=(),
        stacks=(),
        bets=(),
        folded=(),
        limit=False,
        street=1,
        players=6,
        left=2,
        behind=1,
        position=0.0,
        blind=0,
        bet=100,
        big_blind=100,
        cost=0,
        owed=0,
        pot=1000,
        put_in=500,
        stack=9500,
        raises=0,
        calls=0,
        raises_before=1,
        opening=1,
        last=2,
        acted=False,
        aggressor=1,
        raised=1.0,
        raiser=1.0,
        opener=1.0,
        effective=9500,
        could_raise=True,
        could_fold=False,
        board=parse_cards("3h 4c Jh"),
    )
    return usual._replace(**changes)  # type: ignore[arg-type]


# The laws


@given(seed=SEEDS, betting=BETTINGS, players=PLAYERS)
def test_every_decision_of_a_hand_has_codes_within_bounds(
    seed: int, betting: Betting, players: int
) -> None:
    for decision in decisions_of(random_history(seed, betting, players=players).replay()):
        check(codes_of(decision.situation))
        action, size = deed(decision)
        assert action == ["fold", "call", "raise"].index(decision.kind)
        assert (size == NO_SIZE) == (decision.kind != "raise")
        assert size < SIZES or decision.situation.limit or size == NO_SIZE


@given(
    situation=st.builds(
        Situation,
        rules=st.just(no_limit_holdem(2)),
        seat=st.just(0),
        line=st.just(()),
        stacks=st.just(()),
        bets=st.just(()),
        folded=st.just(()),
        limit=st.booleans(),
        street=st.integers(0, 3),
        players=st.integers(2, 12),
        left=st.integers(1, 12),
        behind=st.integers(0, 11),
        position=st.floats(0, 1),
        blind=st.integers(0, 2),
        bet=CHIPS,
        big_blind=st.integers(1, 2**40),
        cost=st.integers(0, 2),
        owed=CHIPS,
        pot=CHIPS,
        put_in=CHIPS,
        stack=CHIPS,
        raises=st.integers(0, 99),
        calls=st.integers(0, 99),
        raises_before=st.integers(0, 99),
        opening=st.integers(0, 99),
        last=st.integers(0, 3),
        acted=st.booleans(),
        aggressor=st.integers(0, 2),
        raised=st.floats(0, 1e30),
        raiser=st.just(-1.0) | st.floats(0, 1),
        opener=st.just(-1.0) | st.floats(0, 1),
        effective=CHIPS,
        could_raise=st.booleans(),
        could_fold=st.booleans(),
        board=st.sampled_from([0, 3, 4, 5]).flatmap(lambda size: cards(size) if size else NO_BOARD),
    )
)
def test_no_odd_site_breaks_the_codes(situation: Situation) -> None:
    check(codes_of(situation))


@given(seed=SEEDS, betting=BETTINGS, players=PLAYERS)
def test_nothing_depends_on_hidden_cards(seed: int, betting: Betting, players: int) -> None:
    history = random_history(seed, betting, players=players)
    rest = [card for card in DECK if card not in history.board]
    deals = []
    for generator in (np.random.default_rng(1), np.random.default_rng(2)):
        deck = [rest[place] for place in generator.permutation(len(rest))]
        holes = tuple((deck[2 * seat], deck[2 * seat + 1]) for seat in range(players))
        deals.append(told(decisions_of(play(history, holes))))
    assert deals[0] == deals[1]


def play(history: HandHistory, holes: tuple[tuple[Card, ...], ...]) -> Hand:
    hand = Hand(history.rules, Deal(holes, history.board), history.names, check=False)
    for action in history.actions:
        hand.act(action)
    return hand


@given(seed=SEEDS, betting=BETTINGS, players=PLAYERS, factor=st.integers(2, 1000))
def test_the_size_of_a_coin_changes_nothing(
    seed: int, betting: Betting, players: int, factor: int
) -> None:
    history = random_history(seed, betting, players=players)
    rules = history.rules

    def times(chips: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(factor * one for one in chips)

    scaled = replace(
        history,
        rules=replace(
            rules,
            ante=factor * rules.ante,
            blinds=times(rules.blinds),
            stacks=times(rules.stacks),
            bets=times(rules.bets),
        ),
        actions=tuple(Action(one.kind, factor * one.to) for one in history.actions),
        collected=None,
    )
    assert told(decisions_of(history.replay())) == told(decisions_of(scaled.replay()))


# What the codes say


def test_ratios_are_on_a_grid_of_octaves() -> None:
    codes = codes_of(facing(owed=500, pot=1000, could_fold=True))
    assert codes[PLACES["owed to pot"]] == 1 + 8 * (6 - 1)
    assert codes[PLACES["pot in big blinds"]] == POT.code(1000, 100) == 1 + round(4 * 4.32)
    assert POT.code(10**9, 1) == POT.size - 1
    assert POT.code(1, 10**9) == 1
    assert POT.code(0, 5) == 0
    assert STACK.code(5, 0) == STACK.size - 1
    steps = [OWED_TO_POT.code(owed, 1000) for owed in range(1001)]
    assert steps == sorted(steps)
    assert (steps[0], steps[-1]) == (0, OWED_TO_POT.size - 1)


def test_in_limit_a_deep_stack_is_as_good_as_any() -> None:
    deep = facing(limit=True, stack=DEEP * 100)
    assert codes_of(deep) == codes_of(deep._replace(stack=2**31 - 1))
    assert codes_of(deep) != codes_of(deep._replace(stack=1000))


def test_inputs_are_a_one_for_a_kind_and_shares_for_a_number() -> None:
    codes = np.array([codes_of(facing()), codes_of(facing(owed=400, could_fold=True))], np.uint8)
    for place, (column, table) in enumerate(zip(COLUMNS, TABLES, strict=True)):
        own = table[codes[:, place]]
        assert len(table) == column.size
        if isinstance(column, Kinds) and column.size > 2:
            assert (own.argmax(axis=1) == codes[:, place]).all()
            assert (own.sum(axis=1) == 1).all()
        elif isinstance(column, Kinds):
            assert (own[:, 0] == codes[:, place]).all()
        elif isinstance(column, Grid):
            assert (own[:, 0] == (codes[:, place] == 0)).all()
            np.testing.assert_allclose(own[:, 0] + own[:, 2:].sum(axis=1), 1.0, rtol=1e-5)
        else:
            np.testing.assert_allclose(own[:, 1:].sum(axis=1), 1.0, rtol=1e-5)
        assert len({tuple(row) for row in np.round(table, 5)}) == column.size


@pytest.mark.parametrize(
    ("board", "wanted"),
    [
        ("", (0, 0, 0, 0, 0, 0, 0, 0)),
        ("3h 4c Jh", (0, 2, 2, 10, 0, 0, 0, 0)),
        ("3h 4c Jh Js", (1, 2, 2, 10, 1, 0, 0, 0)),
        ("3h 4c Jh 6h", (0, 3, 3, 10, 0, 1, 1, 0)),
        ("3h 4c Jh 6h Ah", (0, 4, 3, 13, 0, 0, 0, 1)),
    ],
)
def test_looks_of_a_board(board: str, wanted: tuple[int, ...]) -> None:
    assert looks(parse_cards(board)) == wanted


def test_sizes_are_in_pots_after_the_call() -> None:
    situation = facing(owed=500, pot=1500, could_fold=True)
    raised = Decision(0, "Ann", situation, "raise", 2500, 2500)
    assert deed(raised) == (2, 12)  # 500 to call into 2,000, and 2,000 more: the pot
    assert deed(raised._replace(chips=1500)) == (2, 8)
    assert deed(raised._replace(chips=10**6)) == (2, SIZES - 1)
    assert deed(raised._replace(kind="call", chips=500)) == (1, NO_SIZE)
    assert deed(raised._replace(kind="fold", chips=0)) == (0, NO_SIZE)
    assert deed(raised._replace(situation=situation._replace(limit=True))) == (2, LIMIT_SIZE)
    assert [size_code(pots) for pots in SIZE_IN_POTS] == list(range(SIZES))
