"""Trials of styles: freeze-outs of one-card poker in the kernel, counted."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from os import cpu_count

import numpy as np

from villain.kernels.arrays import CountArray, FloatArray
from villain.kernels.one_card import play_freezeouts
from villain.strategy.one_card import GRID, STYLES, Policy, Reading, Style

CHIPS = 10
"""Everybody's stack at the start."""


@dataclass(frozen=True, eq=False)
class Trial:
    """Wins by player; actions by player, something to pay (0 or 1) and action; hands."""

    wins: CountArray
    actions: CountArray
    hands: int


def try_policies(
    policies: list[Policy],
    freezeouts: int,
    seed: int,
    *,
    stacks: tuple[int, ...] = (),
    first: int | None = None,
) -> Trial:
    """Play so many freeze-outs, with ten chips each unless stacks are given.

    If nobody is said to start, everybody does in turn.
    """
    chips = np.array(stacks or (CHIPS,) * len(policies), np.int64)
    state = np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]
    return Trial(
        *play_freezeouts(
            np.stack(policies), chips, first or 0, int(first is None), freezeouts, state
        )
    )


def try_grid(
    opponents: list[Policy],
    reading: Reading,
    freezeouts: int,
    seed: int,
    *,
    stacks: tuple[int, ...] = (),
    first: int | None = None,
    grid: tuple[Style, ...] = GRID,
) -> CountArray:
    """Count the wins of each pair of a grid against these opponents; the pair is player 0."""

    def wins(place: int) -> int:
        own = grid[place].policy(reading, players=len(opponents[0]) - 1)
        trial = try_policies(
            [own, *opponents], freezeouts, seed * len(grid) + place, stacks=stacks, first=first
        )
        return int(trial.wins[0])

    with ThreadPoolExecutor(cpu_count()) as pool:  # kernels run beside each other
        return np.array(list(pool.map(wins, range(len(grid)))))


@lru_cache(maxsize=64)
def count_actions(reading: Reading, freezeouts: int, seed: int) -> CountArray:
    """Count the folds, calls and raises of each style, free checks left out.

    By order, style and action: the four styles sit at one table, in the six orders there are.
    """
    names, counts = list(STYLES), []
    for number, others in enumerate(permutations(names[1:])):
        order = [names[0], *others]
        policies = [STYLES[name].policy(reading) for name in order]
        actions = try_policies(policies, freezeouts // 6 + 1, seed + number).actions
        acted = actions[:, 1] + actions[:, 0] * (1, 0, 1)
        counts.append([acted[order.index(name)] for name in names])
    return np.array(counts)


def action_shares(reading: Reading, freezeouts: int = 2000, seed: int = 1) -> FloatArray:
    """The share of each action among those of a style (Table III), by style and action."""
    counts = count_actions(reading, freezeouts, seed).sum(axis=0)
    shares: FloatArray = counts / counts.sum(axis=1, keepdims=True)
    return shares
