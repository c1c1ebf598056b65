"""The sizes that the buttons offer are those that the adviser rates."""

import numpy as np
import pytest

from villain.game import CALL, Hand, limit_holdem, no_limit_holdem, raise_to, shuffle
from villain.models.registry import make_model
from villain.strategy.simulation import Budget
from villain.web.advice import advise
from villain.web.messages import Settings
from villain.web.raise_sizes import raise_sizes, rated_actions
from villain.web.table import PageTable
from villain.web.views import view_of


def hand_of(players: int = 2, seed: int = 1) -> Hand:
    rules = no_limit_holdem(players, big_blind=10)
    return Hand(rules, shuffle(rules, np.random.default_rng(seed)))


def sizes(hand: Hand) -> list[tuple[str, int]]:
    assert hand.seat is not None
    return [(size.name, size.to) for size in raise_sizes(hand.observation(hand.seat))]


def test_before_the_flop_they_are_times_the_bet() -> None:
    hand = hand_of()
    hand.act(raise_to(30))
    assert sizes(hand) == [("2.2×", 66), ("2.5×", 75), ("3×", 90), ("Pot", 90), ("All-in", 200)]


def test_later_they_are_shares_of_the_pot() -> None:
    hand = hand_of()
    hand.act(raise_to(30))
    hand.act(CALL)
    assert sizes(hand) == [("⅓", 20), ("½", 30), ("⅔", 40), ("Pot", 60), ("All-in", 170)]


def test_they_are_legal_whatever_the_stacks() -> None:
    rng = np.random.default_rng(3)
    for seed in range(30):
        rules = no_limit_holdem(3, big_blind=10).with_stacks(*rng.integers(15, 400, 3).tolist())
        hand = Hand(rules, shuffle(rules, np.random.default_rng(seed)))
        while not hand.over and hand.seat is not None:
            seen = hand.observation(hand.seat)
            assert seen.legal is not None
            actions = rated_actions(seen)
            assert all(seen.legal.allows(action) for action in actions)
            assert len({*actions}) == len(actions)
            hand.act(actions[int(rng.integers(len(actions)))])


def test_in_limit_there_is_no_choice() -> None:
    hand = Hand(limit_holdem(2), shuffle(limit_holdem(2), np.random.default_rng(1)))
    assert hand.seat is not None
    assert raise_sizes(hand.observation(hand.seat)) == []
    assert [one.kind for one in rated_actions(hand.observation(hand.seat))] == [
        "fold", "call", "raise",
    ]  # fmt: skip


@pytest.mark.parametrize("seed", [2, 5])
def test_the_adviser_rates_what_the_buttons_offer(seed: int) -> None:
    table = PageTable(Settings(opponents=["call", "raise"], seed=seed))
    while table.turn != table.you:
        table.act(table.choose())
    legal = view_of(table).legal
    assert legal is not None
    model, seen = make_model("crowd"), table.hand.observation(table.seat_of(0))
    model.observe(seen)
    advice = advise(model, seen, 1, Budget(trials=60, batch=20, least=20))
    raises = [one for one in advice.values if one.kind == "raise"]
    assert len(raises) == len({size.to for size in legal.sizes})
