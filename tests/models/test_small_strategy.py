"""Strategies learned in small games: what is shown counts once, what is hidden by its chances."""

import pickle
from functools import cache

import numpy as np
import pytest

from villain.errors import VillainError
from villain.evaluation.small_dial import SmallDial
from villain.game import CALL, FOLD, Deal, Hand, kuhn, leduc, raise_to
from villain.game.rules import Rules
from villain.models.small_strategy import (
    LearnedStrategy,
    StrategyReader,
    WatchedHand,
    decision_table,
    watched_hand,
)
from villain.solver.small_answers import small_equilibrium
from villain.strategy.small_opponents import OPPONENTS

QUEEN, KING, ACE = range(3)


@cache
def dial(rules: Rules, name: str) -> SmallDial:
    return SmallDial(rules, OPPONENTS[name])


def distance(one: SmallDial, learned: LearnedStrategy) -> float:
    """The mean distance of a model from the truth, weighted by what was seen."""
    table, total = learned.table, 0.0
    for place, places in table.places.items():
        seen = learned.seen[table.group[places[0]]]
        apart = np.abs(learned.chances(*place) - one.truth.at[place].chances).sum(axis=0) / 2
        total += float(seen @ apart)
    weights = sum(learned.seen[table.group[places[0]]].sum() for places in table.places.values())
    return total / float(weights)


def test_a_hidden_card_is_shared_out_by_what_he_does_with_each() -> None:
    """He folds to a bet: with an ace he never does, and I have the king, so it was a queen."""
    reader = StrategyReader(kuhn(), weight=0.1)
    shown = WatchedHand(seat=0, card=KING, board=0, moves=(1, 1), shown=ACE)  # bet, call
    folded = WatchedHand(seat=0, card=KING, board=0, moves=(1, 0), shown=-1)
    for _ in range(30):
        reader.watch(shown)
        reader.watch(folded)
    learned = reader.learned()
    held = reader.held(learned, folded)
    assert held[QUEEN] > 0.97
    assert held[KING] == 0
    facing = next(
        node
        for node, one in enumerate(learned.table.game.tree.nodes)
        if one.player == 1 and [move.kind for move in one.moves] == ["fold", "call"]
    )
    fold, call = learned.chances(facing, 0)
    assert fold[QUEEN] > 0.97
    assert call[ACE] > 0.97
    # Sixty decisions were seen there, and each card's share of them is told.
    seen = learned.seen[learned.table.group[learned.table.places[facing, 0][0]]]
    assert seen.sum() == pytest.approx(60)
    assert seen[[QUEEN, ACE]] == pytest.approx([30, 30], abs=1)


def test_suits_are_told_apart_nowhere() -> None:
    table = decision_table(leduc())
    assert len(table.group) < sum(places.size for places in table.places.values()) / 2
    one, other = leduc().deck[:2]  # both queens
    node = next(node for node, _ in table.places if table.game.node(node).street == 1)
    boards = [table.game.boards.cards.index((int(card),)) for card in (one, other)]
    np.testing.assert_array_equal(table.places[node, boards[0]], table.places[node, boards[1]])


@pytest.mark.parametrize("name", OPPONENTS)
def test_more_hands_make_a_better_model(name: str) -> None:
    one = dial(leduc(), name)
    apart = [
        np.mean([distance(one, one.learn(hands, np.random.default_rng((7, i)))) for i in range(3)])
        for hands in (20, 200, 2000)
    ]
    assert apart[0] > apart[1] > apart[2]
    assert apart[2] < 0.08


def test_an_unseen_player_plays_the_prior_and_nothing_is_trusted() -> None:
    learned = StrategyReader(leduc(), "even").learned()
    assert not learned.seen.any()
    assert all((lock.share == 0).all() for lock in learned.locks(5.0).at.values())
    for place, places in learned.table.places.items():
        np.testing.assert_allclose(learned.chances(*place), 1 / len(places))


def test_trust_grows_with_what_was_seen() -> None:
    one = dial(leduc(), "tight")
    learned = one.learn(100, np.random.default_rng(1))
    half, whole = learned.locks(3.0, 0.5), learned.locks(3.0)
    table = learned.table
    for place, lock in whole.at.items():
        seen = learned.seen[table.group[table.places[place][0]]]
        np.testing.assert_allclose(lock.share, seen / (seen + 3))
        np.testing.assert_allclose(half.at[place].share, lock.share / 2)


def test_a_hand_is_read_as_its_observer_saw_it() -> None:
    queen, _, king, _, ace, _ = leduc().deck
    hand = Hand(leduc(), Deal(((queen,), (ace,)), (king,)))
    for action in (CALL, raise_to(2), CALL, raise_to(4), CALL):
        hand.act(action)
    game = small_equilibrium(leduc()).game
    board = game.boards.cards.index((int(king),))
    seen = watched_hand(game, hand.observation(1))
    assert seen == WatchedHand(1, 4, board, (0, 1, 1, 1, 1), 0)
    folds = Hand(leduc(), Deal(((queen,), (ace,)), (king,)))
    for action in (raise_to(2), FOLD):
        folds.act(action)
    assert watched_hand(game, folds.observation(0)) == WatchedHand(0, 0, 0, (1, 0), -1)


def test_asking_changes_nothing_and_a_copy_learns_the_same() -> None:
    reader = StrategyReader(leduc())
    for hand in dial(leduc(), "maniac").play(50, np.random.default_rng(2)):
        reader.watch(hand)
    first = reader.learned()
    copy: StrategyReader = pickle.loads(pickle.dumps(reader))
    for again in (reader.learned(), copy.learned()):
        np.testing.assert_array_equal(first.numbers, again.numbers)
        np.testing.assert_array_equal(first.seen, again.seen)


@pytest.mark.parametrize(("prior", "weight"), [("odd", 1.0), ("even", 0.0)])
def test_a_prior_that_is_none_is_refused(prior: str, weight: float) -> None:
    with pytest.raises(VillainError, match="prior"):
        StrategyReader(kuhn(), prior, weight)
