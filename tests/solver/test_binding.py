"""A player bound to a model for a whole street, beside the solver's restricted Nash response."""

import numpy as np
import pytest

from tests.solver.test_street_games import POT_BETS, RIVER, dealt, game_of
from villain.kernels.solver_records import DECISION
from villain.solver.exposure import worst_case
from villain.solver.locks import Locks
from villain.solver.solution import Bound, Solution
from villain.solver.street_game import StreetGame
from villain.solver.street_solution import Binding, StreetSolution
from villain.solver.values.checked_down import CheckedDown

RANGES = "99, 65s, QJs, 53s, 86s, JTs", "AK, KQ, KJ"
HERO, HIM = 0, 1


def river() -> StreetGame:
    return game_of(dealt(RIVER), POT_BETS, *RANGES)


def often_folds(street: StreetGame, share: float = 1.0) -> Locks:
    """He folds four of five hands to every bet."""
    locks = Locks(street.game)
    for number, node in enumerate(street.game.tree.nodes):
        if node.kind == DECISION and node.player == HIM and node.moves[0].kind == "fold":
            rest = np.ones(len(node.moves)) * 0.2 / (len(node.moves) - 1)
            rest[0] = 0.8
            locks.add(number, 0, rest, share)
    return locks


def bound(chance: float, share: float = 1.0, iterations: int = 400) -> StreetSolution:
    street = river()
    weights = street.game.weights[HIM]
    binding = Binding(HIM, chance, weights, often_folds(street, share))
    solution = StreetSolution(street, CheckedDown(street.facts), binding=binding)
    solution.improve(iterations)
    return solution


@pytest.mark.parametrize("chance", [0.3, 0.6, 0.9])
def test_it_is_the_restricted_nash_response_of_the_solver(chance: float) -> None:
    street = river()
    plain = Solution(street.game, locks=often_folds(street), bound=Bound(HIM, chance))
    plain.improve(400)
    ours = bound(chance)
    assert ours.value(HERO) == pytest.approx(plain.value(HERO), abs=0.02)
    assert worst_case(ours, HIM) == pytest.approx(plain.best_response(HIM), abs=0.1)


def test_the_more_he_is_bound_the_more_is_won_and_risked() -> None:
    solutions = [bound(chance) for chance in (0.0, 0.5, 0.9, 1.0)]
    gains = [solution.against_locks(HERO) for solution in solutions]
    risks = [worst_case(solution, HIM) for solution in solutions]
    assert (np.diff(gains) > -0.01).all()
    assert (np.diff(risks) > -0.01).all()
    assert gains[-1] > gains[0] + 1
    assert risks[-1] > risks[0] + 1


def test_who_goes_by_no_lock_is_free_whether_bound_or_not() -> None:
    free, unlocked = bound(0.0), bound(0.9, share=0.0)
    assert unlocked.value(HERO) == pytest.approx(free.value(HERO), abs=0.05)
    assert worst_case(unlocked, HIM) == pytest.approx(worst_case(free, HIM), abs=0.1)


def test_values_of_actions_are_those_against_both() -> None:
    """At the root, whoever goes on as he does wins the mean of what his actions win."""
    solution = bound(0.6)
    root = next(n for n, node in enumerate(solution.game.tree.nodes) if node.kind == DECISION)
    player = solution.game.node(root).player
    mean = (solution.strategy(root) * solution.action_values(root)).sum(axis=0)
    assert mean == pytest.approx(solution.values(player), abs=1e-3)
