"""Billings and others' Loki: every table and figure, theirs beside ours [loki]."""

from villain.papers.loki.knowledge import reproduce_knowledge, reproduce_spreads
from villain.papers.loki.learning import measure_defaults, reproduce_learning
from villain.papers.loki.potential import reproduce_table1, reproduce_table2
from villain.papers.loki.self_play import (
    reproduce_far_styles,
    reproduce_figure4,
    reproduce_som_vs_bpm,
)
from villain.papers.report import Experiment

ITEMS: dict[str, Experiment] = {
    "table1": reproduce_table1,
    "table2": reproduce_table2,
    "fig4": reproduce_figure4,
    "far-styles": reproduce_far_styles,
    "som-vs-bpm": reproduce_som_vs_bpm,
    "knowledge": reproduce_knowledge,
    "learning": reproduce_learning,
    "spreads": reproduce_spreads,
    "defaults": measure_defaults,
}
"""Everything that can be regenerated, in the paper's order; then what goes beyond it."""
