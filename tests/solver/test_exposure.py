"""What a street's solution risks, and what is given away on it."""

import numpy as np
import pytest

from tests.solver.test_street_games import POT_BETS, RIVER, dealt, game_of
from villain.kernels.solver_records import DECISION
from villain.solver.exposure import gift, start_value, worst_case
from villain.solver.locks import Locks
from villain.solver.street_solution import Answers, Binding, StreetSolution
from villain.solver.values.checked_down import CheckedDown
from villain.solver.values.sources import NETWORKS, PLAIN

FOLD = 0
RANGES = "99, 65s, QJs, 53s, 86s, JTs", "AK, KQ, KJ"


def solved(locks: Locks | None = None) -> StreetSolution:
    street = game_of(dealt(RIVER), POT_BETS, *RANGES)
    solution = StreetSolution(street, CheckedDown(street.facts), locks=locks)
    solution.improve(200)
    return solution


def folds_to_bets(player: int) -> Locks:
    game = game_of(dealt(RIVER), POT_BETS, *RANGES).game
    locks = Locks(game)
    for number, node in enumerate(game.tree.nodes):
        if node.kind == DECISION and node.player == player and node.moves[0].kind == "fold":
            locks.add(number, 0, np.eye(len(node.moves))[FOLD])
    return locks


def test_equilibrium_risks_nothing() -> None:
    solution = solved()
    assert worst_case(solution, 1) == pytest.approx(solution.value(1), abs=0.05)


def test_who_bluffs_one_who_folds_risks_much() -> None:
    """The best hand or nothing against one in the middle."""
    fair = solved().value(1)
    solution = solved(folds_to_bets(1))
    assert solution.value(0) > -fair + 3  # of a pot of 20
    assert worst_case(solution, 1) > fair + 3


def test_who_folds_what_he_should_call_gives_it() -> None:
    solution, held = solved(), np.ones(solved().street.facts.size)
    nodes = solution.game.tree.nodes
    [node] = [
        number
        for number, one in enumerate(nodes)
        if one.kind == DECISION and one.player == 1 and one.moves[0].kind == "fold"
    ][:1]
    folding, calling = (gift(solution, node, taken, held) for taken in (0, 1))
    assert folding > 0
    assert calling >= 0
    nuts = np.zeros_like(held)
    values = solution.action_values(node)
    nuts[np.argmax(values[1])] = 1
    assert gift(solution, node, 0, nuts) > 20
    assert gift(solution, node, 1, nuts) == pytest.approx(0, abs=1e-6)


def test_answers_do_not_count_for_the_worst() -> None:
    plain = solved()
    street = plain.street
    wins = np.full((len(street.pots), street.facts.size), 99, np.float32)
    binding = Binding(1, 0.0, street.game.weights[1], Locks(street.game), Answers(wins, 1.0))
    solution = StreetSolution(street, CheckedDown(street.facts), binding=binding)
    solution.improve(200)
    assert worst_case(solution, 1) == pytest.approx(worst_case(plain, 1), abs=1e-3)


def test_a_start_is_worth_what_its_network_says_if_there_is_one() -> None:
    solution = solved()
    assert start_value(solution, PLAIN, 1) is None
    told = start_value(solution, NETWORKS, 1)
    assert told is not None
    assert told == pytest.approx(solution.value(1), abs=3)
