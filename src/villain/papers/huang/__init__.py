"""Huang's thesis: its tables and figures, theirs beside ours [huang]."""

from villain.papers.huang.crowd import reproduce_crowd
from villain.papers.huang.curves import (
    reproduce_figure31,
    reproduce_figure32,
    reproduce_figure33,
)
from villain.papers.huang.round_robin import reproduce_figure51, reproduce_table51
from villain.papers.huang.self_models import reproduce_self_models
from villain.papers.huang.sequences_table import reproduce_table31
from villain.papers.huang.three_players import reproduce_three_players
from villain.papers.report import by_name

ITEMS = by_name(
    reproduce_table31,
    reproduce_figure31,
    reproduce_figure32,
    reproduce_figure33,
    reproduce_table51,
    reproduce_figure51,
    reproduce_three_players,
    reproduce_self_models,
    reproduce_crowd,
)
"""Everything that can be regenerated, in the thesis's order; then what goes beyond it."""
