"""Games of two as explicit trees, one node for each history: the slow twin of the solver.

Values by summing over all histories, best responses by recursion over information sets, equilibria
and restricted Nash responses by a linear program in sequence form.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array, csr_array, hstack, vstack

from villain.kernels.arrays import FloatArray


@dataclass(frozen=True)
class End:
    """What each player has in the end."""

    values: tuple[float, float]


@dataclass(frozen=True)
class Chance:
    """What may happen, each with its weight."""

    lots: tuple[tuple[float, "Node"], ...]


@dataclass(frozen=True)
class Choice:
    """A player chooses; ``knows`` is all that he can see."""

    player: int
    knows: Hashable
    after: tuple["Node", ...]


Node: TypeAlias = End | Chance | Choice
Policy: TypeAlias = Callable[[int, Any, int], FloatArray]
"""Chances by player, what he knows, and the number of actions."""


def zero_sum(value: float) -> End:
    return End((value, -value))


def even(_player: int, _knows: Hashable, actions: int) -> FloatArray:
    return np.full(actions, 1 / actions)


def expected(node: Node, policy: Policy) -> FloatArray:
    """What both have on average."""
    if isinstance(node, End):
        return np.array(node.values)
    if isinstance(node, Chance):
        lots = node.lots
    else:
        chances = policy(node.player, node.knows, len(node.after))
        lots = tuple(zip(chances, node.after, strict=True))
    return sum((chance * expected(one, policy) for chance, one in lots if chance), np.zeros(2))


def best_response(root: Node, player: int, policy: Policy) -> float:
    """What a player wins who knows the other's policy: an information set is one choice."""
    groups: dict[Hashable, list[tuple[float, Choice]]] = {}

    def collect(node: Node, weight: float) -> None:
        """Put the choices with their weight (his own chances left out) into groups."""
        if isinstance(node, End):
            return
        if isinstance(node, Chance):
            lots = node.lots
        elif node.player == player:
            groups.setdefault(node.knows, []).append((weight, node))
            lots = tuple((1.0, one) for one in node.after)
        else:
            chances = policy(node.player, node.knows, len(node.after))
            lots = tuple(zip(chances, node.after, strict=True))
        for chance, one in lots:
            collect(one, weight * chance)

    collect(root, 1.0)
    chosen: dict[Hashable, int] = {}

    def value(node: Node) -> float:
        if isinstance(node, End):
            return node.values[player]
        if isinstance(node, Choice):
            if node.player == player:
                return value(node.after[choose(node.knows)])
            chances = policy(node.player, node.knows, len(node.after))
            lots = tuple(zip(chances, node.after, strict=True))
        else:
            lots = node.lots
        return float(sum(chance * value(one) for chance, one in lots))

    def choose(knows: Hashable) -> int:
        if knows not in chosen:
            group = groups[knows]
            totals = [
                sum(weight * value(node.after[action]) for weight, node in group)
                for action in range(len(group[0][1].after))
            ]
            chosen[knows] = int(np.argmax(totals))
        return chosen[knows]

    return value(root)


