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
from villain.papers.report import Experiment

ITEMS: dict[str, Experiment] = {
    "table31": reproduce_table31,
    "fig31": reproduce_figure31,
    "fig32": reproduce_figure32,
    "fig33": reproduce_figure33,
    "table51": reproduce_table51,
    "fig51": reproduce_figure51,
    "cheze": reproduce_three_players,
    "self-model": reproduce_self_models,
    "crowd": reproduce_crowd,
}
"""Everything that can be regenerated, in the thesis's order; then what goes beyond it."""
