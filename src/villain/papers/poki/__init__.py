"""Billings and others' Poki: every table and figure, theirs beside ours [poki]."""

from villain.papers.poki.heads_up_report import reproduce_preflop
from villain.papers.poki.iterated import reproduce_table2
from villain.papers.poki.roshambo.report import reproduce_roshambo
from villain.papers.poki.starting_hands import reproduce_table1
from villain.papers.report import Experiment

ITEMS: dict[str, Experiment] = {
    "table1": reproduce_table1,
    "table2": reproduce_table2,
    "preflop": reproduce_preflop,
    "roshambo": reproduce_roshambo,
}
"""Everything that can be regenerated, in the paper's order; then what goes beyond it."""
