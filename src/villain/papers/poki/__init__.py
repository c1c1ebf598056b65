"""Billings and others' Poki: every table and figure, theirs beside ours [poki]."""

from villain.papers.poki.example_betting import reproduce_table4
from villain.papers.poki.example_hand import reproduce_figure6, reproduce_table3
from villain.papers.poki.fields import (
    reproduce_crowd_solid,
    reproduce_crowd_weak,
    reproduce_figure8,
    reproduce_figure9,
)
from villain.papers.poki.heads_up_report import reproduce_preflop
from villain.papers.poki.iterated import reproduce_table2
from villain.papers.poki.networks import reproduce_figure7
from villain.papers.poki.starting_hands import reproduce_table1
from villain.papers.poki.tactics import reproduce_tactics
from villain.papers.poki.trial_budget import reproduce_trials
from villain.papers.report import Experiment
from villain.papers.roshambo.report import reproduce_roshambo

ITEMS: dict[str, Experiment] = {
    "table1": reproduce_table1,
    "table2": reproduce_table2,
    "table3": reproduce_table3,
    "table4": reproduce_table4,
    "fig6": reproduce_figure6,
    "fig7": reproduce_figure7,
    "fig8": reproduce_figure8,
    "fig9": reproduce_figure9,
    "trials": reproduce_trials,
    "tactics": reproduce_tactics,
    "preflop": reproduce_preflop,
    "roshambo": reproduce_roshambo,
    "crowd-weak": reproduce_crowd_weak,
    "crowd-solid": reproduce_crowd_solid,
}
"""Everything that can be regenerated, in the paper's order; then what goes beyond it."""
