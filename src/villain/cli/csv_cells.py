"""CSV files with no cell that a spreadsheet takes for a formula (OWASP, CSV Injection).

A spreadsheet may split rows at other signs than commas, such as the semicolon of many countries,
and then quotes do not hold a cell together: what comes after such a sign can be a formula, too.
"""

import csv
import re
from collections.abc import Iterable
from typing import TextIO

from villain.cli.output import clean

_FORMULA = re.compile(r"""((?:^|[;|])[\s"']*)(?=[=+\-@\t\r\n＝＋－＠])""")
"""Where a formula would begin: with these signs, at the start or after what may be a separator."""


class SafeRows:
    """Writes rows into a file; texts stand in quotes, numbers do not."""

    def __init__(self, file: TextIO) -> None:
        self._writer = csv.writer(file, quoting=csv.QUOTE_NONNUMERIC)

    def write(self, row: Iterable[object]) -> None:
        """Write one row."""
        self._writer.writerow(map(cell, row))


def cell(value: object) -> object:
    """A value as it is written; what would be a formula gets an apostrophe before it.

    >>> cell("=1+1"), cell("Ann"), cell(-0.5)
    ("'=1+1", 'Ann', -0.5)
    >>> cell("a;=1+1")
    "a;'=1+1"
    """
    return clean(_FORMULA.sub(r"\1'", value)) if isinstance(value, str) else value
