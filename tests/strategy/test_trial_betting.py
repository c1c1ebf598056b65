"""The betting of compiled trials beside the engine's: the same hands on both, turn by turn."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from tests.game.oracles import random_action
from villain.game import Hand, limit_holdem, no_limit_holdem, pot_limit_holdem, shuffle
from villain.game.rules import Rules
from villain.kernels import trial_table as kernel
from villain.kernels.trial_records import BET, CURRENT, OUT, STACK, STREET
from villain.strategy.playing_out import rules_of, table_of

GAMES: dict[str, Callable[[int], Rules]] = {
    "limit": limit_holdem,
    "pot-limit": pot_limit_holdem,
    "no-limit": no_limit_holdem,
}
ACTIONS = {"fold": kernel.FOLD, "call": kernel.CALL, "raise": kernel.MORE}


def random_rules(game: str, rng: np.random.Generator) -> Rules:
    """Two to ten players with 1 chip or more; some post antes or dead chips."""
    players = int(rng.integers(2, 11))
    rules = GAMES[game](players)
    most = int(rng.choice([4, 12, 60, 400]))
    stacks = tuple(int(chips) for chips in rng.integers(1, most + 1, players))
    dead = tuple(int(chips) for chips in rng.choice([0, 0, 0, 3], players))
    return replace(rules, stacks=stacks, ante=int(rng.choice([0, 0, 1])), dead=dead)


def compare(rules: Rules, rng: np.random.Generator, seen: Counter[str]) -> None:
    """Play a random hand on both; whatever is known of a turn has to be the same."""
    hand = Hand(rules, shuffle(rules, rng))
    if hand.seat is None:
        return
    trial_rules = rules_of(rules)
    seats, street, _, dead = table_of(hand.state, hand.seat)
    start = hand.seat
    while hand.seat is not None:
        while (seat := kernel.next_seat(seats, street, start)) < 0:
            kernel.begin_street(seats, street, trial_rules.bets)
            start = rules.first[street[STREET]]
        legal = hand.legal
        assert legal is not None
        assert (seat, street[STREET]) == (hand.seat, hand.street)
        now = table_of(hand.state, hand.seat)
        assert seats.tolist() == now.seats.tolist()
        assert street.tolist() == now.street.tolist()
        assert kernel.pot_of(seats, dead) == hand.state.pot
        owed = kernel.owed_by(seats, street, seat)
        assert owed == legal.call
        cap = trial_rules.caps[street[STREET]]
        limit, everything = trial_rules.limit, int(seats[seat, BET] + seats[seat, STACK])
        assert kernel.may_raise(seats, street, limit, cap, seat, owed) == legal.can_raise
        if legal.can_raise:
            assert min(kernel.least_raise(street, limit), everything) == legal.least
        deep = seats[:, BET] + seats[:, STACK] > street[CURRENT]
        if (deep & (seats[:, OUT] == 0)).sum() > 1:  # else it can be that a call ends the street
            assert kernel.count_waiting(seats, street, seat) == hand.state.behind(seat)
        seen["turns"] += 1
        seen["closed"] += not legal.can_raise and seats[seat, STACK] > owed
        seen["short"] += bool(owed) and owed + seats[seat, BET] < street[CURRENT]
        action = random_action(legal, rng)
        to = seats[seat, BET] + owed if action.kind == "call" else action.to
        kernel.act(seats, street, limit, seat, ACTIONS[action.kind], to)
        start = (seat + 1) % rules.players
        hand.act(action)
    if kernel.still_in(seats) > 1:  # all that is left is to deal
        while street[STREET] < 3:
            assert kernel.next_seat(seats, street, start) < 0
            kernel.begin_street(seats, street, trial_rules.bets)
        assert kernel.next_seat(seats, street, start) < 0


@pytest.mark.parametrize("game", GAMES)
def test_turns_prices_and_raises_are_the_engines(game: str) -> None:
    rng, seen = np.random.default_rng(23), Counter[str]()
    while seen["turns"] < 3000:
        compare(random_rules(game, rng), rng, seen)
    assert seen["closed"] > 20, "raises that the chips would allow and the rules do not"
    assert seen["short"] > 20, "calls for less"
