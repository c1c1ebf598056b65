"""An agent's own habits with its hands: a model of itself that need not guess cards [huang].

The thesis's agent models itself as it models others, by frequencies without cards. Here the mixed
strategy of every decision is added up by action sequence and by the bucket of the hand that it was
made with; older ones fade.
"""

import numpy as np

from villain.cards.combo import Combo
from villain.game.actions import Action
from villain.game.observation import Observation
from villain.game.what_if import situation_in
from villain.kernels.arrays import FloatArray
from villain.models.huang.estimator import ThesisReader
from villain.models.huang.styles import Styles, shipped_styles
from villain.strategy.huang.board_buckets import board_buckets
from villain.strategy.huang.sequences import sequence_faced
from villain.strategy.huang.strategy_table import StrategyTable, nearest_rows

FADE = 0.99
"""The worth of an observation when the next one comes in the same place."""

PRIOR = 2.0
"""So many observations is the reconstructed strategy worth where a bucket was seldom seen."""


class OwnHabits:
    """Mixed strategies by row and bucket, on top of what the mined players do."""

    def __init__(self, styles: Styles | None = None) -> None:
        styles = styles or shipped_styles()
        self._abstraction = styles.abstraction
        rows = nearest_rows(styles.abstraction, styles.sequences)
        self.table = StrategyTable(styles.abstraction, rows, ThesisReader(styles).table())
        self._seen = np.zeros_like(self.table.chances)
        self._before: dict[int, FloatArray] = {}

    def learn(self, seen: Observation, actions: list[Action], chances: FloatArray) -> None:
        """Take in with which chances it did what, with the cards that it has."""
        legal, abstraction = seen.legal, self._abstraction
        assert legal is not None
        mixed = np.zeros(abstraction.actions)
        for action, chance in zip(actions, chances, strict=True):
            added = action.to - seen.bets[seen.seat] if action.kind == "raise" else legal.call
            mixed[abstraction.action(action.kind, added, legal.call, seen.pot)] += chance
        sequence = sequence_faced(situation_in(seen, seen.seat), abstraction)
        row = self.table.row(sequence)
        if row not in self._before:
            self._before[row] = self.table.by_bucket(sequence).copy()
        bucket = board_buckets(seen.board, abstraction).of_combo[Combo.of(*seen.hole)]
        self._seen[row, bucket] = FADE * self._seen[row, bucket] + mixed
        times = self._seen[row].sum(axis=1, keepdims=True)
        self.table.chances[row] = (self._seen[row] + PRIOR * self._before[row]) / (times + PRIOR)
