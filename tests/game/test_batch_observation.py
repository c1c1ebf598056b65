"""What seats see of many hands: what they see of each, and nothing that is hidden."""

import pickle
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from tests.game.test_batch import (
    GAMES,
    random_action,
    random_cards,
    random_stacks,
    single_hands,
)
from villain.game import Hand, Rules, kuhn, leduc, no_limit_holdem, shuffle
from villain.game.batch import HandBatch
from villain.game.batch_observation import (
    CALLS,
    FOLDS,
    HIDDEN,
    KINDS,
    RAISES,
    BatchObservation,
    batch_of_one,
)
from villain.game.observation import without_hole


def act_alike(batch: HandBatch, hands: list[Hand], choices: Random) -> None:
    kinds, to = np.zeros(len(hands), np.int64), np.zeros(len(hands), np.int64)
    for number, hand in enumerate(hands):
        if hand.legal is not None:
            action = random_action(hand.legal, choices)
            kinds[number], to[number] = KINDS.index(action.kind), action.to
            hand.act(action)
    batch.act(kinds, to)


@pytest.mark.parametrize("game", GAMES)
def test_a_row_is_the_observation_of_the_single_hand(game: str) -> None:
    rng, choices = np.random.default_rng(3), Random(3)
    rules = replace(GAMES[game](5), ante=1)
    stacks, cards = random_stacks(rules, 20, rng), random_cards(rules, 20, rng)
    batch, hands = HandBatch(rules, cards, stacks), single_hands(rules, cards, stacks)
    while True:
        for seat in range(rules.players):
            seen = batch.observation(range(20), seat)
            for row, hand in enumerate(hands):
                assert seen.of(row) == hand.observation(seat)
        if batch.over.all():
            break
        act_alike(batch, hands, choices)
    assert (seen.shown != HIDDEN).any()


@pytest.mark.parametrize("game", GAMES)
def test_hands_that_wait_and_hands_that_are_dealt_again_are_played_like_single_ones(
    game: str,
) -> None:
    rng, choices, tables = np.random.default_rng(5), Random(5), 12
    rules, names = replace(GAMES[game](4), ante=1), tuple("abcd")
    stacks = random_stacks(rules, tables, rng)
    batch = HandBatch(rules, random_cards(rules, tables, rng), stacks, names=names)

    def single(number: int) -> Hand:
        cards = batch._batch.cards[[number]]
        [hand] = single_hands(rules, cards, stacks[[number]])
        hand.names = tuple(names[who] for who in batch.seated[number])
        return hand

    hands, played, longest = [single(number) for number in range(tables)], 0, 0
    while played < 150:
        acting = rng.random(tables) < 0.6
        kinds, to = np.full(tables, 7), np.zeros(tables, np.int64)  # which no rules allow
        for number in np.flatnonzero(acting):
            legal = hands[number].legal
            if legal is not None:
                action = random_action(legal, choices)
                kinds[number], to[number] = KINDS.index(action.kind), action.to
                hands[number].act(action)
        batch.act(kinds, to, where=acting)
        seat = choices.randrange(rules.players)
        seen = batch.observation(range(tables), seat)
        for row, hand in enumerate(hands):
            assert seen.of(row) == hand.observation(seat)
        longest = max(longest, len(batch.line))
        done = np.flatnonzero(batch.over & (rng.random(tables) < 0.7)).tolist()
        batch.deal_again(
            np.array(done, np.int64),
            rng,
            seated=rng.permuted(np.tile(range(4), (len(done), 1)), axis=1),
        )
        # What somebody has seen stays as it was.
        assert [seen.of(row) for row in done] == [hands[row].observation(seat) for row in done]
        for table in done:
            hands[table] = single(table)
        played += len(done)
    assert longest < 100  # what is over does not stay in the line


def same(one: BatchObservation, other: BatchObservation) -> bool:
    """True if two rows say the same of hands that have other numbers in their batches."""
    legal = [*zip(one.legal, other.legal, strict=True)]
    fields = [
        (getattr(one, name), getattr(other, name))
        for name in one._fields
        if name not in ("rules", "names", "hands", "seated", "legal", "line")
    ]
    return all(np.array_equal(a, b) and a.dtype == b.dtype for a, b in [*legal, *fields])


@pytest.mark.parametrize("rules", [no_limit_holdem(4, ante=1).with_stacks(30, 200, 7, 90), leduc()])
def test_a_single_hand_is_a_batch_of_one(rules: Rules) -> None:
    rng, choices = np.random.default_rng(8), Random(8)
    for _ in range(60):
        deal = shuffle(rules, rng)
        hand = Hand(rules, deal)
        batch = None
        if rules.hole_cards == 2:
            rows = [[*(card for hole in deal.holes for card in hole), *deal.board]]
            batch = HandBatch(rules, rows)
        while True:
            for seat in range(rules.players):
                seen = hand.observation(seat)
                assert batch_of_one(seen).of(0) == seen
                if batch is not None:
                    assert same(batch_of_one(seen), batch.observation(0, seat))
            if hand.legal is None:
                break
            action = random_action(hand.legal, choices)
            hand.act(action)
            if batch is not None:
                batch.act(KINDS.index(action.kind), action.to)


def test_a_seat_that_has_not_looked_has_no_cards() -> None:
    for rules in (kuhn(), no_limit_holdem(3)):
        hand = Hand(rules, shuffle(rules, np.random.default_rng(1)))
        assert hand.seat is not None
        seen = batch_of_one(without_hole(hand.observation(hand.seat)))
        assert (seen.hole == HIDDEN).all()
        assert (seen.shown == HIDDEN).all()


def arrays_in(thing: object) -> list[np.ndarray]:
    """All arrays that one can get at, and what they are views of."""
    if isinstance(thing, np.ndarray):
        return [thing] if thing.base is None else [thing, *arrays_in(thing.base)]
    if isinstance(thing, tuple | list):
        return [array for part in thing for array in arrays_in(part)]
    return []


def test_a_hidden_card_reaches_nobody() -> None:
    # Two batches that differ in what seat 0 cannot see: the others' cards, and the turn and river.
    rules, hands = no_limit_holdem(3), 50
    cards = random_cards(rules, hands, np.random.default_rng(4)).astype(np.int64)
    other = cards.copy()
    other[:, 2:6] = cards[:, [4, 5, 2, 3]]
    other[:, 9:] = cards[:, [10, 9]]
    one, two = HandBatch(rules, cards), HandBatch(rules, other)
    actions = [(RAISES, 6), (CALLS, 0), (CALLS, 0), (RAISES, 8), (FOLDS, 0)]  # seat 1 folds
    for kind, to in actions:
        seats = np.zeros(hands, np.int64)
        views = [batch.observation(range(hands), seats) for batch in (one, two)]
        assert pickle.dumps(views[0]) == pickle.dumps(views[1])
        for view in views:
            arrays = arrays_in(view)
            assert all(array.base is None for array in arrays)
            shapes = {array.shape for array in arrays if array.dtype == np.uint8}
            assert shapes == {(hands, 2), (hands, 5), (hands, 3, 2)}
        one.act(kind, to)
        two.act(kind, to)
    seen = one.observation(range(hands), 0)
    assert seen.board[0].tolist().count(HIDDEN) == 2
    one.act(FOLDS)
    assert one.over.all()
    assert (one.observation(range(hands), 0).shown == HIDDEN).all()  # nobody had to show
    with pytest.raises(ValueError, match="read-only"):
        seen.line[0].kinds[0] = FOLDS
