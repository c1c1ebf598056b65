"""Cells of a CSV file that no spreadsheet takes for a formula."""

from villain.cli.output import clean

FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a formula begins with (OWASP, CSV Injection)."""


def cell(value: object) -> object:
    """A value as it is written; a text that would be a formula gets an apostrophe before it.

    >>> cell("=1+1"), cell("Ann"), cell(-0.5)
    ("'=1+1", 'Ann', -0.5)
    """
    if not isinstance(value, str):
        return value
    return clean(f"'{value}" if value.startswith(FORMULAS) else value)
