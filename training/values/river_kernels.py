"""Rivers solved by the thousand.

Holdings of equal rank play alike, so a river is first solved by ranks, as if cards did not stand in
each other's way: some two hundred numbers a player instead of a thousand, and showdowns are running
sums. What each holding then has is computed with all cards in their places.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.kernels.arrays import CardArray
from villain.kernels.compiled import summing_kernel
from villain.kernels.solver_records import DECISION, FOLDED

Single = npt.NDArray[np.float32]
Whole = npt.NDArray[np.int32]


class RiverTree(NamedTuple):
    """The betting of a river, parents before children; ``pays``: player 0 wins, loses, ties."""

    kind: Whole
    player: Whole
    actions: Whole
    child: Whole
    pays: Single


@summing_kernel
def solve_ranks(tree: RiverTree, first: Single, second: Single, iterations: int) -> Single:
    """Sums of both players' strategies by node, action and rank, weakest first.

    ``first`` and ``second`` are the weights of both players at each rank. Regrets are never
    negative and fade as in discounted CFR; players take turns.
    """
    nodes, width = tree.child.shape
    ranks = len(first)
    regrets = np.zeros((nodes, width, ranks), np.float32)
    sums = np.zeros((nodes, width, ranks), np.float32)
    chances = np.zeros((nodes, width, ranks), np.float32)
    reach = np.zeros((nodes, ranks), np.float32)
    values = np.zeros((nodes, ranks), np.float32)
    for iteration in range(1, iterations + 1):
        grown = np.float32(iteration) ** np.float32(1.5)
        fading = np.float32(grown / (grown + 1))
        kept = np.float32((iteration - 1) / iteration) ** np.float32(4)
        for player in range(2):
            reach[0] = second if player == 0 else first
            for node in range(nodes):
                if tree.kind[node] != DECISION:
                    continue
                _match(regrets[node], chances[node], tree.actions[node])
                here = reach[node]
                for action in range(tree.actions[node]):
                    there = reach[tree.child[node, action]]
                    if tree.player[node] == player:
                        there[:] = here
                    else:
                        chance, sum_ = chances[node, action], sums[node, action]
                        for k in range(ranks):
                            there[k] = here[k] * chance[k]
                            sum_[k] = kept * sum_[k] + there[k]
            sign = np.float32(1 if player == 0 else -1)
            for node in range(nodes - 1, -1, -1):
                here = values[node]
                if tree.kind[node] == DECISION:
                    actions = tree.actions[node]
                    here[:] = 0
                    mine = tree.player[node] == player
                    for action in range(actions):
                        part = values[tree.child[node, action]]
                        if mine:
                            chance = chances[node, action]
                            for k in range(ranks):
                                here[k] += chance[k] * part[k]
                        else:
                            for k in range(ranks):
                                here[k] += part[k]
                    if mine:
                        for action in range(actions):
                            part, regret = values[tree.child[node, action]], regrets[node, action]
                            for k in range(ranks):
                                regret[k] = max(
                                    fading * regret[k] + part[k] - here[k], np.float32(0)
                                )
                    continue
                rival = reach[node]
                total = np.float32(0)
                for k in range(ranks):
                    total += rival[k]
                if tree.kind[node] == FOLDED:
                    here[:] = sign * tree.pays[node, 0] * total
                    continue
                win, lose, tie = _pays(tree.pays[node], player)
                below = np.float32(0)
                for k in range(ranks):
                    here[k] = win * below + tie * rival[k] + lose * (total - below - rival[k])
                    below += rival[k]
    return sums


@summing_kernel
def _pays(pays: Single, player: int) -> tuple[np.float32, np.float32, np.float32]:
    if player == 0:
        return pays[0], pays[1], pays[2]
    return -pays[1], -pays[0], -pays[2]


@summing_kernel
def _match(regrets: Single, chances: Single, actions: int) -> None:
    ranks = regrets.shape[1]
    even = np.float32(1 / actions)
    for k in range(ranks):
        total = np.float32(0)
        for action in range(actions):
            total += regrets[action, k]
        if total > 1e-30:
            for action in range(actions):
                chances[action, k] = regrets[action, k] / total
        else:
            for action in range(actions):
                chances[action, k] = even


@summing_kernel
def average(sums: Single, tree: RiverTree) -> Single:
    """Chances of the average strategies, by node, action and rank."""
    chances = np.zeros_like(sums)
    for node in range(len(sums)):
        if tree.kind[node] == DECISION:
            _match(sums[node], chances[node], tree.actions[node])
    return chances


@summing_kernel
def holding_values(
    tree: RiverTree,
    chances: Single,
    rank_of: Whole,
    high: CardArray,
    low: CardArray,
    weights: Single,
    player: int,
) -> Single:
    """What each holding of a player has, all sorted by rank, with cards that both cannot hold.

    ``weights`` are the other's; ``rank_of`` counts the ranks from 0. Both play by ``chances``.
    """
    nodes, size = len(tree.kind), len(rank_of)
    reach = np.zeros((nodes, size), np.float32)
    values = np.zeros((nodes, size), np.float32)
    reach[0] = weights
    for node in range(nodes):
        if tree.kind[node] == DECISION:
            for action in range(tree.actions[node]):
                there, chance = reach[tree.child[node, action]], chances[node, action]
                if tree.player[node] == player:
                    there[:] = reach[node]
                else:
                    for h in range(size):
                        there[h] = reach[node, h] * chance[rank_of[h]]
    by_card, below_card, same_card = np.zeros(52), np.zeros(52), np.zeros(52)
    for node in range(nodes - 1, -1, -1):
        here = values[node]
        if tree.kind[node] == DECISION:
            for action in range(tree.actions[node]):
                part, chance = values[tree.child[node, action]], chances[node, action]
                if tree.player[node] == player:
                    for h in range(size):
                        here[h] += chance[rank_of[h]] * part[h]
                else:
                    for h in range(size):
                        here[h] += part[h]
            continue
        rival = reach[node]
        by_card[:] = 0
        total = 0.0
        for h in range(size):
            total += rival[h]
            by_card[high[h]] += rival[h]
            by_card[low[h]] += rival[h]
        win, lose, tie = _pays(tree.pays[node], player)
        if tree.kind[node] == FOLDED:
            pay = tree.pays[node, 0] if player == 0 else -tree.pays[node, 0]
            for h in range(size):
                here[h] = pay * (total - by_card[high[h]] - by_card[low[h]] + rival[h])
            continue
        below_card[:] = 0
        below, start = 0.0, 0
        while start < size:
            end, same = start, 0.0
            while end < size and rank_of[end] == rank_of[start]:
                same += rival[end]
                same_card[high[end]] += rival[end]
                same_card[low[end]] += rival[end]
                end += 1
            for h in range(start, end):
                one, two = high[h], low[h]
                worse = below - below_card[one] - below_card[two]
                equal = same - same_card[one] - same_card[two] + rival[h]
                all_ = total - by_card[one] - by_card[two] + rival[h]
                here[h] = win * worse + tie * equal + lose * (all_ - worse - equal)
            for h in range(start, end):
                below_card[high[h]] += rival[h]
                below_card[low[h]] += rival[h]
                same_card[high[h]] = 0
                same_card[low[h]] = 0
            below += same
            start = end
    at_start: Single = values[0]
    return at_start
