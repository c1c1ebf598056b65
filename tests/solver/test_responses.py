"""Restricted Nash responses and best responses: a linear program, and OpenSpiel's Leduc."""

import re
from functools import cache

import numpy as np
import pyspiel
import pytest

from tests.solver.explicit_game import Policy, SequenceForm
from tests.solver.spiel import explicit, policy_of
from villain.cards.card import Card
from villain.game.observation import Observation, street_so_far
from villain.game.presets import leduc
from villain.kernels.arrays import FloatArray
from villain.solver.locks import Locks
from villain.solver.small_games import small_game
from villain.solver.solution import Bound, Solution
from villain.solver.solvable import Solvable
from villain.solver.told_strategies import tell_strategy
from villain.strategy.small_games import STRATEGIES, SmallGameSpot, chance_to_win

LEDUC = pyspiel.load_game("leduc_poker")
SHARES = (0.0, 0.25, 0.5, 0.75, 0.9, 1.0)
VILLAIN = 1


@cache
def game() -> Solvable:
    return small_game(leduc())


@cache
def sequence_form() -> SequenceForm:
    return SequenceForm(explicit(LEDUC.new_initial_state()))


@cache
def model(name: str) -> Locks:
    """A strategy for small games, told by what a seat sees."""

    def chances(seen: Observation) -> tuple[float, float, float]:
        assert seen.legal is not None
        strength = chance_to_win(seen.rules, seen.hole[0], seen.board)
        raises, _ = street_so_far(seen)
        spot = SmallGameSpot(strength, seen.legal.call, seen.pot, raises)
        told = STRATEGIES[name](spot)
        return told.allowed(fold=seen.legal.fold, more=seen.legal.can_raise)

    return tell_strategy(game(), leduc(), chances)


@cache
def policy(name: str) -> Policy:
    """The same model by what OpenSpiel tells a player."""
    told = policy_of(LEDUC, leduc(), model(name))

    def by_knowledge(_player: int, knows: str, actions: int) -> FloatArray:
        chances = [chance for _, chance in sorted(told.action_probabilities(knows).items())]
        assert len(chances) == actions
        return np.array(chances)

    return by_knowledge


@cache
def plan(name: str) -> FloatArray:
    """The model as a plan over the sequences of OpenSpiel's tree."""
    return sequence_form().plan(VILLAIN, policy(name))


@pytest.mark.parametrize("name", ["call", "random", "loose"])
def test_the_curve_of_gain_and_risk_is_that_of_a_linear_program(name: str) -> None:
    gains, risks = [], []
    for share in SHARES:
        solution = Solution(game(), scheme="dcfr+", locks=model(name), bound=Bound(VILLAIN, share))
        solution.solve(to=1e-4, iterations=600)
        gain, risk = solution.against_locks(0), solution.best_response(VILLAIN)
        best = sequence_form().restricted_value(0, plan(name), share)
        # Never better than the best, and hardly worse.
        assert -1e-9 < best - (share * gain - (1 - share) * risk) < 1e-3
        gains.append(gain)
        risks.append(risk)
    # More trust in the model wins more from it and costs more where it is wrong.
    assert (np.diff(gains) > -1e-3).all()
    assert (np.diff(risks[:-1]) > -1e-3).all()
    assert gains[-1] == pytest.approx(solution.best_against_locks(0), abs=1e-3)
    assert risks[0] == pytest.approx(0.0856, abs=1e-3)


def test_a_data_biased_response_has_the_value_of_a_linear_program() -> None:
    """Held by half before the board, and after it by more, the higher its card."""
    shares = {"": 0.5} | {str(card): card / 5 for card in range(6)}
    biased = Locks(game())
    for (node, board), lock in model("loose").at.items():
        if game().node(node).player == VILLAIN:
            cards = game().boards.cards[board]
            name = str(leduc().deck.index(Card(cards[0]))) if cards else ""
            biased.add(node, board, lock.chances, shares[name])
    solution = Solution(game(), scheme="dcfr+", locks=biased)
    solution.solve(to=1e-4, iterations=600)

    def share(knows: str) -> float:
        found = re.search(r"\[Public: (\d)\]", knows)
        return shares[found[1] if found else ""]

    value = sequence_form().biased_value(policy("loose"), share)
    assert solution.value(0) == pytest.approx(value, abs=1e-3)
    assert value > 0.1
