"""Hands that somebody may have held whose cards were never shown.

In the paper hands that end in a fold teach nothing, so that a memory knows only of hands that were
worth a showdown. Here the belief stands in for the cards: loki's weights for all he did, from a
random deal on [loki], and for a fold what would not have been worth playing.
"""

from villain.game.observation import Observation
from villain.game.situation import Decision, decisions
from villain.kernels.arrays import FloatArray
from villain.kernels.weights import reweight
from villain.models.loki.model import SpecificModel, infer_threshold
from villain.models.memory.hands import board_on
from villain.strategy.loki import combo_income
from villain.strength.board_strengths import board_strengths


class FoldedHands:
    """A belief about hidden cards, kept beside a memory."""

    def __init__(self) -> None:
        self._belief = SpecificModel()

    def observe(self, seen: Observation) -> None:
        """Follow what everybody does."""
        self._belief.observe(seen)

    def weights(self, seen: Observation, seat: int) -> FloatArray:
        """The range of a seat in a hand that is over; it sums to one."""
        weights = self._belief.range(seen, seat).weights
        done = decisions(seen)
        folded = bool(done) and done[-1].kind == "fold" and done[-1].seat == seat
        return self._below(seen, done[-1], weights) if folded else weights

    def _below(self, seen: Observation, fold: Decision, weights: FloatArray) -> FloatArray:
        """The part of a range that is folded: all less what such a player goes on with."""
        model, street, cost = self._belief, fold.situation.street, fold.situation.cost
        if street:
            values = board_strengths(tuple(sorted(board_on(seen, street)))).ehs
        else:
            values = combo_income(seen.rules.players)
        share = 1.0 - model.frequencies(fold.name, street, cost).fold
        evidence = model.evidence(fold.name, street, cost)
        threshold = infer_threshold(values, weights, share, model.spreads[street > 0], evidence)
        played = weights.copy()
        reweight(values, *threshold, played)
        folded: FloatArray = weights - played
        total = float(folded.sum())
        return folded / total if total > 0.0 else weights
