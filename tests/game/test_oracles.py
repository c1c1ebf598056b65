"""Random hands, equal in turns, legal actions and payoffs to OpenSpiel's and pokerkit's."""

import numpy as np
import pytest

from tests.game.oracles import (
    UNIT,
    check_against_open_spiel,
    check_against_pokerkit,
    open_spiel_game,
)
from villain.game import Acted, Rules, Won, kuhn, leduc, limit_holdem, no_limit_holdem, shuffle
from villain.game.gamedef import read_gamedef, write_gamedef

FEW, MANY = 75, 10_000
GAMES = [
    limit_holdem(2, small_bet=10),
    limit_holdem(3, small_bet=10),
    no_limit_holdem(2, big_blind=100, stack=2000),
    no_limit_holdem(3, big_blind=100, stack=1000),
]
SMALL = [read_gamedef(write_gamedef(rules), rules.name) for rules in (kuhn(2), kuhn(3), leduc(2))]


@pytest.mark.parametrize("rules", [*GAMES, *SMALL], ids=lambda r: f"{r.name}-{r.players}")
@pytest.mark.parametrize("hands", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
def test_open_spiel(rules: Rules, hands: int) -> None:
    rng = np.random.default_rng(hands)
    game = open_spiel_game(rules)
    for _ in range(hands):
        check_against_open_spiel(rules, game, shuffle(rules, rng), rng)


@pytest.mark.filterwarnings("ignore:A card being dealt")  # it would rather burn it
@pytest.mark.parametrize("hands", [150, pytest.param(10_000, marks=pytest.mark.slow)])
def test_pokerkit(hands: int) -> None:
    rng = np.random.default_rng(hands)
    seen = set()
    for _ in range(hands):
        players = int(rng.integers(2, 10))
        rules = no_limit_holdem(
            players, big_blind=10 * UNIT, stack=UNIT, ante=UNIT * int(rng.integers(0, 2))
        ).with_stacks(*(UNIT * int(chips) for chips in rng.integers(12, 300, players)))
        hand = check_against_pokerkit(rules, shuffle(rules, rng), rng)
        seen |= {f"pot {event.pot}" for event in hand.events if isinstance(event, Won)}
        seen |= {event.kind for event in hand.events if isinstance(event, Acted)}
    assert {"pot 0", "pot 1", "pot 2", "fold", "call", "raise"} <= seen
