"""A player of a spot held to a model: positions as the engine has them, and the model's answers."""

from collections import Counter

import numpy as np
import pytest

from villain.cards import Range
from villain.errors import VillainError
from villain.game import CALL, Hand, no_limit_holdem, raise_to, shuffle
from villain.game.situation import Decision
from villain.models.bound_play import bind_model, shares_by_evidence
from villain.models.likelihood import LikelihoodModel
from villain.models.registry import make_model
from villain.solver.positions import positions, table_of
from villain.solver.solution import Solution
from villain.solver.solvable import solvable_spot
from villain.solver.spot import Spot

RIVER = Spot.parse(
    "Ks7d2c4h9s", pot=12, stacks=30, ranges=("AA, 65s, KQ", "QQ, AK, JTs"), sizes="50%, a"
)


def never_folds(decision: Decision) -> np.ndarray:
    return np.zeros(1326) if decision.kind == "fold" else np.ones(1326)


def test_the_engine_has_the_same_chips_at_every_decision() -> None:
    game, table = solvable_spot(RIVER), table_of(RIVER)
    for player in (0, 1):
        asked = list(positions(game, table, player))
        assert len(asked) == sum(
            node.player == player and bool(node.moves) for node in game.tree.nodes
        )
        for one in asked:
            node = game.node(one.node)
            assert one.state.seat == one.seat == player
            for seat in (0, 1):
                assert one.state.bets[seat] == round(node.bets[seat] * table.unit)
                left = RIVER.stacks[seat] - node.put[seat]
                assert one.state.stacks[seat] == round(left * table.unit)
            assert one.state.board == RIVER.board


@pytest.mark.parametrize(
    ("bets", "to_act"), [("0/0", 1), ("6/0", 1), ("0/6", 0), ("6/18", 0), ("18/6", 1)]
)
def test_a_spot_in_the_middle_of_a_street(bets: str, to_act: int) -> None:
    spot = Spot.parse(
        "Ks7d2c4h9s", pot=12, stacks=30, ranges=("AA", "QQ"), sizes="a", bets=bets, to_act=to_act
    )
    table = table_of(spot)
    assert table.state.seat == to_act
    assert [round(bet * table.unit) for bet in spot.bets] == table.state.bets
    assert table.state.pot == round(spot.whole_pot * table.unit)


def test_who_never_folds_is_held_to_that() -> None:
    game = solvable_spot(RIVER)
    locks = bind_model(game, RIVER, LikelihoodModel(never_folds), 1, "Bob")
    assert locks.at
    for (number, _), lock in locks.at.items():
        if game.node(number).moves[0].kind == "fold":
            assert lock.chances[0].max() == 0
    # Against him a bluff is worth nothing: bet the best, check the rest.
    solution = Solution(game, locks=locks)
    solution.solve(to=0.0005)
    bluffs = [place for place, combo in enumerate(game.holdings[0]) if Range("65s")[int(combo)]]
    assert solution.strategy(0)[0][bluffs].min() > 0.95


def test_the_crowd_holds_a_player_at_an_engine_position() -> None:
    rules = no_limit_holdem(2)
    hand = Hand(rules, shuffle(rules, np.random.default_rng(3)), ("Ann", "Bob"))
    for action in (raise_to(6), CALL, CALL, CALL, CALL, CALL, raise_to(6)):
        hand.act(action)
    state = hand.state
    assert (state.street, state.seat) == (3, 1)
    spot = Spot.of(state, (Range("22+, AK"), Range("22+, AQ, KQ, JTs")))
    game = solvable_spot(spot)
    locks = bind_model(game, spot, make_model("crowd"), 1, "Bob", state)
    first = locks.at[0, 0].chances
    assert np.allclose(first.sum(axis=0), 1)
    assert [move.kind for move in game.node(0).moves][:2] == ["fold", "call"]
    assert 0.02 < first[0].mean() < 0.98


def test_shares_grow_with_what_was_seen() -> None:
    game = solvable_spot(RIVER)
    locks = bind_model(game, RIVER, LikelihoodModel(never_folds), 1, "Bob")
    biased = shares_by_evidence(locks, Counter({(3, True): 90, (3, False): 10}), enough=30)
    shares = {
        game.node(number).moves[0].kind: float(lock.share[0])
        for (number, _), lock in biased.at.items()
    }
    assert shares == {"fold": 0.75, "check": 0.25}


def test_a_model_without_holdings_is_refused() -> None:
    with pytest.raises(VillainError, match="with each holding; take one"):
        bind_model(solvable_spot(RIVER), RIVER, make_model("styles"), 1, "Bob")
