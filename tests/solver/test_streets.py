"""Turns and flops against linear programs over every card; suits, threads."""

import numpy as np
import pytest

from tests.solver.explicit_game import SequenceForm, best_response
from tests.solver.explicit_poker import explicit_spot, policy_in
from villain.cards.range import Range
from villain.solver.solution import Solution
from villain.solver.solvable import solvable_spot
from villain.solver.spot import Spot

POT = 10.0


def compare_with_program(spot: Spot, *, to: float, iterations: int) -> None:
    """The value is the program's, the best responses are those over the explicit tree."""
    root = explicit_spot(spot)
    solution = Solution(solvable_spot(spot))
    solution.solve(to=to, iterations=iterations)
    assert solution.value(0) == pytest.approx(SequenceForm(root).value(), abs=2 * to * POT)
    policy = policy_in(solution)
    for player in (0, 1):
        best = best_response(root, player, policy)
        assert solution.best_response(player) == pytest.approx(best, abs=1e-4 * POT)


def test_a_turn_has_the_value_of_the_linear_program() -> None:
    """Bets on both streets; the hands share cards, draw to each other and tie."""
    spot = Spot.parse(
        "Ks7d2c4h",
        pot=POT,
        stacks=25,
        ranges=("AhKh, 6s5s:0.5, QdQh", "KhQh, 7s7c:0.4, 6h5h"),
        sizes="75% / a",
    )
    compare_with_program(spot, to=5e-4, iterations=1000)


def test_a_flop_has_the_value_of_the_linear_program() -> None:
    """Bets on the flop and the turn; the river is checked down."""
    spot = Spot.parse(
        "Ts9s2c",
        pot=POT,
        stacks=30,
        ranges=("QsJs, TdTc", "AhTh, 8s7s:0.5"),
        sizes="flop 50% /; turn 100% /",
    )
    compare_with_program(spot, to=5e-4, iterations=1000)


@pytest.mark.slow
def test_a_flop_with_bets_on_every_street_has_the_value_of_the_linear_program() -> None:
    spot = Spot.parse(
        "Ts9s2c", pot=POT, stacks=30, ranges=("QsJs, TdTc", "AhTh, 8s7s"), sizes="100% /"
    )
    compare_with_program(spot, to=1e-3, iterations=1000)


def shaken(spot: Spot) -> Spot:
    """The same, but for a weight that single precision cannot see: no suits may be exchanged."""
    weights = [spot.ranges[player].weights.copy() for player in (0, 1)]
    for combo, _ in enumerate(weights[0]):
        weights[0][combo] *= 1 + 1e-10 * np.sin(combo)
    return Spot(
        spot.board, spot.pot, spot.stacks, (Range(weights[0]), Range(weights[1])), spot.sizes
    )


@pytest.mark.parametrize(
    ("board", "boards"), [("Ks7s2s4s", 1 + 13 + 9), ("Ks7s2s", 1 + 23 + 13 * 35 + 10 * 22)]
)
def test_suits_that_can_be_exchanged_change_nothing(board: str, boards: int) -> None:
    """On a flop of one suit the other three are alike; one solution stands for up to six boards."""
    spot = Spot.parse(board, pot=POT, stacks=20, ranges=("AA, 87s", "QQ, KTs"), sizes="75% / a")
    game, all_boards = solvable_spot(spot), solvable_spot(shaken(spot))
    cards = 52 - len(spot.board)
    assert len(all_boards.boards.cards) == 1 + cards + cards * (cards - 1) * (cards == 49)
    assert len(game.boards.cards) == boards
    one, two = (Solution(each) for each in (game, all_boards))
    for player in (0, 1):  # before anything is learned: all actions alike
        assert one.value(player) == pytest.approx(two.value(player), abs=1e-5 * POT)
        best = one.best_response(player), two.best_response(player)
        assert best[0] == pytest.approx(best[1], abs=1e-5 * POT)
    for solution in (one, two):
        solution.improve(12)
    # By then what is nearly alike has been told apart by rounding.
    assert one.value(0) == pytest.approx(two.value(0), abs=1e-3 * POT)
    assert one.distance() == pytest.approx(two.distance(), abs=1e-3)


def test_two_threads_do_what_one_does() -> None:
    spot = Spot.parse(
        "Ks7s2s4h", pot=POT, stacks=20, ranges=("AA, KQs, 87s", "QQ, AKo, T9s"), sizes="75%, a"
    )
    game = solvable_spot(spot)
    one, two = (Solution(game, threads=threads) for threads in (1, 2))
    for solution in (one, two):
        solution.improve(20)
    np.testing.assert_array_equal(one.learned.regrets, two.learned.regrets)
    np.testing.assert_array_equal(one.learned.sums, two.learned.sums)
    assert one.gap() == two.gap()
