"""A strategy with other frequencies, and what is told beside other locks."""

import numpy as np
import pytest

from villain.errors import VillainError
from villain.solver.locks import Locks
from villain.solver.reports import best_move_values, report
from villain.solver.solution import Solution
from villain.solver.solvable import solvable_spot
from villain.solver.spot import Spot
from villain.solver.tilting import tilt

SPOT = Spot.parse("Ks7d2c4h9s", pot=10, stacks=10, ranges=("AA, 65s", "QQ"), sizes="a")
"""The nuts and air against a bluff catcher."""


@pytest.mark.parametrize("wanted", [(0.2, 0.3, 0.5), (0.0, 1.0, 0.0), (0.9, 0.1, 0.0)])
def test_frequencies_are_as_wanted_and_chances_stay_chances(
    wanted: tuple[float, float, float],
) -> None:
    rng = np.random.default_rng(1)
    chances, weights = rng.dirichlet([0.3] * 3, 400).T, rng.random(400)
    tilted = tilt(chances, weights, np.array(wanted))
    assert tilted @ weights / weights.sum() == pytest.approx(wanted, abs=1e-4)
    assert np.allclose(tilted.sum(axis=0), 1)


def test_of_two_hands_the_one_that_bet_more_bets_more() -> None:
    """Odds ratios of two holdings are kept, but for the speck that each move is given."""
    chances = np.array([[0.8, 0.4], [0.2, 0.6]])
    tilted = tilt(chances, np.ones(2), np.array([0.3, 0.7]))
    odds, before = tilted[0] / tilted[1], chances[0] / chances[1]
    assert odds[0] / odds[1] == pytest.approx(before[0] / before[1], rel=1e-2)


def test_frequencies_that_make_no_sense() -> None:
    with pytest.raises(VillainError, match="2 shares of moves are wanted"):
        tilt(np.ones((2, 3)) / 2, np.ones(3), np.zeros(2))
    with pytest.raises(VillainError, match="nobody gets here"):
        tilt(np.ones((2, 3)) / 2, np.zeros(3), np.ones(2))


def test_a_move_that_is_never_made_is_told_at_its_best() -> None:
    """Against who always folds, any bet wins the pot, whatever was learned about it."""
    game = solvable_spot(SPOT)
    locks = Locks(game)
    answer = next(
        number
        for number, node in enumerate(game.tree.nodes)
        if node.player == 1 and node.moves and node.moves[0].kind == "fold"
    )
    locks.add(answer, 0, np.array([1.0, 0.0]))
    free = Solution(game)
    free.improve(1)
    best = best_move_values(free.with_locks(locks))
    bet = [move.kind for move in game.node(0).moves].index("raise")
    assert best[bet] == pytest.approx(10.0, abs=1e-4)


def test_other_locks_change_the_other_and_not_what_was_learned() -> None:
    game = solvable_spot(SPOT)
    solution = Solution(game)
    solution.solve(to=0.001)
    locks = Locks(game)
    locks.add(0, 0, np.array([1.0, 0.0]))
    beside = solution.with_locks(locks)
    assert np.shares_memory(beside.learned.sums, solution.learned.sums)
    assert report(beside).frequency(1) == 0
    assert report(solution).frequency(1) == pytest.approx(0.9, abs=0.02)
