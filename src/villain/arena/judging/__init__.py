"""Judges: what a decision was worth, once everybody's cards and strategies are known."""

from villain.arena.judging.costs import Finished, JudgedDecision, judge_hand, worst_decisions
from villain.arena.judging.first_difference import (
    FirstDifferences,
    Parting,
    find_first_differences,
)
from villain.arena.judging.match_costs import MatchCosts, judge_match
from villain.arena.judging.moment import Moment
from villain.arena.judging.stopping import JudgingStoppedError
from villain.arena.judging.valuing import TrialMean, Values, value_actions

__all__ = [
    "Finished",
    "FirstDifferences",
    "JudgedDecision",
    "JudgingStoppedError",
    "MatchCosts",
    "Moment",
    "Parting",
    "TrialMean",
    "Values",
    "find_first_differences",
    "judge_hand",
    "judge_match",
    "value_actions",
    "worst_decisions",
]
