"""The predictor that takes everybody to play as poki's formula does [poki]."""

from functools import lru_cache

import numpy as np

from villain.cards.card import Card
from villain.game.situation import Decision, Situation
from villain.kernels.arrays import FloatArray
from villain.kernels.triples import FormulaInputs
from villain.models.loki.action_counts import ACTIONS
from villain.models.predictors.predictor import Predictor
from villain.strategy.action_distribution import ActionDistribution
from villain.strategy.loki import MODERATE, BettingStyle, combo_income, initial_weights
from villain.strategy.poki import at_table, formula_of_all
from villain.strength.quick_strengths import quick_strengths

LEAST = 0.02
"""Nothing that is allowed is less likely: not everybody plays like us."""

MEDIAN, SPREAD = 0.0, 300.0
"""The hands after the flop of who is still in: what a reasonable player enters the pot with."""

DEAR_BETS, DEAREST = 2.5, 4.0
"""In no-limit so many big blinds beyond the first are a bet, and no call is dearer than so many."""

ONE_BET_FOLDS = 0.3
"""The share of bets to which one opponent is taken to fold."""


class FormulaPredictor(Predictor):
    """Says what a player would do who went by our formula with the hands he may have.

    It learns nothing of anybody; he is taken to have whatever a reasonable player enters the pot
    with.
    """

    def __init__(self, style: BettingStyle = MODERATE) -> None:
        self.style = style

    def triple(self, name: str, situation: Situation) -> ActionDistribution:  # noqa: ARG002
        """The mean over the hands that he may have."""
        triples = self.by_combo(situation)
        weights = _usual(situation.street)
        if situation.street:
            weights = weights * _possible(situation.board)
        fold, call, more = (weights @ triples / weights.sum()).tolist()
        return ActionDistribution.of(
            max(fold, LEAST) * situation.could_fold,
            max(
                call + fold * (not situation.could_fold) + more * (not situation.could_raise), LEAST
            ),
            max(more, LEAST) * situation.could_raise,
        )

    def learn(self, decision: Decision) -> None:
        """Nothing is learned."""

    def by_combo(self, situation: Situation) -> FloatArray:
        """The triple of every combo, a row each."""
        spot, rivals = spot_of(situation), situation.left - 1
        if situation.street == 0:
            style = at_table(self.style, situation.players, situation.left)
            return formula_of_all(style, spot, combo_income(situation.left), _NONE)
        values, draws = quick_strengths(situation.board)
        return formula_of_all(self.style, spot, values**rivals, draws)


def by_formula(
    decision: Decision,
    triple: ActionDistribution,  # noqa: ARG001
    weights: FloatArray,  # noqa: ARG001
) -> FloatArray:
    """The likelihood of what was seen with each combo, if everybody goes by the formula."""
    triples = FormulaPredictor().by_combo(decision.situation)
    chance: FloatArray = np.maximum(triples[:, ACTIONS.index(decision.kind)], LEAST)
    return chance


def spot_of(situation: Situation) -> FormulaInputs:
    """The formula's question, from a predictor's situation."""
    bet = float(situation.bet if situation.limit else max(situation.bet, 0.7 * situation.pot))
    if situation.street == 0:
        bets = situation.owed / situation.bet
        if not situation.limit and bets > 1:
            bets = min(1 + (bets - 1) / DEAR_BETS, DEAREST)
        return FormulaInputs(0, situation.pot, bets, 1.0, situation.raises, situation.behind)
    bets_to_come = {1: 4, 2: 2, 3: 0} if situation.limit else {1: 2, 2: 1, 3: 0}
    scale = {1: 1, 2: 2, 3: 2}[situation.street] if situation.limit else 1
    later = min(bets_to_come[situation.street] * bet / scale, situation.stack)
    return FormulaInputs(
        situation.street,
        situation.pot,
        situation.owed,
        bet,
        situation.raises,
        situation.behind,
        later,
        ONE_BET_FOLDS ** (situation.left - 1),
    )


_NONE = np.zeros(0)


@lru_cache(maxsize=2)
def _entering() -> FloatArray:
    return initial_weights(combo_income(10), MEDIAN, SPREAD)


def _usual(street: int) -> FloatArray:
    return _entering() if street else np.ones(1326)


def _possible(board: tuple[Card, ...]) -> FloatArray:
    return (quick_strengths(board)[0] > 0).astype(np.float64)
