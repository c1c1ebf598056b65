"""The vectors and the masks beside a few lines of Python, and what is hidden from them."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.game.test_batch import GAMES, random_action, random_cards, random_stacks, single_hands
from villain.agents.bet_sizes import raise_by_share
from villain.envs.action_menu import ActionMenu
from villain.envs.encoding import Encoding
from villain.errors import VillainError
from villain.game import (
    CALL,
    FOLD,
    UNLIMITED,
    Acted,
    Action,
    Hand,
    IllegalActionError,
    Observation,
    Rules,
    kuhn,
    leduc,
    no_limit_holdem,
    one_card,
    pot_limit_holdem,
    raise_to,
    shuffle,
)
from villain.game.batch import HandBatch
from villain.game.batch_observation import KINDS, batch_of_one
from villain.game.rules import Betting

POTS = (0.3, 0.5, 1.0, 2.5)


def open_actions(seen: Observation, pots: tuple[float, ...]) -> list[Action | None]:
    """The slow twin of the menu: the action behind each number, None where it is not open."""
    legal = seen.legal
    sizes = [] if seen.rules.betting is Betting.LIMIT else list(pots)
    if legal is None:
        return [None] * (len(sizes) + 3)
    chips = [raise_by_share(seen, legal, share, committed=1) for share in sizes] + [legal.most]
    raises = [
        raise_to(to) if legal.can_raise and to not in chips[place + 1 :] else None
        for place, to in enumerate(chips)
    ]
    return [FOLD if legal.fold else None, CALL, *raises]


def vector_of(seen: Observation, most: int, mask: list[bool]) -> list[float]:
    """The slow twin of the encoding."""
    rules, big = seen.rules, seen.rules.big_blind
    around = [(seen.seat + step) % rules.players for step in range(rules.players)]
    raisers = [
        event.seat for event in seen.events if isinstance(event, Acted) and event.kind == "raise"
    ]
    put_in = [stack - left for stack, left in zip(rules.stacks, seen.stacks, strict=True)]
    can = [min(stack, most) - chips for stack, chips in zip(rules.stacks, put_in, strict=True)]

    def chips(values: list[int], high: int) -> list[float]:
        return [min(max(value, 0), high) / big for value in values]

    return [
        *(float(card in seen.hole) for card in range(52)),
        *(float(card in seen.board) for card in range(52)),
        *(float(street == seen.street) for street in range(rules.streets)),
        *(float(seat == seen.seat) for seat in range(rules.players)),
        (seen.legal.call if seen.legal else 0) / big,
        *chips([seen.pot], rules.players * most),
        *chips([can[seat] for seat in around], most),
        *chips([seen.bets[seat] for seat in around], most),
        *chips([put_in[seat] for seat in around], most),
        *(float(seen.folded[seat]) for seat in around),
        *(float(bool(raisers) and raisers[-1] == seat) for seat in around),
        *map(float, mask),
    ]


@settings(max_examples=30)
@given(game=st.sampled_from(sorted(GAMES)), seed=st.integers(0, 2**32 - 1))
def test_vectors_and_masks_are_those_of_their_slow_twins(game: str, seed: int) -> None:
    rng, choices = np.random.default_rng(seed), Random(seed)
    rules = GAMES[game](choices.randint(2, 10))
    stacks = random_stacks(rules, 1, rng)[0].tolist()
    if game == "limit" and choices.random() < 0.5:
        stacks = [UNLIMITED] * rules.players
    rules = replace(rules, ante=choices.choice([0, 1])).with_stacks(*stacks)
    most = max(stacks)
    if game == "limit":  # the big blind, and three, four, four and four bets
        bet = rules.bets[0]
        most = min(most, bet + (3 + 4 + 2 * 4 + 2 * 4) * bet + rules.ante)
    menu = ActionMenu(rules, POTS)
    encoding = Encoding(rules, menu)
    batch = HandBatch(rules, random_cards(rules, 1, rng))
    [hand] = single_hands(rules, batch._batch.cards, np.array([stacks]))
    while True:
        for seat in range(rules.players):
            seen, turn = hand.observation(seat), np.array([hand.seat == seat])
            actions = open_actions(seen, POTS)
            is_open = [action is not None for action in actions]
            for many in (batch.observation(0, seat), batch_of_one(seen)):
                mask = menu.mask(many, turn)
                assert mask.tolist() == [is_open]
                [vector] = encoding.encode(many, mask)
                assert (
                    vector.tolist() == np.array(vector_of(seen, most, is_open), np.float32).tolist()
                )
                assert (encoding.low <= vector).all()
                assert (vector <= encoding.high).all()
                if turn[0]:
                    check_choices(menu, seen, actions)
        if hand.legal is None:
            break
        action = random_action(hand.legal, choices)
        hand.act(action)
        batch.act(KINDS.index(action.kind), action.to)


@pytest.mark.parametrize(("rules", "most"), [(kuhn(3), 2), (leduc(), 13), (one_card(), 10)])
def test_small_games_have_vectors_too(rules: Rules, most: int) -> None:
    rng, choices, menu = np.random.default_rng(3), Random(3), ActionMenu(rules, POTS)
    encoding = Encoding(rules, menu)
    for _ in range(20):
        hand = Hand(rules, shuffle(rules, rng))
        while hand.legal is not None:
            assert hand.seat is not None
            seen = hand.observation(hand.seat)
            is_open = [action is not None for action in open_actions(seen, POTS)]
            mask = menu.mask(batch_of_one(seen), np.array([True]))
            [vector] = encoding.encode(batch_of_one(seen), mask)
            wanted = np.array(vector_of(seen, most, is_open), np.float32)
            assert vector.tolist() == wanted.tolist()
            assert (vector <= encoding.high).all()
            hand.act(random_action(hand.legal, choices))


def check_choices(menu: ActionMenu, seen: Observation, actions: list[Action | None]) -> None:
    assert seen.legal is not None
    for number, action in enumerate(actions):
        ([kind], [to]), [illegal] = menu.choose(batch_of_one(seen), np.array([number]))
        instead = FOLD if seen.legal.call else CALL
        assert Action(KINDS[kind], int(to)) == (action or instead)
        assert illegal == (action is None)


def test_vectors_say_nothing_of_hidden_cards() -> None:
    rules, rng = no_limit_holdem(3), np.random.default_rng(2)
    cards = random_cards(rules, 40, rng)
    other = cards.copy()
    other[:, [2, 3, 4, 5, 9, 10]] = cards[:, [4, 5, 2, 3, 10, 9]]
    menu = ActionMenu(rules)
    encoding = Encoding(rules, menu)
    batches = HandBatch(rules, cards), HandBatch(rules, other)
    for _ in range(6):  # up to the turn
        vectors = []
        for batch in batches:
            seen = batch.observation(range(40), 0)
            vectors.append(encoding.encode(seen, menu.mask(seen, batch.seat == 0)))
            assert (batch.street < 2).all()
            batch.act(1)
        assert np.array_equal(vectors[0], vectors[1])


@pytest.mark.parametrize("pots", [(1.0, 0.5), (0.0,), (0.5, 0.5), (float("nan"),), (float("inf"),)])
def test_sizes_that_are_none_are_refused(pots: tuple[float, ...]) -> None:
    with pytest.raises(VillainError, match="shares of the pot above 0, smaller ones first"):
        ActionMenu(no_limit_holdem(2), pots)


def test_what_is_not_on_the_menu_is_refused_and_what_is_not_open_where_it_is_strict() -> None:
    rules = pot_limit_holdem(2)
    seen = HandBatch.shuffled(rules, 2, np.random.default_rng(1)).observation([0, 1], 1)
    with pytest.raises(VillainError, match=r"action 5; there are 0 to 4: fold, .*, the most"):
        ActionMenu(rules).choose(seen, np.array([1, 5]))
    strict = ActionMenu(rules, strict=True)
    with pytest.raises(
        IllegalActionError, match=r"hand 0: action 3 \(raise by 1 pots\) is not open; open are 0"
    ):
        strict.choose(seen, np.array([3, 1]))
