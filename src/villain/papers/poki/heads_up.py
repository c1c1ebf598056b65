"""Two players before the flop: iterated decisions beside the equilibrium's [poki]."""

from dataclasses import dataclass

import numpy as np

from villain.cards.combo import CLASSES, StartingClass
from villain.strategy.heads_up_preflop import PreflopNode, appraise, decisions, exact_deals
from villain.strategy.preflop_equilibrium import Equilibrium
from villain.strategy.preflop_iterated import IteratedDecisions

COMES_UP = 0.01
"""A class counts at a decision that it comes to at least so often in equilibrium."""

WORDS = {"f": "fold", "c": "call", "r": "raise"}


@dataclass(frozen=True)
class Difference:
    """A class that iteration decides otherwise, and what that costs in equilibrium."""

    decision: PreflopNode
    hand: StartingClass
    equilibrium: tuple[float, ...]
    chosen: str
    gap: float


@dataclass(frozen=True)
class Comparison:
    """The two ways to decide, for one cap.

    ``counts``: for each decision how many classes come there and how many agree; ``often`` the
    share that agrees of all decisions as they come up.
    """

    equilibrium: Equilibrium
    iterated: IteratedDecisions
    counts: dict[str, tuple[int, int]]
    often: float
    differences: tuple[Difference, ...]

    @property
    def agreeing(self) -> float:
        """The share of decisions, each class once, that agree."""
        come, agree = np.sum(list(self.counts.values()), axis=0)
        return float(agree / come)


def compare(equilibrium: Equilibrium, iterated: IteratedDecisions) -> Comparison:
    """Ask of every decision whether the iterated choice is one that the equilibrium makes."""
    deals, choices = exact_deals(), iterated.choices()
    worth = appraise(deals, equilibrium.strategy, equilibrium.cap)
    counts, differences, often = {}, [], np.zeros(2)
    sizes = deals.chances.sum(axis=1)
    for decision in decisions(equilibrium.cap):
        path = decision.path
        values, mix = worth.actions[path], equilibrium.strategy[path]
        comes = (worth.reach[path] > COMES_UP) & ~np.isnan(values).any(axis=0)
        chosen = choices[path].argmax(axis=0)
        best = np.where(comes, np.nan_to_num(values).max(axis=0), 0.0)
        every = np.arange(len(sizes))
        gaps = best - np.nan_to_num(values)[chosen, every]
        agrees = (mix[chosen, every] > COMES_UP) | (gaps < 1e-9)
        counts[path] = int(comes.sum()), int((comes & agrees).sum())
        weight = sizes * worth.reach[path] * comes
        often += weight.sum(), (weight * agrees).sum()
        differences += [
            Difference(
                decision,
                CLASSES[hand],
                tuple(map(float, mix[:, hand])),
                decision.actions[chosen[hand]],
                float(gaps[hand]),
            )
            for hand in np.flatnonzero(comes & ~agrees)
        ]
    ranked = sorted(differences, key=lambda one: -one.gap)
    return Comparison(equilibrium, iterated, counts, float(often[1] / often[0]), tuple(ranked))


def describe(decision: PreflopNode) -> str:
    """A decision in words.

    >>> describe(decisions()[2])
    'small blind, after call, raise'
    """
    who = ("small blind", "big blind")[decision.player]
    before = ", ".join(WORDS[action] for action in decision.path)
    return f"{who}, after {before}" if before else f"{who}, first to act"
