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
from villain.papers.report import by_name
from villain.papers.roshambo.report import reproduce_roshambo

ITEMS = by_name(
    reproduce_table1,
    reproduce_table2,
    reproduce_table3,
    reproduce_table4,
    reproduce_figure6,
    reproduce_figure7,
    reproduce_figure8,
    reproduce_figure9,
    reproduce_trials,
    reproduce_tactics,
    reproduce_preflop,
    reproduce_roshambo,
    reproduce_crowd_weak,
    reproduce_crowd_solid,
)
"""Everything that can be regenerated, in the paper's order; then what goes beyond it."""
