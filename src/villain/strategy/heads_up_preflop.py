"""Limit hold'em for two with betting before the flop only: its decisions and what they are worth.

The small blind (player 0) posts half a bet, the big blind (player 1) one; they fold, call or
raise by a bet up to a cap, and whoever is left goes to the showdown without further betting.
This is the game that Selby solved and to which poki compares its iterated roll-outs [poki].

A strategy has, for each decision (named by the actions before it: ``""``, ``"c"``, ``"cr"`` …),
the chances of its actions for every class of hands: (actions, classes). All values are in small
bets from the start of the hand, the blinds counted as lost by those who fold.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from villain.cards.range import CLASS_OF_COMBO
from villain.errors import VillainError
from villain.kernels.arrays import FloatArray
from villain.kernels.iterated_rollouts import heads_up_counts
from villain.strength.preflop import BOARDS, preflop_wins, shared_cards

CAP = 4
"""Bets in all, the big blind being the first: three raises."""

Strategy = Mapping[str, FloatArray]


@dataclass(frozen=True)
class PreflopNode:
    """The actions so far, who acts, what each has put in, and what he may do (f, c, r)."""

    path: str
    player: int
    stakes: tuple[float, float]
    actions: str


@cache
def decisions(cap: int = CAP) -> tuple[PreflopNode, ...]:
    """All decisions of the game, each after those that lead to it.

    >>> [(d.path, d.actions) for d in decisions(2)]
    [('', 'fcr'), ('c', 'cr'), ('cr', 'fc'), ('r', 'fc')]
    """
    if cap < 1:
        raise VillainError(f"a cap of {cap} bets; the big blind is the first")

    def grow(path: str, player: int, stakes: tuple[float, float]) -> list[PreflopNode]:
        level = max(stakes)
        actions = "f" * (stakes[player] < level) + "c" + "r" * (level < cap)
        nodes = [PreflopNode(path, player, stakes, actions)]
        if path == "":
            nodes += grow("c", 1, (1.0, 1.0))
        if "r" in actions:
            raised = (level + 1, level) if player == 0 else (level, level + 1)
            nodes += grow(path + "r", 1 - player, raised)
        return nodes

    return tuple(grow("", 0, (0.5, 1.0)))


@dataclass(frozen=True, eq=False)
class Deals:
    """The chance of each pair of classes, small blind by big blind, and its share for the first.

    ``shares`` are chances times the part of the pot that the small blind gets at the showdown.
    """

    chances: FloatArray
    shares: FloatArray

    @property
    def margins(self) -> FloatArray:
        """Chances times what the small blind wins at a showdown for a bet each."""
        return 2 * self.shares - self.chances


@cache
def exact_deals() -> Deals:
    """All deals of two hands with all boards."""
    wins = preflop_wins().astype(np.float64)
    apart = ~shared_cards(np.arange(1326))
    equity = np.where(apart, (wins + BOARDS - wins.T) / (2 * BOARDS), 0.0)
    member = np.eye(169)[CLASS_OF_COMBO]
    chances, shares = (member.T @ (table @ member) for table in (apart.astype(float), equity))
    return Deals(chances / chances.sum(), shares / chances.sum())


def sampled_deals(trials: int, seed: tuple[int, ...]) -> Deals:
    """A roll-out of so many random deals."""
    state = np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]
    dealt, halves = heads_up_counts(CLASS_OF_COMBO, trials, state)
    return Deals(dealt / trials, halves / (2 * trials))


@dataclass(frozen=True, eq=False)
class Appraisal:
    """The worth of a pair of strategies: each player's value, and that of every action.

    The value of an action is that for a class once the decision is reached, against what the
    other holds then; not a number where the other never lets it come to that.
    """

    values: tuple[float, float]
    actions: dict[str, FloatArray]
    reach: dict[str, FloatArray]
    """How often the one who decides plays so far, by class."""


def appraise(
    deals: Deals, strategy: Strategy, cap: int = CAP, *, best: tuple[int, ...] = ()
) -> Appraisal:
    """Play out all deals with these strategies; players in ``best`` choose what is best instead."""
    tree = {decision.path: decision for decision in decisions(cap)}
    margins, classes = deals.margins, len(deals.chances)
    actions: dict[str, FloatArray] = {}
    reaches: dict[str, FloatArray] = {}

    def meets(player: int, reach: list[FloatArray]) -> FloatArray:
        """The chance of each class of a player to meet what the other holds."""
        often: FloatArray = deals.chances @ reach[1] if player == 0 else reach[0] @ deals.chances
        return often

    def follow(path: str, action: str, reach: list[FloatArray]) -> list[FloatArray]:
        decision = tree[path]
        if path + action in tree:
            return walk(path + action, reach)
        if action == "f":
            lost = decision.stakes[decision.player]
            signs = (-lost, lost) if decision.player == 0 else (lost, -lost)
            return [signs[player] * meets(player, reach) for player in (0, 1)]
        stake = max(decision.stakes)
        return [stake * (margins @ reach[1]), -stake * (reach[0] @ margins)]

    def walk(path: str, reach: list[FloatArray]) -> list[FloatArray]:
        decision = tree[path]
        mine, other = decision.player, 1 - decision.player
        sums = []
        values = [np.zeros(classes), np.zeros(classes)]
        for number, action in enumerate(decision.actions):
            narrowed = list(reach)
            narrowed[mine] = reach[mine] * strategy[path][number]
            parts = follow(path, action, narrowed)
            sums.append(parts[mine])
            values[other] = values[other] + parts[other]
        table = np.array(sums)
        met = meets(mine, reach)
        actions[path] = np.where(met > 1e-12, table / np.where(met > 1e-12, met, 1.0), np.nan)
        reaches[path] = reach[mine]
        chosen = table.max(axis=0) if mine in best else (strategy[path] * table).sum(axis=0)
        values[mine] = chosen
        return values

    sums = walk("", [np.ones(classes), np.ones(classes)])
    return Appraisal((float(sums[0].sum()), float(sums[1].sum())), actions, reaches)


def exploitability(deals: Deals, strategy: Strategy, cap: int = CAP) -> float:
    """The mean gain of a best reply to either player over what the game is worth."""
    return sum(appraise(deals, strategy, cap, best=(p,)).values[p] for p in (0, 1)) / 2