class SequenceForm:
    """A zero-sum game as a matrix: what player 0 has, by sequences of both, weighted by chance."""

    def __init__(self, root: Node) -> None:
        self.sequences: list[dict[Hashable, int]] = [{None: 0}, {None: 0}]
        self.sets: list[dict[Hashable, tuple[int, list[int]]]] = [{}, {}]
        self._cells: dict[tuple[int, int], float] = {}
        self._walk(root, 1.0, (0, 0))
        rows, columns = zip(*self._cells, strict=True)
        shape = (len(self.sequences[0]), len(self.sequences[1]))
        self.matrix = csr_array((list(self._cells.values()), (rows, columns)), shape=shape)

    def _walk(self, node: Node, weight: float, at: tuple[int, int]) -> None:
        if isinstance(node, End):
            assert abs(sum(node.values)) < 1e-9
            self._cells[at] = self._cells.get(at, 0.0) + weight * node.values[0]
        elif isinstance(node, Chance):
            for chance, one in node.lots:
                self._walk(one, weight * chance, at)
        else:
            player, names = node.player, self.sequences[node.player]
            if node.knows not in self.sets[player]:
                numbers = []
                for action in range(len(node.after)):
                    numbers.append(len(names))
                    names[node.knows, action] = len(names)
                self.sets[player][node.knows] = at[player], numbers
            before, numbers = self.sets[player][node.knows]
            assert before == at[player], "a player forgets what he did"
            for number, one in zip(numbers, node.after, strict=True):
                self._walk(one, weight, (number, at[1]) if player == 0 else (at[0], number))

    def plan(self, player: int, policy: Policy) -> FloatArray:
        """The chance of each sequence, as far as the player decides it."""
        chances = np.zeros(len(self.sequences[player]))
        chances[0] = 1
        for knows, (before, numbers) in self.sets[player].items():  # parents come first
            chances[numbers] = chances[before] * policy(player, knows, len(numbers))
        return chances

    def _flow(self, player: int) -> tuple[csr_array, FloatArray]:
        """What goes into an information set comes out of it."""
        sets = self.sets[player].values()
        rows, columns, values = [0], [0], [1.0]
        for row, (before, numbers) in enumerate(sets, start=1):
            rows += [row] * (1 + len(numbers))
            columns += [before, *numbers]
            values += [-1.0, *[1.0] * len(numbers)]
        shape = (1 + len(sets), len(self.sequences[player]))
        right = np.zeros(shape[0])
        right[0] = 1
        return csr_array(coo_array((values, (rows, columns)), shape=shape)), right

    def value(self) -> float:
        """What the game is worth to player 0."""
        return self.restricted_value(0, None, 0.0)

    def restricted_value(self, hero: int, model: FloatArray | None, share: float) -> float:
        """The most that ``hero`` can have of share·(against the model) + (1 − share)·(at worst)."""
        matrix = self.matrix if hero == 0 else csr_array(-self.matrix.T)
        own, own_right = self._flow(hero)
        his, his_right = self._flow(1 - hero)
        against = np.zeros(matrix.shape[0]) if model is None else matrix @ model
        # Maximise share·against·x + (1 − share)·right·v, with his'v <= matrix'x and own x = right.
        cost = -np.concatenate([share * against, (1 - share) * his_right])
        above = hstack([-matrix.T, his.T], format="csr")
        equal = hstack([own, csr_array((own.shape[0], his.shape[0]))], format="csr")
        free = [(0, None)] * matrix.shape[0] + [(None, None)] * his.shape[0]
        found = linprog(
            cost,
            A_ub=above,
            b_ub=np.zeros(matrix.shape[1]),
            A_eq=equal,
            b_eq=own_right,
            bounds=free,
            method="highs",
        )
        assert found.fun is not None, found.message
        return -float(found.fun)

    def biased_value(self, policy: Policy, share: Callable[[Any], float]) -> float:
        """What player 0 has if player 1 keeps to a policy in part, by what he knows at a decision.

        A share of who gets to an information set does there what the policy says.
        """
        own, own_right = self._flow(0)
        his, his_right = self._flow(1)
        # Minimise right·u with own'u >= matrix y, his y = right, y >= share·policy·y before.
        bias = np.zeros((len(self.sequences[1]), len(self.sequences[1])))
        for knows, (before, numbers) in self.sets[1].items():
            bias[numbers, before] = share(knows) * policy(1, knows, len(numbers))
        free = csr_array(bias - np.eye(len(bias)))
        shape = (free.shape[0], own.shape[0])
        above = vstack(
            [hstack([self.matrix, -own.T]), hstack([free, csr_array(shape)])], format="csr"
        )
        found = linprog(
            np.concatenate([np.zeros(len(bias)), own_right]),
            A_ub=above,
            b_ub=np.zeros(above.shape[0]),
            A_eq=hstack([his, csr_array((his.shape[0], own.shape[0]))], format="csr"),
            b_eq=his_right,
            bounds=[(0, None)] * len(bias) + [(None, None)] * own.shape[0],
            method="highs",
        )
        assert found.fun is not None, found.message
        return float(found.fun)
