"""Sander and Lebiere's memory: its tables, and its future work, theirs beside ours [sander]."""

from villain.papers.report import by_name
from villain.papers.sander.alternating import reproduce_alternating
from villain.papers.sander.bankroll import reproduce_bankroll
from villain.papers.sander.error_tables import reproduce_errors
from villain.papers.sander.model_tables import reproduce_models
from villain.papers.sander.no_limit import reproduce_no_limit
from villain.papers.sander.strength_table import reproduce_strength
from villain.papers.sander.variants import reproduce_variants

ITEMS = by_name(
    reproduce_strength,
    reproduce_errors,
    reproduce_bankroll,
    reproduce_variants,
    reproduce_alternating,
    reproduce_no_limit,
    reproduce_models,
)
"""Everything that can be regenerated: the paper's two tables, then what goes beyond it."""
