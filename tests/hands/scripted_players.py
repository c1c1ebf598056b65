"""Hands between players whose tendencies are known, and stores of them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import numpy as np

from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.deal import shuffle
from villain.game.hand import Hand
from villain.game.presets import limit_holdem, no_limit_holdem
from villain.game.rules import Rules
from villain.hands.hand_history import HandHistory, Origin, history_of
from villain.hands.store.hand_store import HandStore
from villain.hands.store.tables import Rows

BEGIN = datetime(2026, 1, 1)


class Player(NamedTuple):
    """How often he enters and raises before the flop, bets after it, and gives up."""

    name: str
    enters: float = 0.4
    raises: float = 0.5
    bets: float = 0.45
    folds: float = 0.45
    folds_big_blind: float = 0.5

    def act(self, hand: Hand, rng: np.random.Generator) -> Action:
        """His action where it is his turn."""
        legal, chance = hand.legal, rng.random()
        assert legal is not None
        if hand.street == 0:
            in_big_blind = hand.bets[hand.seat or 0] == hand.rules.big_blind and legal.call > 0
            stays = 1 - self.folds_big_blind if in_big_blind else self.enters
            if chance >= stays:
                return FOLD if legal.fold else CALL
            wants = not in_big_blind and rng.random() < self.raises
        elif legal.call:
            if chance < self.folds:
                return FOLD
            wants = rng.random() < self.bets / 3
        else:
            wants = chance < self.bets
        return raise_to(legal.least) if wants and legal.can_raise else CALL


# Eight who are alike and not the same, and four whom one can tell from afar.
REGULARS = [
    Player(
        f"Regular {n}", 0.33 + n / 50, 0.44 + n / 50, 0.40 + n / 80, 0.42 + n / 80, 0.45 + n / 50
    )
    for n in range(8)
]
SURRENDER = Player("Surrender", folds_big_blind=1.0)
STATION = Player("Station", enters=0.95, raises=0.02, bets=0.05, folds=0.05, folds_big_blind=0.02)
MANIAC = Player("Maniac", enters=0.95, raises=0.95, bets=0.95, folds=0.1, folds_big_blind=0.1)
ROCK = Player("Rock", enters=0.06, raises=0.2, bets=0.1, folds=0.7, folds_big_blind=0.9)
EVERYBODY = [*REGULARS, SURRENDER, STATION, MANIAC, ROCK]


def play(
    players: Sequence[Player],
    hands: int,
    seats: int,
    seed: int,
    rules: Callable[[int], Rules] = no_limit_holdem,
    origin: Origin | None = None,
    *,
    regular: Player | None = None,
) -> list[HandHistory]:
    """Hands with anybody anywhere at the table, a minute apart; ``regular`` is always there."""
    rng, game = np.random.default_rng(seed), rules(seats)
    origin = origin or Origin(site="Here", currency="USD", decimals=2)
    found = []
    for number in range(hands):
        others = [one for one in players if one is not regular]
        here = [others[place] for place in rng.permutation(len(others))[:seats]]
        if regular is not None:
            here[int(rng.integers(seats))] = regular
        hand = Hand(game, shuffle(game, rng), tuple(one.name for one in here))
        while hand.seat is not None:
            hand.act(here[hand.seat].act(hand, rng))
        when = BEGIN + timedelta(minutes=number)
        told = replace(origin, number=f"{seed}{number:05}", time=when)
        found.append(history_of(hand, told))
    return found


def limit(players: int) -> Rules:
    """A limit game with stacks that are finite, as those of sites are."""
    return limit_holdem(players, small_bet=2, stack=400)


def store_of(folder: Path, *batches: Sequence[HandHistory]) -> HandStore:
    """A store with these hands, in as many batches."""
    store = HandStore(folder, create=True)
    for histories in batches:
        rows = Rows()
        for history in histories:
            rows.add(history, history.replay(), "a file")
        store.add(rows)
    return store
