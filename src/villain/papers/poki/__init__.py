"""Billings and others' Poki: every table and figure, theirs beside ours [poki]."""

from villain.papers.report import Experiment

ITEMS: dict[str, Experiment] = {}
"""Everything that can be regenerated, in the paper's order; then what goes beyond it."""
