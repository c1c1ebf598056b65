"""Iterated roll-outs of heads-up pre-flop hold'em: values of decisions without any game theory.

In each generation both players take what the values so far call best, with some noise, and a
roll-out of random deals values every action of every class against that. The running mean of
these values, with later generations weighing more, makes the next decisions [poki].

*Where this differs from the paper*, which prints no details: the mean over generations is ours.
Without it decisions near a boundary flip for ever, since the best reply to a best reply is no
mixture.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from villain.errors import VillainError
from villain.kernels.arrays import FloatArray
from villain.strategy.heads_up_preflop import CAP, Deals, appraise, decisions, sampled_deals


@dataclass(frozen=True, eq=False)
class IteratedDecisions:
    """The values of all actions of each class, and the choices over the generations."""

    cap: int
    values: dict[str, FloatArray]
    mixture: dict[str, FloatArray]
    """How often each action was chosen, with the weights of the mean."""

    def choices(self) -> dict[str, FloatArray]:
        """The action of the highest value, as a strategy that never mixes."""
        return {path: _best(table) for path, table in self.values.items()}


def iterate_preflop(
    *,
    seed: int = 0,
    generations: int = 300,
    trials: int = 100_000,
    heat: float = 1.0,
    cap: int = CAP,
    deals: Deals | None = None,
    progress: Callable[[float], None] = lambda _: None,
) -> IteratedDecisions:
    """Iterate; with ``deals`` these serve every generation instead of random ones.

    ``heat`` is the standard deviation of the noise in the first generation, in small bets; it
    falls as one over the generation.
    """
    if generations < 1 or trials < 1 or heat < 0:
        raise VillainError("generations and trials should be 1 or more, heat 0 or more")
    noise = np.random.default_rng((seed, 0))
    classes = 169 if deals is None else len(deals.chances)
    values = {d.path: np.zeros((len(d.actions), classes)) for d in decisions(cap)}
    mixture = {path: np.zeros_like(table) for path, table in values.items()}
    weights = {path: np.zeros(classes) for path in values}
    for generation in range(1, generations + 1):
        rolled = deals or sampled_deals(trials, (seed, generation))
        warmth = heat / generation
        chosen = {
            path: _best(table + warmth * noise.standard_normal(table.shape))
            for path, table in values.items()
        }
        for path, table in appraise(rolled, chosen, cap).actions.items():
            seen = ~np.isnan(table).any(axis=0)
            weights[path][seen] += generation
            step = generation / weights[path][seen]
            values[path][:, seen] += step * (table[:, seen] - values[path][:, seen])
            mixture[path] += 2 * generation / (generations * (generations + 1)) * chosen[path]
        progress(generation / generations)
    return IteratedDecisions(cap, values, mixture)


def _best(table: FloatArray) -> FloatArray:
    chosen: FloatArray = np.eye(len(table))[table.argmax(axis=0)].T
    return chosen
