"""The strength of hands: ranks in words, strength and potential, equity, income rates.

This room is the friendly face of the kernels: it validates, the kernels trust.
"""

from villain.strength.equities import Equity, equity
from villain.strength.hand_value import HandValue, evaluate, rank_hands
from villain.strength.holding import Strength, hand_strength, hand_strength_against_each
from villain.strength.income import IncomeRates, income_rates
from villain.strength.matchups import Strengths, all_strengths

__all__ = [
    "Equity",
    "HandValue",
    "IncomeRates",
    "Strength",
    "Strengths",
    "all_strengths",
    "equity",
    "evaluate",
    "hand_strength",
    "hand_strength_against_each",
    "income_rates",
    "rank_hands",
]
