"""Billings and others' Loki: every table and figure, theirs beside ours [loki]."""

from villain.papers.loki.knowledge import reproduce_knowledge, reproduce_spreads
from villain.papers.loki.learning import measure_defaults, reproduce_learning
from villain.papers.loki.potential import reproduce_table1, reproduce_table2
from villain.papers.loki.self_play import (
    reproduce_far_styles,
    reproduce_figure4,
    reproduce_som_vs_bpm,
)
from villain.papers.report import by_name

ITEMS = by_name(
    reproduce_table1,
    reproduce_table2,
    reproduce_figure4,
    reproduce_far_styles,
    reproduce_som_vs_bpm,
    reproduce_knowledge,
    reproduce_learning,
    reproduce_spreads,
    measure_defaults,
)
"""Everything that can be regenerated, in the paper's order; then what goes beyond it."""
