"""The equilibrium of heads-up pre-flop hold'em, by linear programming over sequences of actions.

The small blind chooses how likely each of his sequences is so as to win most against the best
reply; the big blind's sequences are the dual solution (Koller, Megiddo and von Stengel's sequence
form, solved by SciPy's HiGHS).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from villain.errors import VillainError
from villain.kernels.arrays import FloatArray
from villain.strategy.heads_up_preflop import (
    CAP,
    Deals,
    PreflopNode,
    Strategy,
    appraise,
    decisions,
    exact_deals,
)

Sequence = tuple[str, str]
"""A decision and the action taken there."""


@dataclass(frozen=True, eq=False)
class SolvedPreflop:
    """Strategies of both that no reply beats, and what the game is worth to the small blind."""

    cap: int
    value: float
    strategy: dict[str, FloatArray]


def solve_preflop(deals: Deals | None = None, cap: int = CAP) -> SolvedPreflop:
    """Solve the game.

    >>> solved = solve_preflop(cap=1)
    >>> abs(round(solved.value, 6)), bool(solved.strategy[""][0].max() < 1e-9)
    (0.0, True)
    """
    from scipy import sparse
    from scipy.optimize import linprog

    deals = deals or exact_deals()
    classes, tree = len(deals.chances), decisions(cap)
    own, his = (_sequences(tree, player) for player in (0, 1))
    against = np.zeros((len(own) * classes, len(his) * classes))
    alone = np.zeros(len(own) * classes)
    for last, reply, payoff in _endings(tree, deals):
        rows = _block(own, last, classes)
        if reply is None:
            alone[rows] += payoff.sum(axis=1)
        else:
            against[rows, _block(his, reply, classes)] += payoff
    flows, totals = _flows(tree, 0, own, classes)
    his_flows, his_totals = _flows(tree, 1, his, classes)
    zeros = sparse.csr_array((len(totals), len(his_totals)))
    # SciPy's stubs know no sparse constraints.
    replies: Any = sparse.hstack([-sparse.csr_array(against.T), sparse.csr_array(his_flows.T)])
    plays: Any = sparse.hstack([sparse.csr_array(flows), zeros])
    programme = linprog(
        -np.concatenate([alone, his_totals]),
        A_ub=replies,
        b_ub=np.zeros(against.shape[1]),
        A_eq=plays,
        b_eq=totals,
        bounds=[(0, None)] * len(alone) + [(None, None)] * len(his_totals),
        method="highs-ipm",
    )
    if programme.x is None or programme.fun is None:
        raise VillainError(f"the linear programme was not solved: {programme.message}")
    plans = {
        sequence: np.maximum(part, 0.0)
        for sequences, solved in (
            (own, programme.x[: len(alone)]),
            (his, -programme.ineqlin.marginals),
        )
        for sequence, part in zip(
            sequences, np.asarray(solved).reshape(len(sequences), classes), strict=True
        )
    }
    strategy = _behaviour(tree, plans, classes)
    return SolvedPreflop(cap, -float(programme.fun), _fill(deals, strategy, cap))


def _sequences(tree: tuple[PreflopNode, ...], player: int) -> list[Sequence]:
    return [(d.path, action) for d in tree if d.player == player for action in d.actions]


def _block(sequences: list[Sequence], one: Sequence, classes: int) -> slice:
    place = sequences.index(one)
    return slice(place * classes, (place + 1) * classes)


def _before(tree: tuple[PreflopNode, ...], path: str, player: int) -> Sequence | None:
    """The player's last own action on the way to a decision."""
    earlier = [d for d in tree if d.player == player and path.startswith(d.path) and d.path != path]
    if not earlier:
        return None
    last = max(earlier, key=lambda d: len(d.path))
    return last.path, path[len(last.path)]


def _endings(
    tree: tuple[PreflopNode, ...], deals: Deals
) -> list[tuple[Sequence, Sequence | None, FloatArray]]:
    """Every end of the game: the last actions of both, and what the small blind wins there."""
    paths = {d.path for d in tree}
    endings: list[tuple[Sequence, Sequence | None, FloatArray]] = []
    for d in tree:
        for action in d.actions:
            if d.path + action in paths:
                continue
            if action == "f":
                payoff = (-d.stakes[0] if d.player == 0 else d.stakes[1]) * deals.chances
            else:
                payoff = max(d.stakes) * deals.margins
            here, there = (d.path, action), _before(tree, d.path, 1 - d.player)
            if d.player == 0:
                endings.append((here, there, payoff))
            else:
                assert there is not None  # the small blind has acted before
                endings.append((there, here, payoff))
    return endings


def _flows(
    tree: tuple[PreflopNode, ...], player: int, sequences: list[Sequence], classes: int
) -> tuple[FloatArray, FloatArray]:
    """The actions of a decision are together as likely as what leads to it."""
    rows, totals = [], []
    for d in tree:
        if d.player != player:
            continue
        row = np.zeros((classes, len(sequences) * classes))
        for action in d.actions:
            row[:, _block(sequences, (d.path, action), classes)] = np.eye(classes)
        before = _before(tree, d.path, player)
        if before is not None:
            row[:, _block(sequences, before, classes)] = -np.eye(classes)
        rows.append(row)
        totals.append(np.full(classes, float(before is None)))
    return np.vstack(rows), np.concatenate(totals)


def _behaviour(
    tree: tuple[PreflopNode, ...], plans: dict[Sequence, FloatArray], classes: int
) -> dict[str, FloatArray]:
    """Chances of actions from those of sequences; not numbers where a class never comes there."""
    chances = {}
    for d in tree:
        table = np.array([plans[d.path, action] for action in d.actions])
        before = _before(tree, d.path, d.player)
        reached = np.ones(classes) if before is None else plans[before] > 1e-9
        total = table.sum(axis=0)
        sure = (reached > 0) & (total > 1e-12)
        chances[d.path] = np.where(sure, table / np.where(sure, total, 1.0), np.nan)
    return chances


def _fill(deals: Deals, strategy: Strategy, cap: int) -> dict[str, FloatArray]:
    """Fill in what a class never reaches in equilibrium: by the best action, or a call."""
    filled = dict(strategy)
    for d in reversed(decisions(cap)):  # later decisions first: earlier ones build on them
        known = {path: np.nan_to_num(table) for path, table in filled.items()}
        worth = appraise(deals, known, cap).actions[d.path]
        by_default = np.eye(len(d.actions))[d.actions.index("c")][:, None]
        most = np.nanmax(np.where(np.isnan(worth), -np.inf, worth), axis=0)
        chosen = np.where(np.isnan(worth), by_default, (worth == most).astype(float))
        chosen = chosen / chosen.sum(axis=0)
        filled[d.path] = np.where(np.isnan(filled[d.path]), chosen, filled[d.path])
    return filled
