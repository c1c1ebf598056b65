"""Baker and Cowling's one-card poker: every table and figure, theirs beside ours [baker]."""

from villain.papers.baker.comparison import reproduce_figure5
from villain.papers.baker.convergence import reproduce_figure3
from villain.papers.baker.heat_maps import reproduce_heat_maps
from villain.papers.baker.switching import reproduce_switching
from villain.papers.baker.table2 import reproduce_table2
from villain.papers.baker.table3 import reproduce_table3
from villain.papers.report import by_name

ITEMS = by_name(
    reproduce_table2,
    reproduce_table3,
    reproduce_figure3,
    reproduce_figure5,
    reproduce_heat_maps,
    reproduce_switching,
)
"""Everything that can be regenerated, in the paper's order; the last is its future work."""
