"""Rivers with known solutions, and random ones against a linear program over explicit deals."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.solver.explicit_game import SequenceForm, best_response, expected
from tests.solver.explicit_poker import explicit_spot, policy_in
from villain.cards.card import Card
from villain.cards.range import Range
from villain.solver.locks import Locks
from villain.solver.sizes import BetSizes
from villain.solver.solution import Bound, Solution
from villain.solver.solvable import Solvable, solvable_spot
from villain.solver.spot import Spot

BOARD = "2c3d7h9sKs"
NUTS, AIR, CATCHER = "KdKc, KhKc, KhKd", "6c4c, 6d4d, 6h4h, 6s4s, 6c4d, 6d4c", "QdQc"
POT = 10.0


def polar_spot(size: float, *, in_position: bool = False) -> Spot:
    """Three times the nuts and six times nothing against one bluff-catcher; no card in common."""
    polar, catcher = f"{NUTS}, {AIR}", CATCHER
    ranges, sizes = (polar, catcher), (f"{100 * size}% /", "")
    if in_position:
        ranges, sizes = ranges[::-1], (f"{100 * size}% /", f"{100 * size}% /")
    return Spot.parse(BOARD, pot=POT, stacks=100, ranges=ranges, sizes=sizes)


def bets(solution: Solution, node: int) -> tuple[float, float]:
    """How often the nuts and the air bet (the second action) at a node."""
    game = solution.game
    player = game.node(node).player
    nuts = Range(NUTS).weights[game.holdings[player]] > 0
    often = solution.strategy(node)[1]
    return float(often[nuts].mean()), float(often[~nuts].mean())


sizes = pytest.mark.parametrize("size", [0.25, 0.5, 1.0, 1.5, 3.0])


@sizes
def test_a_polar_range_bluffs_and_is_called_by_the_formula(size: float) -> None:
    solution = Solution(solvable_spot(polar_spot(size)))
    solution.solve(to=1e-5, iterations=1500)
    value_bets, bluffs = bets(solution, 0)
    share = 6 * bluffs / (6 * bluffs + 3 * value_bets)
    assert value_bets == pytest.approx(1, abs=0.005)
    assert share == pytest.approx(size / (1 + 2 * size), abs=0.005)
    answer = solution.game.node(0).children[1]
    folds, _ = solution.strategy(answer)[:, 0]
    assert folds == pytest.approx(size / (1 + size), abs=0.005)
    # The air has nothing, the nuts the pot and what is called.
    wins = POT * (1 + size / (1 + size)) / 3
    assert solution.value(0) == pytest.approx(wins - POT / 2, abs=0.001 * POT)


@sizes
def test_nobody_bets_into_a_clairvoyant(size: float) -> None:
    solution = Solution(solvable_spot(polar_spot(size, in_position=True)))
    solution.solve(to=1e-5, iterations=1500)
    assert solution.strategy(0)[0, 0] == pytest.approx(1, abs=0.005)
    checked = solution.game.node(0).children[0]
    value_bets, bluffs = bets(solution, checked)
    assert value_bets == pytest.approx(1, abs=0.005)
    assert 2 * bluffs == pytest.approx(size / (1 + size), abs=0.01)
    answer = solution.game.node(checked).children[1]
    assert solution.strategy(answer)[0, 0] == pytest.approx(size / (1 + size), abs=0.005)


@pytest.mark.parametrize("bound", [Bound(0, 1.0), None])
def test_who_never_bluffs_is_never_called(bound: Bound | None) -> None:
    game = solvable_spot(polar_spot(1.0))
    nuts = Range(NUTS).weights[game.holdings[0]] > 0
    locks = Locks(game)
    locks.add(0, 0, np.where(nuts, [[0], [1]], [[1], [0]]))
    solution = Solution(game, locks=locks, bound=bound)
    solution.solve(to=1e-5, iterations=500)
    answer = game.node(0).children[1]
    assert solution.strategy(answer)[0, 0] > 0.995
    # He is paid nothing for his nuts: a third of the pot is his.
    assert solution.value(1) == pytest.approx(POT * (2 / 3 - 1 / 2), abs=0.01)
    assert solution.against_locks(1) == pytest.approx(solution.value(1), abs=1e-4)


def random_spot(seed: int, *, rake: float = 0.0, holdings: int = 6, cards: int = 5) -> Spot:
    """Six holdings each, with weights, that may share cards with each other and have ties."""
    rng = np.random.default_rng(seed)
    board = rng.choice(52, cards, replace=False)
    free = Range.random().without(*board).weights
    weights = np.zeros((2, 1326))
    for row in weights:
        row[rng.choice(np.flatnonzero(free), holdings, replace=False)] = rng.uniform(
            0.2, 1, holdings
        )
    return Spot.parse(
        "".join(str(Card(int(card))) for card in board),
        pot=POT,
        stacks=float(rng.uniform(5, 40)),
        ranges=[Range(row) for row in weights],
        sizes="50%, 120%, a",
        rake=rake,
        rake_cap=2.0,
    )


@pytest.mark.parametrize("seed", range(6))
def test_a_random_river_has_the_value_of_the_linear_program(seed: int) -> None:
    spot = random_spot(seed)
    root = explicit_spot(spot)
    solution = Solution(solvable_spot(spot))
    solution.solve(to=1e-4, iterations=3000)
    assert solution.value(0) == pytest.approx(SequenceForm(root).value(), abs=2e-4 * POT)
    policy = policy_in(solution)
    for player in (0, 1):
        best = best_response(root, player, policy)
        assert solution.best_response(player) == pytest.approx(best, abs=1e-5 * POT)


@pytest.mark.parametrize(
    ("seed", "to_act", "stacks", "bets"),
    [
        (11, 1, (30.0, 12.0), (0.0, 0.0)),  # a check before it; what one has more is out of reach
        (12, 1, (20.0, 25.0), (5.0, 0.0)),
        (13, 0, (20.0, 25.0), (5.0, 15.0)),
        (14, 1, (0.0, 8.0), (12.0, 0.0)),  # all-in for more than the other has
    ],
)
def test_a_river_that_has_begun_has_the_value_of_the_linear_program(
    seed: int, to_act: int, stacks: tuple[float, float], bets: tuple[float, float]
) -> None:
    spot = replace(
        random_spot(seed),
        stacks=stacks,
        bets=bets,
        to_act=to_act,
        sizes=(BetSizes.parse("60%, 2.5x, a"),) * 2,
    )
    root = explicit_spot(spot)
    solution = Solution(solvable_spot(spot))
    solution.solve(to=1e-4, iterations=3000)
    assert solution.value(0) == pytest.approx(SequenceForm(root).value(), abs=3e-4 * spot.whole_pot)
    policy = policy_in(solution)
    for player in (0, 1):
        best = best_response(root, player, policy)
        assert solution.best_response(player) == pytest.approx(best, abs=1e-5 * spot.whole_pot)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_house_takes_what_both_lose(seed: int) -> None:
    """With rake the sum of both values is what the house takes, and the best responses are true."""
    spot = random_spot(seed, rake=0.05)
    root = explicit_spot(spot)
    solution = Solution(solvable_spot(spot))
    solution.solve(to=1e-3, iterations=500)
    policy = policy_in(solution)
    values = expected(root, policy)
    assert values.sum() < -0.1
    for player in (0, 1):
        assert solution.value(player) == pytest.approx(values[player], abs=1e-5 * POT)
        best = best_response(root, player, policy)
        assert solution.best_response(player) == pytest.approx(best, abs=1e-5 * POT)
    assert solution.distance() < 1e-3


def random_locks(game: Solvable, rng: np.random.Generator) -> Locks:
    locks = Locks(game)
    for number, node in enumerate(game.tree.nodes):
        if node.moves:
            shape = len(node.moves), game.size(node.player)
            locks.add(number, 0, rng.dirichlet(np.full(shape[0], 0.5), shape[1]).T + 1e-9)
    return locks


SPOT = random_spot(7, holdings=40)


@given(st.integers(0, 2**32 - 1))
def test_no_strategy_beats_the_best_response(seed: int) -> None:
    game, rng = solvable_spot(SPOT), np.random.default_rng(seed)
    solution = Solution(game, locks=random_locks(game, rng))
    for player in (0, 1):
        best = solution.best_against_locks(player)
        assert solution.value(player) <= best + 1e-5 * POT
        # Nor does what it plays where it has learned nothing, the same chances for everything.
        assert solution.against_locks(player) <= best + 1e-5 * POT


@pytest.mark.slow
def test_short_storage_comes_to_the_same_value_and_stays_there() -> None:
    """Rounded to the nearest it came to 1e-3 pots, and from there went away again."""
    game = solvable_spot(SPOT)
    values = []
    for short in (False, True):
        solution = Solution(game, short=short)
        solution.improve(1200)
        assert solution.distance() < 5e-4
        values.append(solution.value(0))
    assert values[0] == pytest.approx(values[1], abs=5e-4 * POT)


def test_what_is_not_played_for_long_stays_a_number() -> None:
    """The past fades fast here, below what single precision can tell from nothing."""
    solution = Solution(solvable_spot(SPOT), scheme="hs-dcfr")
    solution.improve(1100)
    assert solution.distance() < 1e-3
