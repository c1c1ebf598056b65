"""The most that can be won from a known strategy at a given risk: one linear program.

OpenSpiel's tree, sequence form, HiGHS: nothing of ours but the strategy that is answered.
"""

from functools import cache

import numpy as np
import pyspiel
from scipy.optimize import linprog
from scipy.sparse import block_diag, csr_array, hstack, vstack

from tests.solver.explicit_game import SequenceForm
from tests.solver.spiel import explicit, policy_of
from villain.game.rules import Rules
from villain.kernels.arrays import FloatArray
from villain.solver.locks import Locks

NAMES = {"kuhn": "kuhn_poker", "leduc": "leduc_poker"}


@cache
def sequence_form(name: str) -> SequenceForm:
    return SequenceForm(explicit(pyspiel.load_game(NAMES[name]).new_initial_state()))


class LinearFrontier:
    """Answers to a strategy of both seats, the seats taken in turn."""

    def __init__(self, rules: Rules, told: Locks) -> None:
        form = sequence_form(rules.name)
        policy = policy_of(pyspiel.load_game(NAMES[rules.name]), rules, told)

        def by_knowledge(_player: int, knows: str, _actions: int) -> FloatArray:
            return np.array([one for _, one in sorted(policy.action_probabilities(knows).items())])

        flows = [form._flow(player) for player in (0, 1)]
        above, equal, right = [], [], []
        gain, worst, bounds = list[FloatArray](), list[FloatArray](), []
        for hero in (0, 1):
            matrix = form.matrix if hero == 0 else csr_array(-form.matrix.T)
            (own, own_right), (his, his_right) = flows[hero], flows[1 - hero]
            # His best response to x wins what the dual v says: his'v <= matrix'x.
            above.append(hstack([-matrix.T, his.T]))
            equal.append(hstack([own, csr_array((own.shape[0], his.shape[0]))]))
            right.append(own_right)
            model = form.plan(1 - hero, by_knowledge)
            gain += [np.asarray(matrix @ model) / 2, np.zeros(his.shape[0])]
            worst += [np.zeros(matrix.shape[0]), his_right / 2]
            bounds += [(0, None)] * matrix.shape[0] + [(None, None)] * his.shape[0]
        self.gain, self.worst, self.bounds = np.concatenate(gain), np.concatenate(worst), bounds
        self.above, self.equal = block_diag(above), block_diag(equal)
        self.right = np.concatenate(right)

    def most_won(self, risk: float) -> float:
        """The most that is won a hand if the worst opponent may win so much."""
        return -self._least(-self.gain, risk)

    def best(self) -> float:
        """What the best response wins a hand."""
        return self.most_won(1e6)

    def restricted_value(self, share: float) -> float:
        """The most of share·(against the strategy) + (1 − share)·(at worst)."""
        return -self._least(-(share * self.gain + (1 - share) * self.worst), 1e6)

    def _least(self, cost: FloatArray, risk: float) -> float:
        found = linprog(
            cost,
            A_ub=vstack([self.above, csr_array(-self.worst[None])], format="csr"),
            b_ub=np.append(np.zeros(self.above.shape[0]), risk),
            A_eq=self.equal,
            b_eq=self.right,
            bounds=self.bounds,
            method="highs",
        )
        assert found.fun is not None, found.message
        return float(found.fun)
