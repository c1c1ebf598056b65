"""Kuhn, Leduc and one-card poker: values that are known, and OpenSpiel's of any strategy."""

from dataclasses import replace
from functools import cache

import numpy as np
import pyspiel
import pytest

from tests.solver.explicit_game import SequenceForm
from tests.solver.spiel import explicit, policy_of
from villain.errors import VillainError
from villain.game.observation import Observation
from villain.game.presets import kuhn, leduc, limit_holdem, one_card, one_card_free_folds
from villain.game.rules import UNLIMITED, Rules
from villain.solver.locks import Locks
from villain.solver.small_games import small_game
from villain.solver.solution import Solution
from villain.solver.solvable import Solvable
from villain.solver.told_strategies import (
    Chances,
    StrategyJudgement,
    judge_strategies,
    keep_strategy,
    tell_strategy,
)

GAMES = {"kuhn": (kuhn(), "kuhn_poker"), "leduc": (leduc(), "leduc_poker")}
game_names = pytest.mark.parametrize("name", GAMES)


@cache
def solvable(name: str) -> Solvable:
    return small_game(GAMES[name][0])


@cache
def solved(name: str) -> Solution:
    solution = Solution(solvable(name), scheme={"kuhn": "pdcfr+", "leduc": "dcfr"}[name])
    solution.solve(to=1e-4, iterations=1000)
    return solution


def in_open_spiel(name: str, told: Locks) -> StrategyJudgement:
    rules, spiel_name = GAMES[name]
    game = pyspiel.load_game(spiel_name)
    policy = policy_of(game, rules, told)
    one, two = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)
    best = tuple(pyspiel.TabularBestResponse(game, player, policy).value("") for player in (0, 1))
    return StrategyJudgement((one, two), (best[0], best[1]))


def by_rank(seen: Observation) -> tuple[float, float, float]:
    """Something that differs by card, board, street and what was done."""
    assert seen.legal is not None
    strong = (seen.hole[0].rank - 9) / 4 + 0.25 * bool(seen.board)
    return 0.3 / (1 + seen.pot), 0.2 + seen.street, strong + 0.1 * seen.legal.call


@game_names
def test_the_value_is_the_known_one(name: str) -> None:
    value = {"kuhn": -1 / 18, "leduc": -0.0856064}[name]
    solution = solved(name)
    assert solution.distance() < 1e-4
    assert solution.value(0) == pytest.approx(value, abs=2e-5)
    assert solution.value(1) == pytest.approx(-value, abs=2e-5)


@game_names
@pytest.mark.parametrize(
    "chances",
    [lambda _: (1, 1, 1), lambda _: (0, 1, 0), lambda _: (0, 0.2, 0.8), by_rank],
    ids=["even", "call", "raise", "by rank"],
)
def test_strategies_are_judged_as_by_open_spiel(name: str, chances: Chances) -> None:
    told = tell_strategy(solvable(name), GAMES[name][0], chances)
    ours, theirs = judge_strategies(told), in_open_spiel(name, told)
    np.testing.assert_allclose(ours, theirs, atol=1e-9)


@game_names
def test_a_solution_is_judged_as_by_open_spiel(name: str) -> None:
    solution = solved(name)
    told = keep_strategy(solution)
    ours = judge_strategies(told)
    np.testing.assert_allclose(ours, in_open_spiel(name, told), atol=1e-9)
    assert ours.values[0] == pytest.approx(solution.value(0), abs=1e-12)
    assert ours.exploitability == pytest.approx(solution.gap() / 2, abs=1e-12)
    assert min(ours.gains) > -1e-12


def test_one_of_two_may_be_told_and_the_other_answers() -> None:
    callers = tell_strategy(solvable("leduc"), leduc(), lambda _: (0, 1, 0), players=(1,))
    solution = Solution(solvable("leduc"), locks=callers)
    solution.solve(to=1e-6, iterations=100)
    # The best response to who always calls is also what learning against him comes to.
    assert solution.value(0) == pytest.approx(solution.best_against_locks(0), abs=1e-4)
    with pytest.raises(VillainError, match="nothing is told of node 0"):
        judge_strategies(callers)


@pytest.mark.parametrize("stack", [2, 4, 10])
def test_one_card_poker_has_the_value_of_the_linear_program(stack: int) -> None:
    """Who can put in ``stack - 1`` chips beside the ante may raise as often."""
    rules = one_card(2, stack=stack)
    game = pyspiel.load_game(
        "universal_poker",
        {
            "betting": "limit",
            "numPlayers": 2,
            "numRounds": 1,
            "blind": "1 1",
            "firstPlayer": "1",
            "numSuits": 1,
            "numRanks": 10,
            "numHoleCards": 1,
            "numBoardCards": "0",
            "raiseSize": "1",
            "maxRaises": str(stack - 1),
        },
    )
    value = SequenceForm(explicit(game.new_initial_state())).value()
    solution = Solution(small_game(rules), scheme="pdcfr+")
    solution.solve(to=1e-5, iterations=1000)
    assert solution.value(0) == pytest.approx(value, abs=1e-4)


def test_folding_where_a_check_is_free_changes_nothing_for_who_plays_well() -> None:
    values = []
    for rules in (one_card(2), one_card_free_folds(2)):
        solution = Solution(small_game(rules), scheme="pdcfr+")
        solution.solve(to=1e-5, iterations=1000)
        values.append(solution.value(0))
    assert small_game(one_card_free_folds(2)).node(0).moves[0].kind == "fold"
    assert values[0] == pytest.approx(values[1], abs=1e-4)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (leduc(3), "leduc is for 3 players; the solver takes two"),
        (limit_holdem(2), "limit is no small game; .* kuhn, leduc or onecard"),
        (one_card(2, stack=UNLIMITED), "goes on for too long; put a cap on raises"),
        (replace(leduc(), board_cards=(0, 2)), "no small game; .*one on the board"),
    ],
)
def test_other_games_are_refused(rules: Rules, message: str) -> None:
    with pytest.raises(VillainError, match=message):
        small_game(rules)


@pytest.mark.parametrize(
    ("chances", "message"),
    [
        ((0.5, 0.5), r"chances \(0.5, 0.5\); they are three numbers"),
        ((0, -1, 2), "they are three numbers"),
        ((1, 0, 0), "of nothing that is legal"),
    ],
)
def test_chances_that_are_none_are_refused(chances: tuple[float, ...], message: str) -> None:
    with pytest.raises(VillainError, match=message):
        tell_strategy(solvable("kuhn"), kuhn(), lambda _: chances)
