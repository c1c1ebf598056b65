"""Answers in small games: on the exact frontier of win and risk, as a linear program has it."""

from functools import cache

import numpy as np
import pytest

from tests.solver.linear_frontier import LinearFrontier
from villain.errors import VillainError
from villain.game.presets import kuhn, leduc, one_card
from villain.solver.gifts import Gifts
from villain.solver.locks import Locks
from villain.solver.small_answers import (
    biased_answer,
    restricted_answer,
    small_equilibrium,
)
from villain.solver.told_strategies import judge_strategies, tell_strategy
from villain.strategy.small_opponents import OPPONENTS, chances_of

GAMES = {"kuhn": kuhn(), "leduc": leduc(), "onecard": one_card(2)}
NOTHING = 2e-3
"""Chips a hand to which solutions are computed: where less can be won, 5 % says nothing."""

SHARES = (0.2, 0.5, 0.75, 0.9)
opponents = pytest.mark.parametrize("name", OPPONENTS)


@cache
def told(game: str, name: str) -> Locks:
    rules = GAMES[game]
    return tell_strategy(small_equilibrium(rules).game, rules, chances_of(OPPONENTS[name]))


def check_on_frontier(game: str, name: str, shares: tuple[float, ...]) -> None:
    """At its risk each answer wins what can be won, to 5 % of what there is beyond equilibrium."""
    truth, rules = told(game, name), GAMES[game]
    frontier = LinearFrontier(rules, truth)
    safe = small_equilibrium(rules).wins_from(truth)
    for share in shares:
        answer = restricted_answer(truth, share, to=2e-4)
        wins, risk = answer.wins_from(truth), answer.exploitability
        most = frontier.most_won(risk)
        assert -1e-6 < most - wins < max(0.05 * (most - safe), NOTHING)
        value = frontier.restricted_value(share)
        assert -1e-6 < value - (share * wins - (1 - share) * risk) < 2e-3


@opponents
def test_on_the_frontier_of_kuhn(name: str) -> None:
    check_on_frontier("kuhn", name, (*SHARES, 1.0))


@pytest.mark.parametrize("name", ["tight", "never-bluffs"])
def test_on_the_frontier_of_leduc(name: str) -> None:
    check_on_frontier("leduc", name, (0.5, 0.9))


@pytest.mark.slow
@opponents
def test_on_the_frontier_of_leduc_everywhere(name: str) -> None:
    check_on_frontier("leduc", name, (*SHARES, 0.97, 1.0))


@pytest.mark.parametrize("game", GAMES)
def test_the_ends_of_the_dial_are_equilibrium_and_best_answer(game: str) -> None:
    truth, equilibrium = told(game, "tight"), small_equilibrium(GAMES[game])
    least, best = (restricted_answer(truth, share, to=5e-4) for share in (0.0, 1.0))
    assert equilibrium.exploitability < 3e-4
    assert least.exploitability == pytest.approx(0, abs=3e-3)
    judged = judge_strategies(truth)
    assert best.wins_from(truth) == pytest.approx(sum(judged.best) / 2, abs=5e-3)
    with pytest.raises(VillainError, match=r"a dial at 1\.5; it goes from 0"):
        restricted_answer(truth, 1.5)


def test_who_is_held_nowhere_is_met_at_equilibrium_and_everywhere_with_the_best_answer() -> None:
    truth = told("kuhn", "maniac")
    for share, wins in ((0.0, None), (1.0, sum(judge_strategies(truth).best) / 2)):
        held = Locks(truth.game)
        for place, lock in truth.at.items():
            held.add(*place, lock.chances, share)
        answer = biased_answer(held, to=2e-4)
        if wins is None:
            assert answer.exploitability == pytest.approx(0, abs=2e-3)
        else:
            assert answer.wins_from(truth) == pytest.approx(wins, abs=2e-3)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["maniac", "never-bluffs"])
def test_gifts_are_what_equilibrium_wins_beyond_its_value(game: str, name: str) -> None:
    """Summed over all that can happen, with the chances of both: no dealing, no luck."""
    truth, equilibrium = told(game, name), small_equilibrium(GAMES[game])
    gifts, total = Gifts(equilibrium), 0.0
    tree = equilibrium.game
    for (number, board), losses in gifts.losses.items():
        player = tree.node(number).player
        reach = tree.weights[player].astype(float)
        child = number
        while (parent := tree.node(child).parent) >= 0:
            before = tree.node(parent)
            if before.player == player and before.moves:
                on = board if before.street == tree.node(number).street else 0
                reach = reach * truth.at[parent, on].chances[before.children.index(child)]
            child = parent
        reach = reach * ~np.isin(tree.holdings[player], tree.boards.cards[board])
        deals = len(reach) * (len(reach) - 1) * ((len(reach) - 2) if board else 1)
        weight = reach * gifts.masses[number, board] / deals
        total += float((weight * truth.at[number, board].chances * losses).sum()) / 2
    wins = equilibrium.wins_from(truth)
    assert total == pytest.approx(wins + equilibrium.exploitability, abs=1e-9)


def test_a_move_counts_no_more_often_than_at_equilibrium() -> None:
    gifts = Gifts(small_equilibrium(GAMES["leduc"]))
    place = next(place for place, lost in gifts.losses.items() if lost.max() > 0.5)
    everything = np.ones(6)
    for move in range(len(gifts.losses[place])):
        least = gifts.given(*place, move, everything)
        most = gifts.given(*place, move, 1e-6 * everything)
        assert (least <= most + 1e-12).all()
        np.testing.assert_allclose(most, gifts.given(*place, move), atol=1e-9)
